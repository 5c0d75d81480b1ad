"""Regions at one price are all named where regions are asked about."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import headline
from engine.forms.sold.price_reasons import CheapestChip
from engine.forms.sold.ties import SeenCheaper
from knowledge.facts import Facts
from tests.day import DAY


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


def test_a_lower_price_seen_long_before_is_told_beside_the_one_that_is_compared(facts: Facts) -> None:
    """p4d.24xlarge at 24.15 in us-east-1 on the day; 21.96 in us-east-2 and us-west-2, more than a year before."""
    usual = next(
        offer
        for offer in facts.offers
        if (offer.instance, offer.region, offer.purchase) == ("p4d.24xlarge", "us-east-1", "on_demand")
    )
    far = DAY + timedelta(days=400)
    risen = usual.model_copy(update={"usd_per_hour": type(usual.usd_per_hour)("24.15"), "observed_on": far})
    advisor = Advisor(facts.model_copy(update={"offers": (*facts.offers, risen)}), far)
    told = advisor.ask("cheapest region for p4d.24xlarge on demand").facts
    assert isinstance(told.headline, CheapestChip) and told.headline.region == "us-east-1"
    older = next(one for one in told.sentences if isinstance(one, SeenCheaper))
    assert set(older.regions) == {"us-east-2", "us-west-2"} and round(older.usd, 2) == 21.96
    plain = Advisor(facts, DAY).ask("cheapest region for p4d.24xlarge on demand").facts
    assert not any(isinstance(one, SeenCheaper) for one in plain.sentences)
