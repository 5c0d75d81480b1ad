"""AWS's indexes, which lead to the current price files: index of services -> index of regions -> file.

Addresses in them are paths on the host they were fetched from.
"""

from __future__ import annotations

from typing import Any, BinaryIO, NamedTuple

from knowledge import bounded_json
from knowledge.feeds.aws.document import EXCERPT_LENGTH, opened
from knowledge.types.observed import FeedError

LARGEST_BYTES = 1 << 24
SERVICE = "AmazonEC2"


class Indexes(NamedTuple):
    """Paths of the indexes of regions: for a service's offers, and for the Savings Plans that cover it."""

    offers: str
    savings_plans: str


def service_index(document: BinaryIO, service: str = SERVICE) -> Indexes:
    """Where the files of a service are listed by region.

    Raises:
        FeedError: it is not an index of services, or does not list this one.
    """
    offers = _member(_read(document), "offers")
    offer = _member(offers, service)
    return Indexes(_path(offer, "currentRegionIndexUrl"), _path(offer, "currentSavingsPlanIndexUrl"))


def region_files(document: BinaryIO) -> dict[str, str]:
    """Region -> path of its file, from either index of regions. The files are JSON; `csv_path` gives the same as CSV.

    Raises:
        FeedError: it is not an index of regions.
    """
    regions = _member(_read(document), "regions")
    if isinstance(regions, dict):  # of offers
        return {code: _path(entry, "currentVersionUrl") for code, entry in regions.items()}
    if isinstance(regions, list):  # of Savings Plans
        return {str(_member(entry, "regionCode")): _path(entry, "versionUrl") for entry in regions}
    raise FeedError("aws_other_shape", "regions")


def csv_path(path: str) -> str:
    """The same file as CSV."""
    return path.removesuffix(".json") + ".csv"


def _read(document: BinaryIO) -> Any:
    data = opened(document).read(LARGEST_BYTES + 1)
    if len(data) > LARGEST_BYTES:
        raise FeedError("aws_other_shape", str(len(data)))
    try:
        return bounded_json.loads(data)
    except ValueError as problem:
        raise FeedError("aws_broken_json", str(problem)[:EXCERPT_LENGTH]) from None


def _member(entry: Any, name: str) -> Any:
    if not isinstance(entry, dict) or name not in entry:
        raise FeedError("aws_no_column", name)
    return entry[name]


def _path(entry: Any, name: str) -> str:
    """A path on the same host: an index must not lead to another one."""
    path = _member(entry, name)
    if not isinstance(path, str) or not path.startswith("/") or path.startswith("//") or ".." in path:
        raise FeedError("aws_other_shape", f"{name}: {str(path)[:EXCERPT_LENGTH]}")
    return path
