"""Merges one snapshot into the history, whatever days are stored already.

The history is always exactly what the snapshots say: a series has a point on a day if, and only if, that day's
snapshot differs from the previous one that covers the series. A snapshot put in between can therefore change a
series on two days only: its own, and that of the next snapshot that covers it. A complete snapshot covers every
series except those in doubt; a partial one covers what it lists and everything in its regions.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Set
from typing import TYPE_CHECKING, NamedTuple

from knowledge.history.tables import GONE, Scope, Sets, State, pack, unpacked

if TYPE_CHECKING:
    from knowledge.store.base.backend import Session


class SeriesRow(NamedTuple):
    """One price in a snapshot, as it is stored."""

    usd: str | None
    chips: float | None


class Snapshot(NamedTuple):
    """What one feed lists for one cloud on one day; keys are in the order of the table's columns."""

    feed: str
    cloud: str
    day: int
    complete: bool
    digest: str
    prices: Mapping[tuple[str, ...], SeriesRow]
    doubted: frozenset[tuple[str, ...]] = frozenset()
    regions: frozenset[str] = frozenset()


class _Stored(NamedTuple):
    """The series of a feed and cloud: the id of each, its last state by id, and what was read of new ones.

    `listed`: the ids of the prices in the snapshot, in its order.
    """

    ids: dict[tuple[str, ...], int]
    listed: list[int]
    last: dict[int, State]
    new: Mapping[tuple[str, ...], SeriesRow]


class Merged(NamedTuple):
    """What a snapshot changed, by kind of change."""

    counts: Counter[str]
    is_new: bool  # whether anything in the file changed


def merge(db: Session, snapshot: Snapshot) -> Merged:
    """Writes `snapshot` within the transaction of the caller."""
    row = db.execute(
        "SELECT complete, covered, regions, unsaid FROM price_snapshots WHERE feed = ? AND cloud = ? AND day = ?",
        (snapshot.feed, snapshot.cloud, snapshot.day),
    ).fetchone()
    earlier = Scope(bool(row[0]), *row[1:]) if row else None  # of the same day
    is_newest = _is_newest(db, snapshot)
    ids, numbers, last, new = _stored(db, snapshot)
    listed = {number: (row[0], 0) for number, row in zip(numbers, snapshot.prices.values(), strict=True)}
    doubted = {ids[key]: key[1] for key in snapshot.doubted if key in ids and ids[key] not in listed}
    if snapshot.complete:
        missing = set(ids.values())
    else:
        missing = {number for key, number in ids.items() if key[1] in snapshot.regions}
    covered = listed.keys() | (missing - doubted.keys())  # a series in doubt keeps what the day said of it before
    counts: Counter[str] = Counter()
    if is_newest:
        _add_series(db, snapshot, ids, new, since=snapshot.day)
        touched = _append_points(db, snapshot.day, listed, covered, last, counts, {ids[key] for key in new})
    else:
        _add_series(db, snapshot, ids, new)
        touched = _write_points(db, snapshot, listed, covered, counts)
        _repeat_last_points(db, touched)
    if not snapshot.complete:
        db.executemany(
            "UPDATE price_series SET spoken = :day WHERE id = :series AND (spoken IS NULL OR spoken < :day)",
            ({"day": snapshot.day, "series": series} for series in covered),
        )
    now = _scope(snapshot, earlier, covered, doubted)
    is_new = bool(touched) or earlier != now
    if is_new:
        db.execute(
            "INSERT INTO price_snapshots"
            " (feed, cloud, day, complete, covered, regions, unsaid, rows, digest, version)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, (SELECT coalesce(max(version), 0) + 1 FROM price_snapshots))"
            " ON CONFLICT (feed, cloud, day) DO UPDATE SET complete = excluded.complete, covered = excluded.covered,"
            " regions = excluded.regions, unsaid = excluded.unsaid, rows = excluded.rows, digest = excluded.digest,"
            " version = excluded.version",
            (snapshot.feed, snapshot.cloud, snapshot.day, *now, len(listed), snapshot.digest),
        )
    return Merged(counts, is_new)


def _scope(snapshot: Snapshot, earlier: Scope | None, covered: Set[int], doubted: Mapping[int, str]) -> Scope:
    """What is known about the day, with an earlier snapshot of it; `doubted` gives the region of each series."""
    sets = Sets()
    unsaid = {
        series for series, region in doubted.items() if earlier is None or not earlier.covers(series, region, sets)
    }
    if earlier is not None:
        unsaid |= sets[earlier.unsaid] - covered
    packed = pack(unsaid) if unsaid else None
    if snapshot.complete or (earlier and earlier.complete):
        return Scope(True, unsaid=packed)
    regions = snapshot.regions | (sets.regions(earlier) if earlier else frozenset())
    all_covered = covered | (sets[earlier.covered] if earlier else frozenset())
    return Scope(False, pack(all_covered), json.dumps(sorted(regions)), packed if regions else None)


