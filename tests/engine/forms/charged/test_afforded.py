"""What a budget keeps is rounded down."""

from __future__ import annotations

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.charged.afforded import BudgetKeeps


def test_one_more_would_cost_more_than_there_is(advisor: Advisor) -> None:
    """730 x 1.861 = 1,358.53: 7 are 9,509.71 of 10,000, and 8 are 10,868.24."""
    answer = advisor.ask("we have $10k a month, how many g6e.xlarge can we keep on all month on demand?")
    told = answer.facts.headline
    assert isinstance(told, BudgetKeeps) and card_text(answer)
    assert (told.kept.number, round(told.kept.usd), round(told.kept.more_usd)) == (7, 9510, 10868)
