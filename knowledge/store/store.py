"""Everything that happened, in a SQLite file or a PostgreSQL database: questions, verdicts, own data, prices.

Values go in and come out; the day and the time come from outside. `TABLES` is the one list of what is in the file. To
add a table: a module with its class, a function that creates the table and its retention rule; the next number in the
list; and an attribute of `Store`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple, Self

from knowledge.history.accepted import create_price_accepted
from knowledge.history.beliefs import create_price_beliefs
from knowledge.history.chips import create_price_types
from knowledge.history.doubts import create_price_doubts
from knowledge.history.history import (
    History,
    add_series_changed,
    add_snapshot_regions,
    create_price_history,
    key_price_series,
    place_local_zones,
)
from knowledge.history.latest_parts import create_price_latest
from knowledge.history.looks import index_snapshots
from knowledge.store import (
    channel_settings,
    deliveries,
    digests,
    frozen_prices,
    home_tabs,
    inbox,
    installations,
    measurements,
    offered_answers,
    own_prices,
    reply_urls,
    subscriptions,
    threads,
    verdicts,
    votes,
    watch_reports,
)
from knowledge.store.base import leases
from knowledge.store.base.address import Location, PostgresUrl
from knowledge.store.base.backend import Backend, Migration, Reason, Statements, StoreError
from knowledge.store.base.leases import LEASE_SECONDS, Replicas
from knowledge.store.base.retention import Retention, RetentionPolicy
from knowledge.store.channel_settings import ChannelSettings
from knowledge.store.deliveries import Deliveries
from knowledge.store.digests import Digests
from knowledge.store.frozen_prices import FrozenPrices
from knowledge.store.home_tabs import HomeTabs
from knowledge.store.inbox import Inbox
from knowledge.store.installations import Installations
from knowledge.store.measurements import Measurements
from knowledge.store.offered_answers import OfferedAnswers
from knowledge.store.own_prices import OwnPrices
from knowledge.store.reply_urls import ReplyUrls
from knowledge.store.subscriptions import Subscriptions
from knowledge.store.threads import Threads
from knowledge.store.verdicts import Verdicts
from knowledge.store.votes import Votes
from knowledge.store.watch_reports import WatchReports

__all__ = ["MIGRATIONS", "RETENTION", "TABLES", "Store", "StoreError"]


def _create_first_tables(db: Statements) -> None:
    deliveries.create_deliveries(db)
    threads.create_threads(db)


class TableStep(NamedTuple):
    """A migration and the retention rules of the tables it creates; empty if it only changes a table."""

    migration: Migration
    creates: tuple[Retention, ...] = ()


def _public(*tables: str) -> tuple[Retention, ...]:
    """Prices that feeds published: nobody's data."""
    return tuple(Retention(table=table) for table in tables)


_HISTORY = _public("price_snapshots", "price_series", "price_points", "price_looks")
TABLES: tuple[TableStep, ...] = (
    TableStep(Migration(1, "first_tables", _create_first_tables), (threads.RETENTION, *deliveries.RETENTION)),
    TableStep(Migration(2, "make_measurements", measurements.create_measurements), (measurements.RETENTION,)),
    TableStep(Migration(3, "make_verdicts", verdicts.create_verdicts), (verdicts.RETENTION,)),
    TableStep(Migration(4, "name_who_asks", threads.add_users)),
    TableStep(Migration(5, "make_installations", installations.create_installations), installations.RETENTION),
    TableStep(Migration(6, "make_verdicts_whole", verdicts.add_card_context)),
    TableStep(Migration(7, "make_votes", votes.create_votes), (votes.RETENTION,)),
    TableStep(Migration(8, "make_reply_urls", reply_urls.create_reply_urls), (reply_urls.RETENTION,)),
    TableStep(
        Migration(9, "make_channel_settings", channel_settings.create_channel_settings), (channel_settings.RETENTION,)
    ),
    TableStep(Migration(10, "make_price_history", create_price_history), _HISTORY),
    TableStep(Migration(11, "make_price_doubts", create_price_doubts), _public("price_doubts")),
    TableStep(Migration(12, "make_freezes", frozen_prices.create_frozen_prices), (frozen_prices.RETENTION,)),
    TableStep(Migration(13, "make_homes", home_tabs.create_home_tabs), (home_tabs.RETENTION,)),
    TableStep(Migration(14, "make_subscriptions", subscriptions.create_subscriptions), (subscriptions.RETENTION,)),
    TableStep(Migration(15, "make_digests", digests.create_digests), (digests.RETENTION,)),
    TableStep(Migration(16, "make_watch_reports", watch_reports.create_watch_reports), (watch_reports.RETENTION,)),
    TableStep(Migration(17, "make_own_prices", own_prices.create_own_prices), (own_prices.RETENTION,)),
    TableStep(Migration(18, "make_price_snapshots_regions", add_snapshot_regions)),
    TableStep(Migration(19, "make_inbox", inbox.create_inbox), (inbox.RETENTION,)),
    TableStep(Migration(20, "make_price_beliefs", create_price_beliefs), _public("price_beliefs")),
    TableStep(Migration(21, "make_digests_told", digests.add_told)),
    TableStep(Migration(22, "make_verdicts_audience", verdicts.add_audience)),
    TableStep(Migration(23, "make_replicas", leases.create_replicas), (leases.RETENTION,)),
    TableStep(Migration(24, "date_freezes", frozen_prices.add_kept)),
    TableStep(Migration(25, "hold_posts", deliveries.add_holder)),
    TableStep(
        Migration(26, "make_offered_answers", offered_answers.create_offered_answers), (offered_answers.RETENTION,)
    ),
    TableStep(Migration(27, "number_price_series_changes", add_series_changed)),
    TableStep(Migration(28, "key_price_series", key_price_series)),
    TableStep(Migration(29, "make_price_types", create_price_types), _public("price_types")),
    TableStep(Migration(30, "make_price_latest", create_price_latest), _public("price_latest")),
    TableStep(Migration(31, "make_price_accepted", create_price_accepted), _public("price_accepted")),
    TableStep(Migration(32, "place_local_zones", place_local_zones)),
    TableStep(Migration(33, "index_price_snapshots", index_snapshots)),
)
MIGRATIONS: Sequence[Migration] = tuple(step.migration for step in TABLES)
RETENTION: Sequence[Retention] = tuple(rule for step in TABLES for rule in step.creates)


