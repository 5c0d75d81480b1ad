"""Whether one count of machines for a load tells all that a message of several questions asks."""

from __future__ import annotations

from datetime import date

from engine.forms.loads.loads import LOADS
from engine.forms.loads.loads_reasons import LoadTakes
from engine.forms.per_unit.rates import Question
from engine.forms.served.shown import shown_in
from engine.library import Library
from engine.options.assumptions import fill
from engine.workload.conditions import FAMILIES
from engine.workload.profile import Reading

SEVERAL = 2


def counts_all(reading: Reading, library: Library, day: date) -> bool:
    """Whether every one of several chips that are named has its count in it."""
    named = len(frozenset(reading.profile.candidates) - FAMILIES) + len(reading.profile.instances)
    if named < SEVERAL or not LOADS.asks(shown_in(reading)):
        return False
    told = LOADS.answer(Question(reading, library, day, fill(reading, library), ()))
    first = told.headline if told else None
    return isinstance(first, LoadTakes) and len(first.rows) >= min(named, len(first.rows) or named) >= SEVERAL
