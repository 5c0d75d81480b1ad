"""The regions a place stands for: an area of the world, one region of one cloud, or several of these."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.base.of_facts import once
from knowledge.facts import Area, Cloud, Facts, Region

JOINT = " or "  # between places of which any will do: "us-east-1 or us-west-2"


def usual_place(facts: Facts) -> str | None:
    """Where work is taken to run that names no place."""
    return next((str(default.value) for default in facts.defaults if default.slot == "region"), None)


def regions_within(place: str | None, cloud: Cloud, facts: Facts) -> tuple[str, ...]:
    """The regions of `cloud` in a place, the nearest first; without a place, all of them, the usual area's first.

    A region of another cloud stands for the area it lies in: moving there leads to a region near by.
    """
    region = facts.regions.get(place or "")
    if place is not None and JOINT in place:
        each = (_of_part(part, cloud, facts) for part in place.split(JOINT))
        return tuple(dict.fromkeys(name for part in each for name in part))
    if place is None:
        usual = facts.areas.get(usual_place(facts) or "")
        everywhere = (*(usual.regions if usual else ()), *facts.regions)
        return _of(cloud, dict.fromkeys(everywhere), facts)
    if region is not None and region.cloud != cloud:
        around = area_around(region.id, facts)
        return regions_within(around, cloud, facts) if around else ()
    area = facts.areas.get(place)
    return _of(cloud, area.regions, facts) if area else (place,)


def joined(places: Sequence[str]) -> str:
    """One place that stands for several."""
    return JOINT.join(dict.fromkeys(places))


def area_of(place: str | None, facts: Facts) -> Area | None:
    """The area of that id, or one of all that several places stand for; None for a region, and without a place."""
    if place is None or JOINT not in place:
        return facts.areas.get(place or "")
    return Area(id=place, name=place, regions=regions_of(place.split(JOINT), facts))


def regions_of(places: Iterable[str], facts: Facts) -> tuple[str, ...]:
    """Every region of these areas and regions."""
    areas = facts.areas
    return tuple(dict.fromkeys(name for one in places for name in (areas[one].regions if one in areas else (one,))))


def area_around(place: str, facts: Facts) -> str | None:
    """The first area that a region lies in; None for an area, and for a region in none."""
    return _areas(facts).get(place)


@once
def _areas(facts: Facts) -> dict[str, str]:
    """The first area of each region."""
    return {region: area.id for area in reversed(facts.areas.values()) for region in area.regions}


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


def _of_part(place: str, cloud: Cloud, facts: Facts) -> tuple[str, ...]:
    """Of one of several places: a region of another cloud stands for the city it is in, and for nothing around it."""
    region = facts.regions.get(place)
    if region is None:
        return regions_within(place, cloud, facts) if place in facts.areas else ()
    there = twin(region, cloud, facts)
    return (there,) if there else ()


def _of(cloud: Cloud, regions: tuple[str, ...] | dict[str, None], facts: Facts) -> tuple[str, ...]:
    return tuple(region for region in regions if facts.regions[region].cloud == cloud)