def _is_newest(db: Session, snapshot: Snapshot) -> bool:
    """Whether nothing is stored of its day or of a later one."""
    row = db.execute(
        "SELECT 1 FROM price_snapshots WHERE feed = ? AND cloud = ? AND day >= ? LIMIT 1",
        (snapshot.feed, snapshot.cloud, snapshot.day),
    ).fetchone()
    return row is None


def _stored(db: Session, snapshot: Snapshot) -> _Stored:
    """Every series of this feed and cloud; new ones, also those in doubt, are given an id."""
    rows = db.execute(
        "SELECT instance, region, purchase, zone, terms, scope, id, chips, usd, gone, since FROM price_series"
        " WHERE feed = ? AND cloud = ?",
        (snapshot.feed, snapshot.cloud),
    ).fetchall()
    ids: dict[tuple[str, ...], int] = {row[:6]: row[6] for row in rows}
    last: dict[int, State] = {row[6]: row[8:10] for row in rows if row[10] is not None}
    chips: dict[int, float | None] = {row[6]: row[7] for row in rows}
    known = list(map(ids.get, snapshot.prices))  # once: it takes long for a long list
    corrected = [
        (row[1], number)
        for number, row in zip(known, snapshot.prices.values(), strict=True)
        if number is not None and row[1] is not None and row[1] != chips[number]
    ]
    db.executemany("UPDATE price_series SET chips = ? WHERE id = ?", corrected)
    new = {key: row for (key, row), number in zip(snapshot.prices.items(), known, strict=True) if number is None}
    new |= {key: SeriesRow(None, None) for key in snapshot.doubted if key not in ids and key not in new}
    if new:
        number = db.execute("SELECT coalesce(max(id), 0) FROM price_series").fetchone()[0]
        ids |= {key: place for place, key in enumerate(new, number + 1)}
    listed = [ids[key] if number is None else number for key, number in zip(snapshot.prices, known, strict=True)]
    return _Stored(ids, listed, last, new)


def _add_series(
    db: Session,
    snapshot: Snapshot,
    ids: Mapping[tuple[str, ...], int],
    new: Mapping[tuple[str, ...], SeriesRow],
    since: int | None = None,
) -> None:
    """Creates the new series. `since`: the day of their first point, which is their last one too."""
    prices, whose = snapshot.prices, (snapshot.feed, snapshot.cloud)
    db.executemany(
        "INSERT INTO price_series"
        " (id, feed, cloud, instance, region, purchase, zone, terms, scope, chips, since, usd)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (ids[key], *whose, *key, row.chips, *((since, row.usd) if since and key in prices else (None, None)))
            for key, row in new.items()
        ],
    )


def _append_points(
    db: Session,
    day: int,
    listed: Mapping[int, State],
    covered: Iterable[int],
    last: Mapping[int, State],
    counts: Counter[str],
    new: Set[int],
) -> set[int]:
    """The same as `_write_points` for a day later than all stored ones: what was last is what it is compared with.

    The `new` series say already what their last point is.
    """
    written: list[tuple[int, str | None, int, int]] = []
    unchanged = 0
    for series in covered:
        now, before = listed.get(series, GONE), last.get(series, GONE)
        if now == before and now != GONE:
            unchanged += 1
            continue
        counts[_kind(before, now)] += 1
        if now != before:
            written.append((day, *now, series))
    counts["unchanged"] += unchanged
    db.executemany("INSERT INTO price_points (day, usd, gone, series) VALUES (?, ?, ?, ?)", written)
    known = [row for row in written if row[-1] not in new]
    db.executemany("UPDATE price_series SET since = ?, usd = ?, gone = ? WHERE id = ?", known)
    return {row[-1] for row in written}


