"""Several questions, or several workloads, in one message: where one ends and the next begins.

Only what plainly is several is taken apart: questions that ask for different facts, or workloads of different tasks
and sizes. A workload that is told in many sentences stays whole.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from typing import NamedTuple

from engine.forms import Form, form_named
from engine.workload.profile import Reading

MOST = 4  # questions answered by one message
MOST_JOINTS = 8  # places a text may be parted at that are tried
LONGEST = 1_500  # characters; a longer text is a report, not a list of questions
QUESTION = re.compile(r"[?？]+[\s\"')\]]*")
JOINT = re.compile(r"[.;,]?\s+(?:and|plus|while|also|und|et|y)\s+|;\s*|\.\s+", re.IGNORECASE)

Read = Callable[[str], Reading]
BESIDE = frozenset({"fit", "estimate", "price", "carbon", "compare", "support", "commitment"})  # asked beside another


class Parts(NamedTuple):
    """The parts of a text that are answered one by one, and the questions beyond the most that are."""

    answered: tuple[str, ...]
    left_out: tuple[str, ...] = ()


def parts(text: str, read: Read, forms: tuple[Form, ...], *, threaded: bool = False) -> Parts:
    """The text in the parts that are answered one by one; the text itself where it asks for one thing.

    `threaded`: the text is a turn, and `read` reads it so; workloads told in one are no two.
    """
    if len(text) > LONGEST:
        return Parts((text,))
    questions = _questions(text)
    first, rest = questions[:MOST], questions[MOST:]
    if len(first) > 1 and _ask_for_several(first, read, forms, threaded=threaded):
        return Parts(first, rest)
    return Parts((text,) if threaded else _workloads(text, read) or (text,))


def left_out(text: str, answered: Reading, read: Read, forms: tuple[Form, ...]) -> tuple[str, ...]:
    """The questions of a text that was answered as one, which ask for facts of another form than its answer."""
    questions = _questions(text) if len(text) <= LONGEST else ()
    if len(questions) < 2:
        return ()
    found = [(question, read(question)) for question in questions]
    told = {answered.form, *(["fit", "estimate", "compare"] if answered.form == "choose" else [])}
    others = [question for question, reading in found if _is_other(reading, told, forms)]
    return tuple(others) if len(others) < len(questions) else ()


def _is_other(reading: Reading, told: set[str], forms: tuple[Form, ...]) -> bool:
    """Whether a question asks, in words of its own, for what the answer does not say."""
    form = form_named(reading.form, forms)
    return form.id in BESIDE and form.id not in told and names_something(reading)


def names_something(reading: Reading) -> bool:
    """Whether a part can be read by itself: it names a model, a size or hardware."""
    profile = reading.profile
    return bool(profile.model or profile.parameters or profile.candidates or profile.instances)


def _questions(text: str) -> tuple[str, ...]:
    """Each question with the statements before it; what follows the last one belongs to it."""
    ends = [match.end() for match in QUESTION.finditer(text)]
    cuts = [0, *ends[:-1], len(text)] if ends else [0, len(text)]
    pieces = [text[first:last].strip() for first, last in pairwise(cuts)]
    return tuple(piece for piece in pieces if any(character.isalnum() for character in piece))


def _ask_for_several(questions: tuple[str, ...], read: Read, forms: tuple[Form, ...], *, threaded: bool) -> bool:
    """Whether every part asks for facts, and no two for the same facts about the same things."""
    asked = [read(question) for question in questions]
    found = [form_named(reading.form, forms) for reading in asked]
    if not all(form.asks_for_facts for form in found) or any(form.id == "explain" for form in found[1:]):
        return False
    about = [
        (form.id, reading.profile.parameters, reading.profile.candidates, reading.profile.instances)
        for form, reading in zip(found, asked, strict=True)
    ]
    if threaded:  # every part names what the thread does
        return len({form.id for form in found}) == len(found)
    return len(set(about)) == len(about) and (
        len({form.id for form in found}) > 1 or all(names_something(reading) for reading in asked)
    )


def _workloads(text: str, read: Read) -> tuple[str, ...]:
    """Two workloads, each with its own task and its own size, joined by "and" or a full stop."""
    for match in list(JOINT.finditer(text))[:MOST_JOINTS]:
        sides = text[: match.start()].strip(), text[match.end() :].strip()
        first, second = (read(side).profile if side else None for side in sides)
        if first is None or second is None or first.task is None or second.task is None:
            continue
        sized = first.parameters is not None and second.parameters is not None
        if sized and first.task != second.task and first.parameters != second.parameters:
            return sides
    return ()
