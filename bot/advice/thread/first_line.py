"""The first line of an answer as it is shown, and what it is about, kept for the turns after it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from bot.advice.thread.answered import Answered
from bot.advice.thread.beside import is_beside
from bot.wording.reasons import fact
from bot.wording.words import say
from engine.forms.turned.about import about
from engine.verdict.headline import headline
from engine.workload.profile import Reading
from engine.workload.subject import FirstLine, Subject
from knowledge.facts import Facts

STANDS = frozenset({"same_again", "turn_unread", "unfollowed", "noted_turn", "fit_sum"})  # codes
A = TypeVar("A", bound=Answered)
LONGEST = 600  # characters that are kept


def first_words(answer: Answered) -> str:
    """The first line of an answer, without what stands before it of things that are not priced."""
    first = answer.facts.headline
    if first is not None:
        return fact(first)
    if answer.verdict is not None and not answer.form.leads(answer.facts):
        return say("words/card/headline.j2", headline(answer.verdict), answer.verdict)
    return say("words/answers/answers.j2", answer.form.first_line, answer)


def with_first(answer: A, parse: Callable[[str], Reading], facts: Facts) -> A:
    """The answer, whose reading keeps its first line; that of the last part, where it has several. A line that says
    that nothing changes, or was not understood, leaves the one before."""
    first = answer.facts.headline
    if answer.form.asks_nothing:
        return answer
    if answer.before is not None and ((first is not None and first.code in STANDS) or is_beside(answer)):
        stands = answer.reading.model_copy(update={"first": answer.before.first})
        return answer.model_copy(update={"reading": stands})
    last = answer.parts[-1] if answer.parts else answer
    words = first_words(last)[:LONGEST]
    judged = last.verdict if last.facts.headline is None else None
    option = judged.option if judged is not None else None
    monthly = judged is not None and judged.case.filled.profile.by_month

    def named() -> tuple[str, ...]:  # read only where nothing else tells what the line is about
        return parse(words).profile.candidates if any(map(str.isalnum, words)) else ()

    now = about(last.facts.headline, option, words, last.reading, facts, named, monthly=monthly)
    were = answer.before.first if answer.before is not None else FirstLine()
    kept = FirstLine(words=words, advice=judged is not None, about=now, was=_others(were, now))
    told = {"reading": last.reading.model_copy(update={"first": kept})}
    if not answer.parts:
        return answer.model_copy(update=told)
    return answer.model_copy(update={"parts": (*answer.parts[:-1], last.model_copy(update=told))})


def _others(were: FirstLine, now: tuple[Subject, ...]) -> tuple[Subject, ...]:
    """What the last line before was about that was of other machines than this one."""
    same = {_name(one) for one in now}
    return next((known for known in (were.about, were.was) if known and same.isdisjoint(map(_name, known))), ())


def _name(one: Subject) -> tuple[str, int]:
    return one.instance or one.chip, one.machines if one.instance else one.chips
