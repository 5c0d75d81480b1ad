"""Spot at its cap or floor is where no market is, and never a price."""

from datetime import date
from decimal import Decimal

import pytest

from bot.advice.advisor import Advisor
from engine.prices.areas import twin
from engine.prices.price_book import PriceBook
from knowledge.facts import COMPARED, Facts, Offer

DAY = date(2026, 11, 21)


def test_what_was_forgotten_is_worked_out_again_alike(facts: Facts) -> None:
    book, thing = PriceBook(facts, DAY), facts.instances["p5.48xlarge"]
    before = book.quotes(thing, "on_demand")
    book.forget()
    assert book.quotes(thing, "on_demand") == before


def spot(facts: Facts, instance: str, region: str, usd: str, high: str | None = None) -> Facts:
    """The facts with one more sighting of a spot price, the newest of its region."""
    like = next(offer for offer in facts.offers if (offer.instance, offer.purchase) == (instance, "spot"))
    changed = {"region": region, "usd_per_hour": Decimal(usd), "observed_on": date(2026, 11, 20)}
    ends = {"usd_per_hour_low": None, "usd_per_hour_high": Decimal(high) if high else None}
    return facts.model_copy(update={"offers": (*facts.offers, Offer.model_validate(dict(like) | changed | ends))})


def quoted(facts: Facts, instance: str, region: str) -> list[float]:
    found = PriceBook(facts, DAY).quotes(facts.instances[instance], "spot")
    return [quote.usd_per_hour.likely for quote in found if quote.region == region]


@pytest.mark.parametrize("usd", ["55.04", "5.504", "55.0"])
def test_the_cap_and_the_floor_are_no_market_price(usd: str, facts: Facts) -> None:
    """p5.48xlarge is 55.04 on demand in us-east-1: at that price, or a tenth of it, nothing is traded."""
    seen = spot(facts, "p5.48xlarge", "us-east-1", usd)
    assert quoted(seen, "p5.48xlarge", "us-east-1") == []
    held = PriceBook(seen, DAY).no_market(seen.instances["p5.48xlarge"])
    assert [(offer.region, offer.usd_per_hour) for offer in held] == [("us-east-1", Decimal(usd))]


def test_between_them_it_is_one(facts: Facts) -> None:
    assert quoted(spot(facts, "p5.48xlarge", "us-east-1", "19.80"), "p5.48xlarge", "us-east-1") == [19.80]
    assert PriceBook(facts, DAY).no_market(facts.instances["p5.48xlarge"]) == ()


def test_a_zone_at_the_cap_does_not_widen_the_range(facts: Facts) -> None:
    seen = spot(facts, "p5.48xlarge", "us-east-1", "19.80", high="55.04")
    found = PriceBook(seen, DAY).quotes(seen.instances["p5.48xlarge"], "spot")
    here = next(quote for quote in found if quote.region == "us-east-1")
    assert here.seen.high == pytest.approx(19.80)


def test_the_floor_is_a_rule_of_aws_alone(facts: Facts) -> None:
    """A tenth of 3.673385 is a price on Google Cloud; on demand itself is none anywhere."""
    assert quoted(spot(facts, "a2-highgpu-1g", "us-central1", "0.367"), "a2-highgpu-1g", "us-central1") == [0.367]
    assert quoted(spot(facts, "a2-highgpu-1g", "us-central1", "3.673385"), "a2-highgpu-1g", "us-central1") == []


def test_the_answer_says_that_there_is_no_market(facts: Facts) -> None:
    answer = Advisor(spot(facts, "p5.48xlarge", "us-east-1", "55.04"), DAY).ask("spot price of p5.48xlarge")
    said = [why for why in answer.facts.sentences if why.code == "spot_no_market"]
    assert [(why.values["region"], why.values["usd"]) for why in said] == [("us-east-1", 55.04)]


# ---- where


