"""What is sold in the places that are named, and where a thing is in none of them, the nearest that sells it."""

from __future__ import annotations

from collections.abc import Iterator

from engine.answers.model import FactAnswer
from engine.answers.rank_prices import RankedPrice
from engine.base.computed import Computed
from engine.base.reason import Reason
from engine.forms.money.rows import Priced, apart, bound, cites_of, priced, rows_of
from engine.forms.money.said import MoneySaid
from engine.forms.money.things import Thing, by_thing
from engine.forms.parts.asked_on import AskedOn
from engine.forms.parts.price_table import price_table
from engine.prices.areas import JOINT, regions_within, twin
from knowledge.facts import Instance, Purchase

ROWS, OFFERS = 10, 3
USUAL: tuple[Purchase, ...] = ("on_demand", "capacity_block")


class SoldIn(Computed):
    """A place that is named: what is offered there, what is sold without a price, and what is not known there."""

    place: str
    offers: tuple[Priced, ...]
    unpriced: tuple[str, ...]
    none: tuple[str, ...]


class SoldInPlaces(Reason, code="sold_in_places"):
    """Each place; `near`: of each thing that is in none of them the nearest, in `area` or anywhere.

    `sells`: of a thing without a price in any area around the places, the regions there that sell it.
    """

    each: tuple[SoldIn, ...]
    near: tuple[Priced, ...]
    area: str
    sells: tuple[tuple[str, tuple[str, ...]], ...]


def nearest_place(asked: AskedOn, said: MoneySaid) -> FactAnswer | None:
    """None where nothing that is named is sold by anybody."""
    asked = bound(asked, said)
    places = [one for one in (asked.profile.region or "").split(JOINT) if one]
    things = list(by_thing(asked))
    if not places or not things:
        return None
    each, shown, known = list[SoldIn](), list[RankedPrice](), set[str]()
    for place in places:
        offers, unpriced, none = list[RankedPrice](), list[str](), list[str]()
        for name, types in things:
            rows = [row for row in rows_of(asked, types, said.ways, place) if _is_of(row, place)]
            offers += apart(rows)[:OFFERS]
            sold = any(_sells(asked, thing, place) for thing in types)
            known |= {name} if rows or sold else set()
            unpriced += [name] if sold and not rows else []
            none += [] if sold or rows else [name]
        shown += offers
        there = SoldIn(place=place, offers=tuple(map(priced, offers)), unpriced=tuple(unpriced), none=tuple(none))
        each = _with(each, there)
    missing = [thing for thing in things if thing[0] not in known]
    area, near = _near(asked, said, missing, places)
    shown += near
    if not shown and all(one.none and not one.unpriced for one in each):
        return None
    told = SoldInPlaces(
        each=tuple(each),
        near=tuple(map(priced, near)),
        area=area,
        sells=() if area else tuple(_sellers(asked, missing, places)),
        cites=cites_of(shown),
    )
    rows = list(dict.fromkeys(shown))[:ROWS]
    table = price_table(rows, chip=len({row.chip for row in rows}) > 1)
    return FactAnswer(headline=told, table=table, of_told=True, whole=True)


def _with(each: list[SoldIn], there: SoldIn) -> list[SoldIn]:
    """Places that are alike in that nothing is known there are told as one."""
    bare = there.model_copy(update={"place": ""})
    for at, one in enumerate(each):
        if not there.offers and one.model_copy(update={"place": ""}) == bare:
            joined = one.model_copy(update={"place": JOINT.join((one.place, there.place))})
            return [*each[:at], joined, *each[at + 1 :]]
    return [*each, there]


def _near(asked: AskedOn, said: MoneySaid, missing: list[Thing], places: list[str]) -> tuple[str, list[RankedPrice]]:
    """In the smallest area around a place in which every missing thing has a price; else anywhere."""
    ways = said.ways or USUAL
    for area in (*_areas(asked, places), None):
        found = [apart(rows_of(asked, types, ways, area)) for _, types in missing]
        if missing and all(found):
            return area or "", [row for rows in found for row in _of_each_way(rows)]
    anywhere = [apart(rows_of(asked, types, (), None)) for _, types in missing]
    return "", [rows[0] for rows in anywhere if rows]


def _sellers(asked: AskedOn, missing: list[Thing], places: list[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Of each missing thing the regions that sell it, of the smallest area around a place that has one."""
    book = asked.library.prices(asked.day)
    for name, types in missing:
        for area in _areas(asked, places):
            there = asked.facts.areas[area].regions
            found = dict.fromkeys(one for thing in types for one in book.sold_in(thing) if one in there)
            if found:
                yield name, tuple(found)
                break


def _of_each_way(rows: list[RankedPrice]) -> list[RankedPrice]:
    """The cheapest bought each way."""
    first: dict[Purchase, RankedPrice] = {}
    for row in rows:
        first.setdefault(row.quote.purchase, row)
    return list(first.values())


def _areas(asked: AskedOn, places: list[str]) -> Iterator[str]:
    for place in places:
        around = [area for area in asked.facts.areas.values() if place in area.regions]
        yield from (area.id for area in sorted(around, key=lambda area: len(area.regions)))


def _is_of(row: RankedPrice, place: str) -> bool:
    return row.quote.is_placed or row.quote.within == place


def _sells(asked: AskedOn, thing: Instance, place: str) -> bool:
    region = asked.facts.regions.get(place)
    named = twin(region, thing.cloud, asked.facts) if region else place
    regions = regions_within(named, thing.cloud, asked.facts) if named else ()
    return not set(regions).isdisjoint(asked.library.prices(asked.day).sold_in(thing))
