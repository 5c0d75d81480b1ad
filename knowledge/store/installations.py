"""Workspaces that installed the app: who installed it, with which token, and installations under way.

Tables and columns have the names that Slack's SDK expects of its SQLite stores.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from knowledge.store.base.retention import Retention

if TYPE_CHECKING:
    from knowledge.store.base.backend import Backend, Statements

_BOT = (
    "id INTEGER PRIMARY KEY AUTOINCREMENT, client_id TEXT NOT NULL, app_id TEXT NOT NULL,"
    " enterprise_id TEXT NOT NULL DEFAULT '', enterprise_name TEXT,{} team_id TEXT NOT NULL DEFAULT '',"
    " team_name TEXT, bot_token TEXT{}, bot_id TEXT{}, bot_user_id TEXT{}, bot_scopes TEXT, bot_refresh_token TEXT,"
    " bot_token_expires_at DATETIME,"
)
_END = " is_enterprise_install BOOLEAN NOT NULL DEFAULT 0,{} installed_at DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP"
TOKENS = ("bot_token", "bot_refresh_token", "user_token", "user_refresh_token", "incoming_webhook_url")
RETENTION = (
    Retention(table="slack_installations", team="team_id", user="user_id", secret=TOKENS),
    Retention(table="slack_bots", team="team_id"),
    Retention(table="oauth_states"),  # names nobody; `delete_expired` clears it
)


def create_installations(db: Statements) -> None:
    required = " NOT NULL"
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
    db.execute(f"CREATE TABLE slack_bots ({_BOT.format('', required, required, required)}{_END.format('')})")
    db.execute("CREATE INDEX slack_bots_idx ON slack_bots (client_id, enterprise_id, team_id, installed_at)")
    db.execute(
        "CREATE TABLE oauth_states"
        " (id INTEGER PRIMARY KEY AUTOINCREMENT, state TEXT NOT NULL, expire_at DATETIME NOT NULL)"
    )


class Installations:
    """Installations by client, enterprise, workspace and person."""

    def __init__(self, file: Backend) -> None:
        self._file = file

    def use_up(self, state: str, now: float) -> bool:
        """Whether an OAuth state is valid at `now`; it is deleted, so that it is valid only once."""
        with self._file.writing() as db:
            done = db.execute("DELETE FROM oauth_states WHERE state = ? AND expire_at > ?", (state, now))
        return bool(done.rowcount)

    def keep_newest(self, client: str, enterprise: str, team: str, user: str) -> None:
        """Deletes what the same person installed before, and older bot tokens of the workspace."""
        values = {"client": client, "enterprise": enterprise, "team": team, "user": user}
        with self._file.writing() as db:
            for table, and_user in (("slack_installations", " AND user_id = :user"), ("slack_bots", "")):
                same = f"client_id = :client AND enterprise_id = :enterprise AND team_id = :team{and_user}"
                db.execute(
                    f"DELETE FROM {table} WHERE {same} AND id < (SELECT max(id) FROM {table} WHERE {same})",  # noqa: S608 names are ours
                    values,
                )

    def since(self, team: str, time: float) -> bool:
        """Whether a workspace was installed after that time, in seconds since 1970."""
        moment = datetime.fromtimestamp(time, UTC).strftime("%Y-%m-%d %H:%M:%S")
        row = self._file.db.execute(
            "SELECT 1 FROM slack_bots WHERE team_id = ? AND installed_at > ?", (team, moment)
        ).fetchone()
        return row is not None


def delete_expired(db: Statements, now: float) -> None:
    """Deletes installations under way that were never finished."""
    db.execute("DELETE FROM oauth_states WHERE expire_at < ?", (now,))
