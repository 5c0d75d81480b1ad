"""Where the SQLite file is. Separate from `settings`, which takes longer to import."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_data_path


def default_path() -> Path:
    return user_data_path("chipscout", appauthor=False) / "chipscout.db"


def path() -> Path:
    """CHIPSCOUT_DB, else a file in the user's data folder. An empty value counts as unset."""
    named = os.environ.get("CHIPSCOUT_DB", "").strip()
    return Path(named) if named else default_path()