def _write_points(
    db: Session,
    snapshot: Snapshot,
    listed: Mapping[int, State],
    covered: Iterable[int],
    counts: Counter[str],
) -> set[int]:
    """Counts what the snapshot changes about its day, and gives the series whose points changed."""
    before = _in_force_before(db, snapshot)
    following, later = _following(db, snapshot)
    at = {series: state for (series, day), state in later.items() if day == snapshot.day}
    written: list[tuple[int, int, str | None, int]] = []
    dropped: list[tuple[int, int]] = []
    for series in covered:
        now, earlier = listed.get(series, GONE), before.get(series, GONE)
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
    db.executemany(
        "INSERT INTO price_points (series, day, usd, gone) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (series, day) DO UPDATE SET usd = excluded.usd, gone = excluded.gone",
        written,
    )
    db.executemany("DELETE FROM price_points WHERE series = ? AND day = ?", dropped)
    return {row[0] for row in written} | {row[0] for row in dropped}


def _kind(old: State, now: State) -> str:
    """The kind of change, as it is counted; "out" for what was delisted and still is."""
    if old == now:
        return "out" if now == GONE else "unchanged"
    if old == GONE:
        return "new"
    return "gone" if now == GONE else "changed"


def _in_force_before(db: Session, snapshot: Snapshot) -> dict[int, State]:
    """The state of each series before the day of the snapshot."""
    rows = db.execute(
        "SELECT p.series, p.usd, p.gone FROM price_series s JOIN price_points p ON p.series = s.id AND p.day ="
        " (SELECT max(day) FROM price_points WHERE series = s.id AND day < ?) WHERE s.feed = ? AND s.cloud = ?",
        (snapshot.day, snapshot.feed, snapshot.cloud),
    )
    return {series: (usd, gone) for series, usd, gone in rows}


def _following(db: Session, snapshot: Snapshot) -> tuple[dict[int | None, int | None], dict[tuple[int, int], State]]:
    """The next day whose snapshot covers each series (None: all others), and the points until then."""
    feed_and_cloud = (snapshot.feed, snapshot.cloud)
    following: dict[int | None, int | None] = {}
    waiting: frozenset[int] | None = None  # series the next complete snapshot does not cover; None: not reached yet
    last = snapshot.day
    for day, *columns in db.execute(
        "SELECT day, complete, covered, regions, unsaid FROM price_snapshots"
        " WHERE feed = ? AND cloud = ? AND day > ? ORDER BY day",
        (*feed_and_cloud, snapshot.day),
    ):
        scope, last = Scope(*columns), day
        unsaid = unpacked(scope.unsaid)
        if waiting is None and scope.complete:
            waiting = unsaid - following.keys()
            following[None] = day
        else:
            if waiting is None:
                covered = _covered(db, feed_and_cloud, scope) - unsaid
            else:
                covered = _covered_of(db, feed_and_cloud, scope, waiting) - unsaid
            for series in covered:
                following.setdefault(series, day)
            waiting = None if waiting is None else waiting - covered
        if waiting is not None and not waiting:
            break
    following.setdefault(None, None)
    following |= dict.fromkeys(waiting or ())
    points = db.execute(
        "SELECT p.series, p.day, p.usd, p.gone FROM price_series s JOIN price_points p ON p.series = s.id"
        " AND p.day BETWEEN ? AND ? WHERE s.feed = ? AND s.cloud = ?",
        (snapshot.day, last, *feed_and_cloud),
    )
    return following, {(series, day): (usd, gone) for series, day, usd, gone in points}


def _covered_of(db: Session, feed_and_cloud: tuple[str, str], scope: Scope, series: frozenset[int]) -> frozenset[int]:
    """Those of `series` that a snapshot covers, including any in doubt."""
    return series if scope.complete else series & _covered(db, feed_and_cloud, scope)


def _covered(db: Session, feed_and_cloud: tuple[str, str], scope: Scope) -> frozenset[int]:
    """The series that a partial snapshot covers, including any in doubt."""
    regions = json.loads(scope.regions)
    marks = ", ".join("?" * len(regions)) or "NULL"
    rows = db.execute(
        f"SELECT id FROM price_series WHERE feed = ? AND cloud = ? AND region IN ({marks})",  # noqa: S608 names are ours
        (*feed_and_cloud, *regions),
    )
    return unpacked(scope.covered) | {series for (series,) in rows}


def _repeat_last_points(db: Session, touched: Iterable[int]) -> None:
    """Copies the last point of each series into its own row."""
    db.executemany(
        "UPDATE price_series SET"
        " since = (SELECT max(day) FROM price_points WHERE series = price_series.id),"
        " usd = (SELECT usd FROM price_points WHERE series = price_series.id ORDER BY day DESC LIMIT 1),"
        " gone = coalesce("
        "(SELECT gone FROM price_points WHERE series = price_series.id ORDER BY day DESC LIMIT 1), 0)"
        " WHERE id = ?",
        ((series,) for series in touched),
    )
