"""One path composes: several things that are asked are told together, the first leads."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.money.money import HowOften
from engine.forms.money.ranks import RankedAs
from engine.forms.money.useful import UsefulHour


def test_two_questions_of_one_message(advisor: Advisor) -> None:
    text = "cheapest A100 80gb per hour these days? also is spot ok for 12 hour runs if i save every hour"
    facts = advisor.ask(text).facts
    assert isinstance(facts.headline, RankedAs)
    assert any(isinstance(one, UsefulHour) for one in facts.sentences)


def test_how_often_spot_is_taken_is_told_beside_the_gap(advisor: Advisor) -> None:
    text = "g5.xlarge spot in sao paulo vs ohio: what's the price gap and how often do they get reclaimed?"
    assert any(isinstance(one, HowOften) for one in advisor.ask(text).facts.sentences)


@pytest.mark.parametrize("text", ["p5.48xlarge price in us-east-1", "cheapest H100"])
def test_a_plain_question_for_a_price_is_answered_as_before(text: str, advisor: Advisor) -> None:
    answer = advisor.ask(text)
    assert answer.form.id == "price" and not answer.facts.whole and card_text(answer)
