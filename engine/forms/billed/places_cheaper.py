"""Whether a machine is cheaper in another region than at the price that is told, bought the same way."""

from __future__ import annotations

from engine.answers.model import FactAnswer
from engine.answers.rank_prices import RankedPrice
from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.forms.money.rows import Priced, bound, priced, rows_of, said_of, way_of
from engine.forms.parts.price_table import price_table
from engine.workload.told_prices import told_prices
from knowledge.facts import Instance, Purchase

CUE, SPOT = "cheaper_in_other_place", "spot"
HOUR_AT_MOST = 200.0  # dollars: what is more is no hour of a machine
TOLD, ROWS = 5, 8  # regions in the first line, rows of the table


class PlacesCheaper(Reason, code="places_cheaper"):
    """The first line: the cheapest regions of `number`, bought the way that is asked; `told`: what is paid an hour,
    and `less`: the share by which the first is below it."""

    each: tuple[Priced, ...]
    number: int
    told: float | None
    less: float | None
    here: Priced | None


class PlacesUnheldSpot(Reason, code="places_unheld_spot"):
    """The first line where no price on spot is held: that of on demand, and how far `told` is below it."""

    one: Priced
    told: float | None
    less: float | None


def places_cheaper(asked: Asked) -> FactAnswer | None:
    """None unless one machine is named and other regions are asked about."""
    if CUE not in asked.reading.cues or len(asked.profile.instances) != 1:
        return None
    thing = asked.facts.instances.get(asked.profile.instances[0])
    if thing is None:
        return None
    way = way_of(asked)
    rows = _by_region(asked, thing, way)
    told = next((one.amount for one in told_prices(asked.reading.text) if one.hours == 1), None)
    told = told or asked.profile.current_usd_per_hour or _bare(asked)
    if not rows:
        return _unheld(asked, thing, told) if way == SPOT else None
    here = next((row for row in rows if row.quote.region == asked.profile.region), None)
    base = told or (here.quote.seen.likely if here else None)
    first = PlacesCheaper(
        each=tuple(priced(row) for row in rows[:TOLD]),
        number=len(rows),
        told=told,
        less=1 - rows[0].quote.seen.likely / base if base else None,
        here=priced(here) if here else None,
        cites=tuple(dict.fromkeys(row.quote.source for row in rows[:TOLD])),
    )
    return FactAnswer(headline=first, table=price_table(rows[:ROWS]), of_told=True, whole=True)


def _unheld(asked: Asked, thing: Instance, told: float | None) -> FactAnswer | None:
    listed = _by_region(asked, thing, "on_demand")
    if not listed:
        return None
    row = next((one for one in listed if one.quote.region == asked.profile.region), listed[0])
    less = 1 - told / row.quote.seen.likely if told and told < row.quote.seen.likely else None
    first = PlacesUnheldSpot(one=priced(row), told=told, less=less, cites=(row.quote.source,))
    return FactAnswer(headline=first, table=price_table(listed[:ROWS]), of_told=True, whole=True)


def _bare(asked: Asked) -> float | None:
    """A sum of dollars that stands alone is the hour's where it is small."""
    usd = said_of(asked).usd
    return usd if usd and usd < HOUR_AT_MOST else None


def _by_region(asked: Asked, thing: Instance, way: Purchase) -> list[RankedPrice]:
    """One price a region, the cheapest first."""
    rows = rows_of(bound(asked, said_of(asked)), (thing,), (way,), None, everywhere=True)
    first: dict[str, RankedPrice] = {}
    for row in sorted(rows, key=lambda row: row.quote.seen.likely):
        first.setdefault(row.quote.told_region, row)
    return list(first.values())
