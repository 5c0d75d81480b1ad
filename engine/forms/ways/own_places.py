"""The place of each machine, where every one is named with its own: "p5.48xlarge in Ohio or g5.xlarge in Oregon"."""

from __future__ import annotations

import re
from typing import NamedTuple

from engine.prices.areas import JOINT
from engine.workload.profile import Reading
from knowledge.facts import Cloud, Facts

SEVERAL = 2
_AGAINST = re.compile(
    r"\b(?:vs\.?|versus|or|against|compared (?:to|with)|oder|gegen|ou|contre|o|contra)\b", re.IGNORECASE
)


class Side(NamedTuple):
    """Where one side of a comparison is sold: none of them where nothing is said of it."""

    clouds: tuple[Cloud, ...]
    place: str | None


def own_sides(reading: Reading, facts: Facts) -> dict[str, Side]:
    """Of each thing that is set against another the clouds and the place told on its side; what is told once is of
    both, but for a cloud that a place of the other side has. Empty of other texts."""
    if bracketed := in_brackets(reading):
        return bracketed
    text, said = reading.text.casefold(), reading.profile
    at = {one.id: text.find(one.words.casefold()) for one in reading.hardware if one.role in ("asked", "compared")}
    cuts = [found.start() for found in _AGAINST.finditer(text)]
    if len(at) != SEVERAL or min(at.values()) < 0:
        return {}
    (first, begins), (second, ends) = sorted(at.items(), key=lambda one: one[1])
    cut = next((one for one in cuts if begins < one < ends), None)
    if cut is None:
        return {}
    places = (said.region or "").split(JOINT)
    words = reading.words.get("region", "").casefold().split(JOINT)
    where = dict(zip(places, words, strict=True)) if len(places) == len(words) and len(places) > 1 else {}
    names = reading.words.get("clouds", "").casefold().split(", ")
    clouds = dict(zip(said.clouds, names, strict=True)) if len(names) == len(said.clouds) > 0 else {}
    sides = {}
    for name, (start, end) in {first: (0, cut), second: (cut, len(text))}.items():
        place = next((one for one, word in where.items() if start <= text.find(word) < end), None)
        own = tuple(one for one, word in clouds.items() if start <= text.find(word) < end)
        if place in facts.regions and not own:
            own = (facts.regions[place].cloud,)
        sides[name] = Side(own or (said.clouds if not where else ()), place or (None if where else said.region))
    return sides


def in_brackets(reading: Reading) -> dict[str, Side]:
    """Of each of several things the clouds in the brackets behind it, which are of none besides: "A10G, A10 (Azure)
    or L40S". Empty where a cloud is named outside of brackets too."""
    text, said = reading.text.casefold(), reading.profile
    names = reading.words.get("clouds", "").casefold().split(", ")
    things = {one.id: one.words.casefold() for one in reading.hardware if one.role in ("asked", "compared")}
    if len(things) < SEVERAL or not said.clouds or len(names) != len(said.clouds):
        return {}
    own = dict[str, tuple[Cloud, ...]]()
    for thing, words in things.items():
        behind = re.search(rf"(?<![\w.]){re.escape(words)}s?\s*\(([^()]*)\)", text)
        inside = re.split(r"\W+", behind[1]) if behind else []
        own[thing] = tuple(cloud for cloud, name in zip(said.clouds, names, strict=True) if name in inside)
    if {cloud for clouds in own.values() for cloud in clouds} != set(said.clouds):
        return {}
    return {thing: Side(clouds, said.region) for thing, clouds in own.items()}


def own_places(reading: Reading) -> dict[str, str]:
    """Of each type the place that stands behind it, before the next type; empty where they do not take turns."""
    text, places = reading.text.casefold(), (reading.profile.region or "").split(JOINT)
    words = reading.words.get("region", "").casefold().split(JOINT)
    names = {one.id: one.words.casefold() for one in reading.hardware if one.id in reading.profile.instances}
    if len(places) < SEVERAL or not len(places) == len(words) == len(names) == len(reading.profile.instances):
        return {}
    things = sorted((text.find(word), name) for name, word in names.items())
    there = sorted((text.find(word), place) for place, word in zip(places, words, strict=True))
    at = [position for pair in zip(things, there, strict=True) for position, _ in pair]
    if min(at) < 0 or at != sorted(at):
        return {}
    return {name: place for (_, name), (_, place) in zip(things, there, strict=True)}
