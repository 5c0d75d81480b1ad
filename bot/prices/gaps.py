"""What feeds sell and the facts do not know: types with accelerators, with what a feed says of them; and what is not
known of those that are held."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Literal, get_args

from engine.impact.digest import UnknownTypes
from engine.options.named import is_named
from knowledge.facts import PURCHASES_IN_ORDER, Cloud, Fact, Facts, Purchase, names_of
from knowledge.history.queries import PriceInForce


class Gap(Fact):
    """A type that a feed lists, or a chip sold by itself that no type held there carries. Dollars are for the whole;
    `because`: why it is not held, if on purpose."""

    cloud: Cloud
    instance: str
    chip: str | None  # as the facts call it, else as the feed does
    chips: float | None  # as the feed says
    usd_low: float | None
    usd_high: float | None
    ways: tuple[Purchase, ...]
    regions: tuple[str, ...]
    feeds: tuple[str, ...]
    since: date  # first seen at its price of today
    because: str = ""


Part = Literal["price", "regions", "host_memory", "network"]


class Lack(Fact):
    """Types that are held, and what no source read says of them."""

    cloud: Cloud
    part: Part
    instances: tuple[str, ...]


def lacks(facts: Facts, prices: Iterable[PriceInForce]) -> tuple[Lack, ...]:
    """By cloud and part. A price of its chips is a price of a type."""
    priced = {(offer.cloud, offer.instance) for offer in facts.offers}
    priced |= {(price.key.cloud, price.key.instance) for price in prices if price.usd_per_hour}
    found: dict[tuple[Cloud, Part], list[str]] = {}
    for type_ in (one for one in facts.instances.values() if one.ended is None):
        known: dict[Part, object] = {
            "price": {(type_.cloud, type_.id), (type_.cloud, type_.accelerator)} & priced,
            "regions": type_.regions,
            "host_memory": type_.host_ram_gib,
            "network": type_.network_gbps,
        }
        for part, value in known.items():
            if not value:
                found.setdefault((type_.cloud, part), []).append(type_.id)
    parts = get_args(Part)
    told = sorted(found.items(), key=lambda item: (item[0][0], parts.index(item[0][1])))
    return tuple(Lack(cloud=cloud, part=part, instances=tuple(ids)) for (cloud, part), ids in told)


def gaps(facts: Facts, prices: Iterable[PriceInForce], chips: Mapping[tuple[Cloud, str], str]) -> tuple[Gap, ...]:
    """Those not held without a reason first, then the dearest chip-hour first.

    `prices` are believed ones; `chips`: what feeds call the chip of a type.
    """
    names = names_of(facts)
    carried = {(type_.cloud, type_.accelerator) for type_ in facts.instances.values()}
    found: dict[tuple[Cloud, str], list[PriceInForce]] = {}
    for price in prices:
        key = price.key
        if key.scope == "chip":
            is_held = any((key.cloud, chip.id) in carried for chip in names.chips(key.instance))
        else:
            is_held = names.listed(key.scope, key.cloud, key.instance) is not None
        if not is_held:
            found.setdefault((key.cloud, key.instance), []).append(price)
    told = [_gap(facts, *thing, listed, chips.get(thing, "")) for thing, listed in found.items()]
    return tuple(sorted(told, key=lambda gap: (bool(gap.because), gap.cloud, -_chip_hour(gap), gap.instance)))


def new_gaps(found: Iterable[Gap]) -> tuple[Gap, ...]:
    """Those that nobody decided to leave out."""
    return tuple(gap for gap in found if not gap.because)


def unknown_types(found: Iterable[Gap]) -> UnknownTypes:
    """How many there are, and what they are called: the chip where it is known, the dearest first."""
    dearest = sorted(new_gaps(found), key=lambda gap: (-_chip_hour(gap), gap.instance))
    return UnknownTypes(len(dearest), tuple(dict.fromkeys(gap.chip or gap.instance for gap in dearest)))


def _gap(facts: Facts, cloud: Cloud, instance: str, listed: list[PriceInForce], named: str) -> Gap:
    usd = [float(price.usd_per_hour) for price in listed if price.usd_per_hour]
    ways = {price.key.purchase for price in listed if price.usd_per_hour or not usd}
    left_out = names_of(facts).left_out(cloud, instance)
    return Gap(
        cloud=cloud,
        instance=instance,
        chip=_chip(facts, instance, named),
        chips=next((price.chips for price in listed if price.chips), None),
        usd_low=min(usd, default=None),
        usd_high=max(usd, default=None),
        ways=tuple(way for way in PURCHASES_IN_ORDER if way in ways),
        regions=tuple(sorted({price.key.region for price in listed})),
        feeds=tuple(sorted({price.feed for price in listed})),
        since=min(price.seen_on for price in listed),
        because=left_out.because if left_out else "",
    )


def _chip(facts: Facts, instance: str, named: str) -> str | None:
    """The chip that the feed names, or whose line the type is of; a name that is not known is told as it is."""
    for said in (named.lower(), instance.partition(".")[0].lower()):
        for chip in facts.accelerators.values():
            if said in chip.aliases or is_named(chip, {said}):
                return chip.name
    return named or None


def _chip_hour(gap: Gap) -> float:
    return (gap.usd_low or 0.0) / (gap.chips or 1.0)
