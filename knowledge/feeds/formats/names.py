"""Names as clouds give them: slices of TPUs, regions of zones, and what chipscout calls the same thing."""

from __future__ import annotations

import re
from typing import NamedTuple

from knowledge.feeds.formats.rules import Tpu, rules
from knowledge.types.base import Cloud

SLICE = re.compile(r"(?:tpu-?)?(v?[0-9]{1,2}[a-z]*)-([0-9]{1,6})", re.ASCII)
AWS_REGION = re.compile(r"[a-z]{2,4}(?:-[a-z]+){1,2}-[0-9]{1,2}(?:-[a-z]+-?[0-9]+)?", re.ASCII)  # with local zones
GCP_REGION = re.compile(r"[a-z]+-[a-z]+[0-9]{1,2}", re.ASCII)
GCP_ZONE = re.compile(r"[a-z]+-[a-z]+[0-9]{1,2}-[a-z]", re.ASCII)
AZURE_REGION = re.compile(r"[a-z]+[0-9]?", re.ASCII)


class Slice(NamedTuple):
    """A group of TPU chips that is rented together, named as Google's catalogs name it."""

    name: str
    version: str
    accelerator: str
    chips: float


def tpu(version: str) -> Tpu | None:
    """The TPU of a version as any of the feeds spells it (v5litepod, v5e, 7x)."""
    spelled = version.lower()
    return next((each for each in rules().tpus if spelled == each.version or spelled in each.aliases), None)


def tpu_slice(name: str) -> Slice | None:
    """What `tpu-v5p-8`, `v5litepod-4` or `tpu7x-8` is; None where the name is of no slice that is known."""
    match = SLICE.fullmatch(name.strip().lower())
    kind = tpu(match[1]) if match else None
    if match is None or kind is None or int(match[2]) == 0:
        return None
    spelled = f"tpu{kind.version}" if kind.version[0] != "v" else f"tpu-{kind.version}"
    return Slice(f"{spelled}-{int(match[2])}", kind.version, kind.accelerator, int(match[2]) / kind.counts_per_chip)


def our_instance(instance: str) -> str:
    """The id in `instances.toml` of what a series names: slices lose `tpu-` and v5litepod is v5e; the rest is equal.

    Whether there is such an instance is for the facts to say.
    """
    known = tpu_slice(instance)
    if known is None or not known.version.startswith("v"):
        return instance
    return f"{known.accelerator.removeprefix('tpu-')}-{known.name.rsplit('-', 1)[1]}"


def region_of(zone: str) -> str:
    """Google's region of a zone; a region is its own."""
    return zone.rpartition("-")[0] if GCP_ZONE.fullmatch(zone) else zone


def spelt(place: str) -> str:
    """A region or zone as clouds write it: catalogs also say `WestUS3` and `East US 2`."""
    return "".join(place.split()).lower()


def clouds_of(instance: str, region: str) -> frozenset[Cloud]:
    """The clouds that would write such a region, and such a type where it is told apart by its name."""
    if instance.startswith(("Standard_", "Basic_")):
        return frozenset(("azure",)) if AZURE_REGION.fullmatch(region) else frozenset()
    found: set[Cloud] = set()
    if AWS_REGION.fullmatch(region):
        found.add("aws")
    if GCP_REGION.fullmatch(region) or GCP_ZONE.fullmatch(region):
        found.add("gcp")
    return frozenset(found)


def right_count(cloud: Cloud, instance: str, listed: float | None) -> float | None:
    """The accelerators of a type, where what a catalog lists is known to be wrong."""
    for each in rules().counts:
        if (each.cloud, each.listed) == (cloud, listed) and instance.startswith(each.begins):
            return each.chips
    return listed
