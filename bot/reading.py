"""Documents of a feed turned into prices: all of one snapshot, with what was odd in it, before any of it is kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import date
from typing import BinaryIO, NamedTuple

from bot.feeds import Feeds
from knowledge.base import Cloud
from knowledge.facts import Fact
from knowledge.feeds.description import Description
from knowledge.feeds.registry import parser
from knowledge.observed import Known, Observed, Oddity


class Odd(Fact):
    """Rows that were left out for one reason; `row` and `value` are of the first of them."""

    code: str
    rows: int
    row: str
    value: str = ""


class Read(NamedTuple):
    """What the documents hold, by cloud."""

    prices: dict[Cloud, list[Observed]]
    odd: tuple[Odd, ...]


def read(feed: Description, documents: Iterable[BinaryIO], feeds: Feeds, seen_on: date, cloud: Cloud | None) -> Read:
    """Raises FeedError: a document is not of this feed's format."""
    prices: dict[Cloud, list[Observed]] = {}
    counts: Counter[str] = Counter()
    first: dict[str, Oddity] = {}
    for found in parser(feed.id)(documents, Known(seen_on, cloud, feeds.prefixes)):
        if isinstance(found, Oddity):
            counts[found.code] += 1
            first.setdefault(found.code, found)
        else:
            prices.setdefault(found.key.cloud, []).append(found)
    odd = (
        Odd(code=code, rows=count, row=first[code].row, value=first[code].value)
        for code, count in counts.most_common()
    )
    return Read(prices, tuple(odd))
