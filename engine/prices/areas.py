"""The regions a place stands for: an area of the world, or one region of one cloud."""

from __future__ import annotations

from knowledge.facts import Cloud, Facts, Region


def usual_place(facts: Facts) -> str | None:
    """Where work is taken to run that names no place."""
    return next((str(default.value) for default in facts.defaults if default.slot == "region"), None)


def regions_within(place: str | None, cloud: Cloud, facts: Facts) -> tuple[str, ...]:
    """The regions of `cloud` in a place, the nearest first; without a place, all of them, the usual area's first.

    A region of another cloud stands for the area it lies in: moving there leads to a region near by.
    """
    region = facts.regions.get(place or "")
    if place is None:
        usual = facts.areas.get(usual_place(facts) or "")
        everywhere = (*(usual.regions if usual else ()), *facts.regions)
        return _of(cloud, dict.fromkeys(everywhere), facts)
    if region is not None and region.cloud != cloud:
        around = area_around(region.id, facts)
        return regions_within(around, cloud, facts) if around else ()
    area = facts.areas.get(place)
    return _of(cloud, area.regions, facts) if area else (place,)


def area_around(place: str, facts: Facts) -> str | None:
    """The first area that a region lies in; None for an area, and for a region in none."""
    return next((area.id for area in facts.areas.values() if place in area.regions), None)


def is_apart(place: str, facts: Facts) -> bool:
    """Whether a region lies in no area: it is of a partition with accounts of its own, such as GovCloud."""
    return place in facts.regions and area_around(place, facts) is None


def area_named(words: str, facts: Facts) -> str | None:
    """The area that these words are a name of, and nothing else: "US regions"."""
    return next((area.id for area in facts.areas.values() if words.casefold() in area.aliases), None)


def country(name: str, facts: Facts) -> str | None:
    """The area of a country by its name; None where the name is none of a country with several regions of a cloud."""
    said = name.casefold().removeprefix("the ").strip()
    return next((area.id for area in facts.areas.values() if said in area.country), None)


def twin(region: Region, cloud: Cloud, facts: Facts) -> str | None:
    """The region itself, or that of another cloud which goes by the same name of a city: "Frankfurt" is three."""
    if region.cloud == cloud:
        return region.id
    names = set(region.aliases)
    return next((one.id for one in facts.regions.values() if one.cloud == cloud and names & set(one.aliases)), None)


def _of(cloud: Cloud, regions: tuple[str, ...] | dict[str, None], facts: Facts) -> tuple[str, ...]:
    return tuple(region for region in regions if facts.regions[region].cloud == cloud)
