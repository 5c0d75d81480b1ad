"""The tables of several workspaces served by one process: who installed, with which token, and installs under way.

Their names and columns are those that Slack's SDK expects of its SQLite stores.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

from knowledge.store.retention import Retention

if TYPE_CHECKING:
    from sqlite_utils import Database

_BOT = (
    "id INTEGER PRIMARY KEY AUTOINCREMENT, client_id TEXT NOT NULL, app_id TEXT NOT NULL,"
    " enterprise_id TEXT NOT NULL DEFAULT '', enterprise_name TEXT,{} team_id TEXT NOT NULL DEFAULT '',"
    " team_name TEXT, bot_token TEXT{}, bot_id TEXT{}, bot_user_id TEXT{}, bot_scopes TEXT, bot_refresh_token TEXT,"
    " bot_token_expires_at DATETIME,"
)
_END = " is_enterprise_install BOOLEAN NOT NULL DEFAULT 0,{} installed_at DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP"
TOKENS = ("bot_token", "bot_refresh_token", "user_token", "user_refresh_token", "incoming_webhook_url")
HELD = (
    Retention(table="slack_installations", team="team_id", user="user_id", of_user="row", secret=TOKENS),
    Retention(table="slack_bots", team="team_id"),
)


def make_installations(db: Database) -> None:
    needed = " NOT NULL"
    db.execute(
        f"CREATE TABLE slack_installations ({_BOT.format(' enterprise_url TEXT,', '', '', '')}"
        " user_id TEXT NOT NULL, user_token TEXT, user_scopes TEXT, user_refresh_token TEXT,"
        " user_token_expires_at DATETIME, incoming_webhook_url TEXT, incoming_webhook_channel TEXT,"
        " incoming_webhook_channel_id TEXT, incoming_webhook_configuration_url TEXT,"
        f"{_END.format(' token_type TEXT,')})"
    )
    db.execute(
        "CREATE INDEX slack_installations_idx"
        " ON slack_installations (client_id, enterprise_id, team_id, user_id, installed_at)"
    )
    db.execute(f"CREATE TABLE slack_bots ({_BOT.format('', needed, needed, needed)}{_END.format('')})")
    db.execute("CREATE INDEX slack_bots_idx ON slack_bots (client_id, enterprise_id, team_id, installed_at)")
    db.execute(
        "CREATE TABLE oauth_states"
        " (id INTEGER PRIMARY KEY AUTOINCREMENT, state TEXT NOT NULL, expire_at DATETIME NOT NULL)"
    )


class Installs:
    """Installs in the open file; `db` and `writing` are the store's."""

    def __init__(self, db: Database, writing: Callable[[], AbstractContextManager[Database]]) -> None:
        self._db, self._writing = db, writing

    def use_up(self, state: str, now: float) -> bool:
        """Whether a state was good at `now`. One statement: of two who come with it, one gets it."""
        with self._writing() as db:
            done = db.execute("DELETE FROM oauth_states WHERE state = ? AND expire_at > ?", (state, now))
        return bool(done.rowcount)

    def keep_newest(self, client: str, enterprise: str, team: str, user: str) -> None:
        """What the same person installed before, and older bot tokens of the workspace, go."""
        whose = {"client": client, "enterprise": enterprise, "team": team, "user": user}
        with self._writing() as db:
            for table, also in (("slack_installations", " AND user_id = :user"), ("slack_bots", "")):
                of = f"client_id = :client AND enterprise_id = :enterprise AND team_id = :team{also}"
                db.execute(f"DELETE FROM {table} WHERE {of} AND id < (SELECT max(id) FROM {table} WHERE {of})", whose)  # noqa: S608 names are ours

    def since(self, team: str, seconds: float) -> bool:
        """Whether a workspace was installed after that time, in seconds since 1970."""
        row = self._db.execute(
            "SELECT 1 FROM slack_bots WHERE team_id = ? AND installed_at > datetime(?, 'unixepoch')", (team, seconds)
        ).fetchone()
        return row is not None