def opened(where: Location) -> Backend:
    """The database with all tables, up to date.

    Raises:
        StoreError: it cannot be used.
    """
    if isinstance(where, PostgresUrl):
        from knowledge.store.base.postgres import PostgresDatabase  # its driver is an extra

        return PostgresDatabase(where, MIGRATIONS)
    from knowledge.store.base.sqlite_file import SqliteFile

    return SqliteFile(where, MIGRATIONS)


class Store:
    """The open database and its tables. `clock` gives seconds since 1970."""

    def __init__(self, path: Location, clock: Callable[[], float], *, name: str | None = None) -> None:
        """Opens or creates it, brings its tables up to date and deletes what has expired.

        `name` is who holds what is claimed; None for a new one.

        Raises:
            StoreError: the path is a folder, not writable or not a database, the server cannot be used, or a newer
                version wrote it.
        """
        self.path = path
        self._clock = clock
        self.file = file = opened(path)
        self.replicas = replicas = Replicas(file, clock, name)
        self.inbox = Inbox(file, replicas, clock)
        self.deliveries = Deliveries(file, replicas, clock)
        self.threads = Threads(file, clock)
        self.verdicts = Verdicts(file)
        self.frozen_prices = FrozenPrices(file, clock)
        self.votes = Votes(file)
        self.watch_reports = WatchReports(file)
        self.reply_urls = ReplyUrls(file, clock)
        self.channel_settings = ChannelSettings(file)
        self.subscriptions = Subscriptions(file)
        self.digests = Digests(file)
        self.home_tabs = HomeTabs(file, clock)
        self.offered_answers = OfferedAnswers(file, clock)
        self.measurements = Measurements(file)
        self.own_prices = OwnPrices(file)
        self.installations = Installations(file)
        self.history = History(lambda: file.session, lambda: file.writing("price history"))
        self.retention = RetentionPolicy(file, RETENTION)
        self.tidy()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connections of every thread."""
        self.file.close()

    def problem(self) -> Reason | None:
        """Why nothing could be stored now: tries it."""
        return self.file.problem()

    @contextmanager
    def alone(self, name: str, lease: float = LEASE_SECONDS) -> Iterator[bool]:
        """Whether no other process on this store is inside `name` now: of several replicas one does a round.

        That of a process that ended is free at once; in a file, that of one that stands still after `lease` seconds.
        """
        lock = self.file.alone(name)
        if lock is not None:
            with lock as is_ours:
                yield is_ours
            return
        key = f"round:{name}"
        is_ours = self.deliveries.claim(key, lease) == "mine"
        try:
            yield is_ours
        finally:
            if is_ours:
                self.deliveries.release(key)

    def tidy(self) -> None:
        """Deletes what has expired: claims, posts, reply URLs, offers, unfinished installations, processes gone."""
        now = self._clock()
        with self.file.writing() as db:
            leases.delete_gone(db, now)
            deliveries.delete_old(db, now)
            installations.delete_expired(db, now)
            reply_urls.delete_expired(db, now)
            offered_answers.delete_expired(db, now)
