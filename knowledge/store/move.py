"""Carries everything from one store to another: from the file to PostgreSQL, or back.

All of it in one transaction of the target, whose rows are counted against the source before it ends; so a move that
is cut off leaves an empty target, and is simply begun again. The source is only read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

from knowledge.store.base.address import Location
from knowledge.store.base.backend import DATABASE_ERRORS, Backend, one_state
from knowledge.store.base.leases import LEASE_SECONDS, LEFT
from knowledge.store.store import RETENTION, opened

LEFT_BEHIND = frozenset({"replicas"})  # who runs on the source says nothing about the target
ROWS_AT_ONCE = 2000

MoveProblem = Literal["same", "not_there", "in_use", "not_empty", "differs", "failed"]


class MoveError(Exception):
    """Nothing was moved; `reason` says why, `where` which of the two is meant, `detail` the table or the error."""

    def __init__(self, where: Location, reason: MoveProblem, detail: str = "") -> None:
        self.where, self.reason, self.detail = where, reason, detail
        super().__init__(f"{where}: {reason} {detail}".strip())


def move(source: Location, target: Location, clock: Callable[[], float]) -> Mapping[str, int]:
    """How many rows of each table were moved.

    Raises:
        MoveError: the target is not empty, a replica runs on either, or the rows arrived incomplete.
        StoreError: one of them cannot be opened.
    """
    if source == target:
        raise MoveError(source, "same")
    if not source.exists():
        raise MoveError(source, "not_there")
    old = opened(source)
    try:
        new = opened(target)
        try:
            return _moved(old, new, source, target, clock)
        except DATABASE_ERRORS as problem:
            raise MoveError(target, "failed", str(problem)) from None
        finally:
            new.close()
    finally:
        old.close()


def _moved(
    old: Backend, new: Backend, source: Location, target: Location, clock: Callable[[], float]
) -> Mapping[str, int]:
    tables = [rule.table for rule in RETENTION if rule.table not in LEFT_BEHIND]
    for where, each in ((source, old), (target, new)):
        if _is_used(each, clock()):
            raise MoveError(where, "in_use")
    counts: dict[str, int] = {}
    with one_state(old.session), new.writing("move"):
        for table in tables:
            if _count(new, table):
                raise MoveError(target, "not_empty", table)
        for table in tables:
            columns = ", ".join(old.columns(table))
            marks = ", ".join("?" * len(old.columns(table)))
            for rows in old.batches(f"SELECT {columns} FROM {table}", ROWS_AT_ONCE):  # noqa: S608 names are ours
                new.session.executemany(f"INSERT INTO {table} ({columns}) VALUES ({marks})", rows)  # noqa: S608 names are ours
        for table, last in old.last_ids().items():
            new.set_last_id(table, last)
        for table in tables:
            counts[table] = _count(new, table)
            if counts[table] != _count(old, table):
                raise MoveError(target, "differs", table)
    return counts


def _is_used(backend: Backend, now: float) -> bool:
    """Whether a process that serves was seen a moment ago."""
    rows = backend.db.execute("SELECT beats, seen FROM replicas").fetchall()
    return any(beats != LEFT and seen > now - LEASE_SECONDS for beats, seen in rows)


def _count(backend: Backend, table: str) -> int:
    return int(backend.session.execute(f"SELECT count(*) FROM {table}").fetchone()[0])  # noqa: S608 names are ours
