"""The history against a model that keeps every complete snapshot: any order of days gives the same answers."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from knowledge.history.doubts import Doubt
from knowledge.history.history import PriceInForce
from knowledge.store.base.address import Location, PostgresUrl
from knowledge.store.store import Store
from knowledge.types.observed import Observed, Point, SeriesKey
from tests.share import examples

FIRST = date(2025, 5, 5)
DAYS = 6
KEYS = [
    SeriesKey("aws", "p3.48xlarge", "us-east-1", "on_demand"),
    SeriesKey("aws", "p4.48xlarge", "us-east-1", "on_demand"),
    SeriesKey("aws", "p5.48xlarge", "us-west-2", "on_demand"),
]
REGIONS = ["us-east-1", "us-west-2"]
PRICES = [None, Decimal("1"), Decimal("2.5"), Decimal("98.3200000001")]

Rows = Mapping[SeriesKey, Decimal | None]


class Take(NamedTuple):
    """`regions` are those a partial snapshot covers completely; series in `doubted` are not covered."""

    day: int
    complete: bool
    rows: Rows
    regions: frozenset[str]
    doubted: frozenset[SeriesKey]

    def leaves_out(self, key: SeriesKey) -> bool:
        return key not in self.rows and (key in self.doubted or not (self.complete or key.region in self.regions))


takes = st.builds(
    Take,
    st.integers(0, DAYS - 1),
    st.booleans(),
    st.dictionaries(st.sampled_from(KEYS), st.sampled_from(PRICES), min_size=1),
    st.frozensets(st.sampled_from(REGIONS)),
    st.frozensets(st.sampled_from(KEYS), max_size=1),
)


class Whole:
    """Keeps every snapshot, and answers each query by scanning all of them."""

    def __init__(self, taken: Iterable[Take]) -> None:
        self.days: dict[int, dict[SeriesKey, tuple[Decimal | None, bool]]] = {}
        for take in taken:
            covered = self.days.setdefault(take.day, {})
            for key in KEYS:
                if not take.leaves_out(key):
                    covered[key] = take.rows.get(key), key not in take.rows

    def spoken(self, key: SeriesKey) -> list[tuple[int, Decimal | None, bool]]:
        """Each day whose snapshot covers `key`: its price, and whether it was missing."""
        return [(day, *covered[key]) for day, covered in sorted(self.days.items()) if key in covered]

    def points(self, key: SeriesKey) -> tuple[Point, ...]:
        found: list[Point] = []
        for day, usd, is_gone in self.spoken(key):
            if not found and is_gone:
                continue
            if not found or (found[-1].usd_per_hour, found[-1].is_gone) != (usd, is_gone):
                found.append(Point(on(day), usd, is_gone))
        return tuple(found)

    def latest(self, key: SeriesKey, day: int) -> PriceInForce | None:
        covered = [entry for entry in self.spoken(key) if entry[0] <= day]
        if not covered or covered[-1][2]:
            return None
        since = [point.seen_on for point in self.points(key) if point.seen_on <= on(day)][-1]
        return PriceInForce("skypilot", key, covered[-1][1], since, on(covered[-1][0]))


def on(day: int) -> date:
    return FIRST + timedelta(day)


def take(store: Store, one: Take) -> None:
    prices = [Observed(key=key, usd_per_hour=usd).placed() for key, usd in one.rows.items()]
    doubts = [Doubt(key, "zero", "0") for key in one.doubted if key not in one.rows]
    store.history.take(
        "skypilot", "aws", on(one.day), prices, complete=one.complete, doubts=doubts, regions=one.regions
    )


@settings(max_examples=examples(80), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(takes, min_size=1, max_size=9))
def test_the_history_does_not_depend_on_the_order_of_snapshots(taken: list[Take]) -> None:
    """Days come in any order and may repeat with different prices: the last snapshot of a day counts."""
    with tempfile.TemporaryDirectory() as folder:
        agrees(Path(folder) / "chipscout.db", taken)


@pytest.mark.parametrize("seed", range(4))
def test_nor_does_it_on_postgresql(postgres_url: PostgresUrl, seed: int) -> None:
    chance = random.Random(seed)
    agrees(postgres_url, [drawn(chance) for _ in range(9)])


def drawn(chance: random.Random) -> Take:
    return Take(
        chance.randrange(DAYS),
        chance.random() < 0.5,
        {key: chance.choice(PRICES) for key in chance.sample(KEYS, chance.randint(1, 3))},
        frozenset(chance.sample(REGIONS, chance.randint(0, 2))),
        frozenset(chance.sample(KEYS, chance.randint(0, 1))),
    )


def agrees(where: Location, taken: list[Take]) -> None:
    model = Whole(taken)
    with Store(where, lambda: 0.0) as store:
        for count, one in enumerate(taken, 1):
            take(store, one)
            now = [found for key in KEYS if (found := Whole(taken[:count]).latest(key, DAYS))]
            assert list(store.history.latest(on(DAYS))) == now  # what was kept, brought up to date
        for day in range(-1, DAYS + 1):
            expected = [found for key in KEYS if (found := model.latest(key, day))]
            assert list(store.history.latest(on(day))) == expected
        by_key = {found.key: found for found in store.history.series()}
        assert {key: found.points for key, found in by_key.items()} == {
            key: model.points(key) for key in KEYS if model.points(key)
        }
        for key, found in by_key.items():
            assert found.looked == tuple(on(day) for day, _, _ in model.spoken(key))
        before = store.history.version()
        take(store, taken[-1])
        assert store.history.version() == before
