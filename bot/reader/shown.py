"""What a language model is shown of an answer that it checks: what a person reads first, without the table."""

from __future__ import annotations

from bot.advice.answer import Answer
from bot.card.card import card
from bot.wording.words import lines_of

LINES = 6  # of a part


def shown(part: Answer) -> str:
    """The first lines of one part, and what was understood of the question."""
    whole = card(part)
    below = (whole.below.headline,) if whole.below else ()
    prose = (line.text for line in (*whole.lines, *whole.because, *whole.facts))
    first = tuple(dict.fromkeys((whole.headline, *prose)))[:LINES]
    return lines_of("check.j2", "part", part.question, (*first, *whole.questions, *below), whole.known, whole.unread)
