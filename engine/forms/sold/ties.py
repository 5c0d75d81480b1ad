"""Regions that charge the same, and those that were seen to charge less before."""

from __future__ import annotations

import re
from datetime import date

from engine.answers.prices import CENT
from engine.answers.rank_prices import RankedPrice, compared_days
from engine.base.reason import Reason
from engine.forms.sold.asked_there import ASKS_WHERE
from engine.library import Library
from engine.prices.areas import twin
from engine.prices.price_book import UNSTATED
from engine.workload.profile import Reading
from knowledge.facts import Purchase

_REGIONS = re.compile(r"\br[eé]gi(?:on(?:s|en|es)?|ón|ão|ões)\b|地区|区域|地域|リージョン|리전", re.IGNORECASE)


class SeenCheaper(Reason, code="seen_cheaper"):
    """The same machine, bought the same way, cheaper in these regions and seen too long before to be compared."""

    instance: str
    purchase: Purchase
    usd: float
    usd_chip: float
    regions: tuple[str, ...]
    day: str


def asks_of_regions(reading: Reading) -> bool:
    """Whether it is asked where something is sold, or regions are spoken of."""
    return ASKS_WHERE in reading.cues or _REGIONS.search(reading.text) is not None


def same_in(row: RankedPrice, library: Library, day: date, place: str | None) -> tuple[str, ...]:
    """The other regions of the place where the machine costs the same to the cent, the nearest first."""
    book, thing, quote = library.prices(day), row.instance, row.quote
    region = book.facts.regions.get(place or "")
    there = twin(region, thing.cloud, book.facts) if region else place
    recent = compared_days(quote, library)
    return tuple(
        other.region
        for other in book.located(thing, quote.purchase, there, as_seen=True)
        if other.region != quote.region
        and UNSTATED not in (other.seen_in, quote.seen_in)
        and abs(other.seen.likely - quote.seen.likely) < CENT
        and (quote.held_on - other.held_on).days <= recent
    )


def seen_cheaper(row: RankedPrice, library: Library, day: date, place: str | None) -> tuple[SeenCheaper, ...]:
    """The lowest price of the machine in other regions of the place, seen before that of the row; () where none is
    lower by a cent."""
    book, thing, quote = library.prices(day), row.instance, row.quote
    region = book.facts.regions.get(place or "")
    there = twin(region, thing.cloud, book.facts) if region else place
    held = [
        other
        for other in book.located(thing, quote.purchase, there, as_seen=True)
        if other.grade not in ("claim", "assumed")
        and UNSTATED not in (other.seen_in, quote.seen_in)
        and other.held_on < quote.held_on
        and other.seen.likely <= quote.seen.likely - CENT
    ]
    if not held:
        return ()
    least = min(other.seen.likely for other in held)
    same = [other for other in held if other.seen.likely - least < CENT]
    told = SeenCheaper(
        instance=thing.id,
        purchase=quote.purchase,
        usd=least,
        usd_chip=least / thing.count,
        regions=tuple(dict.fromkeys(other.region for other in same)),
        day=str(min(other.observed_on for other in same)),
        cites=tuple(dict.fromkeys(other.source for other in same)),
    )
    return (told,)
