"""What happened, in one SQLite file: which deliveries were answered, what was posted, what each thread is about,
and what the team measured itself.

Values in, values out; the day and the hour come from outside. Each thread of the process has its own
connection, and several processes may share the file: whatever must not happen twice is one atomic write.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from sqlite3 import Error
from typing import Any, Literal

from sqlite_utils import Database

from knowledge.facts import Fact
from knowledge.history.doubts import make_price_doubts
from knowledge.history.history import History, make_price_history, make_price_snapshots_regions
from knowledge.store import (
    channel_settings,
    digests,
    frozen_prices,
    home_tabs,
    installations,
    measurements,
    own_prices,
    reply_urls,
    subscriptions,
    verdicts,
    votes,
    watch_reports,
)
from knowledge.store.channel_settings import ChannelSettings, make_channel_settings
from knowledge.store.digests import Digests
from knowledge.store.frozen_prices import Freezes, make_freezes
from knowledge.store.home_tabs import Homes, make_homes
from knowledge.store.installations import Installs, make_installations
from knowledge.store.leases import is_dead, this_process
from knowledge.store.measurements import Measured, make_measurements
from knowledge.store.own_prices import OwnPrices
from knowledge.store.reply_urls import ReplyUrls, make_reply_urls
from knowledge.store.retention import Retention, RetentionRules
from knowledge.store.sqlite_file import File, Migration, StoreError
from knowledge.store.subscriptions import Subscriptions
from knowledge.store.verdicts import Verdicts, make_verdicts, make_verdicts_whole
from knowledge.store.votes import Votes, make_votes
from knowledge.store.watch_reports import WatchReports

__all__ = ["MIGRATIONS", "Claim", "Conversation", "Posting", "Store", "StoreError"]

KEPT_SECONDS = 7 * 24 * 3600.0  # Slack redelivers within minutes; a week leaves room for whoever looks into a log
CLAIM_SECONDS = 45.0  # a claim older than this was left by a process that died; Slack's second try comes after 60

Claim = Literal["mine", "busy", "done"]


class Conversation(Fact):
    """One thread. `reading` is what follow-ups build on, as JSON; None until something was understood.

    `is_ours`: the thread began with us, so replies need no mention. `users`: who asked in it, parted by blanks.
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


class Posting(Fact):
    """A message that was begun under a key. `ts` is None until the platform confirmed it."""

    key: str
    channel: str
    begun: float
    ts: str | None


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


WEEKLY_MIGRATIONS: tuple[Migration, ...] = (subscriptions.make_subscriptions, digests.make_digests)
WEEKLY_HELD: tuple[Retention, ...] = (subscriptions.HELD, digests.HELD)


class WeeklyRooms(File):
    @property
    def subscriptions(self) -> Subscriptions:
        """The channels that get a digest."""
        return Subscriptions(self.db, self.writing)

    @property
    def digests(self) -> Digests:
        """The digests that were begun and posted."""
        return Digests(self.db, self.writing)


TEAM_MIGRATIONS: tuple[Migration, ...] = (
    *WEEKLY_MIGRATIONS,
    watch_reports.make_watch_reports,
    own_prices.make_own_prices,
)
TEAM_HELD: tuple[Retention, ...] = (*WEEKLY_HELD, watch_reports.HELD, own_prices.HELD)


class TeamRooms(WeeklyRooms):
    @property
    def watch_reports(self) -> WatchReports:
        """What was reported of verdicts whose prices moved."""
        return WatchReports(self.db, self.writing)

    @property
    def own_prices(self) -> OwnPrices:
        """What teams pay instead of list prices."""
        return OwnPrices(self.db, self.writing)


ASIDE_HELD: tuple[Retention, ...] = (reply_urls.HELD, channel_settings.HELD, home_tabs.HELD)


class AsideRooms(TeamRooms):
    _clock: Callable[[], float]

    @property
    def reply_urls(self) -> ReplyUrls:
        """Where an answer that one person alone sees can be changed."""
        return ReplyUrls(self.db, self.writing, self._clock)

    @property
    def channel_settings(self) -> ChannelSettings:
        """How each channel wants it."""
        return ChannelSettings(self.db, self.writing)

    @property
    def homes(self) -> Homes:
        """Who opened Home, and what it shows."""
        return Homes(self.db, self.writing, self._clock)


MIGRATIONS: tuple[Migration, ...] = (
    first_tables,
    make_measurements,
    make_verdicts,
    name_who_asks,
    make_installations,
    make_verdicts_whole,
    make_votes,
    make_reply_urls,
    make_channel_settings,
    make_price_history,
    make_price_doubts,
    make_freezes,
    make_homes,
    *TEAM_MIGRATIONS,
    make_price_snapshots_regions,
)
# Every table with a column for a workspace or a person stands here; the others stand in IMPERSONAL.
HELD: tuple[Retention, ...] = (
    Retention(table="threads", team="team", user="users", users_listed=True, age="updated"),
    verdicts.HELD,
    measurements.HELD,
    votes.HELD,
    frozen_prices.HELD,
    *ASIDE_HELD,
    *installations.HELD,
    *TEAM_HELD,
)
IMPERSONAL = frozenset({"deliveries", "posts", "oauth_states"})  # ids that lead nowhere, gone within days
# What feeds said:
PUBLIC = frozenset({"price_snapshots", "price_series", "price_points", "price_doubts", "price_looks"})


