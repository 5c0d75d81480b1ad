"""Refreshes feeds: each is downloaded, parsed completely and stored in one transaction, or left as it was.

Safe to kill at any moment: downloads are unnamed files, a snapshot is one transaction, and a validator is stored only
after its snapshot. If two processes refresh at once, a claim on each cloud of a feed keeps them from doing it twice.
"""

from __future__ import annotations

import hashlib
import logging
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from datetime import UTC, date, datetime
from typing import Literal, NamedTuple, Protocol

from bot.feeds.config import Feeds
from bot.feeds.discover import AccountQuery, FetchJob, digest_of, documents
from bot.feeds.fetch import Fetched, Fetcher, FetchError, Progress, Validators
from bot.feeds.snapshot import FeedSnapshot, SkippedRows, read, snapshot
from knowledge.history.history import SnapshotCounts
from knowledge.history.queries import FetchAttempt
from knowledge.store.store import Store
from knowledge.types.base import Cloud
from knowledge.types.feeds import FeedDescription
from knowledge.types.observed import FeedError, ParseContext

log = logging.getLogger(__name__)

FETCHED = "fetched"  # prefix of the digest of a snapshot that came from the feed's own addresses
DUE_SHARE = 0.9  # of a cadence: a feed is due a little early
SPARE_SECONDS = 600.0  # for parsing and storing, beyond the time limit of downloading
Kind = Literal["taken", "unchanged", "fresh", "busy", "skipped", "failed"]


class RefreshOutcome(NamedTuple):
    """How one cloud of one feed was refreshed. `standing_since` is the day of its newest stored snapshot."""

    feed: str
    cloud: Cloud
    kind: Kind
    because: str = ""
    found: str = ""
    taken: SnapshotCounts | None = None
    odd: tuple[SkippedRows, ...] = ()
    standing_since: date | None = None


class RefreshListener(Protocol):
    """Receives the progress of a refresh."""

    def started(self, feed: FeedDescription, cloud: Cloud) -> Progress: ...
    def finished(self, outcome: RefreshOutcome) -> None: ...


