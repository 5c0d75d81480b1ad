"""Where the store is. Separate from `settings`, which takes longer to import."""

from __future__ import annotations

from pathlib import Path

from platformdirs import user_data_path

from bot.environment.secret import secret
from bot.wording.errors import UserError
from knowledge.store.base.address import Location, location


def default_path() -> Path:
    return user_data_path("chipscout", appauthor=False) / "chipscout.db"


def path() -> Location:
    """CHIPSCOUT_DB, else a file in the user's data folder. An empty value counts as unset.

    Raises:
        UserError: CHIPSCOUT_DB_FILE cannot be read, or it is an address but not one of a PostgreSQL database.
    """
    named = secret("CHIPSCOUT_DB")
    try:
        return location(named) if named else default_path()
    except ValueError:
        raise UserError("settings_malformed", names=("CHIPSCOUT_DB",)) from None
