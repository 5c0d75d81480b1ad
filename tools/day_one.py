"""How old the prices that come along are on the day of a release: of each cloud and way to buy, against what it says.

The table is in docs/prices.md, one row for each cloud and way: the newest price, by when half of the types had been
seen last, and the most days that the newest may have on the day of a release. Run: python -m tools.day_one
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from datetime import date
from pathlib import Path
from typing import NamedTuple

from knowledge.facts import Offer
from knowledge.loading.load import load

ROOT = Path(__file__).resolve().parents[1]
ROW = re.compile(r"^\| (aws|gcp|azure) \| (\w+) \| (\d{4}-\d\d-\d\d) \| (\d{4}-\d\d-\d\d) \| (\d+) \|$", re.MULTILINE)
RELEASED = re.compile(r"^## \[\d[^\]]*\] - (\d{4}-\d\d-\d\d)$", re.MULTILINE)

Way = tuple[str, str]  # a cloud and a way to buy


class Age(NamedTuple):
    """The newest price of a way, and the middle of the newest of each type."""

    newest: date
    half: date


class Stated(NamedTuple):
    """What a release says of a way, and the most days of its newest price."""

    age: Age
    days: int


def held(offers: Iterable[Offer], clouds: Iterable[str] = ("aws", "gcp", "azure")) -> dict[Way, Age]:
    """Of each cloud and way how old the prices are."""
    last: dict[Way, dict[str, date]] = {}
    among = set(clouds)
    for offer in offers:
        if offer.cloud in among:
            types = last.setdefault((offer.cloud, offer.purchase), {})
            types[offer.instance] = max(offer.observed_on, types.get(offer.instance, offer.observed_on))
    days = {way: sorted(types.values()) for way, types in last.items()}
    return {way: Age(seen[-1], seen[len(seen) // 2]) for way, seen in days.items()}


def stated(text: str) -> dict[Way, Stated]:
    """The rows of the table."""
    return {
        (cloud, way): Stated(Age(date.fromisoformat(newest), date.fromisoformat(half)), int(days))
        for cloud, way, newest, half, days in ROW.findall(text)
    }


def released(text: str) -> date:
    """The day of the newest release of a changelog."""
    return max(date.fromisoformat(day) for day in RELEASED.findall(text))


def wrong(found: dict[Way, Age], says: dict[Way, Stated], day: date) -> Iterator[tuple[Way, str]]:
    """Each way that is older than is said, that is too old on the day of the release, or that is not said."""
    for way in sorted(found.keys() | says.keys()):
        if way not in says:
            yield way, "unsaid"
        elif way not in found:
            yield way, "gone"
        elif found[way].newest < says[way].age.newest or found[way].half < says[way].age.half:
            yield way, "older"
        elif (day - found[way].newest).days > says[way].days:
            yield way, "late"


def main() -> int:
    says = stated((ROOT / "docs" / "prices.md").read_text(encoding="utf-8"))
    day = released((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
    found = held(load().offers)
    bad = dict(wrong(found, says, day))
    for way, age in sorted(found.items()):
        most = says[way].days if way in says else 0
        print(*way, age.newest, age.half, (day - age.newest).days, most, bad.get(way, "ok"))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