class Refresher:
    """Refreshes feeds. `clock` returns seconds since 1970."""

    def __init__(self, store: Store, feeds: Feeds, clock: Callable[[], float], listener: RefreshListener) -> None:
        self._store, self._feeds, self._clock, self._listener = store, feeds, clock, listener

    def run(
        self, wanted: Sequence[FeedDescription], *, only_due: bool = False, accepts_shrunk: bool = False
    ) -> tuple[RefreshOutcome, ...]:
        """Refreshes one feed after the other. `only_due` skips those read within their cadence."""
        started = self._clock()
        outcomes = []
        for feed in wanted:
            for cloud in feed.addresses or feed.clouds:
                outcome = self._refresh(feed, cloud, started, only_due, accepts_shrunk)
                self._listener.finished(outcome)
                outcomes.append(outcome)
        return tuple(outcomes)

    def _refresh(
        self, feed: FeedDescription, cloud: Cloud, started: float, only_due: bool, accepts_shrunk: bool
    ) -> RefreshOutcome:
        claim = f"refresh/{feed.id}/{cloud}"
        outcome = RefreshOutcome(feed.id, cloud, "fresh", standing_since=self._latest_snapshot_day(feed.id, cloud))
        if only_due and self._is_fresh(feed, cloud):
            return outcome
        if feed.key_variable and not _key(feed):
            return outcome._replace(kind="skipped", because="key", found=feed.key_variable)
        if self._store.deliveries.claim(claim, feed.seconds_at_most + SPARE_SECONDS) != "mine":
            return outcome._replace(kind="busy")
        try:
            last_success = self._last_success(feed.id, cloud) or 0.0
            if last_success > started:  # another process did it, while this one read other feeds
                return outcome
            return self._read_or_fail(feed, cloud, outcome, accepts_shrunk)
        finally:
            self._store.deliveries.release(claim)

    def _read_or_fail(
        self, feed: FeedDescription, cloud: Cloud, outcome: RefreshOutcome, accepts_shrunk: bool
    ) -> RefreshOutcome:
        try:
            read_outcome = self._read(feed, cloud, accepts_shrunk)
        except (FetchError, FeedError) as problem:
            code, found = problem.code, problem.found
        except Exception:  # a bug in one feed must not stop the others
            log.debug("%s of %s could not be read", feed.id, cloud, exc_info=True)
            code, found = "ours", ""
        else:
            return read_outcome._replace(standing_since=self._latest_snapshot_day(feed.id, cloud))
        self._record_attempt(feed, cloud, {}, code)
        return outcome._replace(kind="failed", because=code, found=found)

    def _read(self, feed: FeedDescription, cloud: Cloud, accepts_shrunk: bool) -> RefreshOutcome:
        now, feeds = datetime.fromtimestamp(self._clock(), UTC), self._feeds
        today = now.date()
        with ExitStack() as stack:
            fetcher = Fetcher(feed, feeds.refreshing, self._listener.started(feed, cloud))
            account_query = AccountQuery(now, feeds.refreshing, feeds.prefixes, feeds.blocks)
            job = FetchJob(
                feed, cloud, fetcher, self._validators(feed.id, cloud), stack, {}, account_query, _key(feed)
            )
            changed = documents(job)
            stored = self._stored_digest(feed.id, cloud)
            digest = stored if changed is None else _digest(changed)
            if digest != stored or self._store.history.confirm(feed.id, cloud, today) is None:
                outcome = self._store_snapshot(feed, cloud, today, changed or [], digest, accepts_shrunk)
            else:
                outcome = RefreshOutcome(feed.id, cloud, "unchanged")
            self._record_attempt(feed, cloud, job.seen, "")
        return outcome

    def _store_snapshot(
        self,
        feed: FeedDescription,
        cloud: Cloud,
        today: date,
        fetched: list[Fetched],
        digest: str,
        accepts_shrunk: bool,
    ) -> RefreshOutcome:
        parsed = read(feed, (document.file for document in fetched), ParseContext(today, cloud, self._feeds.prefixes))
        listed = snapshot(feed, cloud, parsed, self._store.history, today)
        if listed.delists and not accepts_shrunk:
            self._refuse_shrunk(feed, cloud, listed, today)
        taken = self._store.history.take(
            feed.id, cloud, today, listed.prices,
            complete=listed.is_whole, digest=digest, doubts=listed.doubts,
            regions=listed.regions,
        )  # fmt: skip
        moved = taken.new or taken.changed or taken.gone
        return RefreshOutcome(feed.id, cloud, "taken" if moved else "unchanged", taken=taken, odd=parsed.odd)

    def _refuse_shrunk(self, feed: FeedDescription, cloud: Cloud, listed: FeedSnapshot, today: date) -> None:
        """Refuses a snapshot that lost too many prices: a truncated document may look complete."""
        latest = self._store.history.latest(today, feed=feed.id, cloud=cloud)
        before = sum(1 for price in latest if listed.is_whole or price.key.region in listed.regions)
        now = len({price.key for price in listed.prices}) + len(listed.doubts)
        if now < before * self._feeds.refreshing.smallest_share:
            raise FetchError("shrunk", f"{now}/{before}")

    def _validators(self, feed: str, cloud: Cloud) -> dict[str, Validators]:
        """Validators of earlier downloads; none if a file was imported since, which they say nothing about."""
        if not self._stored_digest(feed, cloud).startswith(FETCHED):
            return {}
        return {
            attempt.address: Validators(attempt.etag, attempt.modified)
            for attempt in self._attempts(feed, cloud)
            if attempt.etag or attempt.modified
        }

    def _stored_digest(self, feed: str, cloud: Cloud) -> str:
        snapshots = self._store.history.newest_snapshots()
        return next((newest.digest for newest in snapshots if (newest.feed, newest.cloud) == (feed, cloud)), "")

    def _latest_snapshot_day(self, feed: str, cloud: Cloud) -> date | None:
        snapshots = self._store.history.newest_snapshots()
        return next((newest.seen_on for newest in snapshots if (newest.feed, newest.cloud) == (feed, cloud)), None)

    def _last_success(self, feed: str, cloud: Cloud) -> float | None:
        return next((attempt.succeeded for attempt in self._attempts(feed, cloud) if not attempt.address), None)

    def _attempts(self, feed: str, cloud: Cloud) -> Iterator[FetchAttempt]:
        return (
            attempt for attempt in self._store.history.attempts() if (attempt.feed, attempt.cloud) == (feed, cloud)
        )

    def _is_fresh(self, feed: FeedDescription, cloud: Cloud) -> bool:
        succeeded = self._last_success(feed.id, cloud)
        return succeeded is not None and self._clock() - succeeded < feed.cadence_hours * 3600 * DUE_SHARE

    def _record_attempt(
        self, feed: FeedDescription, cloud: Cloud, seen: dict[str, Validators | None], because: str
    ) -> None:
        """The attempt as a whole is stored without an address; each address that answered, with its validators."""
        now, history = self._clock(), self._store.history
        for address, new in seen.items():
            etag, modified = (new.etag, new.modified) if new else (None, None)
            history.note_attempt(feed.id, cloud, now, True, address=address, etag=etag, modified=modified)
        history.note_attempt(feed.id, cloud, now, not because, because)


def _key(feed: FeedDescription) -> str:
    return os.environ.get(feed.key_variable, "").strip() if feed.key_variable else ""


def _digest(fetched: list[Fetched]) -> str:
    digest = hashlib.sha256()
    for document in fetched:
        digest.update(digest_of(document.file).encode())
    return f"{FETCHED} {digest.hexdigest()}"
