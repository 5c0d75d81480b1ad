"""The facts without the clouds, places and machines that a question excludes: "cheapest GPU except on Azure"."""

from __future__ import annotations

from collections.abc import Collection

from engine.prices.areas import regions_of
from knowledge.facts import Facts, Instance


def without(
    facts: Facts, clouds: Collection[str], places: Collection[str], chips: Collection[str] = (), fewest: int = 0
) -> Facts:
    """Neither their machines nor what is sold there, no machine with one of these chips or with fewer than `fewest`.

    A price that names no region stays, unless all of the area that it holds in is excluded; a type that is sold in
    excluded regions alone goes.
    """
    out = frozenset(regions_of(places, facts))
    instances = {
        name: kept
        for name, thing in facts.instances.items()
        if thing.cloud not in clouds
        and thing.accelerator not in chips
        and thing.count >= fewest
        and (kept := _elsewhere(thing, out)) is not None
    }
    wide = {area.id for area in facts.areas.values() if area.regions and out.issuperset(area.regions)}
    return facts.model_copy(
        update={
            "instances": instances,
            "offers": tuple(offer for offer in facts.offers if offer.region not in out),
            "specialists": tuple(
                price
                for price in facts.specialists
                if price.provider not in clouds
                and price.area not in wide
                and price.accelerator not in chips
                and price.count >= fewest
            ),
        }
    )


def _elsewhere(thing: Instance, out: frozenset[str]) -> Instance | None:
    """The type as it is sold outside of these regions; None where it is not."""
    if not out.intersection(thing.regions):
        return thing
    left = tuple(region for region in thing.regions if region not in out)
    return thing.model_copy(update={"regions": left}) if left else None
