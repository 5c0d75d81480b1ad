"""Regions at one price are all named where regions are asked about."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import headline
from engine.forms.sold.price_reasons import CheapestChip


@pytest.mark.parametrize(
    ("text", "also"),
    [
        ("which region is cheapest for p5.48xlarge on demand?", ("us-east-2", "us-west-2")),  # 55.04 USD in all three
        ("where is p5.48xlarge cheapest on demand?", ("us-east-2", "us-west-2")),
        ("cheapest region for p4d.24xlarge on demand", ("us-east-2", "us-west-2")),  # 21.957642 and 21.95764 USD
        ("cheapest p5.48xlarge on demand", ()),
    ],
)
def test_a_tie_names_every_region(text: str, also: tuple[str, ...], advisor: Advisor) -> None:
    told = advisor.ask(text).facts.headline
    assert isinstance(told, CheapestChip) and told.region == "us-east-1"
    assert set(told.also_in) == set(also)


def test_the_first_line_says_that_it_is_one_price(advisor: Advisor) -> None:
    told = headline(advisor.ask("which region is cheapest for p5.48xlarge on demand?"))
    assert "in us-east-1, us-east-2 and us-west-2, at one price ($55.04/h for 8)" in told
