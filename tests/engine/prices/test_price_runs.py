"""A price over time."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from engine.library import Library
from engine.prices.price_runs import listed, of_quote, runs
from knowledge.facts import Facts, Offer
from tests.day import DAY


def seen(facts: Facts, *told: tuple[date, str]) -> list[Offer]:
    like = next(
        offer
        for offer in facts.offers
        if (offer.instance, offer.purchase, offer.region) == ("p5.48xlarge", "on_demand", "us-east-1")
    )
    return [Offer.model_validate(dict(like) | {"observed_on": on, "usd_per_hour": Decimal(usd)}) for on, usd in told]


def test_what_is_seen_again_at_one_price_is_one_run(facts: Facts) -> None:
    days = [date(2025, month, 1) for month in (1, 2, 3, 4)]
    told = runs(seen(facts, (days[0], "4"), (days[1], "4.001"), (days[2], "3"), (days[3], "4")), 2)
    assert [(run.usd, run.first, run.last) for run in told] == [
        (8.0, days[0], days[1]), (6.0, days[2], days[2]), (8.0, days[3], days[3]),
    ]  # fmt: skip


def test_claims_and_other_regions_are_none_of_its_list_prices(facts: Facts) -> None:
    offers = seen(facts, (date(2025, 1, 1), "4"))
    claimed = Offer.model_validate(dict(offers[0]) | {"grade": "claim"})
    assert listed((*offers, claimed), "us-east-1", "on_demand", facts) == offers
    assert listed(offers, "us-west-2", "on_demand", facts) == [] == listed(offers, "us-east-1", "spot", facts)


def test_a_price_without_a_region_goes_on_with_those_of_the_region(facts: Facts) -> None:
    """p5en by block: 41.612 and 54.92 in us-east-1, then 63.158 of no region."""
    book, thing = Library(facts).prices(DAY), facts.instances["p5en.48xlarge"]
    quote = book.near(thing, "capacity_block")
    assert quote is not None
    told = of_quote(book.history(thing.id), quote, facts)
    assert told[-1][0].usd == 63.158 and told[-1][1] == "unstated"
    assert {region for _, region in told[:-1]} == {quote.region}
