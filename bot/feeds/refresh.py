"""Every feed looked at: fetched, read whole, and taken in one transaction, or left as it was and said so.

May be killed at any moment: what was fetched lies in files without names, what is taken is one transaction, and a
validator is noted only after the snapshot it stands for. Two at once do the work once: each part has a claim.
"""

from __future__ import annotations

import hashlib
import logging
import os
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from datetime import UTC, date, datetime
from typing import Literal, NamedTuple, Protocol

from bot.feeds.config import Feeds
from bot.feeds.discover import Asking, FetchJob, digest_of, documents
from bot.feeds.fetch import Fetched, Fetcher, FetchError, Progress, Validators
from bot.feeds.snapshot import FeedSnapshot, Odd, read, snapshot
from knowledge.history.history import SnapshotCounts
from knowledge.store.store import Store
from knowledge.types.base import Cloud
from knowledge.types.feeds import FeedDescription
from knowledge.types.observed import FeedError, ParseContext

log = logging.getLogger(__name__)

FETCHED = "fetched"  # how the digest of a snapshot begins that came from the feed's own addresses
SLACK = 0.9  # of a cadence: a little early is due
SPARE_SECONDS = 600.0  # for reading and taking, beyond what fetching may last
Kind = Literal["taken", "unchanged", "fresh", "busy", "skipped", "failed"]


class RefreshOutcome(NamedTuple):
    """How it went with one cloud of one feed. `standing_since` is the day of the newest snapshot that is held."""

    feed: str
    cloud: Cloud
    kind: Kind
    because: str = ""
    found: str = ""
    taken: SnapshotCounts | None = None
    odd: tuple[Odd, ...] = ()
    standing_since: date | None = None


class Watcher(Protocol):
    """Is told how it goes."""

    def begun(self, feed: FeedDescription, cloud: Cloud) -> Progress: ...
    def ended(self, outcome: RefreshOutcome) -> None: ...


