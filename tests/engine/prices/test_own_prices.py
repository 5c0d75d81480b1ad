"""A team's own prices: what they replace, what a discount follows, and what credits pay. Figures made by hand."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.prices.offers import in_force, offer_key
from engine.prices.own_prices import team_offers
from engine.prices.price_book import PriceBook
from knowledge.facts import Facts, Offer, OwnPrice
from tests.share import examples

DAY = date(2026, 11, 21)
P5 = "p5.48xlarge"


def own(**changed: Any) -> OwnPrice:
    plain = {"id": 1, "team": "T1", "kind": "rate", "scope": "instance", "name": P5, "cloud": "aws", "amount": 30}
    return OwnPrice.model_validate(plain | {"valid_from": date(2026, 1, 1)} | changed)


def listed(usd: str, *, name: str = P5, day: date = date(2026, 11, 1), **changed: Any) -> Offer:
    plain = {
        "observed_on": day, "cloud": "aws", "instance": name, "region": "us-east-1", "purchase": "on_demand",
        "usd_per_hour": Decimal(usd), "source": "skypilot-catalog-v9", "checked_on": day,
    }  # fmt: skip
    return Offer.model_validate(plain | changed)


LIST = (listed("55.04", day=date(2025, 1, 1)), listed("40.00"), listed("20.00", name="p4d.24xlarge"))


def paid(facts: Facts, *prices: OwnPrice, offers: tuple[Offer, ...] = LIST, day: date = DAY) -> dict[str, Offer]:
    """What each type costs the team on a day, on demand in us-east-1."""
    made = team_offers(offers, prices, facts, facts.sources, day)
    held = in_force(made, facts.sources | {each.cite: facts.sources["skypilot-catalog-v9"] for each in prices}, day)
    return {thing.instance: each for thing, each in held.items() if thing[2:4] == ("us-east-1", "on_demand")}


def test_a_rate_replaces_the_list_price_whatever_its_age_and_says_what_the_list_says(facts: Facts) -> None:
    found = paid(facts, own())
    assert (found[P5].usd_per_hour, found[P5].own, found[P5].source) == (30, "rate", "own-price-1")
    assert (found[P5].list_usd_per_hour, found[P5].grade) == (Decimal("40.00"), "own")
    assert found["p4d.24xlarge"].own is None


def test_a_discount_follows_the_list_price_and_is_as_old_as_that(facts: Facts) -> None:
    """12 % off 40.00 is 35.20; off 55.04, the list price of 2025, it is 48.4352."""
    cut = own(kind="discount", amount=12, scope="family", name="p5", valid_from=date(2024, 1, 1))
    assert paid(facts, cut)[P5].usd_per_hour == Decimal("35.20")
    assert paid(facts, cut)[P5].observed_on == date(2026, 11, 1)
    assert paid(facts, cut, day=date(2025, 6, 1))[P5].usd_per_hour == Decimal("48.4352")


def test_a_price_holds_from_its_first_day_to_its_last(facts: Facts) -> None:
    price = own(valid_from=date(2026, 11, 20), valid_until=date(2026, 11, 22))
    days = [date(2026, 11, day) for day in (19, 20, 22, 23)]
    assert [paid(facts, price, day=day)[P5].own for day in days] == [None, "rate", "rate", None]


@pytest.mark.parametrize(
    ("prices", "usd"),
    [
        ((("cloud", "aws", 10), ("family", "p5", 20)), "32.00"),  # 20 % off 40.00, not 28 %
        ((("family", "p5", 20), ("chip", "h100-sxm", 25)), "30.00"),
        ((("chip", "h100-sxm", 25), ("instance", P5, 5)), "38.00"),
    ],
)
def test_of_several_discounts_the_closest_counts_alone(facts: Facts, prices: Any, usd: str) -> None:
    made = [
        own(id=number, kind="discount", scope=scope, name=name, amount=amount)
        for number, (scope, name, amount) in enumerate(prices, 1)
    ]
    assert paid(facts, *made)[P5].usd_per_hour == Decimal(usd)


FIRST = date(2026, 6, 1)
MONTHS = (st.integers(0, 150), st.none() | st.integers(0, 60), st.integers(10, 50))  # begins, ends, USD


@settings(max_examples=examples(30), deadline=None)
@given(
    spans=st.lists(st.tuples(*MONTHS), min_size=2, max_size=5, unique_by=lambda span: span[0]),
    order=st.permutations(range(1, 6)),
    kind=st.sampled_from(["rate", "discount"]),
    after=st.integers(0, 172),
)
def test_the_price_that_begins_last_is_in_force_in_whatever_order_they_were_recorded(
    facts: Facts, spans: list[tuple[int, int | None, int]], order: list[int], kind: str, after: int
) -> None:
    def made(number: int, span: tuple[int, int | None, int]) -> OwnPrice:
        since, length, amount = span
        begins = FIRST + timedelta(days=since)
        ends = None if length is None else begins + timedelta(days=length)
        return own(id=number, kind=kind, amount=amount, valid_from=begins, valid_until=ends)

    recorded = [made(number, span) for number, span in zip(order, spans, strict=False)]
    day = FIRST + timedelta(days=after)
    holding = [price for price in recorded if price.holds(day)]
    last = max(holding, key=lambda price: price.valid_from, default=None)
    assert paid(facts, *recorded, day=day)[P5].source == (last.cite if last else "skypilot-catalog-v9")


def test_of_two_that_begin_on_one_day_the_one_recorded_later_corrects_the_other(facts: Facts) -> None:
    assert paid(facts, own(id=2, amount=31), own(id=1, amount=310))[P5].usd_per_hour == 31


def test_a_discount_off_everything_is_not_off_prices_of_a_market(facts: Facts) -> None:
    spot, block = listed("12.00", purchase="spot"), listed("35.00", purchase="capacity_block")
    everything = own(kind="discount", scope="cloud", name="aws", amount=10)
    named = own(kind="discount", scope="cloud", name="aws", amount=10, purchase="capacity_block")
    made = team_offers((spot, block), [everything], facts, facts.sources, DAY)
    assert {each.purchase: each.usd_per_hour for each in made} == {"spot": 12, "capacity_block": 35}
    made = team_offers((spot, block), [named], facts, facts.sources, DAY)
    assert {each.purchase: each.usd_per_hour for each in made} == {"spot": 12, "capacity_block": Decimal("31.5")}


def test_a_rate_of_a_chip_prices_its_machines_unless_one_has_a_rate_of_its_own(facts: Facts) -> None:
    """4 USD a chip-hour is 32 for the eight H100 of a p5.48xlarge."""
    chip = own(scope="chip", name="h100-sxm", amount=4)
    made = team_offers(LIST, [chip], facts, facts.sources, DAY)
    book = PriceBook(facts.model_copy(update={"offers": made}), DAY)
    (quote,) = [each for each in book.quotes(facts.instances[P5], "on_demand") if each.region == "us-east-1"]
    assert (quote.usd_per_hour.likely, quote.own) == (32.0, "rate")
    made = team_offers(LIST, [chip, own(id=2, amount=30)], facts, facts.sources, DAY)
    book = PriceBook(facts.model_copy(update={"offers": made}), DAY)
    (quote,) = [each for each in book.quotes(facts.instances[P5], "on_demand") if each.region == "us-east-1"]
    assert (quote.usd_per_hour.likely, quote.source) == (30.0, "own-price-2")


def test_a_spot_price_is_held_against_the_list_and_not_against_what_the_team_pays(facts: Facts) -> None:
    """On AWS a tenth of on demand is the floor, where there is no market: 4.00 of 40.00, whatever is agreed."""
    made = team_offers((*LIST, listed("4.00", purchase="spot")), [own(amount=20)], facts, facts.sources, DAY)
    book = PriceBook(facts.model_copy(update={"offers": made}), DAY)
    assert book.quotes(facts.instances[P5], "spot") == ()


def test_what_no_own_price_speaks_of_stays_as_it_is(facts: Facts) -> None:
    made = team_offers(facts.offers, [own()], facts, facts.sources, DAY)
    untouched = [each for each in facts.offers if offer_key(each)[0] != P5]
    assert [each for each in made if each.own is None and each.instance != P5] == untouched
