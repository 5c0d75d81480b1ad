"""Copies of the file while it is in use: a backup, and a backup put back in its place.

A copy counts only after its integrity and the rows of each table were checked; until then it has another name.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Collection, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Literal, NamedTuple

BUSY_SECONDS = 10.0
UNFINISHED = ".unfinished"

CopyProblem = Literal[
    "missing", "exists", "same", "unreadable", "damaged", "not_ours", "newer", "in_use", "unwritable"
]


class CopyError(Exception):
    """Nothing was changed; `reason` says why, `path` which file is meant."""

    def __init__(self, path: Path, reason: CopyProblem, detail: str = "") -> None:
        self.path, self.reason, self.detail = path, reason, detail
        super().__init__(f"{path}: {reason}")


class Copied(NamedTuple):
    """What a checked copy holds. `aside`: where the file is that was in its place."""

    rows: Mapping[str, int]
    size: int
    aside: Path | None = None


def back_up(source: Path, target: Path, *, replaces: bool = False) -> Copied:
    """A copy of one moment, as a single file that only its owner reads. Writers need not stop.

    Raises:
        CopyError: `source` cannot be read, or `target` exists or cannot be written.
    """
    if not source.is_file():
        raise CopyError(source, "missing")
    if target.exists():
        if target.samefile(source):
            raise CopyError(target, "same")
        if not replaces or not target.is_file():
            raise CopyError(target, "exists")
    with _unfinished(target) as unfinished:
        rows = _copy(source, unfinished)
    return Copied(rows, target.stat().st_size)


def put_back(
    source: Path, target: Path, migrations: Collection[str], stamp: str, *, replaces: bool = False
) -> Copied:
    """Puts a checked copy of a backup in the place of the file; the old one stays beside it, named after `stamp`.

    Raises:
        CopyError: the backup is none of ours, damaged or of a newer version; or the file is there, or in use.
    """
    if not source.is_file():
        raise CopyError(source, "missing")
    if target.exists() and target.samefile(source):
        raise CopyError(target, "same")
    if target.exists() and not replaces:
        raise CopyError(target, "exists")
    _require_ours(source, migrations)
    aside = target.with_name(f"{target.name}.before-{stamp}") if target.exists() else None
    with _unfinished(target) as unfinished:
        rows = _copy(source, unfinished)
        if aside is not None:
            _close_down(target)
            target.rename(aside)
    return Copied(rows, target.stat().st_size, aside)


@contextmanager
def _unfinished(target: Path) -> Iterator[Path]:
    """The file that becomes `target` if all goes well, and is removed otherwise."""
    unfinished = target.with_name(f"{target.name}{UNFINISHED}")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        unfinished.unlink(missing_ok=True)
        os.close(os.open(unfinished, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        yield unfinished
        unfinished.rename(target)
    except OSError as problem:
        raise CopyError(target, "unwritable", problem.strerror or "") from problem
    finally:
        for name in (unfinished, *(Path(f"{unfinished}{end}") for end in ("-journal", "-wal", "-shm"))):
            with suppress(OSError):
                name.unlink(missing_ok=True)


def _copy(source: Path, target: Path) -> Mapping[str, int]:
    """Copies the state of one moment, checks the copy against it, and counts the rows by table."""
    with closing(_opened(source)) as here:
        try:
            here.execute("BEGIN")
            rows = _rows(here)  # the copy is of the same moment: the transaction that counted is still open
            if here.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
                raise CopyError(source, "damaged")
        except sqlite3.Error as problem:
            raise CopyError(source, "unreadable", str(problem)) from problem
        with closing(sqlite3.connect(target, isolation_level=None)) as there:
            try:
                here.backup(there)
                there.execute("PRAGMA journal_mode = DELETE")  # one file, nothing beside it
                is_whole = there.execute("PRAGMA integrity_check(1)").fetchone() == ("ok",)
                is_same = is_whole and _rows(there) == rows
            except sqlite3.Error as problem:
                raise CopyError(target, "unwritable", str(problem)) from problem
        if not is_same:
            raise CopyError(source, "damaged")
    with target.open("rb") as written:
        os.fsync(written.fileno())
    return rows


def _opened(path: Path) -> sqlite3.Connection:
    """For reading: never creates the file, never changes what is in it."""
    try:
        return sqlite3.connect(
            f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=BUSY_SECONDS, isolation_level=None
        )
    except sqlite3.Error as problem:
        raise CopyError(path, "unreadable", str(problem)) from problem


def _rows(db: sqlite3.Connection) -> dict[str, int]:
    tables = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
    quoted = {name: name.replace('"', '""') for name in tables}
    return {name: int(db.execute(f'SELECT count(*) FROM "{quoted[name]}"').fetchone()[0]) for name in tables}  # noqa: S608 - quoted


def _require_ours(path: Path, migrations: Collection[str]) -> None:
    with closing(_opened(path)) as db:
        try:
            applied = {name for (name,) in db.execute("SELECT name FROM _sqlite_migrations")}
        except sqlite3.DatabaseError as problem:
            is_database = getattr(problem, "sqlite_errorname", "") not in ("SQLITE_NOTADB", "SQLITE_CORRUPT")
            raise CopyError(path, "not_ours" if is_database else "damaged") from problem
    if not applied <= set(migrations):
        raise CopyError(path, "newer")


def _close_down(path: Path) -> None:
    """Brings the log into the file, so that it is whole by itself. That works only while nobody else has it open."""
    with closing(sqlite3.connect(path, timeout=0.2, isolation_level=None)) as db:
        try:
            (mode,) = db.execute("PRAGMA journal_mode = DELETE").fetchone()
        except sqlite3.OperationalError as problem:
            raise CopyError(path, "in_use") from problem
        except sqlite3.DatabaseError:  # not a database any more: what is restored replaces it
            return
    if mode != "delete":
        raise CopyError(path, "in_use")
