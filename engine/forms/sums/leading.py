"""The last of what may stand first: the sum that is asked, where none of the lines before it tells it."""

from __future__ import annotations

from engine.answers.model import FactAnswer
from engine.answers.prices import priced_left_out
from engine.forms.form import Asked, Form
from engine.forms.registry import form_named
from engine.forms.smallest.cheaper_clouds import cheaper_clouds
from engine.forms.smallest.machine_for import with_machine
from engine.forms.smallest.same_card import with_same_card
from engine.forms.smallest.sellers import with_sellers
from engine.forms.smallest.smaller import with_smaller
from engine.forms.sums.rows import sum_asked, with_sums
from engine.forms.symptoms.symptom import is_told
from engine.forms.worked.leading import in_one as told_in_one
from engine.forms.worked.leading import leading as led

PRICE = "price"  # the form
UNPRICED = "parts_sold"  # that no price is held of them


def leading(form: Form, stated: FactAnswer, asked: Asked) -> tuple[Form, FactAnswer]:
    """The form and the answer that then stands first."""
    if (cheaper := cheaper_clouds(asked)) is not None:
        return form_named(PRICE), cheaper
    form, stated = led(form, with_sellers(stated, asked), asked)
    form, stated = with_sums(form, stated, asked) or (form, stated)
    form, stated = with_same_card(*with_machine(form, stated, asked), asked)
    form, stated = with_smaller(form, stated, asked)
    priced = priced_left_out(asked.reading, asked.facts)  # before what is said of such machines
    if priced is None or priced == stated.headline:
        return form, stated
    denied = stated.headline is not None and stated.headline.code == UNPRICED
    return form, stated.model_copy(update={"headline": priced}) if denied else stated.headed(priced)


def in_one(asked: Asked) -> bool:
    """Whether one answer is to all the questions of a message."""
    return is_told(asked) or told_in_one(asked) or asked.once(sum_asked) is not None
