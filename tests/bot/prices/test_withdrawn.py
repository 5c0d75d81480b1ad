"""A price that comes with chipscout does not outlive the feed that listed the same thing later and dropped it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest

from bot.prices.believed import kept
from bot.prices.history import history
from bot.prices.lookup import lines, query_of
from bot.prices.market_cache import Markets
from bot.prices.withdrawn import Gone, dropped, is_withdrawn, marked, thing_of
from engine.library import Library
from knowledge.facts import Facts, SeriesKey
from knowledge.store.store import Store
from tests.bot.observed import P5, P5_SPOT, price, take

P4D = P5._replace(instance="p4d.24xlarge")
OTHERS = [price(P4D, "21.96"), *(price(P5._replace(instance=f"g6.{n}xlarge"), "1.6") for n in ("2", "4", "8", "12"))]
FIRST, WEEK = date(2026, 11, 10), timedelta(7)  # a day after the last price of p5.48xlarge that comes along


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "chipscout.db", lambda: 0.0) as opened:
        yield opened


def weekly(store: Store, *prices: str | None, key: SeriesKey = P5, feed: str = "skypilot") -> date:
    """One look a week; None: not listed. The day of the last."""
    day = FIRST
    for number, usd in enumerate(prices):
        day = FIRST + WEEK * number
        take(store, day, *OTHERS, *([] if usd is None else [price(key, usd)]), feed=feed)
    return day


def quoted(facts: Facts, store: Store, day: date) -> float | None:
    """What a verdict of that day uses for p5.48xlarge on demand in us-east-1."""
    market = Markets(store.path, facts).on(day)
    assert market is not None
    book = Library(facts).at(market.offers, market.sources).prices(day)
    quotes = book.quotes(facts.instances["p5.48xlarge"], "on_demand")
    return next((quote.seen.likely for quote in quotes if quote.region == "us-east-1"), None)


def shown(facts: Facts, store: Store, day: date) -> list[tuple[float | None, str]]:
    query = query_of(facts, "p5.48xlarge", region="us-east-1", purchase="on_demand")
    return [(line.usd_per_hour, line.note) for line in lines(facts, store.history, day, query)]


def test_what_a_feed_listed_and_dropped_leads_no_verdict_and_is_shown_as_gone(facts: Facts, store: Store) -> None:
    day = weekly(store, "55.04", "55.04", None)
    assert quoted(facts, store, day) is None
    assert shown(facts, store, day) == [(None, "gone")]
    before = day - WEEK
    assert quoted(facts, store, before) == 55.04 and shown(facts, store, before)[-1] == (55.04, "")


def test_what_a_feed_never_listed_or_listed_without_a_price_hides_nothing(facts: Facts, store: Store) -> None:
    day = weekly(store, None, None, None)
    take(store, day + WEEK, *OTHERS, price(P5, None))
    for each in (day, day + WEEK):
        assert quoted(facts, store, each) == 55.04
        assert (55.04, "") in shown(facts, store, each)


def test_a_price_that_was_a_slip_was_not_listed(facts: Facts, store: Store) -> None:
    """A placeholder is not believed, and what was never believed was not sold."""
    day = weekly(store, "700", "700", None)
    assert quoted(facts, store, day) == 55.04


def test_a_file_that_looks_cut_off_withdraws_nothing_until_a_second_look(facts: Facts, store: Store) -> None:
    """Two types of five are gone, the last by name."""
    for number, listed in enumerate((OTHERS, OTHERS, OTHERS[1:], OTHERS[1:])):
        rows = [*listed, price(P5, "55.04")] if number < 2 else listed
        take(store, FIRST + WEEK * number, *rows)
        held = quoted(facts, store, FIRST + WEEK * number)
        assert held == (None if number == 3 else 55.04)


def test_a_rename_withdraws_nothing_and_the_history_goes_on_with_the_price_in_use(facts: Facts, store: Store) -> None:
    """A name nobody knows has its price from the day on which it is missing."""
    other = P5._replace(instance="p5.48xlarge-new")
    for at, key in enumerate((P5, P5, other, other)):
        take(store, FIRST + WEEK * at, *OTHERS, price(key, "54"))
    for day in (FIRST + WEEK * 2, FIRST + WEEK * 3):
        query = query_of(facts, "p5.48xlarge", region="us-east-1", purchase="on_demand")
        (line,) = history(facts, store.history, day, query, None)
        assert line.steps[-1].usd_per_hour == quoted(facts, store, day) == 55.04


def test_another_feed_that_sells_it_or_a_later_price_that_comes_along_keeps_it(facts: Facts, store: Store) -> None:
    day = weekly(store, "55.04", "55.04", None)
    take(store, day - timedelta(3), *OTHERS, price(P5, "54.9"), feed="gpuhunt")
    assert quoted(facts, store, day) == 54.9
    later = facts.offers[0].model_copy(
        update=dict(zip(("cloud", "instance", "region", "purchase"), P5[:4], strict=True))
        | {"observed_on": day + timedelta(1), "scope": "instance"}
    )
    gone = {thing_of(facts, P5): Gone("skypilot", P5, FIRST + WEEK * 2, day)}
    assert is_withdrawn(facts, gone[thing_of(facts, P5)], day)
    found = marked(facts.model_copy(update={"offers": (*facts.offers, later)}), gone)  # type: ignore[arg-type]
    assert not found[-1].withdrawn
    assert sum(offer.withdrawn for offer in found) == 4  # those of that place, and of no other


def test_what_is_back_is_sold_again_once_it_is_believed(facts: Facts, store: Store) -> None:
    day = weekly(store, "55.04", "55.04", None, None, None, None, "55.04")
    assert quoted(facts, store, day) == 55.04
    assert kept(facts, store.history, day).gone == ()


def test_while_a_dearer_return_waits_it_stays_gone(facts: Facts, store: Store) -> None:
    day = weekly(store, "55.04", "55.04", None, None, "66")
    assert quoted(facts, store, day) is None
    assert kept(facts, store.history, day).gone == (Gone("skypilot", P5, FIRST + WEEK * 2, FIRST + WEEK * 3),)
    take(store, day + WEEK, *OTHERS, price(P5, "66"))
    assert quoted(facts, store, day + WEEK) == 66


def test_spot_of_one_zone_keeps_the_price_of_its_region(facts: Facts, store: Store) -> None:
    zones = [price(P5_SPOT, "17", zone="use1-az1"), price(P5_SPOT, "18", zone="use1-az2")]
    for number, listed in enumerate((zones, zones, zones[1:], [])):
        day = FIRST + WEEK * number
        take(store, day, *OTHERS, price(P5, "55.04"), *listed)
        market = Markets(store.path, facts).on(day)
        assert market is not None
        spot = [o for o in market.offers if (o.instance, o.region, o.purchase) == (*P5[1:3], "spot")]
        assert {offer.withdrawn for offer in spot if "feed-" not in offer.source} == {number == 3}


def test_the_last_feed_that_looked_tells_since_when(facts: Facts) -> None:
    first, last = Gone("a", P5, FIRST, FIRST + WEEK), Gone("b", P5, FIRST, FIRST + WEEK * 2)
    thing = thing_of(facts, P5)
    assert thing is not None
    assert dropped(facts, [first, last], ()) == {thing: last}
    assert dropped(facts, [first, last], {thing}) == {}
    assert dropped(facts, [Gone("a", P5._replace(instance="q9"), FIRST, FIRST)], ()) == {}
