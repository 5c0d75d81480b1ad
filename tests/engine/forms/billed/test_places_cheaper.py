"""Whether another region is cheaper is told by its prices, bought as is asked."""

from __future__ import annotations

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.billed.places_cheaper import PlacesCheaper, PlacesUnheldSpot


def test_the_cheapest_regions_are_listed_against_the_one_that_is_named(advisor: Advisor) -> None:
    answer = advisor.ask("p5.48xlarge on demand: any cheaper region than us-west-1?")
    first = answer.facts.headline if answer.facts else None
    assert isinstance(first, PlacesCheaper) and card_text(answer)
    assert (first.each[0].usd, first.here and first.here.usd) == (55.04, 68.80)
    assert [one.usd for one in first.each] == sorted(one.usd for one in first.each)


def test_where_no_spot_price_is_held_the_told_one_stands_against_on_demand(advisor: Advisor) -> None:
    answer = advisor.ask(
        "g4dn.2xlarge spot is $0.28 where I run Stable Diffusion, can it be cheaper in another region?"
    )
    first = answer.facts.headline if answer.facts else None
    assert isinstance(first, PlacesUnheldSpot) and card_text(answer)
    assert (first.one.usd, first.told, round(first.less or 0, 2)) == (0.752, 0.28, 0.63)  # 1 - 0.28 / 0.752