class Refresher:
    """Looks at feeds. `clock` gives seconds since 1970."""

    def __init__(self, store: Store, feeds: Feeds, clock: Callable[[], float], watcher: Watcher) -> None:
        self._store, self._feeds, self._clock, self._watcher = store, feeds, clock, watcher

    def run(
        self, wanted: Sequence[FeedDescription], *, only_due: bool = False, accepts_shrunk: bool = False
    ) -> tuple[RefreshOutcome, ...]:
        """One after the other. `only_due` leaves those that were read within their cadence."""
        begun = self._clock()
        outcomes = []
        for feed in wanted:
            for cloud in feed.addresses or feed.clouds:
                outcome = self._one(feed, cloud, begun, only_due, accepts_shrunk)
                self._watcher.ended(outcome)
                outcomes.append(outcome)
        return tuple(outcomes)

    def _one(
        self, feed: FeedDescription, cloud: Cloud, begun: float, only_due: bool, accepts_shrunk: bool
    ) -> RefreshOutcome:
        claim = f"refresh/{feed.id}/{cloud}"
        plain = RefreshOutcome(feed.id, cloud, "fresh", standing_since=self._standing(feed.id, cloud))
        if only_due and self._is_fresh(feed, cloud):
            return plain
        if feed.key_variable and not _key(feed):
            return plain._replace(kind="skipped", because="key", found=feed.key_variable)
        if self._store.deliveries.claim(claim, feed.seconds_at_most + SPARE_SECONDS) != "mine":
            return plain._replace(kind="busy")
        try:
            if (self._succeeded(feed.id, cloud) or 0.0) > begun:  # somebody else did, while we were at other feeds
                return plain
            return self._looked(feed, cloud, plain, accepts_shrunk)
        finally:
            self._store.deliveries.release(claim)

    def _looked(
        self, feed: FeedDescription, cloud: Cloud, plain: RefreshOutcome, accepts_shrunk: bool
    ) -> RefreshOutcome:
        try:
            outcome = self._read(feed, cloud, accepts_shrunk)
        except (FetchError, FeedError) as problem:
            code, found = problem.code, problem.found
        except Exception:  # one feed's fault, ours most likely, must not keep the others from being read
            log.debug("%s of %s could not be read", feed.id, cloud, exc_info=True)
            code, found = "ours", ""
        else:
            return outcome._replace(standing_since=self._standing(feed.id, cloud))
        self._note(feed, cloud, {}, code)
        return plain._replace(kind="failed", because=code, found=found)

    def _read(self, feed: FeedDescription, cloud: Cloud, accepts_shrunk: bool) -> RefreshOutcome:
        now, feeds = datetime.fromtimestamp(self._clock(), UTC), self._feeds
        today = now.date()
        with ExitStack() as stack:
            fetcher = Fetcher(feed, feeds.refreshing, self._watcher.begun(feed, cloud))
            asking = Asking(now, feeds.refreshing, feeds.prefixes, feeds.blocks)
            errand = FetchJob(feed, cloud, fetcher, self._known(feed.id, cloud), stack, {}, asking, _key(feed))
            found = documents(errand)
            held = self._digest_held(feed.id, cloud)
            digest = held if found is None else _digest(found)
            if digest != held or self._store.history.confirm(feed.id, cloud, today) is None:
                outcome = self._take(feed, cloud, today, found or [], digest, accepts_shrunk)
            else:
                outcome = RefreshOutcome(feed.id, cloud, "unchanged")
            self._note(feed, cloud, errand.seen, "")
        return outcome

    def _take(
        self,
        feed: FeedDescription,
        cloud: Cloud,
        today: date,
        found: list[Fetched],
        digest: str,
        accepts_shrunk: bool,
    ) -> RefreshOutcome:
        got = read(feed, (each.file for each in found), ParseContext(today, cloud, self._feeds.prefixes))
        found_now = snapshot(feed, cloud, got, self._store.history, today)
        if found_now.delists and not accepts_shrunk:
            self._refuse_shrunk(feed, cloud, found_now, today)
        taken = self._store.history.take(
            feed.id, cloud, today, found_now.prices,
            complete=found_now.is_whole, digest=digest, doubts=found_now.doubts,
            regions=found_now.regions,
        )  # fmt: skip
        moved = taken.new or taken.changed or taken.gone
        return RefreshOutcome(feed.id, cloud, "taken" if moved else "unchanged", taken=taken, odd=got.odd)

    def _refuse_shrunk(self, feed: FeedDescription, cloud: Cloud, found: FeedSnapshot, today: date) -> None:
        """A document may end too early and look whole. What is doubted is there."""
        standing = self._store.history.latest(today, feed=feed.id, cloud=cloud)
        held = sum(1 for each in standing if found.is_whole or each.key.region in found.regions)
        there = len({price.key for price in found.prices}) + len(found.doubts)
        if there < held * self._feeds.refreshing.smallest_share:
            raise FetchError("shrunk", f"{there}/{held}")

    def _known(self, feed: str, cloud: Cloud) -> dict[str, Validators]:
        """Validators, unless what is held came from elsewhere since: then "nothing new" would speak of that."""
        if not self._digest_held(feed, cloud).startswith(FETCHED):
            return {}
        looks = (each for each in self._store.history.attempts() if (each.feed, each.cloud) == (feed, cloud))
        return {each.address: Validators(each.etag, each.modified) for each in looks if each.etag or each.modified}

    def _digest_held(self, feed: str, cloud: Cloud) -> str:
        takings = self._store.history.newest_snapshots()
        return next((each.digest for each in takings if (each.feed, each.cloud) == (feed, cloud)), "")

    def _standing(self, feed: str, cloud: Cloud) -> date | None:
        takings = self._store.history.newest_snapshots()
        return next((each.seen_on for each in takings if (each.feed, each.cloud) == (feed, cloud)), None)

    def _succeeded(self, feed: str, cloud: Cloud) -> float | None:
        looks = (each for each in self._store.history.attempts() if (each.feed, each.cloud) == (feed, cloud))
        return next((each.succeeded for each in looks if each.address == ""), None)

    def _is_fresh(self, feed: FeedDescription, cloud: Cloud) -> bool:
        succeeded = self._succeeded(feed.id, cloud)
        return succeeded is not None and self._clock() - succeeded < feed.cadence_hours * 3600 * SLACK

    def _note(self, feed: FeedDescription, cloud: Cloud, seen: dict[str, Validators | None], because: str) -> None:
        """The look as a whole stands under no address; each address that answered keeps its validators."""
        now, history = self._clock(), self._store.history
        for address, each in seen.items():
            etag, modified = (each.etag, each.modified) if each else (None, None)
            history.note_attempt(feed.id, cloud, now, True, address=address, etag=etag, modified=modified)
        history.note_attempt(feed.id, cloud, now, not because, because)


def _key(feed: FeedDescription) -> str:
    return os.environ.get(feed.key_variable, "").strip() if feed.key_variable else ""


def _digest(found: list[Fetched]) -> str:
    digest = hashlib.sha256()
    for each in found:
        digest.update(digest_of(each.file).encode())
    return f"{FETCHED} {digest.hexdigest()}"
