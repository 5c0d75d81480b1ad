"""Threads that were answered: what was asked in each, and what follow-ups build on."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from knowledge.store.base.retention import Retention
from knowledge.types.base import Fact

if TYPE_CHECKING:
    from knowledge.store.base.backend import Backend, Statements


class Conversation(Fact):
    """One thread.

    `reading` is what follow-ups build on, as JSON; None until a question was understood. `is_ours`: the thread began
    with a message to or from the bot, so replies need no mention. `users`: who asked in it, separated by spaces.
    """

    team: str
    channel: str
    thread_ts: str
    question: str
    reading: str | None
    message_ts: str | None
    is_ours: bool
    users: str = ""
    updated: float = 0.0


RETENTION = Retention(table="threads", team="team", user="users", lists_users=True, age="updated")
COLUMNS = tuple(Conversation.model_fields)


def create_threads(db: Statements) -> None:
    db.execute(
        "CREATE TABLE threads (team TEXT NOT NULL, channel TEXT NOT NULL, thread_ts TEXT NOT NULL,"
        " question TEXT NOT NULL, reading TEXT, message_ts TEXT, is_ours INTEGER NOT NULL, updated REAL NOT NULL,"
        " PRIMARY KEY (team, channel, thread_ts)) STRICT"
    )


def add_users(db: Statements) -> None:
    """Earlier threads keep no names: who asked in them was not recorded."""
    db.execute("ALTER TABLE threads ADD COLUMN users TEXT NOT NULL DEFAULT ''")


class Threads:
    """Conversations by workspace, channel and thread. `clock` gives seconds since 1970."""

    def __init__(self, file: Backend, clock: Callable[[], float]) -> None:
        self._file, self._clock = file, clock

    def conversation(self, team: str, channel: str, thread_ts: str) -> Conversation | None:
        """The conversation in a thread; None if the bot has never answered there."""
        row = self._file.db.execute(
            f"SELECT {', '.join(COLUMNS)} FROM threads WHERE team = ? AND channel = ? AND thread_ts = ?",  # noqa: S608 names are ours
            (team, channel, thread_ts),
        ).fetchone()
        return None if row is None else Conversation.model_validate(dict(zip(COLUMNS, row, strict=True)))

    def remember(self, conversation: Conversation) -> None:
        """Writes the present state of a thread. A thread that is ours stays ours, and its users add up."""
        row: dict[str, Any] = conversation.model_dump() | {"updated": self._clock()}
        with self._file.writing() as db:
            db.execute(
                "INSERT INTO threads"
                " (team, channel, thread_ts, question, reading, message_ts, is_ours, users, updated)"
                " VALUES (:team, :channel, :thread_ts, :question, :reading, :message_ts, :is_ours, :users, :updated)"
                " ON CONFLICT (team, channel, thread_ts) DO UPDATE SET question = :question, reading = :reading,"
                " message_ts = :message_ts, updated = :updated,"
                " is_ours = CASE WHEN threads.is_ours = 1 THEN 1 ELSE :is_ours END,"
                " users = CASE WHEN replace(' ' || threads.users || ' ', ' ' || :users || ' ', '')"
                " <> ' ' || threads.users || ' ' THEN threads.users ELSE trim(threads.users || ' ' || :users) END",
                row,
            )

    def confirm(self, conversation: Conversation, message_ts: str) -> None:
        """The card it remembers stands at `message_ts`, unless the thread has gone on since."""
        with self._file.writing() as db:
            db.execute(
                "UPDATE threads SET message_ts = ? WHERE team = ? AND channel = ? AND thread_ts = ?"
                " AND message_ts = ?",
                (
                    message_ts,
                    conversation.team,
                    conversation.channel,
                    conversation.thread_ts,
                    conversation.message_ts,
                ),
            )

    def own(self, team: str, channel: str, thread_ts: str, question: str, user: str = "") -> None:
        """Marks a thread as ours before it has an answer; a thread that is known already stays as it is."""
        with self._file.writing() as db:
            db.execute(
                "INSERT INTO threads (team, channel, thread_ts, question, is_ours, users, updated)"
                " VALUES (?, ?, ?, ?, 1, ?, ?) ON CONFLICT DO NOTHING",
                (team, channel, thread_ts, question, user, self._clock()),
            )
