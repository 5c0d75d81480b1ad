"""What specialist clouds list for a chip."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date

from knowledge.facts import Facts, Purchase, SpecialistPrice


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
        for price in facts.specialists
        if price.accelerator in chips
        and price.purchase == purchase
        and price.observed_on <= day
        and (not named or price.provider in named)
        and _is_in(price, place, facts)
    ]
    counted = [price for price in prices if price.count == count]
    cheapest: dict[str, SpecialistPrice] = {}
    for price in sorted(counted or prices, key=_order):
        cheapest.setdefault(price.provider, price)
    return tuple(cheapest.values())


def _is_in(price: SpecialistPrice, place: str | None, facts: Facts) -> bool:
    """Their regions are their own: a place is an area, or the areas around one of our regions."""
    if place is None:
        return True
    return price.area == place or any(place in area.regions for area in facts.areas.values() if area.id == price.area)


def _order(price: SpecialistPrice) -> tuple[float, int, str, str]:
    return per_chip_hour(price), price.count, price.instance, price.region or ""


def per_chip_hour(price: SpecialistPrice) -> float:
    return float(price.usd_per_hour) / price.count
