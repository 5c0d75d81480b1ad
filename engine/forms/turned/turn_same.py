"""A turn after which the same line would stand first: that it was read and changes nothing, or that nothing is known
of what it says."""

from __future__ import annotations

from engine.answers.model import FactAnswer
from engine.base.reason import Reason

LONGEST = 80  # characters of the turn that are quoted
UNSUMMED = ("faq_", "reported_", "usual_", "domain_", "pick_")  # beginnings of codes of lines that no slot changes


class SameAgain(Reason, code="same_again"):
    """What the turn says changes nothing of the line below; `summed`: the sum takes it."""

    words: str
    summed: bool


def quoted(words: str) -> str:
    """A turn as it is quoted."""
    return words.strip(" ?!.…")[:LONGEST]


def same_again(told: FactAnswer, words: str, *, summed: bool = True) -> FactAnswer:
    """The answer below a line that says so; `summed`: of a form that works out what was said."""
    first = told.headline
    summed = summed and not told.of_kind and (first is None or not first.code.startswith(UNSUMMED))
    line = SameAgain(words=quoted(words), summed=summed)
    below = (first, *told.sentences) if first is not None else told.sentences
    return told.model_copy(update={"headline": line, "sentences": below})
