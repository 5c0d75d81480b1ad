"""The place of each machine, where every one is named with its own: "p5.48xlarge in Ohio or g5.xlarge in Oregon"."""

from __future__ import annotations

from engine.prices.areas import JOINT
from engine.workload.profile import Reading

SEVERAL = 2


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
