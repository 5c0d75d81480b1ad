"""Sums that are the same in every field, before what is usual of one: they lead where what they take was told."""

from __future__ import annotations

from engine.answers.model import FactAnswer
from engine.forms.fields.besides import besides_cards
from engine.forms.fields.either import either_way
from engine.forms.fields.groups import groups_hold
from engine.forms.fields.link import link_holds
from engine.forms.fields.one_pass import pass_checked
from engine.forms.fields.tables import table_takes
from engine.forms.form import Asked, Form
from engine.forms.registry import form_named

OTHERS = frozenset({"carbon", "commitment", "chat"})  # forms that ask for another thing
MAKERS = (link_holds, pass_checked, groups_hold, besides_cards, either_way, table_takes)
FORMS = {link_holds: "explain", pass_checked: "estimate", besides_cards: "explain"}
BELOW = frozenset({"domain_decides", "reported_beside", "what_is_reported"})  # codes of lines that stay below
KEPT = 2


def with_fields(form: Form, stated: FactAnswer, asked: Asked) -> tuple[Form, FactAnswer]:
    """The form and the answer; such a sum instead, where its amounts were told, with what is usual below it."""
    if form.id in OTHERS or asked.reading.by_hand or asked.reading.intent == "followup":
        return form, stated
    for make in MAKERS:
        made = asked.once(make)
        if made is not None:
            kept = tuple(line for line in stated.sentences if line.code in BELOW)[:KEPT]
            return form_named(FORMS.get(make, "fit")), made.model_copy(update={"sentences": (*made.sentences, *kept)})
    return form, stated
