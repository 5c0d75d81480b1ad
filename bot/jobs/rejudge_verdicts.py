"""Verdicts judged again while `serve` runs, whenever prices came: by its own schedule, by cron, or by an import."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from bot.watch.reporter import WatchReporter
from knowledge.store.store import Store

log = logging.getLogger(__name__)

LOOK_SECONDS = 3.0  # between looks whether prices came: two short queries
STOP_SECONDS = 5.0


class RejudgeJob:
    """Looks whether the history says anything new, in whatever process it was written."""

    def __init__(self, store: Store, reporter: WatchReporter) -> None:
        self._store, self._reporter = store, reporter
        self._seen = 0

    def run(self) -> None:
        version = self._store.history.version()
        if version == self._seen:
            self._reporter.resume()
            return
        done = self._reporter.round()
        self._seen = version
        log.info("%d verdicts judged again, %d moved, %d reported", done.judged, done.moved, done.posted)


@contextmanager
def watching(watch: RejudgeJob) -> Iterator[None]:
    """Looks until left, the first time at once. What one look breaks on, the next may not."""
    stop = threading.Event()

    def look() -> None:
        while not stop.is_set():
            try:
                watch.run()
            except Exception:
                log.exception("watched verdicts could not be judged again")
            stop.wait(LOOK_SECONDS)

    thread = threading.Thread(target=look, name="watch", daemon=True)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join(STOP_SECONDS)
