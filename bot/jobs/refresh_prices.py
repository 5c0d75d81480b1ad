"""Prices refreshed while `serve` runs, by the very command that cron would call.

In a process of its own: reading a price list of a gigabyte must neither slow the answers nor swell their process, and
it may be stopped at any moment.
"""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

from apscheduler.schedulers.background import BackgroundScheduler
from apscheduler.triggers.interval import IntervalTrigger

from knowledge.types.feeds import Refreshing

log = logging.getLogger(__name__)

COMMAND = (sys.executable, "-c", "from bot.cli import main; main()", "prices", "refresh", "--due")
STOP_SECONDS = 5.0


class RefreshJob:
    """One run of the command at a time; told to stop, it stops the one that is under way."""

    def __init__(self, database: Path, command: Sequence[str] = COMMAND) -> None:
        self._environment = os.environ | {"CHIPSCOUT_DB": str(database)}
        self._command = command
        self._guard = threading.Lock()
        self._process: subprocess.Popen[str] | None = None
        self._is_over = False

    def run(self) -> None:
        """What the command says goes into the log."""
        with self._guard:
            if self._is_over:
                return
            self._process = subprocess.Popen(  # noqa: S603 - our own command
                self._command,
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
            )
        said, _ = self._process.communicate()
        for line in said.splitlines():
            log.log(logging.WARNING if self._process.returncode else logging.INFO, "%s", line)

    def stop(self) -> None:
        with self._guard:
            self._is_over = True
            process = self._process
        if process is not None and process.poll() is None:
            process.terminate()
            try:
                process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()


@contextmanager
def refreshing(how: Refreshing, database: Path, after: Callable[[], None] | None = None) -> Iterator[None]:
    """Refreshes in the background until left. `after` is called when a run has ended, however it went.

    A run that was missed, by a machine asleep or one that took too long, is made up for once.
    """
    if not how.is_scheduled:
        yield
        return
    errand = RefreshJob(database)

    def run() -> None:
        errand.run()
        if after is not None:
            after()

    scheduler = BackgroundScheduler(timezone=UTC)
    scheduler.add_job(
        run,
        IntervalTrigger(hours=how.every_hours, jitter=int(how.jitter_minutes * 60) or None, timezone=UTC),
        next_run_time=datetime.now(UTC) + timedelta(minutes=how.first_after_minutes),
        coalesce=True,
        max_instances=1,
        misfire_grace_time=None,
    )
    scheduler.start()
    try:
        yield
    finally:
        errand.stop()
        scheduler.shutdown(wait=False)
