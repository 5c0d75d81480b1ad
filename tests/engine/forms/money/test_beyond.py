"""An older price is told where it lies beyond those that are compared."""

from __future__ import annotations

from bot.advice.advisor import Advisor
from engine.forms.money.beyond import OlderBeyond, beyond


def test_nothing_old_is_told_where_none_is_held() -> None:
    assert beyond((), 1.0, 2.0) == ()


def test_a_dearer_old_price_stands_below_the_spread(advisor: Advisor) -> None:
    """prices.csv: g6.16xlarge in sa-east-1 5.77388 on 2026-01-21; the dearest of this summer 3.3968 (us-east-1)."""
    answer = advisor.ask("spread of L4 prices across clouds")
    old = next(one for one in answer.facts.sentences if isinstance(one, OlderBeyond))
    assert old.dearer and old.one.instance == "g6.16xlarge" and round(old.one.usd_chip, 5) == 5.77388
