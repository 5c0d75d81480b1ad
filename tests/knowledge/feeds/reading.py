"""Reads documents as the importer does, and sorts prices from rejected rows."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterable, Iterator
from decimal import Decimal
from pathlib import Path
from typing import NamedTuple

from knowledge.feeds.registry import parser
from knowledge.loading.load import load
from knowledge.types.base import Cloud
from knowledge.types.observed import Listed, Observed, ParseContext, PlacePrices, RejectedRow, SeriesKey
from tests.day import DAY

DATA = Path(__file__).with_name("data")
WANTED = frozenset(prefix for types in load().accelerated.values() for prefix in types.prefixes)


class Read(NamedTuple):
    """Prices by series (blank ones too), chips, and rejected rows."""

    usd: dict[SeriesKey, Decimal | None]
    chips: dict[SeriesKey, float | None]
    rejected: list[RejectedRow]

    @property
    def codes(self) -> Counter[str]:
        return Counter(entry.code for entry in self.rejected)

    def rows(self, code: str) -> list[str]:
        return sorted(entry.row for entry in self.rejected if entry.code == code)


def context(cloud: Cloud | None = None) -> ParseContext:
    return ParseContext(DAY, cloud, WANTED)


def read(feed: str, *documents: str | bytes, cloud: Cloud | None = None) -> Read:
    raw = [text.encode() if isinstance(text, str) else text for text in documents]
    return sort(parser(feed)([io.BytesIO(data) for data in raw], context(cloud)))


def recorded(name: str) -> bytes:
    return (DATA / name).read_bytes()


def one_by_one(rows: Iterable[Listed | RejectedRow]) -> Iterator[Observed | RejectedRow]:
    """The same, with each price of a place by itself."""
    for row in rows:
        if isinstance(row, PlacePrices):
            yield from row.observed()
        else:
            yield row


def sort(rows: Iterable[Listed | RejectedRow]) -> Read:
    result = Read({}, {}, [])
    for row in one_by_one(rows):
        if isinstance(row, RejectedRow):
            result.rejected.append(row)
        else:
            assert row.key not in result.usd, f"{row.key} twice"
            result.usd[row.key], result.chips[row.key] = row.usd_per_hour, row.chips
    return result
