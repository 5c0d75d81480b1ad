"""A machine that a turn names stands in the first line, or why the answer is of others."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from tests.bot.advice.thread.test_turned import first_line, thread

TUNE = "cost of fine-tuning a 7B on 300M tokens"
SERVE = "what's the monthly bill for serving llama 70B at 5 requests a second on p4d.24xlarge"


def test_that_it_does_not_hold_the_work_comes_before_the_sum_of_others(advisor: Advisor) -> None:
    """112 GB of a full fine-tune of 7B, 4 x 20.1 GiB usable."""
    told = thread(advisor, TUNE, "and on g5.12xlarge?")
    assert first_line(told).startswith("Partly: on g5.12xlarge (4 x NVIDIA A10G), LoRA and QLoRA of 7B fit")
    assert [line.code for line in told.facts.sentences][:1] == ["run_estimate"]


def test_that_it_does_not_keep_up_comes_before_the_bill_of_others(advisor: Advisor) -> None:
    told = first_line(thread(advisor, SERVE, "and on g5.12xlarge?"))
    assert told.startswith("No: 4 x NVIDIA A10G do not keep up with that")


@pytest.mark.parametrize(("turn", "name"), [("H200?", "H200"), ("and on g5.12xlarge?", "A10G")])
def test_one_more_of_a_choice_is_set_against_what_was_told(advisor: Advisor, turn: str, name: str) -> None:
    told = first_line(thread(advisor, "L40S or A100 for serving a 13B?", turn))
    assert name in told and "L40S" in told and "per 1M tokens served" in told


@pytest.mark.parametrize("turn", ["on 8 H100?", "and on p5.48xlarge?"])
def test_what_the_line_shows_stays_as_it_is(advisor: Advisor, turn: str) -> None:
    assert first_line(thread(advisor, TUNE, turn)).startswith("About ")
