"""What a text names and nobody prices, told with the answer to it."""

from __future__ import annotations

from engine.answers import FactAnswer
from engine.answers.unpriced import (
    NotPriced,
    in_one_line,
    list_prices,
    no_such_type,
    not_priced,
    of_the_named,
    together,
    unheld,
    unknown_cards,
)
from engine.base.reason import Reason
from engine.forms.form import Asked, Form
from engine.forms.sold.price_reasons import CheapestChip
from engine.forms.unheld.unlisted import led_by

PRICED = "price"  # the form that is asked for prices


def with_unknown(stated: FactAnswer, asked: Asked) -> FactAnswer:
    """The answer, and before it the cards that were named and are not held: what follows is of others."""
    unknown = unknown_cards(asked.reading, asked.library)
    return stated.model_copy(update={"unpriced": (*unknown, *stated.unpriced)}) if unknown else stated


def with_unpriced(stated: FactAnswer, asked: Asked, form: Form) -> FactAnswer:
    """The answer, and what was named and is not priced: first where prices decide, else last."""
    named = asked.profile
    if form.id == PRICED and (led := led_by(stated, asked)) is not None:
        return led
    unknown: tuple[Reason, ...] = (
        *unknown_cards(asked.reading, asked.library),
        *no_such_type(named, asked.library),
        *unheld(asked.reading),
    )
    told = tuple(_priced_once(one, stated.headline) for one in not_priced(named, asked.library, asked.day))
    decided = form.prices_decide or stated.verdict_below or bool(form.priced_by.intersection(asked.reading.cues))
    first = decided and not stated.of_told
    listed = [one for one in of_the_named(named, asked.library, asked.day) if one != stated.headline]
    unpriced = (*unknown, *((*together(told), *listed) if first else ()))
    beside = () if first or (form.asks_nothing and stated.table is None) else (*in_one_line(told), *listed)
    sentences = (*stated.sentences, *beside, *list_prices(stated, named, asked.library))
    return stated.model_copy(update={"unpriced": unpriced, "sentences": sentences})


def _priced_once(told: NotPriced, first: Reason | None) -> NotPriced:
    """Without a price of the nearest chip where the first line has one: of the machine that it names."""
    if not isinstance(first, CheapestChip) or first.chip != told.chip or told.listed:
        return told
    update = {"instance": first.instance, "cloud": first.cloud, "usd_per_chip_hour": None, "purchase": None}
    return told.model_copy(update=update)
