"""An older price is told where it lies beyond those that are compared."""

from __future__ import annotations

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.money.beyond import OlderBeyond, beyond


def test_nothing_old_is_told_where_none_is_held() -> None:
    assert beyond((), 1.0, 2.0) == ()


def test_a_list_price_of_this_year_is_among_those_that_are_compared(advisor: Advisor) -> None:
    """prices.csv: g6.16xlarge on demand in sa-east-1 5.77388 on 2026-01-21, the dearest L4 of all."""
    answer = advisor.ask("spread of L4 prices across clouds")
    assert not any(isinstance(one, OlderBeyond) for one in answer.facts.sentences)
    assert "5.77" in card_text(answer)
