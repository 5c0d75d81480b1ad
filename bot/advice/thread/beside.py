"""A turn that asks what something is beside what its thread is about: the thread goes on as it was."""

from __future__ import annotations

from typing import TypeVar

from bot.advice.thread.answered import Answered
from engine.forms.again.unfollowed import ABOUT_NOTHING, AGAIN
from engine.forms.explain import EXPLAIN
from engine.workload.profile import Reading

A = TypeVar("A", bound=Answered)
MEANING = frozenset({"explain_strong"})  # cues
WRITTEN = "faq_told"  # the code of what is written for a recurring question
CHANGED = ("profile", "ruled_out", "taken_back")  # fields of a reading that say something of the work


def beside(answer: A, before: Reading | None) -> A:
    """The answer, after which the thread is about what it was about, in the form that it had."""
    if before is None or answer.form.id != EXPLAIN.id or before.form in ABOUT_NOTHING | {EXPLAIN.id, ""}:
        return answer
    now = answer.reading
    first = answer.facts.headline
    told = not MEANING.isdisjoint(now.cues) or (first is not None and first.code == WRITTEN)
    asks = told and AGAIN.isdisjoint(now.cues)
    says = any(getattr(now, name) != getattr(before, name) for name in CHANGED) or now.changed
    if not asks or says or answer.verdict is not None:
        return answer
    return answer.model_copy(update={"reading": before.model_copy(update={"text": now.text})})


def is_beside(answer: Answered) -> bool:
    """Whether it was such a turn."""
    was = answer.before
    return was is not None and answer.form.id == EXPLAIN.id and answer.reading.form == was.form != EXPLAIN.id
