"""The first line of an answer, of the kind that is expected."""

from __future__ import annotations

from typing import TypeVar

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.base.reason import Reason

Told = TypeVar("Told", bound=Reason)


def first_of(advisor: Advisor, text: str, kind: type[Told]) -> Told:
    """It has words, too."""
    answer = advisor.ask(text)
    assert isinstance(answer.facts.headline, kind), (text, answer.facts.headline)
    assert card_text(answer)
    return answer.facts.headline
