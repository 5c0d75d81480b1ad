"""A new store is a copy of one that was made once: making its thirty tables takes five times as long as opening it.

The first store of a worker is made as the program makes it, and so are those of other lists of tables.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from knowledge.store.base.sqlite_file import SqliteFile
from knowledge.store.store import MIGRATIONS


def copy_new_stores(patch: pytest.MonkeyPatch, folder: Path) -> None:
    """From here on, in this process; `folder` holds the one that is copied."""
    made, opened = folder / "made.db", SqliteFile.__init__

    def open_copied(self: SqliteFile, path: Path, migrations: Sequence[object]) -> None:
        if migrations is MIGRATIONS and path.parent.is_dir() and not os.path.lexists(path):
            if not made.exists():
                opened(self, made, MIGRATIONS)
                self.close()
            path.touch(mode=0o600, exist_ok=False)
            shutil.copyfile(made, path)
        opened(self, path, migrations)  # type: ignore[arg-type]

    patch.setattr(SqliteFile, "__init__", open_copied)
