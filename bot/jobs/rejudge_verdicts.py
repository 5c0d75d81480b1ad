"""Re-evaluates verdicts while `serve` runs, whenever there are new prices: from its schedule, cron or an import."""

from __future__ import annotations

import logging

from bot.watch.reporter import WatchReporter
from knowledge.store.store import Store

log = logging.getLogger(__name__)


class RejudgeJob:
    """Runs a round when the price history has changed, whichever process wrote it."""

    def __init__(self, store: Store, reporter: WatchReporter) -> None:
        self._store, self._reporter = store, reporter
        self._seen = 0

    def run(self) -> None:
        """A round if there are new prices; otherwise only what could not be posted before.

        Of several replicas one does it; the next round of another finds nothing left to report.
        """
        with self._store.alone("rejudge") as is_ours:
            if is_ours:
                self._round()

    def _round(self) -> None:
        version = self._store.history.version()
        if version == self._seen:
            self._reporter.post_pending()
            return
        summary = self._reporter.round()
        self._seen = version
        log.info("%d verdicts re-evaluated, %d changed, %d reported", summary.judged, summary.moved, summary.posted)
