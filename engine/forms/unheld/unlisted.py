"""Types of which no price list has a price in the way that is asked about: that it is so, and how they are sold."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.answers.model import FactAnswer, PriceRow
from engine.answers.prices import UnknownWays
from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.forms.sold.limits import types_asked
from engine.forms.sold.price_reasons import NotOnDemand
from engine.forms.sold.where import NotSoldThere, SoldNowhere
from engine.options.named import CLOUDS
from knowledge.facts import Facts, Instance, Purchase, Unlisted

OPEN = frozenset({"cheapest_of", "where_sold", "asks_where", "each_region", "commit"})  # cues of more than one price


class NotListed(Reason, code="not_listed"):
    """That no list has a price of `things`, in the words of the data; `chips` are theirs.

    `ways`, `usd` and `days`: an hour of the one type, bought in the other ways of which a price is held.
    """

    things: tuple[str, ...]
    because: tuple[str, ...]
    chips: tuple[str, ...]
    ways: tuple[Purchase, ...] = ()
    usd: tuple[float, ...] = ()
    days: tuple[str, ...] = ()


def not_listed(asked: Asked, rows: Sequence[PriceRow] = ()) -> NotListed | None:
    """None unless every type that is asked about is without a price in that way; `rows`: what else was found."""
    facts, profile = asked.facts, asked.profile
    named = [facts.instances[name] for name in profile.instances if name in facts.instances]
    types = tuple(named) or tuple(one for one in types_asked(asked.reading, profile, facts) if one.cloud in CLOUDS)
    way: Purchase = profile.purchase or "on_demand"
    entries = entries_of(types, way, facts)
    if not types or entries is None or any(facts.sources[one.source].as_of > asked.day for one in entries):
        return None
    known, book = {one.source for one in entries}, asked.library.prices(asked.day)
    if any((quote := book.near(one, way)) is not None and quote.source not in known for one in types):
        return None  # a feed has one by now
    told = NotListed(
        things=tuple(one.id for one in types),
        because=tuple(one.because for one in entries),
        chips=tuple(dict.fromkeys(facts.accelerators[one.accelerator].name for one in types)),
        cites=tuple(dict.fromkeys(one.source for one in entries)),
    )
    others = [(row.purchase, row.quote) for row in rows if row.sold and row.quote is not None]
    bought = {
        "ways": tuple(way for way, _ in others),
        "usd": tuple(quote.seen.likely for _, quote in others),
        "days": tuple(str(quote.observed_on) for _, quote in others),
        "cites": tuple(dict.fromkeys((*told.cites, *(quote.source for _, quote in others)))),
    }
    return told.model_copy(update=bought)


def led_by(stated: FactAnswer, asked: Asked) -> FactAnswer | None:
    """The answer, headed by that where it tells no price, or with it in the place of what says no more; else None."""
    told = not_listed(asked, stated.prices)
    if told is None:
        return None
    if OPEN.isdisjoint(asked.reading.cues) and (stated.headline is None or isinstance(stated.headline, NotSoldThere)):
        rest = (one for one in stated.sentences if not isinstance(one, UnknownWays))  # said by that already
        told_whole = {"sentences": tuple(rest), "of_told": True, "whole": True}
        return stated.model_copy(update=told_whole).headed(told)
    if isinstance(stated.headline, SoldNowhere):
        return stated.model_copy(update={"sentences": (told, *stated.sentences)})
    if not any(isinstance(one, NotOnDemand) for one in stated.sentences):
        return None
    rest = (one for one in stated.sentences if not isinstance(one, NotOnDemand))
    return stated.model_copy(update={"sentences": (told, *rest)})


def entries_of(types: Iterable[Instance], way: Purchase, facts: Facts) -> tuple[Unlisted, ...] | None:
    """The entries that cover them, each once; None where one of them has none."""
    found = [
        next((one for one in facts.unlisted.values() if type_.id in one.instances and way in one.ways), None)
        for type_ in types
    ]
    told = {one.id: one for one in found if one is not None}
    return tuple(told.values()) if all(found) else None
