"""A message or turn that sets claims against each other, or checks one: answered of all that its thread told."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import TypeVar

from bot.advice.thread.answered import Answered
from engine.answers import FactAnswer
from engine.forms.claims.as_reported import AsReported
from engine.forms.claims.claimed import claimed
from engine.forms.claims.runs_apart import RunsApart
from engine.forms.form import Asked
from engine.library import Library
from engine.workload.profile import Reading

A = TypeVar("A", bound=Answered)
SHORT, TURNS = 600, 4  # characters of such a message; turns that are looked back on
FIGURE = frozenset("0123456789")
OF_BOTH = frozenset({"two_times", "own_against_theirs"})  # codes of first lines that set two times against each other


def of_claims(
    text: str, reading: Reading, before: Reading | None, parse: Callable[[str], Reading], library: Library, day: date
) -> FactAnswer | None:
    """None where nothing of the kind is asked. `reading`: of the text in its thread."""
    alone = parse(text)
    earlier = told_in(before) if before is not None else ()
    whole = parse("\n".join((*earlier, text))) if earlier else alone
    return claimed(
        Asked(reading, library, day),
        Asked(alone, library, day),
        Asked(before, library, day) if before is not None else None,
        Asked(whole, library, day),
    )


def is_short(text: str, before: Reading | None) -> bool:
    """Whether it may be such a message: short, and with a figure in it or before it."""
    figures = text + "".join(told_in(before) if before is not None else ())
    return 0 < len(text.strip()) <= SHORT and not FIGURE.isdisjoint(figures)


def in_one_message(answer: A, claims: A | None) -> A:
    """The answer to a message alone; that of its claims, unless the first line sets the same against each other."""
    first, line = answer.facts.headline, claims.facts.headline if claims else None
    if claims is None or first is None or first.code not in OF_BOTH:
        return claims or answer
    alike = isinstance(line, AsReported) or (isinstance(line, RunsApart) and line.of_equal_cards)
    return answer if alike else claims


def told_in(before: Reading) -> tuple[str, ...]:
    """The last messages of a thread, in their order."""
    return before.told[-TURNS:] if before.told else (before.text,)


def remembering(answer: A, before: Reading | None, text: str) -> A:
    """The answer with the messages of its thread, in each of its parts."""
    told = (*(told_in(before) if before is not None else ()), text)[-TURNS:]
    parts = tuple(one.model_copy(update={"reading": _with(one.reading, told)}) for one in answer.parts)
    return answer.model_copy(update={"reading": _with(answer.reading, told), "parts": parts})


def _with(reading: Reading, told: tuple[str, ...]) -> Reading:
    return reading.model_copy(update={"told": told})
