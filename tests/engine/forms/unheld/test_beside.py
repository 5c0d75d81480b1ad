"""What nobody prices: first where prices decide, else the last line."""

from __future__ import annotations

from bot.advice.advisor import Advisor
from engine.answers.unpriced import NoPriceFor


def test_where_prices_decide_it_is_told_first(advisor: Advisor) -> None:
    told = advisor.ask("price of an RTX 3090 an hour?").facts
    assert told.unpriced and not any(isinstance(each, NoPriceFor) for each in told.sentences)


def test_where_memory_is_asked_it_is_the_last_line(advisor: Advisor) -> None:
    told = advisor.ask("does Llama 8B fit on an RTX 3090?").facts
    assert told.unpriced == () and isinstance(told.sentences[-1], NoPriceFor)
