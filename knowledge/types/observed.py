"""Prices as feeds show them and as the store keeps them, before they become offers that a verdict reads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date
from decimal import Decimal
from typing import BinaryIO, Literal, NamedTuple, Protocol

from knowledge.types.base import Cloud, Fact, Purchase


class SeriesKey(NamedTuple):
    """What one price is the price of.

    `instance` is the type or slice as the cloud names it (an accelerator's id where `scope` is chip: the price is
    for one chip). `zone` is empty where the price is the region's. `terms` tells variants of one purchase apart
    ("no_upfront standard", "compute 3yr all_upfront"); empty where there is one.
    """

    cloud: Cloud
    instance: str
    region: str
    purchase: Purchase
    zone: str = ""
    terms: str = ""
    scope: Literal["instance", "chip"] = "instance"


class Observed(Fact):
    """One price in a feed. None: the thing is listed, and no price with it, which is not the same as free."""

    key: SeriesKey
    usd_per_hour: Decimal | None
    chips: float | None = None  # accelerators it is the price of, where the feed says so


class Oddity(Fact):
    """A row that was not taken, and why: `code` is worded in `templates/`, `row` is what identifies it there.

    `key` is the series it would have been a price of, where that is known and the row says nothing of it: the
    thing is still listed, so its absence from this snapshot does not mean that it is gone.
    """

    code: str
    row: str
    value: str = ""
    key: SeriesKey | None = None


class Known(NamedTuple):
    """What a parser is told: `seen_on` is the day the feed was read, `cloud` what was said beside the file."""

    seen_on: date
    cloud: Cloud | None
    is_wanted: frozenset[str]  # prefixes of instance types that carry accelerators, of every cloud


class Feed(Protocol):
    """One public format. Pure: documents in, prices out, in whatever order; memory stays bounded."""

    def __call__(self, documents: Iterable[BinaryIO], known: Known) -> Iterator[Observed | Oddity]:
        """Raises FeedError where a document is not of this format."""


class FeedError(Exception):
    """A document cannot be this feed's. `code` is worded in `templates/`; `found` is what was met instead."""

    def __init__(self, code: str, found: str = "") -> None:
        self.code, self.found = code, found
        super().__init__(f"{code}: {found}")


class Point(NamedTuple):
    """A price from a day on. None: listed without a price, or (`is_gone`) not listed any more."""

    seen_on: date
    usd_per_hour: Decimal | None
    is_gone: bool = False


class Series(NamedTuple):
    """One price through time in one feed: only the days it changed, oldest first.

    `looked` are all the days on which that feed was read for that cloud, oldest first: between two of them
    without a point, the price was seen unchanged.
    """

    feed: str
    key: SeriesKey
    points: tuple[Point, ...]
    looked: tuple[date, ...]
    chips: float | None = None
