"""What stands first because it is of the very kind that is asked, whatever form the words led to."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.answers.model import FactAnswer
from engine.forms.first.fleet import fleet
from engine.forms.first.optimal import optimal
from engine.forms.first.same_job import same_job
from engine.forms.first.term_pays import term_pays
from engine.forms.first.within_budget import within_budget
from engine.forms.form import Asked, Form
from engine.forms.registry import form_named
from engine.workload.profile import FormId

First = Callable[[Asked], FactAnswer | None]
FIRSTS: Mapping[First, FormId] = {  # the form that each is shown in
    optimal: "explain", term_pays: "explain", within_budget: "explain", same_job: "explain", fleet: "estimate",
}  # fmt: skip


def with_first(form: Form, stated: FactAnswer, asked: Asked) -> tuple[Form, FactAnswer]:
    """The answer; where one of these can answer, that."""
    if asked.reading.by_hand or asked.reading.intent == "followup":
        return form, stated
    return asked.once(first_of) or (form, stated)


def first_of(asked: Asked) -> tuple[Form, FactAnswer] | None:
    """The first that can answer."""
    found = ((form, work(asked)) for work, form in FIRSTS.items())
    return next(((form_named(form), made) for form, made in found if made is not None), None)
