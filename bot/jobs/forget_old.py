"""Deletes once a day what has expired, and what is older than the retention period."""

from __future__ import annotations

import logging
from collections.abc import Callable

from knowledge.store.store import Store

log = logging.getLogger(__name__)

DAY_SECONDS = 24 * 3600.0


class ForgetJob:
    """`keep_days`: the retention of questions, threads and verdicts. `clock` returns seconds since 1970."""

    def __init__(self, store: Store, keep_days: int, clock: Callable[[], float]) -> None:
        self._store, self._keep_days, self._clock = store, keep_days, clock

    def run(self) -> None:
        """Of several replicas, one at a time."""
        with self._store.alone("forget") as is_ours:
            if is_ours:
                self._forget()

    def _forget(self) -> None:
        self._store.tidy()
        deleted = self._store.retention.delete_older_than(self._clock() - self._keep_days * DAY_SECONDS)
        if any(deleted.values()):
            log.info("forgot %s", ", ".join(f"{rows} {table}" for table, rows in deleted.items() if rows))
