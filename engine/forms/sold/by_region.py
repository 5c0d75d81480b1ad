"""What regions charge by the prices seen in each: where a better price of another place stands before them too."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import date

from engine.answers.rank_prices import TERMS, RankedPrice, of_quotes
from engine.base.computed import Computed
from engine.base.reason import Reason
from engine.library import Library
from knowledge.facts import PURCHASES_IN_ORDER, Cloud, Facts, Instance, Purchase

GROUPS, REGIONS = 8, 12  # prices and regions told at most
FIRST: tuple[Purchase, ...] = ("on_demand", "capacity_block", "spot")  # the way that is told where none was said


class RegionsAt(Computed):
    """Regions that charge one price: USD an hour of the machine and of one chip; `old`: long since seen."""

    usd: float
    usd_chip: float
    regions: tuple[str, ...]
    instance: str
    old: bool


class ChargedThere(Reason, code="charged_there"):
    """What each region charges, the cheapest first; `instance`: the one machine with `count` chips that all are of.

    `number` of regions in all. `asked`: whether it is sold there was asked. `unfree`: it is sold on demand elsewhere,
    and no such price is held there. `unpriced`: regions of the place that sell it, without such a price.
    `others`: the cheapest hour of one chip in the place bought in other ways.
    """

    chip: str
    instance: str
    count: int
    cloud: Cloud
    purchase: Purchase
    place: str
    asked: bool
    alone: bool = False  # whether one chip was asked for, where the machine has several
    unfree: bool
    number: int
    each: tuple[RegionsAt, ...]
    more: int
    unpriced: tuple[str, ...]
    others: tuple[tuple[Purchase, float, str], ...]
    first_day: str
    last_day: str


def held_there(
    types: Sequence[Instance],
    library: Library,
    day: date,
    regions: Collection[str],
    way: Purchase | None,
    without: Collection[Purchase] = (),
) -> tuple[RankedPrice, ...]:
    """Of each type and way to buy it, but those `without`, the price that was last seen in each of the regions."""
    book = library.prices(day)
    ways = [one for one in PURCHASES_IN_ORDER if way in (None, one) and one not in without]
    quoted = [
        (thing, quote, 0)
        for thing in types
        for purchase in ways
        if not thing.sold or purchase in thing.sold
        for quote in book.quotes(thing, purchase)
        if quote.region in regions
    ]
    return of_quotes(quoted, library, day, placed=False)


def charged_there(
    rows: Sequence[RankedPrice],
    sold: Collection[str],
    way: Purchase | None,
    place: str | None,
    facts: Facts,
    *,
    asked: bool,
) -> tuple[ChargedThere, ...]:
    """Of each chip and its seller, those bought by the hour first, then the cheapest. `rows`: prices held in the
    place, or anywhere; `sold`: regions of the place where it is sold. Of a way that was said alone, else on demand,
    or what there is of the others."""
    sellers: dict[tuple[str, Cloud], list[RankedPrice]] = {}
    for row in rows:
        if row.aside in (None, "old", "claimed") and row.quote.is_placed:
            sellers.setdefault((row.chip, row.instance.cloud), []).append(row)
    told = [_of_seller(each, sold, way, place, facts, asked=asked) for each in sellers.values()]
    return tuple(sorted((one for one in told if one), key=lambda one: (one.purchase in TERMS, one.each[0].usd_chip)))


def _of_seller(
    rows: Sequence[RankedPrice],
    sold: Collection[str],
    way: Purchase | None,
    place: str | None,
    facts: Facts,
    *,
    asked: bool,
) -> ChargedThere | None:
    ways = {row.quote.purchase for row in rows}
    first = next((one for one in ((way,) if way else (*FIRST, *PURCHASES_IN_ORDER)) if one in ways), None)
    if first is None:
        return None
    best: dict[str, RankedPrice] = {}
    for row in rows:
        held = best.get(row.quote.region)
        if row.quote.purchase == first and (held is None or row.usd_per_chip_hour < held.usd_per_chip_hour):
            best[row.quote.region] = row
    groups: dict[tuple[str, float], list[RankedPrice]] = {}
    for row in sorted(best.values(), key=lambda row: row.usd_per_chip_hour):
        groups.setdefault((row.instance.id, round(row.quote.seen.likely, 2)), []).append(row)
    each = [_at(of_it) for of_it in groups.values()]
    kept = each[:GROUPS]
    while len(kept) > 1 and sum(len(one.regions) for one in kept) > REGIONS:
        kept.pop()
    machines = {row.instance.id: row.instance for row in best.values()}
    sliced = facts.accelerators[rows[0].instance.accelerator].family == "tpu"  # at the price of a chip
    thing = next(iter(machines.values())) if len(machines) == 1 and not sliced else None
    days = sorted(str(row.quote.observed_on) for row in best.values())
    cheapest: dict[Purchase, RankedPrice] = {}
    for row in sorted(rows, key=lambda row: row.usd_per_chip_hour):
        if row.aside is None and row.quote.purchase != first and way is None:
            cheapest.setdefault(row.quote.purchase, row)
    row = rows[0]
    return ChargedThere(
        chip=row.chip,
        instance=thing.id if thing else "",
        count=int(thing.count) if thing else 1,
        cloud=row.instance.cloud,
        purchase=first,
        place=place or "",
        asked=asked,
        unfree=way is None and first != "on_demand" and any("on_demand" in one.instance.sold for one in rows),
        number=len(best),
        each=tuple(kept),
        more=len(best) - sum(len(one.regions) for one in kept),
        unpriced=tuple(region for region in sold if region not in best) if place else (),
        others=tuple((one, it.usd_per_chip_hour, it.quote.told_region) for one, it in cheapest.items()),
        first_day=days[0],
        last_day=days[-1],
        cites=tuple(dict.fromkeys(row.quote.source for row in best.values()))[:3],
    )


def _at(rows: Sequence[RankedPrice]) -> RegionsAt:
    first = rows[0]
    return RegionsAt(
        usd=first.quote.seen.likely,
        usd_chip=first.usd_per_chip_hour,
        regions=tuple(row.quote.told_region for row in rows),
        instance=first.instance.id,
        old=any(row.quote.is_outdated for row in rows),
    )
