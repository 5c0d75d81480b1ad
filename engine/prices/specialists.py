"""What specialist clouds list for a chip, and the facts with their machines among the others.

A specialist lists prices and says little else: its capacity, its terms and, but for a few machines, its network are
not published. So its machines join the instances only of a question that reaches for them (`with_specialists`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import date

from engine.prices.areas import JOINT
from knowledge.facts import (
    PURCHASES_IN_ORDER,
    Facts,
    Instance,
    Offer,
    Purchase,
    Region,
    Specialist,
    SpecialistPrice,
)

UNSTATED = "unstated"


def with_specialists(facts: Facts, providers: Collection[Specialist]) -> Facts:
    """The facts with the machines, prices and regions of `providers` among those of the clouds.

    A region is named after its provider ("nebius-us-central1"), since another cloud may have one of that name. A
    price without a region holds where its machine is known to be sold, else in the one region "lambda-unstated",
    which lies in every area but a country: nobody knows that it does not.
    """
    wide = [area.id for area in facts.areas.values() if not area.country or area.aliases]
    rows = [price for price in facts.specialists if price.provider in providers]
    regions: dict[str, Region] = {}
    areas: dict[str, list[str]] = {}
    members = {member: area.id for area in facts.areas.values() for member in area.members}
    for row in rows:
        name = _region(row)
        regions.setdefault(name, Region(id=name, cloud=row.provider, place=row.region or UNSTATED, source=row.source))
        within = wide if row.area is None else [row.area, *([members[name]] if name in members else [])]
        for area in within:
            areas.setdefault(area, []).append(name)
    return facts.model_copy(
        update={
            "instances": facts.instances | {name: _instance(same, facts) for name, same in _by_machine(rows).items()},
            "offers": (*facts.offers, *(_offer(row) for row in rows)),
            "regions": facts.regions | regions,
            "areas": {
                name: area.model_copy(update={"regions": (*area.regions, *dict.fromkeys(areas.get(name, ())))})
                for name, area in facts.areas.items()
            },
        }
    )


def sellers(facts: Facts, chips: Collection[str]) -> frozenset[Specialist]:
    """The specialists that list a machine with one of these chips."""
    return frozenset(price.provider for price in facts.specialists if price.accelerator in chips)


def specialists(
    facts: Facts,
    chips: Collection[str],
    day: date,
    *,
    purchase: Purchase = "on_demand",
    place: str | None = None,
    count: float | None = None,
    named: Collection[str] = (),
) -> tuple[SpecialistPrice, ...]:
    """The cheapest hour of a chip at each of the `named` providers, or at all; the cheapest first.

    In machines of `count` chips where there are any.
    """
    prices = [
        price
        for price in _in_force(facts.specialists, day)
        if price.accelerator in chips
        and price.purchase == purchase
        and (not named or price.provider in named)
        and _is_in(price, place, facts)
    ]
    counted = [price for price in prices if price.count == count]
    cheapest: dict[str, SpecialistPrice] = {}
    for price in sorted(counted or prices, key=_order):
        cheapest.setdefault(price.provider, price)
    return tuple(cheapest.values())


def _in_force(prices: Iterable[SpecialistPrice], day: date) -> list[SpecialistPrice]:
    """Of each machine and way to buy it the newest price; one without a region holds where the machine is sold."""
    known = [price for price in prices if price.observed_on <= day]
    newest: dict[tuple[str, Purchase, str | None], SpecialistPrice] = {}
    for price in sorted(known, key=lambda price: price.observed_on):
        places = {price.region}
        if price.region is None:
            places |= {other.region for other in known if other.instance == price.instance}
            places -= {None} if len(places) > 1 else set()
        for region in places:
            place = next(
                (other for other in known if (other.instance, other.region) == (price.instance, region)), price
            )
            held = price.model_copy(update={"region": region, "area": place.area})
            newest[price.instance, price.purchase, region] = held
    return list(newest.values())


def names_no_region(price: SpecialistPrice, facts: Facts) -> bool:
    """Whether the source names no region, and other prices tell where it is sold."""
    return price.region is not None and price not in facts.specialists


def _is_in(price: SpecialistPrice, place: str | None, facts: Facts) -> bool:
    """Their regions are their own: a place is an area, or the areas around one of our regions."""
    if place is None:
        return True
    if JOINT in place:
        return any(_is_in(price, part, facts) for part in place.split(JOINT))
    there = facts.areas.get(place)
    if price.area == place or (there is not None and _region(price) in there.members):
        return True
    return any(place in area.regions for area in facts.areas.values() if area.id == price.area)


def _order(price: SpecialistPrice) -> tuple[float, int, str, str]:
    return per_chip_hour(price), price.count, price.instance, price.region or ""


def per_chip_hour(price: SpecialistPrice) -> float:
    return float(price.usd_per_hour) / price.count


def _by_machine(rows: Iterable[SpecialistPrice]) -> dict[str, list[SpecialistPrice]]:
    machines: dict[str, list[SpecialistPrice]] = {}
    for row in rows:
        machines.setdefault(row.instance, []).append(row)
    return machines


def _instance(rows: list[SpecialistPrice], facts: Facts) -> Instance:
    """One machine from all its prices: sold in the regions, and the ways, that any of them names."""
    first = max(rows, key=lambda row: (row.vcpu is not None, row.observed_on))
    ways = {row.purchase for row in rows}
    return Instance(
        id=first.instance,
        cloud=first.provider,
        accelerator=first.accelerator,
        count=first.count,
        host_ram_gib=first.host_ram_gib,
        vcpu=first.vcpu,
        by_contract=first.instance.endswith(facts.providers[first.provider].contract),
        fabric=next((row.fabric for row in rows if row.fabric), None),
        sold=tuple(way for way in PURCHASES_IN_ORDER if way in ways),
        regions=tuple(dict.fromkeys(_region(row) for row in rows if row.region)) or (_region(first),),
        source=next((row.fabric_source for row in rows if row.fabric_source), first.source),
        where=first.where,
        checked_on=first.checked_on,
    )


def _offer(row: SpecialistPrice) -> Offer:
    return Offer(
        observed_on=row.observed_on,
        cloud=row.provider,
        instance=row.instance,
        region=_region(row) if row.region else UNSTATED,
        purchase=row.purchase,
        usd_per_hour=row.usd_per_hour,
        source=row.source,
        where=row.where,
        checked_on=row.checked_on,
    )


def _region(row: SpecialistPrice) -> str:
    return f"{row.provider}-{row.region or UNSTATED}"
