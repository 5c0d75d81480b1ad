"""Whether a Savings Plan takes anything off."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.money.plan_holds import PlanHolds


@pytest.mark.parametrize(
    ("text", "covered"),
    [
        (
            "Is a Compute Savings Plan applicable to Trn2 and Inf2 usage, and to Capacity Blocks? Yes/no.",
            {"trn2": False, "inf2": True},
        ),
        ("do savings plans cover p5en and trn1? and capacity blocks?", {"p5en": True, "trn1": True}),
    ],
)
def test_what_is_sold_by_the_hour_yes_and_blocks_no(text: str, covered: dict[str, bool], advisor: Advisor) -> None:
    answer = advisor.ask(text)
    told = answer.facts.headline
    assert isinstance(told, PlanHolds) and card_text(answer)
    assert {one.name: one.covered for one in told.each} == covered and told.block
    assert (told.compute, told.ec2) == (0.66, 0.72)
