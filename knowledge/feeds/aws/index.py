"""The small documents that say where AWS's price files of today lie: index of services -> of regions -> the file.

Addresses in them are paths on the host they were fetched from.
"""

from __future__ import annotations

import json
from typing import Any, BinaryIO, NamedTuple

from knowledge.feeds.aws.document import FOUND, opened
from knowledge.types.observed import FeedError

LARGEST_BYTES = 1 << 24
SERVICE = "AmazonEC2"


class Indexes(NamedTuple):
    """Paths of the indexes of regions: of a service's offers, and of the Savings Plans that cover it."""

    offers: str
    savings_plans: str


def service_index(document: BinaryIO, service: str = SERVICE) -> Indexes:
    """Where the regions' files of one service are listed.

    Raises:
        FeedError: it is no index of services, or does not list this one.
    """
    offers = _member(_read(document), "offers")
    offer = _member(offers, service)
    return Indexes(_path(offer, "currentRegionIndexUrl"), _path(offer, "currentSavingsPlanIndexUrl"))


def region_files(document: BinaryIO) -> dict[str, str]:
    """Region -> path of its file, from either index of regions. They are of JSON; `csv_path` names the same as CSV.

    Raises:
        FeedError: it is no index of regions.
    """
    regions = _member(_read(document), "regions")
    if isinstance(regions, dict):  # of offers
        return {code: _path(held, "currentVersionUrl") for code, held in regions.items()}
    if isinstance(regions, list):  # of Savings Plans
        return {str(_member(held, "regionCode")): _path(held, "versionUrl") for held in regions}
    raise FeedError("aws_other_shape", "regions")


def csv_path(path: str) -> str:
    """The same file as CSV."""
    return path.removesuffix(".json") + ".csv"


def _read(document: BinaryIO) -> Any:
    held = opened(document).read(LARGEST_BYTES + 1)
    if len(held) > LARGEST_BYTES:
        raise FeedError("aws_other_shape", str(len(held)))
    try:
        return json.loads(held)
    except (ValueError, RecursionError) as problem:
        raise FeedError("aws_broken_json", str(problem)[:FOUND]) from None


def _member(held: Any, name: str) -> Any:
    if not isinstance(held, dict) or name not in held:
        raise FeedError("aws_no_column", name)
    return held[name]


def _path(held: Any, name: str) -> str:
    """Never an address of another host: what an index says may not lead elsewhere."""
    path = _member(held, name)
    if not isinstance(path, str) or not path.startswith("/") or path.startswith("//") or ".." in path:
        raise FeedError("aws_other_shape", f"{name}: {str(path)[:FOUND]}")
    return path
