"""The history against a model that keeps every snapshot whole: any order of days gives the same answers."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path
from typing import NamedTuple

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from knowledge.history import Standing
from knowledge.observed import Observed, Point, SeriesKey
from knowledge.store import Store

FIRST = date(2025, 5, 5)
DAYS = 6
KEYS = [SeriesKey("aws", f"p{number}.48xlarge", "us-east-1", "on_demand") for number in (3, 4, 5)]
PRICES = [None, Decimal("1"), Decimal("2.5"), Decimal("98.3200000001")]

Rows = Mapping[SeriesKey, Decimal | None]


class Take(NamedTuple):
    day: int
    complete: bool
    rows: Rows


takes = st.builds(
    Take,
    st.integers(0, DAYS - 1),
    st.booleans(),
    st.dictionaries(st.sampled_from(KEYS), st.sampled_from(PRICES), min_size=1),
)


class Whole:
    """Every snapshot as it was, and each question answered by looking through all of them."""

    def __init__(self, taken: Iterable[Take]) -> None:
        self.days: dict[int, tuple[bool, dict[SeriesKey, Decimal | None]]] = {}
        for take in taken:
            was_complete, held = self.days.get(take.day, (False, {}))
            rows = dict(take.rows) if take.complete else held | dict(take.rows)
            self.days[take.day] = take.complete or was_complete, rows

    def spoken(self, key: SeriesKey) -> list[tuple[int, Decimal | None, bool]]:
        """Each day on which something was said of `key`: its price, and whether it was missing."""
        return [
            (day, rows.get(key), key not in rows)
            for day, (complete, rows) in sorted(self.days.items())
            if complete or key in rows
        ]

    def points(self, key: SeriesKey) -> tuple[Point, ...]:
        found: list[Point] = []
        for day, usd, is_gone in self.spoken(key):
            if not found and is_gone:
                continue
            if not found or (found[-1].usd_per_hour, found[-1].is_gone) != (usd, is_gone):
                found.append(Point(on(day), usd, is_gone))
        return tuple(found)

    def latest(self, key: SeriesKey, day: int) -> Standing | None:
        said = [entry for entry in self.spoken(key) if entry[0] <= day]
        if not said or said[-1][2]:
            return None
        since = [point.seen_on for point in self.points(key) if point.seen_on <= on(day)][-1]
        return Standing("skypilot", key, said[-1][1], since, on(said[-1][0]))


def on(day: int) -> date:
    return FIRST + timedelta(day)


def take(store: Store, one: Take) -> None:
    prices = [Observed(key=key, usd_per_hour=usd) for key, usd in one.rows.items()]
    store.history.take("skypilot", "aws", on(one.day), prices, complete=one.complete)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(takes, min_size=1, max_size=9))
def test_what_is_held_is_what_the_snapshots_say_whatever_their_order(taken: list[Take]) -> None:
    """The list is in any order of days, days repeat, and what repeats may differ: the later word on a day counts."""
    model = Whole(taken)
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / "chipscout.db", lambda: 0.0) as store:
        for one in taken:
            take(store, one)
        for day in range(-1, DAYS + 1):
            expected = [found for key in KEYS if (found := model.latest(key, day))]
            assert list(store.history.latest(on(day))) == expected
        held = {found.key: found for found in store.history.series()}
        assert {key: found.points for key, found in held.items()} == {
            key: model.points(key) for key in KEYS if model.points(key)
        }
        for key, found in held.items():
            assert found.looked == tuple(on(day) for day, _, _ in model.spoken(key))
        for one in taken:
            before = store.history.version()
            if Whole([*taken, one]).days == model.days:
                take(store, one)
                assert store.history.version() == before
