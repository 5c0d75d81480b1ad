"""Refreshes feeds: each is downloaded, parsed completely and stored in one transaction, or left as it was.

Downloads run several at once, in threads; the store is used by one thread only.

Safe to kill at any moment: downloads are unnamed files, a snapshot is one transaction, and a validator is stored only
after its snapshot. Of processes that refresh at once, one is alone with each cloud of a feed.
"""

from __future__ import annotations

import hashlib
import logging
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from datetime import UTC, date, datetime
from math import inf
from time import monotonic
from typing import Literal, NamedTuple, Protocol

from bot.environment.secret import secret
from bot.feeds.config import Feeds
from bot.feeds.discover import AccountQuery, FetchJob, NotAvailableError, digest_of, documents
from bot.feeds.fetch import MEGABYTE, Fetched, Fetcher, FetchError, Progress, Validators
from bot.feeds.losses import refuse_broken
from bot.feeds.probe import ProbedHost, Unreachable, unreachable
from bot.feeds.snapshot import SkippedRows, read, snapshot
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
    """How one cloud of one feed was refreshed. `standing_since` is the day of its newest stored snapshot.

    `megabytes` are those that came over the network, `seconds` the time of asking and of storing, without waiting for
    others.
    """

    feed: str
    cloud: Cloud
    kind: Kind
    because: str = ""
    found: str = ""
    taken: SnapshotCounts | None = None
    odd: tuple[SkippedRows, ...] = ()
    standing_since: date | None = None
    megabytes: float = 0.0
    seconds: float = 0.0
    unread_share: float | None = None  # if it is so much that it is told


class RefreshListener(Protocol):
    """Receives the progress of a refresh. Progress of downloads comes from several threads."""

    def started(self, feed: FeedDescription, cloud: Cloud) -> Progress: ...
    def finished(self, outcome: RefreshOutcome) -> None: ...
    def offline(self, hosts: Sequence[ProbedHost], seconds: float) -> None: ...


class _Download(NamedTuple):
    """A cloud of a feed whose documents are on their way."""

    feed: FeedDescription
    cloud: Cloud
    before: RefreshOutcome
    job: FetchJob
    meter: Meter
    began: float
    fetched: Future[list[Fetched] | None]


