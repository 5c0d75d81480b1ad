"""What `/metrics` looks up when it is asked: queues, the age of feeds, the lag of digests, the store.

A store that cannot be read leaves its figures out, and `chipscout_ready` is 0.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import NamedTuple
from zoneinfo import ZoneInfoNotFoundError

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from bot.digest.due import due
from bot.observe import metrics
from bot.observe.metrics import described
from knowledge.store.base.backend import DATABASE_ERRORS
from knowledge.store.store import Store

log = logging.getLogger(__name__)


class QueueState(NamedTuple):
    """How many wait, and since when the oldest does, in seconds since 1970."""

    length: int
    oldest: float | None = None


Queues = Mapping[str, Callable[[], QueueState]]


class Scraped(Collector):
    """`queues`: more queues by name. `late_hours`: after that a digest is not posted any more.

    `clock` gives seconds since 1970.
    """

    def __init__(
        self,
        store: Store,
        is_ready: Callable[[], bool],
        late_hours: float,
        clock: Callable[[], float],
        queues: Queues | None = None,
    ) -> None:
        self._store, self._is_ready, self._late_hours, self._clock = store, is_ready, late_hours, clock
        self._queues: Queues = {"inbox": lambda: QueueState(*store.inbox.waiting()), **(queues or {})}

    def collect(self) -> Iterator[GaugeMetricFamily]:
        yield GaugeMetricFamily(*described("chipscout_ready"), value=float(self._is_ready()))
        try:
            yield from (*self._of_queues(), *self._of_feeds(), self._of_digests())
        except DATABASE_ERRORS as problem:
            log.warning("figures of the store are left out: %s", problem)

    def _of_queues(self) -> Iterable[GaugeMetricFamily]:
        length = GaugeMetricFamily(*described("chipscout_queue_length"), labels=("queue",))
        oldest = GaugeMetricFamily(*described("chipscout_queue_oldest_seconds"), labels=("queue",))
        for name, state_of in self._queues.items():
            state = state_of()
            length.add_metric((name,), state.length)
            if state.oldest is not None or not state.length:  # of some only the length is known
                oldest.add_metric((name,), 0.0 if state.oldest is None else max(0.0, self._clock() - state.oldest))
        return length, oldest

    def _of_feeds(self) -> Iterable[GaugeMetricFamily]:
        age = GaugeMetricFamily(*described("chipscout_feed_age_seconds"), labels=("feed", "cloud"))
        failing = GaugeMetricFamily(*described("chipscout_feed_failing"), labels=("feed", "cloud"))
        read: dict[tuple[str, str], list[float | None]] = {}
        fails: dict[tuple[str, str], bool] = {}
        for attempt in self._store.history.attempts():
            part = (attempt.feed, str(attempt.cloud))
            read.setdefault(part, []).append(attempt.succeeded)
            fails[part] = fails.get(part, False) or attempt.failing_since is not None
        for key, times in read.items():
            known = [time for time in times if time is not None]
            if len(known) == len(times):  # an address that was never read leaves the age unknown
                age.add_metric(key, max(0.0, self._clock() - min(known)))
            failing.add_metric(key, float(fails[key]))
        return age, failing

    def _of_digests(self) -> GaugeMetricFamily:
        now = self._clock()
        lags = [0.0]
        for subscription in self._store.subscriptions.all():
            try:
                wanted = due(subscription, datetime.fromtimestamp(now, UTC), self._late_hours)
            except ZoneInfoNotFoundError:  # the job logs it
                continue
            if wanted is None:
                continue
            record = self._store.digests.get(subscription.team, subscription.channel, wanted.week)
            if record is None or record.state == "begun":
                lags.append(now - wanted.at.timestamp())
        return GaugeMetricFamily(*described("chipscout_digest_lag_seconds"), value=max(lags))


def exposition(scraped: Collector) -> Callable[[], bytes]:
    """The page of `/metrics`: what was counted, in all processes that serve together, and what is looked up now."""
    looked_up = CollectorRegistry()
    looked_up.register(scraped)
    registries = (metrics.counted(), metrics.PROCESS, looked_up)
    return lambda: b"".join(map(generate_latest, registries))