class Store(AsideRooms):
    """The open file, and what is done with it. `clock` gives seconds since 1970."""

    def __init__(self, path: Path, clock: Callable[[], float]) -> None:
        """Opens or makes the file, brings its tables up to date and forgets deliveries past their time.

        Raises:
            StoreError: a folder, not writable, not a database, or written by a newer chipscout.
        """
        self._clock = clock
        self._owner = this_process()
        super().__init__(path, MIGRATIONS)
        self.tidy()

    def answers(self) -> bool:
        """Whether the file can still be read."""
        try:
            self.db.execute("SELECT 1 FROM threads LIMIT 1").fetchone()
        except Error:
            return False
        return True

    def tidy(self) -> None:
        """Forgets deliveries, posts and installs under way that are past their time."""
        now = self._clock()
        with self.writing() as db:
            db.execute("DELETE FROM deliveries WHERE claimed < ?", (now - KEPT_SECONDS,))
            db.execute("DELETE FROM posts WHERE begun < ?", (now - KEPT_SECONDS,))
            db.execute("DELETE FROM oauth_states WHERE expire_at < ?", (now,))
            db.execute("DELETE FROM reply_urls WHERE made < ?", (now - reply_urls.LIFE_SECONDS,))

    def claim(self, key: str, lease: float = CLAIM_SECONDS) -> Claim:
        """Whether the work under `key` is ours. A dead owner's claim is taken over, at the latest after `lease`."""
        now = self._clock()
        with self.writing() as db:
            row = db.execute("SELECT claimed, owner, done FROM deliveries WHERE key = ?", (key,)).fetchone()
            if row is not None and row[2] is not None:
                return "done"
            if row is not None and row[0] > now - lease and not is_dead(row[1], self._owner):
                return "busy"
            db.execute(
                "INSERT OR REPLACE INTO deliveries (key, claimed, owner) VALUES (?, ?, ?)", (key, now, self._owner)
            )
        return "mine"

    def finish(self, key: str) -> None:
        """The work under `key` is done, for good."""
        with self.writing() as db:
            db.execute("UPDATE deliveries SET done = ? WHERE key = ?", (self._clock(), key))

    def release(self, key: str) -> None:
        """The claim is given back; the next one who asks gets it."""
        with self.writing() as db:
            db.execute("DELETE FROM deliveries WHERE key = ? AND done IS NULL", (key,))

    def begin_post(self, key: str, channel: str) -> Posting | None:
        """Notes that a message is about to be sent. Gives what an earlier try left, None at the first."""
        with self.writing() as db:
            row = db.execute("SELECT key, channel, begun, ts FROM posts WHERE key = ?", (key,)).fetchone()
            if row is not None:
                return Posting(key=row[0], channel=row[1], begun=row[2], ts=row[3])
            db.execute("INSERT INTO posts (key, channel, begun) VALUES (?, ?, ?)", (key, channel, self._clock()))
        return None

    def posted(self, key: str, ts: str) -> None:
        """The platform confirmed the message."""
        with self.writing() as db:
            db.execute("UPDATE posts SET ts = ? WHERE key = ?", (ts, key))

    def drop_post(self, key: str) -> None:
        """The platform refused the message: nothing stands under this key."""
        with self.writing() as db:
            db.execute("DELETE FROM posts WHERE key = ? AND ts IS NULL", (key,))

    def conversation(self, team: str, channel: str, thread_ts: str) -> Conversation | None:
        """What is known of a thread; None for the threads of others."""
        names = tuple(Conversation.model_fields)
        row = self.db.execute(
            f"SELECT {', '.join(names)} FROM threads WHERE team = ? AND channel = ? AND thread_ts = ?",  # noqa: S608 names are ours
            (team, channel, thread_ts),
        ).fetchone()
        return None if row is None else Conversation.model_validate(dict(zip(names, row, strict=True)))

    def remember(self, conversation: Conversation) -> None:
        """Writes a thread as it stands now. A thread that is ours stays ours."""
        row: dict[str, Any] = conversation.model_dump() | {"updated": self._clock()}
        with self.writing() as db:
            db.execute(
                "INSERT INTO threads"
                " (team, channel, thread_ts, question, reading, message_ts, is_ours, users, updated)"
                " VALUES (:team, :channel, :thread_ts, :question, :reading, :message_ts, :is_ours, :users, :updated)"
                " ON CONFLICT (team, channel, thread_ts) DO UPDATE SET question = :question, reading = :reading,"
                " message_ts = :message_ts, is_ours = max(is_ours, :is_ours), updated = :updated,"
                " users = CASE WHEN instr(' ' || users || ' ', ' ' || :users || ' ') THEN users"
                " ELSE trim(users || ' ' || :users) END",
                row,
            )

    def own(self, team: str, channel: str, thread_ts: str, question: str, user: str = "") -> None:
        """Notes that a thread is ours before there is an answer in it; leaves a known one as it is."""
        with self.writing() as db:
            db.execute(
                "INSERT INTO threads (team, channel, thread_ts, question, is_ours, users, updated)"
                " VALUES (?, ?, ?, ?, 1, ?, ?) ON CONFLICT DO NOTHING",
                (team, channel, thread_ts, question, user, self._clock()),
            )

    @property
    def installs(self) -> Installs:
        """Workspaces that installed by themselves."""
        return Installs(self.db, self.writing)

    @property
    def holdings(self) -> RetentionRules:
        """What is held of people and workspaces."""
        return RetentionRules(HELD, self.db, self.writing)

    @property
    def measured(self) -> Measured:
        """The team's own measurements."""
        return Measured(self.db, self.writing)

    @property
    def freezes(self) -> Freezes:
        """The prices verdicts were given at."""
        return Freezes(self.db, self.writing)

    @property
    def history(self) -> History:
        """The prices that feeds saw."""
        return History(self.db.conn, self.writing)

    @property
    def verdicts(self) -> Verdicts:
        """The verdicts that were given."""
        return Verdicts(self.db, self.writing)

    @property
    def votes(self) -> Votes:
        """What people thought of them."""
        return Votes(self.db, self.writing)