class Refresher:
    """Refreshes feeds. `clock` returns seconds since 1970."""

    def __init__(
        self,
        store: Store,
        feeds: Feeds,
        clock: Callable[[], float],
        listener: RefreshListener,
        keep: Callable[[], None] = lambda: None,
        *,
        accepts_repriced: bool = False,
    ) -> None:
        """`keep` notes what of the prices is believed, in the transaction of each snapshot. `accepts_repriced`: what
        feeds show is right though whole files moved by one factor."""
        self._store, self._feeds, self._clock, self._listener = store, feeds, clock, listener
        self._keep, self._accepts_repriced = keep, accepts_repriced
        self._away = Unreachable()

    def run(
        self, wanted: Sequence[FeedDescription], *, only_due: bool = False, accepts_shrunk: bool = False
    ) -> tuple[RefreshOutcome, ...]:
        """Refreshes feeds: downloads several at once, stores one after the other, in the order asked for.

        `only_due` skips those read within their cadence. A host that cannot be reached is not asked.
        """
        started = self._clock()
        parts = [(feed, cloud) for feed in wanted for cloud in feed.addresses or feed.clouds]
        due = {(feed.id, cloud) for feed, cloud in parts if not only_due or not self._is_fresh(feed, cloud)}
        seconds = self._feeds.refreshing.probe_seconds
        asked = [feed for feed in wanted if any(name == feed.id for name, _ in due) and not _lacks_key(feed)]
        self._away = away = unreachable([feed for feed in asked if feed.addresses], seconds)
        if away.is_all:
            self._listener.offline(tuple({(one.host, one.is_proxy): one for one in away.hosts}.values()), seconds)
            return tuple(self._offline(feed, cloud, (feed.id, cloud) in due) for feed, cloud in parts)
        outcomes: list[RefreshOutcome] = []
        at_once = self._feeds.refreshing.downloads_at_once
        under_way: deque[RefreshOutcome | _Download] = deque()
        with ThreadPoolExecutor(at_once, thread_name_prefix="feed") as pool:
            for feed, cloud in parts:
                if len(under_way) == at_once:
                    outcomes.append(self._end(under_way.popleft(), accepts_shrunk))
                under_way.append(self._begin(pool, feed, cloud, started, (feed.id, cloud) in due))
            while under_way:
                outcomes.append(self._end(under_way.popleft(), accepts_shrunk))
        return tuple(outcomes)

    def _offline(self, feed: FeedDescription, cloud: Cloud, is_due: bool) -> RefreshOutcome:
        outcome = RefreshOutcome(feed.id, cloud, "fresh", standing_since=self._latest_snapshot_day(feed.id, cloud))
        if not is_due:
            return outcome
        self._record_attempt(feed, cloud, {}, "no_network")
        return outcome._replace(kind="failed", because="no_network")

    def _begin(
        self, pool: ThreadPoolExecutor, feed: FeedDescription, cloud: Cloud, started: float, is_due: bool
    ) -> RefreshOutcome | _Download:
        """The download, under way; or the outcome, if there is nothing to download."""
        outcome = RefreshOutcome(feed.id, cloud, "fresh", standing_since=self._latest_snapshot_day(feed.id, cloud))
        if not is_due:
            return outcome
        if _lacks_key(feed):
            return outcome._replace(kind="skipped", because="key", found=feed.key_variable or "")
        if (host := self._away.on_way(feed, cloud)) is not None:
            self._record_attempt(feed, cloud, {}, "unreachable")
            return outcome._replace(kind="failed", because="unreachable", found=host.host)
        stack = ExitStack()
        name = f"refresh/{feed.id}/{cloud}"
        if not stack.enter_context(self._store.alone(name, feed.seconds_at_most + SPARE_SECONDS)):
            stack.close()
            return outcome._replace(kind="busy")
        if (self._last_success(feed.id, cloud) or 0.0) > started:  # another process did it, while this one waited
            stack.close()
            return outcome
        meter = Meter(self._listener.started(feed, cloud))
        query = AccountQuery(
            datetime.fromtimestamp(self._clock(), UTC),
            self._feeds.refreshing,
            self._feeds.prefixes,
            self._feeds.blocks,
        )
        fetcher = Fetcher(feed, self._feeds.refreshing, meter)
        known = self._validators(feed.id, cloud)
        job = FetchJob(feed, cloud, fetcher, known, stack, {}, query, _key(feed))
        began, fetched = monotonic(), pool.submit(documents, job)
        fetched.add_done_callback(meter.end)
        return _Download(feed, cloud, outcome, job, meter, began, fetched)

    def _end(self, begun: RefreshOutcome | _Download, accepts_shrunk: bool) -> RefreshOutcome:
        if isinstance(begun, RefreshOutcome):
            outcome = begun
        else:
            turn = monotonic()
            try:
                outcome = self._read_or_fail(begun, accepts_shrunk)
            finally:
                begun.job.stack.close()
            waited = max(turn - begun.meter.ended, 0.0)  # until those before it were stored
            outcome = outcome._replace(
                megabytes=begun.meter.bytes_received / MEGABYTE, seconds=monotonic() - begun.began - waited
            )
        self._listener.finished(outcome)
        return outcome

    def _read_or_fail(self, download: _Download, accepts_shrunk: bool) -> RefreshOutcome:
        feed, cloud = download.feed, download.cloud
        try:
            read_outcome = self._read(download, accepts_shrunk)
        except NotAvailableError as problem:
            return download.before._replace(kind="skipped", because="account", found=problem.found)
        except (FetchError, FeedError) as problem:
            code, found = problem.code, problem.found
        except MemoryError:
            code, found = "memory", str(self._feeds.refreshing.memory_megabytes_at_most)
        except Exception:  # a bug in one feed must not stop the others
            log.debug("%s of %s could not be read", feed.id, cloud, exc_info=True)
            code, found = "ours", ""
        else:
            return read_outcome._replace(standing_since=self._latest_snapshot_day(feed.id, cloud))
        self._record_attempt(feed, cloud, {}, code)
        return download.before._replace(kind="failed", because=code, found=found)

    def _read(self, download: _Download, accepts_shrunk: bool) -> RefreshOutcome:
        feed, cloud = download.feed, download.cloud
        changed = download.fetched.result()
        today = datetime.fromtimestamp(self._clock(), UTC).date()
        stored = self._stored_digest(feed.id, cloud)
        digest = stored if changed is None else _digest(changed)
        if digest != stored or not self._is_confirmed(feed.id, cloud, today):
            outcome = self._store_snapshot(feed, cloud, today, changed or [], digest, accepts_shrunk)
        else:
            outcome = RefreshOutcome(feed.id, cloud, "unchanged")
        self._record_attempt(feed, cloud, download.job.seen, "")
        return outcome

    def _is_confirmed(self, feed: str, cloud: Cloud, today: date) -> bool:
        """Whether there was a snapshot to confirm: today the feed shows the same."""
        with self._store.history.together():
            if self._store.history.confirm(feed, cloud, today) is None:
                return False
            self._accept(feed, cloud, today)
        return True

    def _accept(self, feed: str, cloud: Cloud, today: date) -> None:
        """Keeps what is believed of the look that was just stored."""
        if self._accepts_repriced:
            self._store.history.accept(feed, cloud, today)
        self._keep()

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
        with self._store.history.together():
            taken = self._store.history.take(
                feed.id, cloud, today, listed.prices,
                complete=listed.is_whole, digest=digest, doubts=listed.doubts,
                regions=listed.regions,
            )  # fmt: skip
            if not accepts_shrunk:
                refuse_broken(listed, taken, self._feeds.refreshing.smallest_share)
            self._accept(feed.id, cloud, today)
        moved = taken.new or taken.changed or taken.gone
        share = parsed.unread_share if parsed.is_much_unread else None
        kind: Kind = "taken" if moved else "unchanged"
        return RefreshOutcome(feed.id, cloud, kind, taken=taken, odd=parsed.odd, unread_share=share)

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


class Meter:
    """Counts what arrives, over all documents of one part, and passes it on."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._before = self._last = 0
        self.ended = inf  # when all of it had arrived, or had failed to

    def __call__(self, so_far: int, total: int | None) -> None:
        if so_far < self._last:  # the next document, or another try
            self._before += self._last
        self._last = so_far
        self._progress(so_far, total)

    def end(self, _fetched: Future[list[Fetched] | None]) -> None:
        self.ended = monotonic()

    @property
    def bytes_received(self) -> int:
        return self._before + self._last


def _lacks_key(feed: FeedDescription) -> bool:
    return feed.key_variable is not None and not _key(feed)


def _key(feed: FeedDescription) -> str:
    return secret(feed.key_variable) if feed.key_variable else ""


def _digest(fetched: list[Fetched]) -> str:
    digest = hashlib.sha256()
    for document in fetched:
        digest.update(digest_of(document.file).encode())
    return f"{FETCHED} {digest.hexdigest()}"
