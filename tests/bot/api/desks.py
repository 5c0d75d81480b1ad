"""A desk for tests: the facts of the session, an empty file of its own."""

from __future__ import annotations

from pathlib import Path

from bot.advice.advisor import Advisor
from bot.api.access import Access, entries, entry_of
from bot.api.desk import Desk
from bot.api.own_data import FileData

TOKENS = {"T1": "chipscout_one", "T2": "chipscout_two"}


def desk_of(advisor: Advisor, folder: Path) -> Desk:
    file = folder / "own.db"
    return Desk(advisor, FileData(file), file)


def access_of(per_minute: int = 10_000) -> Access:
    """Both workspaces' tokens."""
    return Access(entries(" ".join(entry_of(*each) for each in TOKENS.items())), per_minute)


def bearer(workspace: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {TOKENS[workspace]}"}
