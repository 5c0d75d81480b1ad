"""The answer with the sum over the asker's own figures first, where one can be made."""

from __future__ import annotations

import re
from collections.abc import Callable

from engine.answers.model import FactAnswer
from engine.forms.chat import CHAT
from engine.forms.decline import DECLINE
from engine.forms.first.first import first_of
from engine.forms.form import Asked, Form
from engine.forms.own.at_pace import at_pace
from engine.forms.own.figures import read_in
from engine.forms.own.hours import hours_cost, people_in
from engine.forms.own.kept_on import kept_on, ways_cost
from engine.forms.own.power import power
from engine.forms.own.quote import quote
from engine.forms.own.runs import runs_within
from engine.forms.own.step_paces import steps_at
from engine.forms.own.streams_need import streams_need
from engine.forms.own.tokens import of_tokens
from engine.forms.own.told_run import told_run
from engine.forms.own.with_theirs import with_theirs
from engine.forms.quantity.lead import told_in_one
from engine.forms.registry import form_named
from engine.forms.served.jobs import JOB
from engine.forms.served.shown import shown_in
from engine.workload.profile import Reading
from engine.workload.unused import unused_amounts

SUMS: tuple[Callable[[Asked], FactAnswer | None], ...] = (power, quote, at_pace, hours_cost)
# Sums that need so much told that no other first line says more.
SURE: tuple[Callable[[Asked], FactAnswer | None], ...] = (steps_at, of_tokens, ways_cost, runs_within, streams_need)
SILENT = frozenset({CHAT.id, DECLINE.id})
# First lines over what was told that tell no count, and no hours of an amount; and one that a pace says no more than.
OPEN = frozenset({"hours_there", "load_unknown", "streams_unknown"})
NOTHING = "nothing_held"
UNSUMMED = frozenset({"", NOTHING, "sold_there", "faq_told"})  # first lines without a sum of dollars
HOURS = "amount_is"  # a product of people and hours, without its dollars
CLOSED = frozenset({"steps_take", "own_speed"})
RAN_OUT = frozenset({"no_room", "memory_error"})  # cues
SUMS_OF_TIME = frozenset({"asks_time", "asks_cost", "price_strong"})  # cues of what memory does not tell
SERVES, OF_A_JOB = "serving", frozenset({"hours", "dollars", "which"})  # the form, and predicates of one job
NUMBER = re.compile(r"\d+(?:[.,]\d+)*")


def with_own(form: Form, stated: FactAnswer, asked: Asked) -> tuple[Form, FactAnswer]:
    """The form and the answer; those that stand there where the figures do not close, or another sum does."""
    reading = asked.reading
    if form.id in SILENT or reading.by_hand or reading.intent == "followup" or stated.whole:
        return form, stated
    first = stated.headline.code if stated.headline else ""
    summed = stated.of_told or first in CLOSED
    answer = asked.once(_sure)
    if answer is None and (first == HOURS or people_in(reading.text)):
        answer = asked.once(hours_cost)
    if answer is None:
        answer = asked.once(at_pace) if first in OPEN else None if summed else asked.once(_own)
    if answer is None and first in UNSUMMED and (kept := asked.once(kept_on)) is not None:
        return form, stated.model_copy(update={"headline": kept}) if first == NOTHING else stated.headed(kept)
    if answer is None:
        return form, with_theirs(stated, asked)
    return form_named("explain"), answer.model_copy(update={"whole": _uses_all(reading)})


def over_whole(form: Form, stated: FactAnswer, asked: Asked) -> tuple[Form, FactAnswer]:
    """The same where an answer is whole at prices of ours, and the asker tells those of two ways, or hours of each of
    so many people, which are more than the hours alone."""
    aside = not stated.whole or asked.reading.by_hand or asked.reading.intent == "followup"
    answer = None if aside else asked.once(ways_cost)
    if answer is None and not aside and people_in(asked.reading.text):
        answer = asked.once(hours_cost)
    return (form, stated) if answer is None else (form_named("explain"), answer)


def in_one(asked: Asked) -> bool:
    """Whether one answer is to all the questions of a message."""
    if is_of_room(asked.reading) or asked.once(first_of) is not None or asked.once(told_run) is not None:
        return True
    if asked.reading.form == SERVES and OF_A_JOB.issuperset(asked.reading.sought.predicates):
        return JOB.asks(shown_in(asked.reading))  # "which GPU for it, and how many hours"
    kept = asked.profile.region and asked.profile.accelerator_count and asked.once(kept_on) is not None
    return bool(kept) or told_in_one(asked) or asked.once(_own) is not None


def is_of_room(reading: Reading) -> bool:
    """Whether training ran out of memory: why, whether that is normal and what it takes are one answer."""
    said, cues = reading.profile, set(reading.cues)
    trains = said.method is not None or said.task == "fine_tuning" or "training_words" in cues
    of_memory = reading.form == "fit" and bool(cues & RAN_OUT) and not cues & SUMS_OF_TIME
    return of_memory and trains and said.parameters is not None and "several_models" not in cues


def _sure(asked: Asked) -> FactAnswer | None:
    return next((answer for made in SURE if (answer := made(asked)) is not None), None)


def _own(asked: Asked) -> FactAnswer | None:
    return asked.once(_sure) or next((answer for made in SUMS if (answer := asked.once(made)) is not None), None)


def _uses_all(reading: Reading) -> bool:
    """Whether every amount that nobody else understood is among the figures that such sums read."""
    read = {number for part in read_in(reading.text) for number in NUMBER.findall(part)}
    return all(set(NUMBER.findall(one.words)) <= read for one in unused_amounts(reading))
