"""The first of the questions about claims that a turn asks: which figures are set against each other, or checked."""

from __future__ import annotations

from collections.abc import Callable

from engine.answers.model import FactAnswer
from engine.forms.claims.as_reported import as_reported
from engine.forms.claims.context import Claims
from engine.forms.claims.link_fact import link_fact
from engine.forms.claims.minutes_wanted import minutes_wanted
from engine.forms.claims.observed import observed
from engine.forms.claims.pace_changed import pace_changed
from engine.forms.claims.paid_run import paid_run
from engine.forms.claims.per_step import per_step
from engine.forms.claims.runs_apart import runs_apart
from engine.forms.claims.said_apart import said_apart
from engine.forms.claims.tokens_each import tokens_each
from engine.forms.form import Asked

QUESTIONS: tuple[Callable[[Claims], FactAnswer | None], ...] = (
    link_fact,
    per_step,
    paid_run,
    said_apart,
    pace_changed,
    minutes_wanted,
    as_reported,
    tokens_each,
    runs_apart,
)


def claimed(turn: Asked, alone: Asked, before: Asked | None, whole: Asked) -> FactAnswer | None:
    """None where none of them is asked. `whole`: all texts of the thread, one a line, that of the turn the last."""
    since = len(whole.reading.text) - len(alone.reading.text)
    seen = observed(whole, since)
    claims = Claims(turn, alone, before, whole, seen)
    made = (question(claims) for question in QUESTIONS)
    return next((one for one in made if one is not None), None)
