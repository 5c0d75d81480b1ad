"""Places as AWS writes them: a region, a zone of it, or a Local or Wavelength Zone, which has prices of its own."""

from __future__ import annotations

import re
from functools import lru_cache

PLACE = re.compile(r"([a-z]{2,5}(?:-[a-z]+)+-\d{1,2})([a-z]?)((?:-[a-z0-9]+)*)", re.ASCII)
ZONE_ID = re.compile(r"([a-z]{2})(g?)(ne|nw|se|sw|n|e|s|w|c)(\d)((?:-[a-z0-9]+)?)-((?:[a-z]+-)?[a-z]+\d+)", re.ASCII)
SIDES = {"n": "north", "e": "east", "s": "south", "w": "west", "c": "central"}
OF_REGION = re.compile(r"az\d+", re.ASCII)  # the end of the id of a zone, of a region or of a Local Zone
LETTER = re.compile(r"(?<=\d)[a-z]$", re.ASCII)  # of one zone of several in a Local Zone
NUMBER = re.compile(r"(?<=[a-z])(\d+)$", re.ASCII)


@lru_cache(maxsize=4096)
def aws_place(written: str) -> tuple[str, str] | None:
    """The region, and the zone if it names one; None for anything else.

    `us-east-2a` is the name of a zone (which differs between accounts), and `use1-az4` the id of a zone (which does
    not). `us-west-2-lax-1` is a Local Zone: not a zone of its region but a place of its own, however it is written
    (`us-west-2-lax-1a`, `usw2-lax1-az1`). So is a Wavelength Zone.
    """
    if match := PLACE.fullmatch(written):
        region, letter, local = match.groups()
        if not local:
            return region, written if letter else ""
        apart = _apart(region, local[1:])
        return apart, "" if written == apart else written
    if match := ZONE_ID.fullmatch(written):
        land, is_gov, sides, number, local, end = match.groups()
        side = "".join(SIDES[letter] for letter in sides)
        region = "-".join((land, *(["gov"] if is_gov else []), side, number))
        if OF_REGION.fullmatch(end):
            return _apart(region, local[1:]) if local else region, written
        return _apart(region, f"{local[1:]}-{end}"), written
    return None


def is_apart(place: str) -> bool:
    """Whether a place that `aws_place` gives is a Local or Wavelength Zone."""
    match = PLACE.fullmatch(place)
    return match is not None and bool(match[3])


def _apart(region: str, local: str) -> str:
    """A Local or Wavelength Zone as regions are written: `atl2` and `atl-2a` are both `atl-2`."""
    return f"{region}-" + NUMBER.sub(r"-\1", LETTER.sub("", local))
