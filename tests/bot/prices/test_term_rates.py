"""Rates of commitments as feeds list them: the newest of each, by its terms."""

from __future__ import annotations

import time
from datetime import date
from decimal import Decimal
from pathlib import Path

from bot.prices.term_rates import term_rates
from knowledge.facts import Facts
from knowledge.store.store import Store
from knowledge.types.observed import Observed
from tests.bot.observed import P5
from tests.day import DAY

PLAN = P5._replace(purchase="savings_plan", terms="compute 3yr all_upfront")
LOOKS = (
    ("aws_savings_plans", "30", date(2026, 11, 16)),
    ("aws_plan_rates", "29.1", date(2026, 11, 17)),
    ("aws_savings_plans", "30", date(2026, 11, 19)),
    ("aws_plan_rates", "29.1", date(2026, 11, 20)),
)


def test_the_last_feed_that_saw_a_rate_decides(facts: Facts, tmp_path: Path) -> None:
    """Of a zone apart, of terms written in another way and of other types nothing is told."""
    with Store(tmp_path / "c.db", time.time) as store:
        keys = PLAN, PLAN._replace(region="us-west-2-lax-1"), PLAN._replace(terms="1yr")
        for feed, usd, day in LOOKS:
            store.history.take(feed, "aws", day, [Observed(key, Decimal(usd)).placed() for key in keys])
        found = term_rates(facts, store.history, DAY, frozenset({"p5.48xlarge"}))
        told = [(one.region, one.usd, one.source) for one in found]
        assert told == [("us-east-1", 29.1, "feed-aws_plan_rates-aws")]
        assert term_rates(facts, store.history, DAY, frozenset({"p4d.24xlarge"})) == ()
