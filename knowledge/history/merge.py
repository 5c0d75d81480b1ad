"""Merges one snapshot into the history, whatever days are stored already.

The history is always exactly what the snapshots say: a series has a point on a day if, and only if, that day's
snapshot differs from the previous one that covers the series. A snapshot put in between can therefore change a
series on two days only: its own, and that of the next snapshot that covers it. A complete snapshot covers every
series except those in doubt; a partial one covers what it lists and everything in its regions.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from itertools import compress, repeat
from operator import itemgetter, ne
from typing import TYPE_CHECKING, Any, NamedTuple

from knowledge.history.latest_parts import Added, Part, add_part, part_of
from knowledge.history.shown_rows import CHIPS, ID, NEVER, OUT, SHOWN, SPOKEN, UNPRICED, figure_of, key_of, shown_rows
from knowledge.history.tables import (
    GONE,
    Scope,
    Sets,
    State,
    filling_series,
    pack,
    unpacked,
    write_rows,
    write_series,
)
from knowledge.types.observed import Figure

if TYPE_CHECKING:
    from knowledge.store.base.backend import Session

Key = tuple[str, ...]  # in the order of the table's columns


class Snapshot(NamedTuple):
    """What one feed lists for one cloud on one day; keys are in the order of the table's columns."""

    feed: str
    cloud: str
    day: int
    complete: bool
    digest: str
    prices: Mapping[Key, Figure]
    doubted: frozenset[Key] = frozenset()
    regions: frozenset[str] = frozenset()


class _Stored(NamedTuple):
    """The series of a feed and cloud before the snapshot, beside what it lists.

    `others`: the row (see `shown_rows`) of each that it lists otherwise or not at all, and what it lists.
    `unchanged`: how many it lists as they are. `new` ones have ids from `number` on. `ids` of all, new ones too,
    where they were asked for. `version` is that of the snapshot.
    """

    others: Sequence[tuple[tuple[Any, ...], Figure | None]]
    unchanged: int
    new: Mapping[Key, Figure]
    number: int
    ids: Mapping[Key, int]
    version: int


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
    version = db.execute("SELECT coalesce(max(version), 0) + 1 FROM price_snapshots").fetchone()[0]
    is_plain = snapshot.complete and not snapshot.doubted  # as nearly all are: it covers every series
    stored = _stored(db, snapshot, version, with_ids=not (is_newest and is_plain))
    ids = stored.ids
    listed = {ids[key]: (row[0], 0) for key, row in snapshot.prices.items()} if ids else {}
    doubted = {ids[key]: key[1] for key in snapshot.doubted if key in ids and ids[key] not in listed}
    if is_plain:
        missing = set(ids.values())
    elif snapshot.complete:
        missing = ids.values() - doubted.keys()  # a series in doubt keeps what the day said of it before
    else:
        missing = {number for key, number in ids.items() if key[1] in snapshot.regions} - doubted.keys()
    covered = listed.keys() | missing
    counts: Counter[str] = Counter()
    added = _new_columns(stored)
    _add_series(db, snapshot, stored, added, since=snapshot.day if is_newest else None)
    part: Callable[[], Part] | None = None  # what is written, where it is known
    if is_newest:
        touched, part = _append_points(db, snapshot, stored, added, None if is_plain else missing, counts)
    else:
        corrected = [
            (price[1], version, row[ID])
            for row, price in stored.others
            if price is not None and price[1] is not None and row[CHIPS] != price[1]
        ]
        db.executemany(CORRECT_CHIPS, corrected)
        changed = _write_points(db, snapshot, listed, covered, counts)
        _repeat_last_points(db, changed, version)
        touched = len(changed) + len(corrected)
    if not snapshot.complete:
        write_rows(
            db,
            f"UPDATE price_series SET spoken = {snapshot.day}, changed = {version}"  # noqa: S608 numbers
            " WHERE id IN (SELECT column1 FROM (VALUES {rows}) AS named)"
            f" AND (spoken IS NULL OR spoken < {snapshot.day})",
            "(?)",
            ((series,) for series in sorted(covered)),
        )
    now = _scope(snapshot, earlier, covered, doubted)
    is_new = bool(touched) or earlier != now
    if is_new:
        db.execute(
            "INSERT INTO price_snapshots"
            " (feed, cloud, day, complete, covered, regions, unsaid, rows, digest, version)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
            " ON CONFLICT (feed, cloud, day) DO UPDATE SET complete = excluded.complete, covered = excluded.covered,"
            " regions = excluded.regions, unsaid = excluded.unsaid, rows = excluded.rows, digest = excluded.digest,"
            " version = excluded.version",
            (snapshot.feed, snapshot.cloud, snapshot.day, *now, len(snapshot.prices), snapshot.digest, version),
        )
        add_part(db, version, part if is_plain else None)
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


CORRECT_CHIPS = "UPDATE price_series SET chips = ?, changed = ? WHERE id = ?"


