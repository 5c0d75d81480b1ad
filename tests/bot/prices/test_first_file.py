"""The first file of a feed is judged beside the prices that are in use, as a second look at them would be."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.prices.believed import held_back
from bot.prices.keep_beliefs import keep
from bot.prices.market_cache import Markets
from engine.library import Library
from knowledge.facts import SeriesKey
from knowledge.loading.load import load
from knowledge.store.store import Store
from knowledge.types.observed import Observed
from tests.bot.observed import of_types
from tests.day import DAY
from tests.share import examples

TYPES = (
    "p5.48xlarge",
    "p4d.24xlarge",
    "g6.12xlarge",
    "g5.12xlarge",
    "trn1.32xlarge",
    "inf2.48xlarge",
    "p4de.24xlarge",
)
FACTS = of_types(load(), *TYPES)  # once: hypothesis runs each test many times
FIRST = DAY - timedelta(days=4)
Figures = Mapping[SeriesKey, Decimal]


def _bundled() -> dict[SeriesKey, Decimal]:
    """What verdicts use in two regions of what comes with chipscout and was seen within half a year."""
    book = Library(FACTS).prices(FIRST)
    found = {}
    for name in TYPES:
        for quote in book.quotes(FACTS.instances[name], "on_demand"):
            if quote.region in ("us-east-1", "us-west-2") and not quote.is_outdated:
                usd = Decimal(str(quote.seen.likely))
                found[SeriesKey("aws", name, quote.region, "on_demand")] = usd
    return found


BUNDLED = _bundled()
KEYS = list(BUNDLED)


def read(store: Store, day: date, shown: Figures, feed: str = "skypilot") -> None:
    store.history.take(feed, "aws", day, [Observed(key, usd).placed() for key, usd in shown.items()])
    keep(FACTS, store.history)


def used(store: Store, day: date) -> dict[SeriesKey, float]:
    """The prices of verdicts."""
    market = Markets(store.path, FACTS).on(day)
    library = Library(FACTS)
    book = (library.at(market.offers, market.sources) if market else library).prices(day)
    return {
        key: quote.seen.likely
        for key in KEYS
        for quote in book.quotes(FACTS.instances[key.instance], "on_demand")
        if quote.region == key.region
    }


def times(factor: Decimal, keys: list[SeriesKey] = KEYS) -> dict[SeriesKey, Decimal]:
    return {key: (BUNDLED[key] * (factor if key in keys else 1)).quantize(Decimal("0.000001")) for key in KEYS}


def test_there_is_something_to_compare() -> None:
    assert len({key.instance for key in KEYS}) == 7 and len(KEYS) > 9
    assert BUNDLED[SeriesKey("aws", "p5.48xlarge", "us-east-1", "on_demand")] == Decimal("55.04")


@settings(max_examples=examples(10), deadline=None)
@given(st.decimals("0.8", "3", places=3), st.lists(st.sampled_from(KEYS), min_size=2, unique=True))
def test_a_first_file_times_a_factor_moves_no_verdict(factor: Decimal, some: list[SeriesKey]) -> None:
    """All of it, as with a tax or in euros, and of some prices of it: several that moved alike are one statement."""
    for keys in (KEYS, some):
        with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / "c.db", lambda: 0.0) as store:
            read(store, FIRST, times(factor, keys))
            shown = used(store, FIRST)
            assert shown == {key: float(BUNDLED[key]) for key in KEYS}


@settings(max_examples=examples(6), deadline=None)
@given(st.lists(st.sampled_from(KEYS), unique=True))
def test_a_first_file_with_the_prices_in_use_is_used_at_once(some: list[SeriesKey]) -> None:
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / "c.db", lambda: 0.0) as store:
        read(store, FIRST, times(Decimal("1.0005"), some))  # printed in another way
        assert held_back(FACTS, store.history, FIRST) == {}
        shown = used(store, FIRST)
        assert all(abs(shown[key] / float(BUNDLED[key]) - 1.0005) < 1e-5 for key in some)


shares = st.sampled_from(["1", "1", "1", "1.004", "1.05", "1.05", "1.19", "0.9", "0.9", "0.7", "0.4", "3", "10"])


@settings(max_examples=examples(20), deadline=None)
@given(st.lists(shares, min_size=len(KEYS), max_size=len(KEYS)), st.sampled_from([1, 3, 4]), st.booleans())
def test_each_look_is_believed_as_after_a_look_at_the_prices_in_use(
    moved: list[str], days: int, is_other: bool
) -> None:
    """At the first look and at the second: as if the feed had shown the price in use before, or another one did."""
    shown = {key: times(Decimal(share), [key])[key] for key, share in zip(KEYS, moved, strict=True)}
    found = []
    for earlier in ("skypilot", "gpuhunt" if is_other else None):
        with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / "c.db", lambda: 0.0) as store:
            for look in (10, 5) if earlier else ():
                read(store, FIRST - timedelta(look), times(Decimal(1)), earlier or "")
            prices = []
            for day in (FIRST, FIRST + timedelta(days)):
                read(store, day, shown)
                prices.append(used(store, day))
            found.append(prices)
    assert found[0] == found[1]
