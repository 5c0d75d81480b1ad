"""Prices as feeds list them and as the store keeps them, before they become offers for a verdict."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import date
from decimal import Decimal
from functools import lru_cache
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


Rest = tuple[str, str, str, str]  # of a SeriesKey, what follows the region: purchase, zone, terms, scope
Figure = tuple[str | None, float | None]  # USD per hour as exact text (`to_text`), and for how many accelerators


class Observed(NamedTuple):
    """One price in a feed. None: it is listed without a price, which is not the same as free."""

    key: SeriesKey
    usd_per_hour: Decimal | None
    chips: float | None = None  # accelerators the price is for, if the feed says so
    chip: str = ""  # what the feed calls them

    def placed(self) -> PlacePrices:
        """The same as the only price of its place."""
        key = self.key
        rest = key.purchase, key.zone, key.terms, key.scope
        figure = to_text(self.usd_per_hour), self.chips
        return PlacePrices(key.cloud, key.instance, key.region, {rest: figure}, self.chip)


class PlacePrices(NamedTuple):
    """The prices of one type in one region, as they are stored.

    A catalog lists tens of thousands of prices, several for each place: they stay together from parser to store, so
    that no object is made for each.
    """

    cloud: Cloud
    instance: str
    region: str
    prices: Mapping[Rest, Figure]
    chip: str = ""  # what the feed calls the accelerators

    def observed(self) -> Iterator[Observed]:
        """Each of them by itself."""
        for rest, (usd, chips) in self.prices.items():
            key = SeriesKey(self.cloud, self.instance, self.region, *rest)  # type: ignore[arg-type]
            yield Observed(key, to_usd(usd), chips, self.chip)

    def without(self, keys: Collection[SeriesKey]) -> PlacePrices:
        """All but these."""
        place = self[:3]
        return self._replace(
            prices={rest: figure for rest, figure in self.prices.items() if place + rest not in keys}
        )


@lru_cache(maxsize=65536)
def to_text(usd_per_hour: Decimal | None) -> str | None:
    """Exact, and the same text for the same number: 98.320 and 98.32 are the same price."""
    if usd_per_hour is None:
        return None
    text = format(usd_per_hour, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


@lru_cache(maxsize=65536)
def to_usd(text: str | None) -> Decimal | None:
    """A cached conversion: the same few prices occur many times."""
    return None if text is None else Decimal(text)


Listed = Observed | PlacePrices


class RejectedRow(Fact):
    """A row that was rejected, and why: `code` is worded in `templates/`, `row` identifies it in the feed.

    `key` is the series it would have been a price of, if that is known. Whatever it names is still listed, so its
    absence from the snapshot does not mean that it was delisted. `cells` are those of a row that could not be told
    apart: whatever type one of them names is still listed too. `day`: the row's own, in a feed that has dates.
    """

    code: str
    row: str
    value: str = ""
    key: SeriesKey | None = None
    cells: tuple[str, ...] = ()
    day: date | None = None


class ParseContext(NamedTuple):
    """What a parser gets besides the documents: the day they were read, and the cloud if it was given."""

    seen_on: date
    cloud: Cloud | None
    prefixes: frozenset[str]  # prefixes of the instance types with accelerators, of every cloud


class Feed(Protocol):
    """The parser of one public format: documents in, prices out, in any order, pure, in bounded memory."""

    def __call__(self, documents: Iterable[BinaryIO], context: ParseContext) -> Iterator[Listed | RejectedRow]:
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
    was unchanged. `accepted`: those of which somebody said that what the feed shows is right.
    """

    feed: str
    key: SeriesKey
    points: tuple[Point, ...]
    looked: tuple[date, ...]
    chips: float | None = None
    accepted: tuple[date, ...] = ()
