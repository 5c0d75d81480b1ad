"""An answer on how a price moved tells what `prices history` tells, look by look."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from pathlib import Path

from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from bot.prices.history import history
from bot.prices.lookup import query_of
from bot.prices.market_cache import Markets
from bot.prices.recalled import recalled
from engine.forms.sold.moved import PriceMoved
from engine.prices.price_runs import listed, runs
from knowledge.facts import Facts
from knowledge.loading.load import load
from knowledge.store.store import Store
from tests.bot.observed import P5, P5_SPOT, of_types, price, take
from tests.day import DAY
from tests.share import examples

P4D = P5._replace(instance="p4d.24xlarge")
FACTS = of_types(load(), P5.instance, P4D.instance)  # once: hypothesis runs each test many times
OTHER = price(P4D, "23.71569", region="eu-west-1")


@contextmanager
def read(*looks: str | None, key: object = P4D) -> Iterator[Store]:
    """One price a day up to `DAY`; None: not read."""
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / "c.db", lambda: 0.0) as store:
        for ago, usd in zip(range(len(looks) - 1, -1, -1), looks, strict=True):
            if usd is not None:
                take(store, DAY - timedelta(ago), OTHER, price(key, usd))  # type: ignore[arg-type]
        yield store


@given(
    st.lists(st.sampled_from([None, "21.957642", "21.957642", "23.055524", "20.1", "43.9"]), min_size=2, max_size=9)
)
@example(["20.1", "23.055524", "21.957642", "23.055524"])  # a rise that waits, a slip within it
@settings(max_examples=examples(25), deadline=None)
def test_the_figures_are_those_of_the_history_and_the_last_is_the_price_in_use(looks: list[str | None]) -> None:
    with read(*looks) as store:
        found = recalled(FACTS, store.history, DAY, ["p4d.24xlarge"])
        (line,) = history(
            FACTS, store.history, DAY, query_of(FACTS, "p4d.24xlarge", region="us-east-1", purchase="on_demand"), None
        )
        market = Markets(store.path, FACTS).on(DAY)
    told = runs(listed(found["p4d.24xlarge"], "us-east-1", "on_demand", FACTS))
    assert [(run.first, run.usd) for run in told] == [(step.day, step.usd_per_hour) for step in line.steps]
    used = [offer for offer in market.offers if market and offer.instance == "p4d.24xlarge"] if market else []
    of_feed = [o for o in used if (o.region, o.purchase, o.source) == ("us-east-1", "on_demand", "feed-skypilot-aws")]
    if of_feed:
        assert (told[-1].usd, told[-1].last) == (float(of_feed[0].usd_per_hour), of_feed[0].observed_on)


def test_what_rose_two_days_ago_did_not_cost_the_same_whenever_it_was_seen() -> None:
    """21.957642 until four days ago, then 23.055524: up by 5%, as the digest says."""
    with read(*["21.957642"] * 6, *["23.055524"] * 4) as store:
        advisor = Advisor(FACTS, DAY, Markets(store.path, FACTS))
        asked = advisor.ask("did p4d.24xlarge get cheaper in us-east-1 since last week?")
        row = next(
            row for row in advisor.ask("price of p4d.24xlarge in us-east-1 on demand").facts.prices if row.trend
        )
    moved = asked.facts.headline
    assert isinstance(moved, PriceMoved)
    assert (moved.before_last, moved.after_first) == ("2026-11-17", "2026-11-18")
    assert round(moved.share, 3) == 0.05
    assert row.trend is not None
    assert (row.trend.before, row.trend.until) == (21.957642, date(2026, 11, 17))
    assert "No:" in card_text(asked)


def test_zones_of_spot_are_together_what_a_verdict_of_the_day_used() -> None:
    """Zones at 27 and 29, which fell to 12 and 14: the market of each day is the middle of them."""
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / "c.db", lambda: 0.0) as store:
        for ago in range(8, -1, -1):
            usd = ("27", "29") if ago > 3 else ("12", "14")
            zones = (price(P5_SPOT, one, zone=f"use1-az{at}") for at, one in enumerate(usd))
            take(store, DAY - timedelta(ago), price(P5, "55.04"), *zones)
        found = recalled(FACTS, store.history, DAY, ["p5.48xlarge"])
    told = runs(listed(found["p5.48xlarge"], "us-east-1", "spot", FACTS))
    assert [(run.usd, run.last) for run in told][-2:] == [(28, DAY - timedelta(4)), (13, DAY)]


def test_without_a_store_the_prices_that_come_along_are_told(facts: Facts) -> None:
    found = recalled(facts, None, DAY, ["p5.48xlarge"])
    told = runs(listed(found["p5.48xlarge"], "us-east-1", "on_demand", facts))
    assert [run.usd for run in told] == [98.32, 55.04]
