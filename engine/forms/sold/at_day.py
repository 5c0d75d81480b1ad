"""A price of a day that is past."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from engine.answers.rank_prices import newest_price
from engine.base.reason import Reason
from engine.forms.parts.asked_on import AskedOn
from engine.prices.price_book import PriceBook
from knowledge.facts import PURCHASES_IN_ORDER, Instance


class AtDay(Reason, code="at_day"):
    """That the prices are those that were in force at the end of a day, by the days on which they were seen."""

    day: date


class NothingBeyond(Reason, code="nothing_beyond"):
    """Every price known is old on the day asked about."""

    day: str
    asked: str


def beyond(asked: AskedOn) -> tuple[NothingBeyond, ...]:
    """That what is charged on a day is not known; of one that is looked back at, the answer says what was."""
    library, day = asked.library, asked.day
    newest = None if library.later else newest_price(library, day)
    return (NothingBeyond(day=str(newest), asked=str(day)),) if newest else ()


def priced_then(types: Sequence[Instance], book: PriceBook) -> tuple[Instance, ...]:
    """Those of which a price by that day is held: "p5" was one machine until another came; all, if none."""
    then = [thing for thing in types if any(book.quotes(thing, way) for way in PURCHASES_IN_ORDER)]
    return tuple(then or types)
