"""Names as clouds give them: slices of TPUs, regions of zones, and what chipscout calls the same thing."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from knowledge.feeds.formats.rules import Tpu, rules
from knowledge.types.base import Cloud

SLICE = re.compile(r"(?:tpu-?)?(v?[0-9]{1,2}[a-z]*)-([0-9]{1,6})", re.ASCII)
AWS_REGION = re.compile(r"[a-z]{2,4}(?:-[a-z]+){1,2}-[0-9]{1,2}(?:-[a-z][a-z0-9-]*[0-9])?", re.ASCII)  # or Local Zone
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
    """The TPU of a version, however a feed spells it (v5litepod, v5e, 7x)."""
    spelled = version.lower()
    return next((known for known in rules().tpus if spelled == known.version or spelled in known.aliases), None)


@lru_cache(maxsize=4096)
def tpu_slice(name: str) -> Slice | None:
    """The slice that `tpu-v5p-8`, `v5litepod-4` or `tpu7x-8` names; None if the name is not that of a known slice."""
    match = SLICE.fullmatch(name.strip().lower())
    kind = tpu(match[1]) if match else None
    if match is None or kind is None or int(match[2]) == 0:
        return None
    spelled = f"tpu{kind.version}" if kind.version[0] != "v" else f"tpu-{kind.version}"
    return Slice(f"{spelled}-{int(match[2])}", kind.version, kind.accelerator, int(match[2]) / kind.counts_per_chip)


def our_instance(instance: str) -> str:
    """The id that the facts would use: slices lose `tpu-`, v5litepod is v5e, everything else stays as it is.

    There need not be an instance with that id.
    """
    known = tpu_slice(instance)
    if known is None or not known.version.startswith("v"):
        return instance
    return f"{known.accelerator.removeprefix('tpu-')}-{known.name.rsplit('-', 1)[1]}"


def region_of(zone: str) -> str:
    """The region of a zone of Google; a region stays as it is."""
    return zone.rpartition("-")[0] if GCP_ZONE.fullmatch(zone) else zone


@lru_cache(maxsize=4096)
def normalized_place(place: str) -> str:
    """A region or zone as its cloud writes it: catalogs also have `WestUS3` and `East US 2`."""
    return "".join(place.split()).lower()


def clouds_of(instance: str, region: str) -> frozenset[Cloud]:
    """The clouds that write regions like this one, and instance types like this one where the name tells."""
    azure, others = _clouds_with(region)
    return azure if instance.startswith(("Standard_", "Basic_")) else others


@lru_cache(maxsize=4096)
def has_region(cloud: Cloud, region: str) -> bool:
    """Whether a cloud writes its regions like this one."""
    azure, others = _clouds_with(region)
    return cloud in (azure if cloud == "azure" else others)


@lru_cache(maxsize=4096)
def _clouds_with(region: str) -> tuple[frozenset[Cloud], frozenset[Cloud]]:
    """Azure if it may be a region of that, and the other clouds it may be a region of."""
    clouds: set[Cloud] = set()
    if AWS_REGION.fullmatch(region):
        clouds.add("aws")
    if GCP_REGION.fullmatch(region) or GCP_ZONE.fullmatch(region):
        clouds.add("gcp")
    return frozenset(("azure",)) if AZURE_REGION.fullmatch(region) else frozenset(), frozenset(clouds)


@lru_cache(maxsize=4096)
def corrected_count(cloud: Cloud, instance: str, listed: float | None) -> float | None:
    """The number of accelerators of a type, corrected if the catalog is known to be wrong."""
    for correction in rules().counts:
        same = (correction.cloud, correction.listed) == (cloud, listed)
        if same and instance.startswith(correction.begins):
            return correction.chips
    return listed
