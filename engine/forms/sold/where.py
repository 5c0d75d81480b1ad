"""Where a chip is sold: the regions that come nearest to what was asked, and what each charges."""

from __future__ import annotations

from datetime import date

from engine.answers.model import FactAnswer
from engine.answers.rank_prices import ranked
from engine.answers.unpriced import beside
from engine.base.reason import Reason
from engine.forms.parts.price_table import price_table
from engine.library import Library
from engine.options.named import CLOUDS
from engine.prices.areas import regions_within
from engine.workload.profile import Profile
from knowledge.facts import PURCHASES_IN_ORDER, Cloud, Facts, Instance, Purchase

ROWS, REGIONS = 10, 8  # told at most


class NotSoldThere(Reason, code="not_sold_there"):
    """No price is known as asked: what of it was said, each may be empty."""

    things: str
    place: str
    clouds: tuple[Cloud, ...]
    purchase: str


class WhereSold(Reason, code="where_sold"):
    """The regions known to sell a chip, of one cloud, and the ways it is sold there."""

    chip: str
    cloud: Cloud
    regions: tuple[str, ...]  # the nearest
    more: int  # than these
    ways: tuple[Purchase, ...]


class SoldNowhere(Reason, code="sold_nowhere"):
    """No region is known that sells it."""

    chip: str


def where_sold(
    profile: Profile, library: Library, day: date, types: tuple[Instance, ...], beyond: tuple[Reason, ...]
) -> FactAnswer:
    """Where each chip is sold, the ways to buy it there, and what each region charges; `beyond`: lines at the end."""
    book, facts = library.prices(day), library.facts
    told: list[Reason] = []
    inside = _within(profile.region, facts) if profile.region else set()
    for chip, cloud in dict.fromkeys((thing.accelerator, thing.cloud) for thing in types):
        same = [thing for thing in types if (thing.accelerator, thing.cloud) == (chip, cloud)]
        regions = tuple(dict.fromkeys(region for thing in same for region in book.sold_in(thing)))
        ways = tuple(way for way in PURCHASES_IN_ORDER if any(way in thing.sold for thing in same))
        regions = tuple(sorted(regions, key=lambda region: region not in inside))  # those asked about first
        if regions:
            told.append(
                WhereSold(
                    chip=facts.accelerators[chip].name,
                    cloud=cloud,
                    regions=regions[:REGIONS],
                    more=max(0, len(regions) - REGIONS),
                    ways=ways,
                    cites=(same[0].source,),
                )
            )
    rows = ranked(types, library, day, profile.region, profile.purchase, everywhere=True)
    place, known = profile.region, {region for thing in types for region in book.sold_in(thing)}
    if place and told and not known & inside:
        name = facts.accelerators[types[0].accelerator].name
        told.insert(0, NotSoldThere(things=name, place=place, clouds=profile.clouds, purchase=""))
        rows = ranked(types, library, day, None, profile.purchase)
    told.sort(key=lambda one: isinstance(one, WhereSold) and inside.isdisjoint(one.regions))  # where asked first
    if not told:
        told.append(SoldNowhere(chip=facts.accelerators[types[0].accelerator].name))
    told += (*beside(profile, types, library, day), *beyond)
    return FactAnswer(headline=told[0], sentences=tuple(told[1:]), table=price_table(rows[:ROWS]))


def _within(place: str, facts: Facts) -> set[str]:
    return {region for cloud in CLOUDS for region in regions_within(place, cloud, facts)}
