"""The tables of deliveries, posts and threads."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sqlite_utils import Database


def first_tables(db: Database) -> None:
    db.execute(
        "CREATE TABLE deliveries (key TEXT PRIMARY KEY, claimed REAL NOT NULL, owner TEXT NOT NULL, done REAL) STRICT"
    )
    db.execute(
        "CREATE TABLE posts (key TEXT PRIMARY KEY, channel TEXT NOT NULL, begun REAL NOT NULL, ts TEXT) STRICT"
    )
    db.execute(
        "CREATE TABLE threads (team TEXT NOT NULL, channel TEXT NOT NULL, thread_ts TEXT NOT NULL,"
        " question TEXT NOT NULL, reading TEXT, message_ts TEXT, is_ours INTEGER NOT NULL, updated REAL NOT NULL,"
        " PRIMARY KEY (team, channel, thread_ts)) STRICT"
    )


def name_who_asks(db: Database) -> None:
    """Threads of before stay without names: nobody noted who asked."""
    db.execute("ALTER TABLE threads ADD COLUMN users TEXT NOT NULL DEFAULT ''")