def book_of(facts: Facts, *rows: tuple[str, str, str, str]) -> PriceBook:
    """Of rows (day, type, region, usd), all on demand."""
    offers = tuple(
        Offer(
            observed_on=date.fromisoformat(day),
            cloud="aws",
            instance=name,
            region=region,
            purchase="on_demand",
            usd_per_hour=Decimal(usd),
            source="aws-price-list-2026-09",
            checked_on=date(2026, 11, 21),
        )
        for day, name, region, usd in rows
    )
    return PriceBook(facts.model_copy(update={"offers": offers}), date(2026, 11, 21))


def test_of_an_area_the_cheapest_region_is_taken_whatever_the_order_of_the_rows(facts: Facts) -> None:
    machine = facts.instances["p4d.24xlarge"]
    rows = (
        ("2026-11-01", machine.id, "ap-south-1", "10"),
        ("2026-11-01", machine.id, "us-west-2", "20"),
        ("2026-11-01", machine.id, "us-east-1", "22"),
    )
    for order in (rows, rows[::-1]):
        quote = book_of(facts, *order).at(machine, "on_demand", "us")
        assert quote is not None
        assert (quote.region, quote.usd_per_hour.likely) == ("us-west-2", 20)


def test_of_equal_prices_the_nearest_region_is_taken(facts: Facts) -> None:
    machine = facts.instances["p4d.24xlarge"]
    rows = [("2026-11-01", machine.id, region, "22") for region in ("us-west-2", "us-east-2", "us-east-1")]
    quote = book_of(facts, *rows).at(machine, "on_demand", "us")
    assert quote is not None and quote.region == "us-east-1"


def test_a_region_that_was_said_is_the_only_one(facts: Facts) -> None:
    machine = facts.instances["p4d.24xlarge"]
    book = book_of(
        facts, ("2026-11-01", machine.id, "us-west-2", "20"), ("2026-02-01", machine.id, "us-east-1", "22")
    )
    quote = book.at(machine, "on_demand", "us-east-1")
    assert quote is not None and (quote.region, quote.usd_per_hour.likely) == ("us-east-1", 22)
    assert book.at(machine, "on_demand", "eu-west-1") is None
    assert book.at(machine, "on_demand", "us", frozenset({"us-east-1", "us-west-2"})) is None


def test_a_price_of_no_region_is_of_where_the_type_is_sold(facts: Facts) -> None:
    machine = facts.instances["p4d.24xlarge"]
    book = book_of(facts, ("2026-11-01", machine.id, "unstated", "20"))
    quote = book.at(machine, "on_demand", "us")
    assert quote is not None
    assert (quote.region, quote.seen_in) == ("us-east-1", "unstated")


def test_a_price_reset_elsewhere_since_is_not_compared_with(facts: Facts) -> None:
    """On demand seen 367 days before the other, one more than a list stands; after 181 it is compared."""
    machine = facts.instances["p4d.24xlarge"]
    for seen, usd in (("2025-10-30", 22), ("2026-05-04", 10)):
        book = book_of(facts, ("2026-11-01", machine.id, "us-east-1", "22"), (seen, machine.id, "us-west-2", "10"))
        quote = book.at(machine, "on_demand", "us")
        assert quote is not None and round(quote.seen.likely) == usd


def test_every_quote_of_every_type_has_a_region(facts: Facts) -> None:
    book = PriceBook(facts, DAY)
    quotes = [quote for machine in facts.instances.values() for quote in book.pick(machine, "us")]
    assert len(quotes) > 100
    assert {quote.region for quote in quotes} <= set(facts.regions)


