"""Reads documents as the importer does, and sorts what comes."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import NamedTuple

from knowledge.feeds.registry import parser
from knowledge.loading.load import load
from knowledge.types.base import Cloud
from knowledge.types.observed import Known, Observed, Oddity, SeriesKey
from tests.day import DAY

DATA = Path(__file__).with_name("data")
WANTED = frozenset(prefix for each in load().accelerated.values() for prefix in each.prefixes)


class Read(NamedTuple):
    """Prices by series (blank ones too), chips, and what was left out."""

    usd: dict[SeriesKey, Decimal | None]
    chips: dict[SeriesKey, float | None]
    odd: list[Oddity]

    @property
    def codes(self) -> Counter[str]:
        return Counter(each.code for each in self.odd)

    def rows(self, code: str) -> list[str]:
        return sorted(each.row for each in self.odd if each.code == code)


def known(cloud: Cloud | None = None) -> Known:
    return Known(DAY, cloud, WANTED)


def read(feed: str, *documents: str | bytes, cloud: Cloud | None = None) -> Read:
    raw = [each.encode() if isinstance(each, str) else each for each in documents]
    return sort(parser(feed)([io.BytesIO(each) for each in raw], known(cloud)))


def recorded(name: str) -> bytes:
    return (DATA / name).read_bytes()


def sort(told: Iterator[Observed | Oddity]) -> Read:
    found = Read({}, {}, [])
    for each in told:
        if isinstance(each, Oddity):
            found.odd.append(each)
        else:
            assert each.key not in found.usd, f"{each.key} twice"
            found.usd[each.key], found.chips[each.key] = each.usd_per_hour, each.chips
    return found
