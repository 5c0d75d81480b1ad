"""Where the SQLite file lies. Apart from `settings`, so that a question need not wait for what reads those."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_data_path


def default_path() -> Path:
    return user_data_path("chipscout", appauthor=False) / "chipscout.db"


def path() -> Path:
    """What CHIPSCOUT_DB names, else the place in the user's data folder. An empty value counts as unset."""
    said = os.environ.get("CHIPSCOUT_DB", "").strip()
    return Path(said) if said else default_path()