def test_a_city_is_priced_by_the_region_that_each_cloud_has_there_and_by_no_other(facts: Facts) -> None:
    """Of every type with prices in regions of one city: that region's price, whichever cloud's name was read."""
    book, seen = PriceBook(facts, DAY), 0
    for machine in facts.instances.values():
        for quote in book.quotes(machine, "on_demand"):
            region = facts.regions.get(quote.region)
            if region is None or region.cloud not in COMPARED:
                continue
            for cloud in COMPARED:
                other = twin(region, cloud, facts)
                if other and twin(facts.regions[other], machine.cloud, facts) == region.id:
                    near = book.near(machine, "on_demand", other)
                    assert near is not None and near.region == region.id
                    seen += cloud != machine.cloud
    assert seen > 100


def test_where_a_city_has_no_price_the_area_around_it_comes_before_the_rest_of_the_world(facts: Facts) -> None:
    machine = facts.instances["p4d.24xlarge"]
    rows = [("2026-11-01", machine.id, region, usd) for region, usd in (("us-east-1", "20"), ("eu-north-1", "30"))]
    book = book_of(facts, *rows)
    assert book.there(machine, "on_demand", "eu-west-3") is None
    assert book.there(machine, "on_demand", "europe-west4") is None  # AWS has no region there
    quotes = [book.near(machine, "on_demand", place) for place in ("eu-west-3", "europe-west4", "sa-east-1")]
    assert [quote.region for quote in quotes if quote] == ["eu-north-1", "eu-north-1", "us-east-1"]


@pytest.mark.parametrize(("own_day", "region"), [("2026-08-02", "us-east-1"), ("2026-07-31", "unstated")])
def test_a_newer_price_of_no_region_hides_that_of_a_region_only_where_it_is_outdated(
    own_day: str, region: str, facts: Facts
) -> None:
    """91 and 93 days before the other; beyond 92 rates have been reset."""
    machine = facts.instances["p4d.24xlarge"]
    book = book_of(facts, (own_day, machine.id, "us-east-1", "10"), ("2026-11-01", machine.id, "unstated", "20"))
    quote = book.at(machine, "on_demand", "us-east-1", as_seen=True)
    assert quote is not None and quote.seen_in == region
    worked = book.at(machine, "on_demand", "us-east-1")
    assert worked is not None and worked.seen_in == "unstated"  # a sum rests on the newest
    newer = book.newer_elsewhere(machine, quote)
    assert (newer.usd_per_hour.likely if newer else None) == (20 if region == "us-east-1" else None)
    elsewhere = book.at(machine, "on_demand", "us-west-2")
    assert elsewhere is not None and elsewhere.seen_in == "unstated"


def test_every_price_of_a_region_is_that_of_its_region(facts: Facts) -> None:
    """Of the compared clouds; a specialist has one list, of which the newer price holds."""
    book, seen = PriceBook(facts, DAY), 0
    for machine in facts.instances.values():
        if machine.cloud not in COMPARED:
            continue
        for way in ("spot", "on_demand", "capacity_block"):
            quotes = {quote.region: quote for quote in book.quotes(machine, way)}
            loose = quotes.pop("unstated", None)
            for region, quote in quotes.items():
                if loose is None or (loose.observed_on - quote.observed_on).days <= 92:
                    told = book.at(machine, way, region, as_seen=True)
                    assert told is not None and (told.seen_in, told.seen) == (region, quote.seen)
                    seen += 1
    assert seen > 500


def test_what_can_no_longer_be_started_has_no_price_from_that_day_on(facts: Facts) -> None:
    """Azure's preview sizes of NCv6, of which its price list still has 6.38 an hour in eastus."""
    type_ = facts.instances["Standard_NC128ds_xl_RTXPRO6000BSE_v6"]
    assert type_.ended is not None and type_.has_ended(type_.ended) and not type_.has_ended(date(2026, 6, 2))
    assert PriceBook(facts, date(2026, 11, 30)).quotes(type_, "on_demand") == ()
    held = PriceBook(facts, date(2026, 11, 30)).quotes(type_.model_copy(update={"ended": None}), "on_demand")
    assert {quote.seen.likely for quote in held if quote.region == "eastus"} == {6.38}
