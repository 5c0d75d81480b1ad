"""A part of a card at its share of the card's price, and which parts are sold."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.answers.prices import LeftOutType
from engine.forms.charged.part_of_card import PartsSold, SlicePrice


def test_a_slice_is_a_share_of_its_card(advisor: Advisor) -> None:
    """p4de.24xlarge 27.447 / 8 = 3.431, of which 1g.10gb is one of 7: 0.490."""
    answer = advisor.ask("what is a MIG 1g.10gb of an A100 80GB worth per hour?")
    told = answer.facts.headline
    assert isinstance(told, SlicePrice) and card_text(answer)
    assert (told.instances, round(told.usd, 2)) == (7, 0.49)


@pytest.mark.parametrize("text", ["quarter of an L4 on AWS price"])
def test_parts_that_are_sold_are_named_with_why_they_have_no_price(text: str, advisor: Advisor) -> None:
    told = advisor.ask(text).facts.headline
    assert isinstance(told, PartsSold) and "g6f" in told.names and told.because and told.cites


def test_a_part_of_a_card_whose_price_is_held_has_it_first(advisor: Advisor) -> None:
    facts = advisor.ask("price of g6f.xlarge").facts
    assert isinstance(facts.headline, LeftOutType) and facts.headline.usd == pytest.approx(0.2375)
    assert not any(isinstance(one, PartsSold) for one in facts.sentences), "it said that none is held"
