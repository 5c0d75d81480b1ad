"""How old the prices are that are held and where they are from: of each cloud, or of what is named."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from engine.answers.model import FactAnswer
from engine.base.computed import Computed
from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.forms.money.rows import Priced, bound, priced, rows_of, said_of, types_of
from engine.forms.parts.price_table import price_table
from engine.workload.conditions import FAMILIES
from knowledge.facts import COMPARED, SPECIALISTS, Cloud, Offer, Purchase

CUE = "asks_freshness"
LISTED: tuple[Purchase, ...] = ("on_demand",)
ROWS = 8
SPOT = "spot"


class HeldOf(Computed):
    """What is held of one cloud: its types, and the newest day on which a list price and a spot price was seen."""

    cloud: Cloud
    types: int
    listed: date
    age_days: int
    spot: date | None


class PriceSources(Reason, code="price_sources"):
    """The first line: the clouds that are compared, then the specialists as one. It cites the newest of each."""

    clouds: tuple[HeldOf, ...]
    specialists: int
    newest: date | None


class PriceSeen(Reason, code="price_seen"):
    """A price of what is named, the day it was seen, and who told it."""

    one: Priced
    title: str
    publisher: str
    newer: Priced | None  # seen later, bought otherwise or elsewhere
    unheld: Purchase | None  # a way to buy that is named


def price_sources(asked: Asked) -> FactAnswer | None:
    """None where something else is asked."""
    if CUE not in asked.reading.cues:
        return None
    if asked.profile.instances or set(asked.profile.candidates) - FAMILIES:
        return _of_named(asked)
    seen = [one for one in asked.facts.offers if one.observed_on <= asked.day and not one.own]
    clouds = tuple(one for one in _held(seen, asked.day) if one.cloud in (asked.profile.clouds or COMPARED))
    if not clouds:
        return None
    if asked.profile.clouds:
        seen = [one for one in seen if one.cloud in asked.profile.clouds]
    others = [one for one in seen if one.cloud in SPECIALISTS]
    newest = [max((one for one in seen if one.cloud == it.cloud), key=lambda one: one.observed_on) for it in clouds]
    first = PriceSources(
        clouds=clouds,
        specialists=len({one.cloud for one in others}),
        newest=max((one.observed_on for one in others), default=None),
        cites=tuple(dict.fromkeys(one.source for one in newest)),
    )
    return FactAnswer(headline=first, of_told=True, whole=True)


def _of_named(asked: Asked) -> FactAnswer | None:
    """On demand where nothing else is named, else the cheapest way that it is sold."""
    wanted = said_of(asked)
    here = bound(asked, wanted)
    place = asked.profile.region
    rows = rows_of(here, types_of(here), wanted.ways or LISTED, place) or rows_of(here, types_of(here), (), place)
    if not rows:
        return None
    if not asked.profile.clouds:  # of those that are compared, where one of them sells it
        rows = tuple(row for row in rows if row.instance.cloud in COMPARED) or rows
    every = rows_of(here, types_of(here), (), place)
    newest = max(every, key=lambda row: row.quote.observed_on)
    source = asked.facts.sources[rows[0].quote.source]
    told = PriceSeen(
        one=priced(rows[0]),
        title=source.title,
        publisher=source.publisher,
        unheld=wanted.ways[0] if wanted.ways and rows[0].quote.purchase not in wanted.ways else None,
        newer=priced(newest) if newest.quote.observed_on > rows[0].quote.observed_on else None,
        cites=tuple(dict.fromkeys((rows[0].quote.source, newest.quote.source))),
    )
    return FactAnswer(headline=told, table=price_table(every[:ROWS]), of_told=True, whole=True)


def _held(seen: list[Offer], day: date) -> Iterator[HeldOf]:
    for cloud in COMPARED:
        mine = [one for one in seen if one.cloud == cloud]
        listed = max((one.observed_on for one in mine if one.purchase != SPOT), default=None)
        if listed is not None:
            spot = max((one.observed_on for one in mine if one.purchase == SPOT), default=None)
            types = len({one.instance for one in mine})
            yield HeldOf(cloud=cloud, types=types, listed=listed, age_days=(day - listed).days, spot=spot)
