"""The answer with the sum over the asker's own figures first, where one can be made."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date

from engine.answers.model import FactAnswer
from engine.forms.chat import CHAT
from engine.forms.decline import DECLINE
from engine.forms.form import Asked, Form
from engine.forms.own.figures import read_in
from engine.forms.own.paced import paced
from engine.forms.quantity.lead import told_in_one
from engine.forms.registry import form_named
from engine.library import Library
from engine.workload.profile import Reading
from engine.workload.unused import unused_amounts

SUMS: tuple[Callable[[Asked], FactAnswer | None], ...] = (paced,)
SILENT = frozenset({CHAT.id, DECLINE.id})
NUMBER = re.compile(r"\d+(?:[.,]\d+)*")


def with_own(form: Form, stated: FactAnswer, asked: Asked) -> tuple[Form, FactAnswer]:
    """The form and the answer; those that stand there where the figures do not close."""
    reading = asked.reading
    if form.id in SILENT or reading.by_hand or reading.intent == "followup" or stated.whole:
        return form, stated
    answer = asked.once(_own)
    if answer is None:
        return form, stated
    return form_named("explain"), answer.model_copy(update={"whole": _uses_all(reading)})


def in_one(reading: Reading, library: Library, day: date) -> bool:
    """Whether one answer is to all the questions of a message."""
    return told_in_one(reading, library, day) or _own(Asked(reading, library, day)) is not None


def _own(asked: Asked) -> FactAnswer | None:
    return next((answer for made in SUMS if (answer := made(asked)) is not None), None)


def _uses_all(reading: Reading) -> bool:
    """Whether every amount that nobody else understood is among the figures that such sums read."""
    read = {number for part in read_in(reading.text) for number in NUMBER.findall(part)}
    return all(set(NUMBER.findall(one.words)) <= read for one in unused_amounts(reading))
