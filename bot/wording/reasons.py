"""A reason as a sentence, worded by the macro of its code."""

from __future__ import annotations

from bot.wording.words import say
from engine.base.reason import Reason

FORM = "words/forms/{}.j2"


def fact(reason: Reason) -> str:
    """A sentence of an answer in facts."""
    return say(file_of(reason), reason.code, reason.values)


def file_of(reason: Reason) -> str:
    """The template that words a reason: that of its form, of the answers, or of verdicts, by where it is declared."""
    folder, _, module = type(reason).__module__.rpartition(".")
    if folder == "engine.forms" or folder.startswith("engine.forms."):
        return FORM.format(module.removesuffix("_reasons"))
    if folder == "engine.estimates":
        return "words/estimates.j2"
    return "words/answers/facts.j2" if folder == "engine.answers" else "words/card/why.j2"
