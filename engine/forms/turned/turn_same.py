"""A turn after which the same line would stand first: that it was read and changes nothing, or that nothing is known
of what it says."""

from __future__ import annotations

from engine.answers.model import FactAnswer
from engine.base.reason import Reason

SUM = "fit_sum"  # a code
SHAPES = frozenset({"sequence_length", "batch_size", "lora_rank", "precision"})  # slots that change that sum
LONGEST = 80  # characters of the turn that are quoted
UNSUMMED = ("faq_", "reported_", "usual_", "domain_", "pick_")  # beginnings of codes of lines that no slot changes


class SameAgain(Reason, code="same_again"):
    """What the turn says changes nothing of the line below; `summed`: the sum takes it."""

    words: str
    summed: bool


def quoted(words: str) -> str:
    """A turn as it is quoted."""
    return words.strip(" ?!.…")[:LONGEST]


def _reshaped(told: FactAnswer, said: frozenset[str]) -> Reason | None:
    """The sum of memory, which what the turn says changes though as many cards hold it."""
    led = told.sentences[0] if told.sentences else None
    return led if led is not None and led.code == SUM and not said.isdisjoint(SHAPES) else None


def same_again(
    told: FactAnswer, words: str, *, summed: bool = True, said: frozenset[str] = frozenset()
) -> FactAnswer:
    """The answer below a line that says so; `summed`: of a form that works out what was said; `said`: slots that the
    turn says."""
    first = told.headline
    summed = summed and not told.of_kind and (first is None or not first.code.startswith(UNSUMMED))
    if (sum_of := _reshaped(told, said)) is not None:
        below = (first, *told.sentences[1:]) if first is not None else told.sentences[1:]
        return told.model_copy(update={"headline": sum_of, "sentences": below})
    line = SameAgain(words=quoted(words), summed=summed)
    below = (first, *told.sentences) if first is not None else told.sentences
    return told.model_copy(update={"headline": line, "sentences": below})
