"""What stands first because it is of the very kind that is asked, whatever form the words led to."""

from __future__ import annotations

from collections.abc import Callable

from engine.answers.model import FactAnswer
from engine.forms.counted.embedding_tables import embedding_tables
from engine.forms.first.optimal import optimal
from engine.forms.first.plan_pays import plan_pays
from engine.forms.first.same_job import same_job
from engine.forms.first.within_budget import within_budget
from engine.forms.fit import answer as fit_answer
from engine.forms.form import Asked, Form
from engine.forms.registry import form_named

ROOM, TRAINS, SIZE = frozenset({"fit", "able"}), "training_words", "asks_size"  # predicates; cues
WORK = frozenset({
    "model", "parameters", "variant", "architecture", "samples", "tokens", "flops", "dataset", "method", "task",
})  # fmt: skip


def untold_there(asked: Asked) -> FactAnswer | None:
    """What the cards that are named hold, where nothing else is said: "can I train it on one A100?"."""
    reading, shown = asked.reading, set(asked.reading.sought.predicates)
    named = bool(asked.profile.accelerator_count) and TRAINS in reading.cues and bool(shown) and shown <= ROOM
    told = reading.domains or reading.projects or reading.unknown_models or reading.unheld
    if not named or told or SIZE in reading.cues or not WORK.isdisjoint(asked.profile.stated()):
        return None
    return fit_answer(asked)


FIRSTS: tuple[Callable[[Asked], FactAnswer | None], ...] = (
    embedding_tables,
    optimal,
    plan_pays,
    within_budget,
    same_job,
    untold_there,
)


def with_first(form: Form, stated: FactAnswer, asked: Asked) -> tuple[Form, FactAnswer]:
    """The answer; where one of these can answer, that."""
    if asked.reading.by_hand or asked.reading.intent == "followup":
        return form, stated
    made = asked.once(first_of)
    return (form, stated) if made is None else (form_named("explain"), made)


def first_of(asked: Asked) -> FactAnswer | None:
    """The first that can answer."""
    return next((made for work in FIRSTS if (made := work(asked)) is not None), None)
