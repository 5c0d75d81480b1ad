"""Announced and suspect changes, case by case; the cases are in the TOML files beside this one."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from engine.changes.changes import Change, changes
from knowledge.facts import Facts, Point, Series, SeriesKey
from knowledge.loading.load import load

FIRST = date(2026, 1, 5)
FILES = sorted(Path(__file__).parent.glob("*.toml"))


@pytest.fixture(scope="module")
def facts() -> Facts:
    return load()


def cases() -> Iterator[Any]:
    for file in FILES:
        for case in tomllib.loads(file.read_text(encoding="utf-8"))["case"]:
            yield pytest.param(case, id=f"{file.stem}: {case['name']}")


def series_of(case: dict[str, Any]) -> list[Series]:
    """`"feed: cloud instance region purchase [zone]" = "price a look"`, the looks `every` days apart."""
    all_series = []
    for words, prices in case["series"].items():
        feed, _, rest = words.rpartition(": ")
        cloud, instance, region, purchase, zone = (*rest.split(), "")[:5]
        shown = prices.split()
        looked = tuple(FIRST + timedelta(days=case.get("every", 7)) * number for number in range(len(shown)))
        points: list[Point] = []
        for day, word in zip(looked, shown, strict=True):
            point = Point(day, None if word in ("-", ".") else Decimal(word), is_gone=word == ".")
            if points[-1:] and points[-1][1:] == point[1:]:
                continue
            if points or not point.is_gone:
                points.append(point)
        key = SeriesKey(cloud, instance, region, purchase, zone)
        all_series.append(Series(feed or "one", key, tuple(points), looked))
    return all_series


def summary(change: Change) -> str:
    where = f"{change.instance} {change.region}"
    if not change.announced:
        return f"{change.code} {where}"
    percent = "" if change.percent is None else f" {change.percent:+.1f}"
    return f"{change.kind} {where}{percent}"


@pytest.mark.parametrize("case", list(cases()))
def test_announced_and_suspect_changes(case: dict[str, Any], facts: Facts) -> None:
    series = series_of(case)
    until = max(entry.looked[-1] for entry in series)
    reported = changes(series, case.get("since", FIRST), until, facts)
    assert all(change.announced == (change.kind != "suspect") for change in reported)
    assert sorted(summary(c) for c in reported if c.announced) == sorted(case.get("announced", []))
    assert sorted(summary(c) for c in reported if not c.announced) == sorted(case.get("suspect", []))
