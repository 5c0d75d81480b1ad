"""Hours that others took on one chip, on another: bounds by the data sheets."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.worked.run_elsewhere import CarriedOver


def test_hours_on_another_chip_lie_between_the_two_ratios(advisor: Advisor) -> None:
    """V100 to A100 of 40 GB: 125 / 312 = 0.40 of the math, 900 / 1,555 = 0.58 of the bandwidth, times 1,200."""
    told = advisor.ask(
        "The paper took 1,200 GPU hours on V100. How long would that be on A100, and what does it cost?"
    )
    first = told.parts[0].facts.headline if told.parts else told.facts.headline
    assert isinstance(first, CarriedOver) and first.took == 1200
    assert (round(first.others[0].low), round(first.others[0].high)) == (481, 695)


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        ("The paper says 500 TPU v3 hours, roughly what on one A100, and how many dollars?", 500),
        ("The paper reports 72 hours on 8 V100. How long would that take on A100, and what would it cost?", 576),
    ],
)
def test_a_generation_is_no_number_of_hours(text: str, hours: float, advisor: Advisor) -> None:
    """8 x 72 = 576."""
    told = advisor.ask(text)
    firsts = [part.facts.headline for part in told.parts or (told,)]
    found = next((one for one in firsts if one is not None and one.code == "on_other"), None)
    assert found is None or found.values["hours"] == hours


@pytest.mark.parametrize(
    "text",
    [
        "I read that TPU is better on GCP, how long does it take to fine tune on P3 on AWS, and what is the cost?",
        "70B full fine-tuning: the H100 server is slower than the A100 server, 1 hour against 40 minutes. Why?",
    ],
)
def test_two_chips_and_a_time_alone_are_no_such_question(text: str, advisor: Advisor) -> None:
    first = advisor.ask(text).facts.headline
    assert first is None or first.code != "on_other"


def test_without_hours_it_gives_the_factor_and_asks_for_them(advisor: Advisor) -> None:
    """256 / 312 = 0.82 and 1,200 / 1,555 = 0.77."""
    text = "The paper reports its training cost on the Huawei Ascend 910. What would it cost on A100?"
    told = card_text(advisor.ask(text)).replace("\n", " ")
    assert told.startswith("Hours on NVIDIA A100 40 GB are about 0.77 to 0.82 times those on Huawei Ascend 910")
    assert "How many hours on how many chips does it report?" in told
