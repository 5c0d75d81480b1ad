"""Everything that may come before the answer of a form, in the order in which each replaces the one before it."""

from __future__ import annotations

from engine.answers.model import FactAnswer
from engine.forms.feasible.feasible import with_feasible
from engine.forms.first.first import with_first
from engine.forms.form import Asked, Form
from engine.forms.joined.joined import with_joined
from engine.forms.own.own import over_whole, with_own
from engine.forms.picked.picked import with_pick
from engine.forms.quantity.lead import with_wanted
from engine.forms.worked.worked import with_worked

LEADS = (with_joined, with_pick, with_wanted, with_own, with_worked)


def leading(form: Form, stated: FactAnswer, asked: Asked) -> tuple[Form, FactAnswer]:
    """The form and the answer that then stands first; an answer that is whole gives way to told prices alone."""
    form, stated = over_whole(form, stated, asked)
    form, stated = with_feasible(form, stated, asked)
    form, stated = with_first(form, stated, asked)
    if not stated.whole:
        for leads in LEADS:
            form, stated = leads(form, stated, asked)
    return form, stated
