"""Messages that ask one figure beside their thread, which stays as it was."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from tests.bot.advice.test_summed import first_line, thread

CO2 = "co2 for 1000 hours of a p5.48xlarge in virginia?"


@pytest.mark.parametrize(
    ("turns", "begins"),
    [
        (("how many GPUs does a p4d.24xlarge have?",), "8: p4d.24xlarge has 8 x NVIDIA A100 40 GB."),
        (("finetune 7b on 2x g5.12xlarge, does it fit?", "how many gpus is that?"), "8: 2 x g5.12xlarge with 4 x"),
        ((CO2, "and stockholm?", "is it cheaper there too?"), "No: p5.48xlarge on demand in eu-north-1"),
        ((CO2, "and stockholm?", "ist es dort auch teurer?"), "Yes: p5.48xlarge on demand in eu-north-1"),
    ],
)
def test_the_first_line_is_the_figure(advisor: Advisor, turns: tuple[str, ...], begins: str) -> None:
    assert first_line(thread(advisor, *turns)).startswith(begins)


def test_the_thread_goes_on_with_what_it_was_about(advisor: Advisor) -> None:
    told = thread(advisor, "price of p4d.24xlarge in us-west-2", "how many gpus does that have?", "and for a week?")
    assert first_line(told).startswith("$3,689 a week: p4d.24xlarge")  # 168 x 21.96


def test_the_two_places_are_sums_of_the_thread(advisor: Advisor) -> None:
    told = thread(advisor, CO2, "and stockholm?", "is it cheaper there?", "and the difference per month?")
    assert "in us-east-1 is the cheaper" in first_line(told) and "a month" in first_line(told)
