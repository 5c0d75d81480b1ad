"""Prices as feeds list them and as the store keeps them, before they become offers for a verdict."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date
from decimal import Decimal
from typing import BinaryIO, Literal, NamedTuple, Protocol

from knowledge.types.base import Cloud, Fact, Purchase


class SeriesKey(NamedTuple):
    """What a price is for.

    `instance` is the type or slice as the cloud names it; if `scope` is chip, it is an accelerator's id and the price
    is for one chip. `zone` is empty for the price of a whole region. `terms` distinguishes variants of one purchase
    option ("no_upfront standard", "compute 3yr all_upfront"); empty if there is only one.
    """

    cloud: Cloud
    instance: str
    region: str
    purchase: Purchase
    zone: str = ""
    terms: str = ""
    scope: Literal["instance", "chip"] = "instance"


class Observed(NamedTuple):
    """One price in a feed. None: it is listed without a price, which is not the same as free."""

    key: SeriesKey
    usd_per_hour: Decimal | None
    chips: float | None = None  # accelerators the price is for, if the feed says so
    chip: str = ""  # what the feed calls them


class RejectedRow(Fact):
    """A row that was rejected, and why: `code` is worded in `templates/`, `row` identifies it in the feed.

    `key` is the series it would have been a price of, if that is known. Whatever it names is still listed, so its
    absence from the snapshot does not mean that it was delisted. `cells` are those of a row that could not be told
    apart: whatever type one of them names is still listed too.
    """

    code: str
    row: str
    value: str = ""
    key: SeriesKey | None = None
    cells: tuple[str, ...] = ()


class ParseContext(NamedTuple):
    """What a parser gets besides the documents: the day they were read, and the cloud if it was given."""

    seen_on: date
    cloud: Cloud | None
    prefixes: frozenset[str]  # prefixes of the instance types with accelerators, of every cloud


class Feed(Protocol):
    """The parser of one public format: documents in, prices out, in any order, pure, in bounded memory."""

    def __call__(self, documents: Iterable[BinaryIO], context: ParseContext) -> Iterator[Observed | RejectedRow]:
        """Raises FeedError if a document is not in this format."""


class FeedError(Exception):
    """A document is not in the feed's format. `code` is worded in `templates/`; `found` is what it has instead."""

    def __init__(self, code: str, found: str = "") -> None:
        self.code, self.found = code, found
        super().__init__(f"{code}: {found}")


class Point(NamedTuple):
    """A price from a day on. None: listed without a price, or delisted (`is_gone`)."""

    seen_on: date
    usd_per_hour: Decimal | None
    is_gone: bool = False


class Series(NamedTuple):
    """One price through time in one feed: the days on which it changed, oldest first.

    `looked` holds all days on which the feed was read for that cloud, oldest first; on days without a point the price
    was unchanged.
    """

    feed: str
    key: SeriesKey
    points: tuple[Point, ...]
    looked: tuple[date, ...]
    chips: float | None = None
