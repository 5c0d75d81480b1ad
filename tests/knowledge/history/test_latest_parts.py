"""The few values that stand for every last figure say what the rows say, after any import, on both databases."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import date, timedelta
from decimal import Decimal

import pytest

from knowledge.history import latest_parts, queries
from knowledge.history.doubts import Doubt
from knowledge.history.queries import HistoryReader, PriceInForce
from knowledge.store.store import Store
from knowledge.types.observed import Observed, SeriesKey

DAY, LATER = date(2026, 9, 1), date(2027, 1, 1)
TYPES = ("p5.48xlarge", "p4d.24xlarge", "g6.xlarge")
KEYS = [SeriesKey("aws", name, f"us-{n}", way) for name in TYPES for n in range(3) for way in ("on_demand", "spot")]  # type: ignore[arg-type]


@pytest.fixture(autouse=True)
def every_store_has_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(latest_parts, "LEAST", 0)
    monkeypatch.setattr(queries, "FEW", 0)


def anew(store: Store) -> HistoryReader:
    """As another process reads it that has read nothing before."""
    return HistoryReader(lambda: store.file.session)


def by_rows(store: Store) -> list[PriceInForce]:
    """Read with a condition, which takes the rows."""
    return list(anew(store).latest(LATER, cloud="aws"))


def by_parts(store: Store) -> Iterator[PriceInForce]:
    found, until = latest_parts.parts(store.file.session)
    assert found and until == store.history.version()
    return anew(store).latest(LATER)


def take(store: Store, day: int, usd: dict[SeriesKey, str | None], *, feed: str = "skypilot") -> None:
    rows = [Observed(key, None if price is None else Decimal(price), 8).placed() for key, price in usd.items()]
    store.history.take(feed, "aws", DAY + timedelta(day), rows)


def any_take(store: Store, day: int, rng: random.Random) -> None:
    """Whole or in part, of any feed, also of an earlier day or the same again, with figures in doubt."""
    some = rng.sample(KEYS, rng.randint(1, len(KEYS)))
    rows = [
        Observed(key, rng.choice([None, Decimal(1), Decimal(2), Decimal("3.5")]), rng.choice([None, 8, 4])).placed()
        for key in some
    ]
    feed, doubted = rng.choice(("skypilot", "gpuhunt", "zz")), [key for key in KEYS if key not in some][:1]
    store.history.take(
        feed, "aws", DAY + timedelta(rng.choice((day, day, rng.randint(0, 9)))), rows, complete=rng.random() < 0.7,
        doubts=[Doubt(key, "zero", "0") for key in doubted if rng.random() < 0.3],
        regions=["us-1"] if rng.random() < 0.3 else [],
    )  # fmt: skip


@pytest.mark.parametrize("seed", range(4))
def test_parts_say_what_the_rows_say_after_every_import(store: Store, seed: int) -> None:
    rng = random.Random(seed)
    kept = HistoryReader(lambda: store.file.session)
    for day in range(9):
        any_take(store, day, rng)
        rows = by_rows(store)
        assert list(by_parts(store)) == rows == list(kept.latest(LATER))
        some = [price for price in rows if price.key.instance in TYPES[:2]]
        assert list(anew(store).latest(LATER, instances=TYPES[:2])) == some


def test_a_move_is_a_small_part_and_many_become_one(store: Store) -> None:
    usual: dict[SeriesKey, str | None] = dict.fromkeys(KEYS, "1")
    take(store, 0, usual)
    counts = []
    for day in range(1, 8):
        take(store, day, usual | {KEYS[day]: "2", KEYS[day + 1]: None})
        counts.append([len(list(part.rows())) for part in latest_parts.parts(store.file.session)[0]])
        assert list(by_parts(store)) == by_rows(store)
    assert counts[:3] == [[18, 2], [18, 2, 3], [18, 2, 3, 3]]  # two prices differ from the usual, a third is again
    assert [18] in counts


def test_what_no_part_says_is_read_from_the_rows(store: Store) -> None:
    """Written by other means, as in a store without parts: the rows count, and the next import mends it."""
    take(store, 0, {KEYS[0]: "1", KEYS[1]: "2"})
    with store.file.writing():
        session = store.file.session
        session.execute("UPDATE price_series SET usd = '7', changed = 2 WHERE usd = '2'")
        session.execute("UPDATE price_snapshots SET version = 2 WHERE version = 1")
    assert {price.usd_per_hour for price in anew(store).latest(LATER)} == {Decimal(1), Decimal(7)}
    take(store, 1, {KEYS[0]: "3", KEYS[1]: "7"})
    assert {price.usd_per_hour for price in by_parts(store)} == {Decimal(3), Decimal(7)}


def test_a_part_that_does_not_follow_the_one_before_is_left_out(store: Store) -> None:
    for day, usd in enumerate(("1", "2", "3")):
        take(store, day, dict.fromkeys(KEYS, "1") | {KEYS[0]: usd})
    with store.file.writing():
        store.file.session.execute("DELETE FROM price_latest WHERE version = 2")
    assert [price.usd_per_hour for price in anew(store).latest(LATER) if price.key == KEYS[0]] == [Decimal(3)]
    assert latest_parts.parts(store.file.session)[1] == 1


def test_a_corrected_count_of_chips_is_a_version_of_its_own(store: Store) -> None:
    kept = HistoryReader(lambda: store.file.session)
    for chips in (4, 8):
        store.history.take("skypilot", "aws", DAY, [Observed(KEYS[0], Decimal(1), chips).placed()])
        assert [price.chips for price in kept.latest(LATER)] == [chips]


def test_a_small_store_has_no_parts(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(latest_parts, "LEAST", 3)
    take(store, 0, {KEYS[0]: "1", KEYS[1]: "2"})
    assert latest_parts.parts(store.file.session) == ([], 0)
    take(store, 1, {KEYS[0]: "1", KEYS[1]: "2", KEYS[2]: "3"})
    assert list(by_parts(store)) == by_rows(store)