def _stored(db: Session, snapshot: Snapshot, version: int, *, with_ids: bool) -> _Stored:
    """Every series of this feed and cloud; new ones, also those in doubt, are given an id."""
    new: dict[Key, Figure] = dict(snapshot.prices)
    ids: dict[Key, int] = {}
    others: list[tuple[tuple[Any, ...], Figure | None]] = []
    unchanged = 0
    for some in shown_rows(
        db, snapshot.feed, snapshot.cloud, version - 1
    ):  # without a step in Python for each: there are tens of thousands
        keys = list(map(key_of, some))
        if with_ids:
            ids.update(zip(keys, map(itemgetter(ID), some), strict=True))
        listed = list(map(new.pop, keys, repeat(None)))
        differs = list(map(ne, map(figure_of, some), listed))
        others.extend(compress(zip(some, listed, strict=True), differs))
        unchanged += differs.count(False)
    if snapshot.doubted:
        known = ids.keys() | new.keys()
        new |= {key: (None, None) for key in snapshot.doubted if key not in known}
    number = db.execute("SELECT coalesce(max(id), 0) + 1 FROM price_series").fetchone()[0] if new else 0
    if with_ids:
        ids |= {key: place for place, key in enumerate(new, number)}
    return _Stored(others, unchanged, new, number, ids, version)


def _new_columns(stored: _Stored) -> Added:
    """The number, key, price and chips of each new series; none without any."""
    numbers = range(stored.number, stored.number + len(stored.new))
    return [numbers, *zip(*stored.new, strict=True), *zip(*stored.new.values(), strict=True)] if stored.new else []


def _add_series(db: Session, snapshot: Snapshot, stored: _Stored, columns: Added, since: int | None = None) -> None:
    """Creates the new series. `since`: the day of their first point, which is their last one too."""
    if not columns:
        return
    unlisted = stored.new.keys() if since is None else snapshot.doubted - snapshot.prices.keys()
    groups = [(since, columns)]
    if unlisted:
        rows = list(zip(*columns, strict=True))
        groups = [
            (since, list(zip(*(row for row in rows if row[1:-2] not in unlisted), strict=True))),
            (None, list(zip(*((*row[:-2], None, row[-1]) for row in rows if row[1:-2] in unlisted), strict=True))),
        ]
    with filling_series(db, doubles=len(stored.new) >= stored.number):
        for day, some in groups:
            if some:
                write_series(db, (snapshot.feed, snapshot.cloud, stored.version, day), some)


def _append_points(
    db: Session, snapshot: Snapshot, stored: _Stored, added: Added, missing: Set[int] | None, counts: Counter[str]
) -> tuple[int, Callable[[], Part] | None]:
    """The same as `_write_points` for a day later than all stored ones: what was last is what it is compared with,
    and each row that is written says what its point is.

    `missing`: the series that are gone if they are not listed; None: all. New series were added already. Returns
    how many series changed, and what was written; None where that is more than their figures.
    """
    moved: list[tuple[tuple[Any, ...], tuple[int, str | None, int]]] = []  # each row as it was; its id and state now
    corrected: list[tuple[float, int, int]] = []
    gone = out = back = blank = 0
    listed = unchanged = stored.unchanged
    for row, price in stored.others:
        shown, number = row[SHOWN], row[ID]
        if price is None:
            if missing is not None and number not in missing:
                continue
            if shown in (OUT, NEVER):
                out += 1
            else:
                gone += 1
                moved.append((row, (number, *GONE)))
            continue
        listed += 1
        usd, chips = price
        if chips != row[CHIPS] and chips is not None:
            corrected.append((chips, stored.version, number))
        if shown == (UNPRICED if usd is None else usd):
            unchanged += 1
        else:
            back += shown in (OUT, NEVER)
            blank += usd is None and shown not in (OUT, NEVER)
            moved.append((row, (number, usd, 0)))
    new = len(snapshot.prices) - listed
    changed = len(moved) - gone - back
    counts.update(new=new + back, changed=changed, gone=gone, out=out, unchanged=unchanged, blank=blank)
    db.executemany(CORRECT_CHIPS, corrected)
    points = sorted(map(itemgetter(1), moved))
    write_rows(
        db,
        f"UPDATE price_series SET changed = {stored.version}, since = {snapshot.day}, usd = now.column2,"  # noqa: S608 numbers
        " gone = now.column3 FROM (VALUES {rows}) AS now WHERE id = now.column1",
        "(?, ?, ?)",
        points,
    )
    marks = f"(?, {snapshot.day}, ?, ?)"
    write_rows(db, "INSERT INTO price_points (series, day, usd, gone) VALUES {rows}", marks, points)
    if new:
        db.execute(
            "INSERT INTO price_points (series, day, usd, gone) SELECT id, since, usd, gone FROM price_series"
            " WHERE id >= ? AND since = ? ORDER BY id",
            (stored.number, snapshot.day),
        )

    def part() -> Part:
        rows = [(*row[:SHOWN], number, row[CHIPS], row[SPOKEN], usd, 1 - out) for row, (number, usd, out) in moved]
        return part_of((snapshot.feed, snapshot.cloud, snapshot.day), list(stored.new), added, rows)

    return len(moved) + new, None if corrected else part


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
        counts["blank"] += old[0] is not None and now == (None, 0)
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


def _repeat_last_points(db: Session, touched: Iterable[int], version: int) -> None:
    """Copies the last point of each series into its own row."""
    db.executemany(
        "UPDATE price_series SET changed = ?,"
        " since = (SELECT max(day) FROM price_points WHERE series = price_series.id),"
        " usd = (SELECT usd FROM price_points WHERE series = price_series.id ORDER BY day DESC LIMIT 1),"
        " gone = coalesce("
        "(SELECT gone FROM price_points WHERE series = price_series.id ORDER BY day DESC LIMIT 1), 0)"
        " WHERE id = ?",
        ((version, series) for series in touched),
    )
