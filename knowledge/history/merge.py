"""One snapshot merged into what is held, whatever days are held already.

What is held is always what the snapshots say and nothing else: a series has a point on a day exactly where that
day's snapshot differs from the one before it that spoke of the series. A snapshot put in between can therefore
touch two days of a series only: its own, and the next one that spoke. A complete snapshot speaks of every series but
those it doubts; a part, of what it names and of all of its regions.
"""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Iterable, Mapping, Set
from typing import NamedTuple

from knowledge.history.tables import GONE, Scope, Sets, State, pack, unpacked


class SeriesRow(NamedTuple):
    """One price as a snapshot holds it; `key` in the order of the table's columns."""

    usd: str | None
    chips: float | None


class Snapshot(NamedTuple):
    feed: str
    cloud: str
    day: int
    complete: bool
    digest: str
    prices: Mapping[tuple[str, ...], SeriesRow]
    doubted: frozenset[tuple[str, ...]] = frozenset()
    regions: frozenset[str] = frozenset()


class Merged(NamedTuple):
    counts: Counter[str]
    is_new: bool  # whether the file holds anything it did not hold before


def merge(db: sqlite3.Connection, snapshot: Snapshot) -> Merged:
    """Writes `snapshot` within the transaction of whoever calls."""
    row = db.execute(
        "SELECT complete, covered, regions, unsaid FROM price_snapshots WHERE feed = ? AND cloud = ? AND day = ?",
        (snapshot.feed, snapshot.cloud, snapshot.day),
    ).fetchone()
    held = Scope(bool(row[0]), *row[1:]) if row else None
    ids = _ids(db, snapshot)
    given = {ids[key]: (row.usd, 0) for key, row in snapshot.prices.items()}
    doubted = {ids[key]: key[1] for key in snapshot.doubted if key in ids and ids[key] not in given}
    missing = {ids[key] for key in ids if snapshot.complete or key[1] in snapshot.regions}
    covered = given.keys() | (missing - doubted.keys())  # said earlier of this day, and doubted now: as it was said
    counts, touched = _write_points(db, snapshot, given, covered)
    _stand(db, touched)
    if not snapshot.complete:
        db.executemany(
            "UPDATE price_series SET spoken = ?1 WHERE id = ?2 AND (spoken IS NULL OR spoken < ?1)",
            ((snapshot.day, series) for series in covered),
        )
    now = _scope(snapshot, held, covered, doubted)
    is_new = bool(touched) or held != now
    if is_new:
        db.execute(
            "INSERT INTO price_snapshots"
            " (feed, cloud, day, complete, covered, regions, unsaid, rows, digest, version)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, (SELECT coalesce(max(version), 0) + 1 FROM price_snapshots))"
            " ON CONFLICT (feed, cloud, day) DO UPDATE SET complete = excluded.complete, covered = excluded.covered,"
            " regions = excluded.regions, unsaid = excluded.unsaid, rows = excluded.rows, digest = excluded.digest,"
            " version = excluded.version",
            (snapshot.feed, snapshot.cloud, snapshot.day, *now, len(given), snapshot.digest),
        )
    return Merged(counts, is_new)


def _scope(snapshot: Snapshot, held: Scope | None, covered: Set[int], doubted: Mapping[int, str]) -> Scope:
    """What is spoken of on the day, with what was of it before; `doubted` with the region of each."""
    sets = Sets()
    unsaid = {one for one, region in doubted.items() if held is None or not held.speaks_of(one, region, sets)}
    if held is not None:
        unsaid |= sets[held.unsaid] - covered
    packed = pack(unsaid) if unsaid else None
    if snapshot.complete or (held and held.complete):
        return Scope(True, unsaid=packed)
    regions = snapshot.regions | (sets.regions(held) if held else frozenset())
    spoken = covered | (sets[held.covered] if held else frozenset())
    return Scope(False, pack(spoken), json.dumps(sorted(regions)), packed if regions else None)


def _ids(db: sqlite3.Connection, snapshot: Snapshot) -> dict[tuple[str, ...], int]:
    """Every series of this feed and cloud, those of the snapshot, doubted ones too, made where they are new."""
    whose = (snapshot.feed, snapshot.cloud)
    ids: dict[tuple[str, ...], int] = {}
    chips: dict[int, float | None] = {}
    for number, held, *key in db.execute(
        "SELECT id, chips, instance, region, purchase, zone, terms, scope FROM price_series"
        " WHERE feed = ? AND cloud = ?",
        whose,
    ):
        ids[tuple(key)] = number
        chips[number] = held
    doubted = {key: SeriesRow(None, None) for key in snapshot.doubted if key not in snapshot.prices}
    for key, row in (*snapshot.prices.items(), *doubted.items()):
        if key not in ids:
            made = db.execute(
                "INSERT INTO price_series (feed, cloud, instance, region, purchase, zone, terms, scope, chips)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (*whose, *key, row.chips),
            )
            ids[key] = int(made.lastrowid or 0)
        elif row.chips is not None and row.chips != chips[ids[key]]:
            db.execute("UPDATE price_series SET chips = ? WHERE id = ?", (row.chips, ids[key]))
    return ids


