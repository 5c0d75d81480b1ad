"""A figure told as suspect moves no price that a verdict uses: of list prices and of spot, read at any pace."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.changes.changes import changes
from engine.changes.recorded import price_history
from knowledge.facts import SeriesKey
from knowledge.store.store import Store
from tests.bot.observed import P5, P5_SPOT, price, take
from tests.bot.prices.test_two_feeds import FACTS, OTHERS, used
from tests.day import DAY
from tests.share import examples

USD = {P5: 55.04, P5_SPOT: 20.0}
factors = st.sampled_from([1, 1, 1, 0.95, 0.8, 0.45, 0.2, 0.1, 0.01, 1.02, 1.3, 1.9, 2.3, 3, 10, 100, 1000, None])


def price_used(key: SeriesKey, looks: Sequence[float | None], days: int) -> tuple[float | None, bool]:
    """What a verdict uses after these looks, and whether what the last one shows is suspect."""
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / "c.db", lambda: 0.0) as store:
        for at, factor in enumerate(looks):
            usd = None if factor is None else f"{USD[key] * factor:.4f}"
            beside = [price(P5, "55.04")] if key is P5_SPOT else []
            take(store, DAY - timedelta(days * (len(looks) - 1 - at)), *OTHERS, *beside, price(key, usd))
        series = price_history(FACTS, store.history.series(cloud="aws"), "aws")
        found = changes(series, DAY - timedelta(days), DAY, FACTS)
        is_suspect = any(
            one.kind == "suspect" and one.purchase == key.purchase and one.seen_on == one.last_seen_on == DAY
            for one in found
        )
        return used(FACTS, store, key, DAY), is_suspect


@pytest.mark.parametrize("key", list(USD), ids=["list", "spot"])
@settings(max_examples=examples(15), deadline=None)
@given(before=st.lists(factors, min_size=1, max_size=4), last=factors, days=st.sampled_from([1, 2, 7]))
@example(before=[1, 1], last=2.3, days=1)
@example(before=[2.3], last=2.3, days=1)  # the second day of a slip
@example(before=[1, 1], last=0.1, days=1)
@example(before=[1, 1], last=1.3, days=7)
def test_a_suspect_leaves_the_price_of_every_verdict_where_it_was(
    key: SeriesKey, before: list[float | None], last: float | None, days: int
) -> None:
    """As if that look had not been."""
    looks = [1, 1, *before]
    usd, is_suspect = price_used(key, [*looks, last], days)
    if is_suspect:
        assert usd == price_used(key, [*looks, looks[-1]], days)[0] or usd == price_used(key, looks, days)[0]
