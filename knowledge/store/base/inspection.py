"""What can be said of the file without opening it for work: nothing is created and nothing is migrated."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
from collections.abc import Collection
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from knowledge.store.base.backend import Reason
from knowledge.store.base.sqlite_file import PROBE_MS, reason_of


class Inspection(NamedTuple):
    """`exists` is False before the first start. `applied` of the `known` migrations; `is_private`: to its owner."""

    path: Path
    exists: bool
    free: int = 0
    size: int = 0
    applied: int = 0
    known: int = 0
    is_private: bool = True
    problem: Reason | None = None


def inspected(path: Path, migrations: Collection[str]) -> Inspection:
    """Also tries a write that changes nothing."""
    folder = next((each for each in (path.parent, *path.absolute().parents) if each.exists()), path.parent)
    found = Inspection(path, path.exists(), known=len(migrations))
    try:
        found = found._replace(free=shutil.disk_usage(folder).free)
        if path.is_dir():
            return found._replace(problem="directory")
        if not found.exists:
            may = folder.is_dir() and os.access(folder, os.W_OK | os.X_OK)
            return found._replace(problem=None if may else "unwritable")
        is_private = os.name != "posix" or not stat.S_IMODE(path.stat().st_mode) & 0o077
        found = found._replace(size=path.stat().st_size, is_private=is_private)
        with closing(sqlite3.connect(path, timeout=PROBE_MS / 1000, isolation_level=None)) as db:
            return _read(found, db, migrations)
    except (OSError, sqlite3.Error) as problem:
        return found._replace(problem=reason_of(problem))


def _read(found: Inspection, db: sqlite3.Connection, migrations: Collection[str]) -> Inspection:
    has_names = db.execute("SELECT 1 FROM sqlite_master WHERE name = '_sqlite_migrations'").fetchone()
    names = {name for (name,) in db.execute("SELECT name FROM _sqlite_migrations")} if has_names else set[str]()
    version = int(db.execute("PRAGMA user_version").fetchone()[0])
    found = found._replace(applied=len(names & set(migrations)))
    if names - set(migrations):
        return found._replace(problem="newer")
    if db.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
        return found._replace(problem="corrupt")
    db.execute("BEGIN IMMEDIATE")
    db.execute(f"PRAGMA user_version = {version}")
    db.execute("COMMIT")
    return found