def _write_points(
    db: sqlite3.Connection, snapshot: Snapshot, given: Mapping[int, State], covered: Iterable[int]
) -> tuple[Counter[str], set[int]]:
    """What the snapshot changes against what was held of its day, and the series whose points moved."""
    before = _in_force_before(db, snapshot)
    following, later = _following(db, snapshot)
    at = {series: state for (series, day), state in later.items() if day == snapshot.day}
    counts: Counter[str] = Counter()
    written: list[tuple[int, int, str | None, int]] = []
    dropped: list[tuple[int, int]] = []
    for series in covered:
        now, earlier = given.get(series, GONE), before.get(series, GONE)
        had = at.get(series)
        old = earlier if had is None else had
        counts[_kind(old, now)] += 1
        if now != earlier and had != now:
            written.append((series, snapshot.day, *now))
        elif now == earlier and had is not None:
            dropped.append((series, snapshot.day))
        next_day = following.get(series, following[None])
        if next_day is None:
            continue
        point = later.get((series, next_day))
        if point is None and old != now:
            written.append((series, next_day, *old))
        elif point == now:
            dropped.append((series, next_day))
    db.executemany("INSERT OR REPLACE INTO price_points (series, day, usd, gone) VALUES (?, ?, ?, ?)", written)
    db.executemany("DELETE FROM price_points WHERE series = ? AND day = ?", dropped)
    return counts, {row[0] for row in written} | {row[0] for row in dropped}


def _kind(old: State, now: State) -> str:
    if old == now:
        return "out" if now == GONE else "unchanged"
    if old == GONE:
        return "new"
    return "gone" if now == GONE else "changed"


def _in_force_before(db: sqlite3.Connection, snapshot: Snapshot) -> dict[int, State]:
    rows = db.execute(
        "SELECT p.series, p.usd, p.gone FROM price_series s JOIN price_points p ON p.series = s.id AND p.day ="
        " (SELECT max(day) FROM price_points WHERE series = s.id AND day < ?) WHERE s.feed = ? AND s.cloud = ?",
        (snapshot.day, snapshot.feed, snapshot.cloud),
    )
    return {series: (usd, gone) for series, usd, gone in rows}


def _following(
    db: sqlite3.Connection, snapshot: Snapshot
) -> tuple[dict[int | None, int | None], dict[tuple[int, int], State]]:
    """The next day each series was spoken of (under None: of all others), and the points from this day to there."""
    whose = (snapshot.feed, snapshot.cloud)
    following: dict[int | None, int | None] = {}
    waiting: frozenset[int] | None = None  # what the next complete snapshot says nothing of; None: none is met yet
    last = snapshot.day
    for day, *columns in db.execute(
        "SELECT day, complete, covered, regions, unsaid FROM price_snapshots"
        " WHERE feed = ? AND cloud = ? AND day > ? ORDER BY day",
        (*whose, snapshot.day),
    ):
        scope, last = Scope(*columns), day
        unsaid = unpacked(scope.unsaid)
        if waiting is None and scope.complete:
            waiting = unsaid - following.keys()
            following[None] = day
        else:
            spoken = (
                _spoken(db, whose, scope) - unsaid if waiting is None else _of(db, whose, scope, waiting) - unsaid
            )
            for series in spoken:
                following.setdefault(series, day)
            waiting = None if waiting is None else waiting - spoken
        if waiting is not None and not waiting:
            break
    following.setdefault(None, None)
    following |= dict.fromkeys(waiting or ())
    points = db.execute(
        "SELECT p.series, p.day, p.usd, p.gone FROM price_series s JOIN price_points p ON p.series = s.id"
        " AND p.day BETWEEN ? AND ? WHERE s.feed = ? AND s.cloud = ?",
        (snapshot.day, last, *whose),
    )
    return following, {(series, day): (usd, gone) for series, day, usd, gone in points}


def _of(db: sqlite3.Connection, whose: tuple[str, str], scope: Scope, series: frozenset[int]) -> frozenset[int]:
    return series if scope.complete else series & _spoken(db, whose, scope)


def _spoken(db: sqlite3.Connection, whose: tuple[str, str], scope: Scope) -> frozenset[int]:
    """The series of which a part speaks, those that it doubts among them."""
    rows = db.execute(
        "SELECT id FROM price_series WHERE feed = ? AND cloud = ? AND region IN (SELECT value FROM json_each(?))",
        (*whose, scope.regions),
    )
    return unpacked(scope.covered) | {series for (series,) in rows}


def _stand(db: sqlite3.Connection, touched: Iterable[int]) -> None:
    """The last point of each series, beside it."""
    db.executemany(
        "UPDATE price_series SET (since, usd, gone) = (SELECT max(day), usd, coalesce(gone, 0) FROM price_points"
        " WHERE series = ?1) WHERE id = ?1",
        ((series,) for series in touched),
    )
