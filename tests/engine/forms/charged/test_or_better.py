"""The cheapest of a generation, and of what is no less than a chip."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.charged.or_better import over_all


@pytest.mark.parametrize(
    ("text", "within", "without"),
    [
        ("cheapest ada gpu or newer", {"l4", "l40s", "h200", "b200"}, {"t4", "a10g"}),
        ("what's the cheapest blackwell machine", {"b200", "b300"}, {"h200", "l4"}),
        ("cheapest A100 or better", {"h100-sxm", "h200"}, {"l40s", "t4"}),
        ("cheapest hopper+ on aws", {"h200", "b200"}, {"a10g"}),
    ],
)
def test_every_chip_that_is_meant_is_asked_about(
    text: str, within: set[str], without: set[str], advisor: Advisor
) -> None:
    reading = over_all(advisor.parse(text), advisor.facts)
    assert reading is not None
    meant = set(reading.profile.candidates)
    assert within <= meant and not without & meant


@pytest.mark.parametrize("text", ["cheapest H100", "hopper or better for a 7B?", "price of an A100"])
def test_one_chip_and_work_are_other_questions(text: str, advisor: Advisor) -> None:
    assert over_all(advisor.parse(text), advisor.facts) is None
