"""Of several feeds one decides on each day: what is told of a price is the price that a verdict uses."""

from __future__ import annotations

import tempfile
from datetime import date, timedelta
from itertools import pairwise
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.prices.history import history
from bot.prices.lookup import lines, query_of
from bot.prices.market_cache import Markets
from engine.changes.changes import changes
from engine.changes.recorded import RECORDED, price_history
from engine.library import Library
from knowledge.facts import Facts, SeriesKey
from knowledge.loading.load import load
from knowledge.store.store import Store
from tests.bot.observed import P5, P5_SPOT, of_types, price, take
from tests.day import DAY
from tests.share import examples

LOOKS = 6
GONE = "-"
OTHERS = [price(P5._replace(instance=f"g6.{size}xlarge"), "1.6") for size in ("2", "4", "8", "12", "16", "24", "48")]
SHOWN = {row.key.instance for row in OTHERS}
FACTS = of_types(load(), P5.instance, *SHOWN)  # once: hypothesis runs each test many times
prices = st.sampled_from(["50", "55.04", "60.5", "66.5", GONE])
shown = st.lists(st.one_of(st.none(), prices), min_size=LOOKS, max_size=LOOKS)  # None: not read that day
FEEDS = st.fixed_dictionaries({"skypilot": shown, "gpuhunt": shown, "aws_offers": shown})


def read(store: Store, feeds: dict[str, list[str | None]], days: int, key: SeriesKey = P5) -> None:
    """Whole files, in which one price comes and goes among others."""
    for at in range(LOOKS):
        for feed, usd in feeds.items():
            if (seen := usd[at]) is not None:
                rows = [*OTHERS, price(P5, "55.04")] if key.purchase == "spot" else OTHERS
                rows = rows if seen == GONE else [*rows, price(key, seen)]
                take(store, DAY - timedelta(days * (LOOKS - at)), *rows, feed=feed)


def used(facts: Facts, store: Store, key: SeriesKey, day: date = DAY) -> float | None:
    """The price of a verdict."""
    market = Markets(store.path, facts).on(day)
    library = Library(facts)
    book = (library.at(market.offers, market.sources) if market else library).prices(day)
    quotes = book.quotes(facts.instances[key.instance], key.purchase)
    return next((quote.seen.likely for quote in quotes if quote.region == key.region), None)


@settings(max_examples=examples(15), deadline=None)
@given(feeds=FEEDS, days=st.integers(1, 9))
def test_verdict_list_history_and_changes_have_one_price(feeds: dict[str, list[str | None]], days: int) -> None:
    """Where it was sold and is not, all of them say so; a price that comes along is used where it is newer."""
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / "c.db", lambda: 0.0) as store:
        read(store, feeds, days)
        usd = used(FACTS, store, P5)
        query = query_of(FACTS, P5.instance, region=P5.region, purchase="on_demand")
        listed = lines(FACTS, store.history, DAY, query)
        (through,) = history(FACTS, store.history, DAY, query, None)
        series = price_history(FACTS, store.history.series(cloud="aws"), "aws")
        series = [entry for entry in series if entry.feed != RECORDED or entry.key.instance == P5.instance]
        days_read = [date(2020, 1, 1), *(DAY - timedelta(days * (LOOKS - at)) for at in range(LOOKS)), DAY]
        told = [
            change
            for since, until in [*pairwise(days_read), (days_read[0], DAY)]
            for change in changes(series, since, until, FACTS)
            if (change.instance, change.region, change.purchase) == (*P5[1:3], "on_demand") and change.announced
        ]
    assert {line.usd_per_hour for line in listed if line.is_used and line.usd_per_hour is not None} == (
        set() if usd is None else {usd}
    )
    assert through.steps[-1].usd_per_hour == usd
    if usd is None:  # told at the end, or in the report of the days in which it came and went
        assert any(change.kind == "delisted" for change in told)


@settings(max_examples=examples(25), deadline=None)
@given(feeds=FEEDS, days=st.integers(1, 9))
def test_of_spot_the_feed_decides_that_a_verdict_uses(feeds: dict[str, list[str | None]], days: int) -> None:
    spot = {
        feed: [usd if usd in (None, GONE) else str(float(usd) / 4) for usd in seen] for feed, seen in feeds.items()
    }
    key = P5_SPOT._replace(zone="use1-az1")
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / "c.db", lambda: 0.0) as store:
        read(store, spot, days, key)
        usd = used(FACTS, store, key)
        query = query_of(FACTS, P5.instance, region=P5.region, purchase="spot")
        listed = lines(FACTS, store.history, DAY, query)
        told = history(FACTS, store.history, DAY, query, None)
    assert {line.usd_per_hour for line in listed if line.is_used and line.usd_per_hour is not None} == (
        set() if usd is None else {usd}
    )
    of_zone = [line.steps[-1].usd_per_hour for line in told if line.zone]
    if usd is not None and of_zone:
        assert usd in {*of_zone, *(line.steps[-1].usd_per_hour for line in told)}
