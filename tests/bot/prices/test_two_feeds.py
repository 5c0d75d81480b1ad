"""Of several feeds one decides on each day: what is told of a price is the price that a verdict uses."""

from __future__ import annotations

import tempfile
from datetime import timedelta
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.prices.history import history
from bot.prices.lookup import query_of
from bot.prices.market_cache import Markets
from knowledge.facts import Facts
from knowledge.store.store import Store
from tests.bot.observed import P5, price, take
from tests.day import DAY

LOOKS = 6
prices = st.sampled_from(["50", "55.04", "60.5", "66.5"])
shown = st.lists(st.one_of(st.none(), prices), min_size=LOOKS, max_size=LOOKS)  # None: not read that day


@settings(max_examples=40, deadline=None)
@given(
    feeds=st.fixed_dictionaries({"skypilot": shown, "gpuhunt": shown, "aws_offers": shown}), days=st.integers(1, 9)
)
def test_the_last_price_of_the_history_is_that_of_the_verdict(
    facts: Facts, feeds: dict[str, list[str | None]], days: int
) -> None:
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / "c.db", lambda: 0.0) as store:
        for at in range(LOOKS):
            for feed, usd in feeds.items():
                if (seen := usd[at]) is not None:
                    take(store, DAY - timedelta(days * (LOOKS - at)), price(P5, seen), feed=feed)
        market = Markets(store.path, facts).on(DAY)
        told = history(facts, store.history, DAY, query_of(facts, P5.instance, region=P5.region), None)
    if market is None:
        return
    place = P5.instance, P5.region, "on_demand"
    used = [
        one for one in market.offers if (one.instance, one.region, one.purchase) == place and "feed-" in one.source
    ]
    (line,) = (one for one in told if one.purchase == "on_demand")
    if used:
        newest = max(offer.observed_on for offer in used)
        bundled = [
            offer.observed_on for offer in facts.offers if (offer.instance, offer.region, offer.purchase) == place
        ]
        if max(bundled) <= newest:  # else the price that comes along is the newer one
            assert line.steps[-1].usd_per_hour == float(used[0].usd_per_hour)
