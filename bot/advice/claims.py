"""A message or turn that sets claims against each other, or checks one: answered of all that its thread told."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from bot.advice.answer import Answer
from bot.advice.turns import as_answered, on_topic
from engine.forms.claims.claimed import claimed
from engine.forms.explain import EXPLAIN
from engine.forms.form import Asked
from engine.library import Library
from engine.workload.profile import Reading

SHORT, TURNS = 600, 4  # characters of such a message; turns that are looked back on
FIGURE = frozenset("0123456789")
Parse = Callable[..., Reading]


def of_claims(text: str, before: Reading | None, parse: Parse, library: Library, day: date) -> Answer | None:
    """None where nothing of the kind is asked. The thread goes on from what the turn says, as after any other."""
    if not 0 < len(text.strip()) <= SHORT or FIGURE.isdisjoint(text + (before.text if before else "")):
        return None
    alone = parse(text)
    reading = on_topic(parse(text, before=before), before) if before is not None else alone
    earlier = told_in(before) if before is not None else ()
    whole = parse("\n".join((*earlier, text))) if earlier else alone
    made = claimed(
        Asked(reading, library, day),
        Asked(alone, library, day),
        Asked(before, library, day) if before is not None else None,
        Asked(whole, library, day),
    )
    if made is None:
        return None
    kept = as_answered(reading, EXPLAIN, made).model_copy(update={"unread": (), "unread_asked": ()})
    return Answer(
        question=text, reading=kept, form=EXPLAIN, before=before, facts=made, sources=library.facts.sources, as_of=day
    )


def told_in(before: Reading) -> tuple[str, ...]:
    """The last messages of a thread, in their order."""
    return before.told[-TURNS:] if before.told else (before.text,)


def remembering(answer: Answer, before: Reading | None, text: str) -> Answer:
    """The answer with the messages of its thread, in each of its parts."""
    told = (*(told_in(before) if before is not None else ()), text)[-TURNS:]
    parts = tuple(one.model_copy(update={"reading": _with(one.reading, told)}) for one in answer.parts)
    return answer.model_copy(update={"reading": _with(answer.reading, told), "parts": parts})


def _with(reading: Reading, told: tuple[str, ...]) -> Reading:
    return reading.model_copy(update={"told": told})
