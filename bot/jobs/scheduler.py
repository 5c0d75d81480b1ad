"""Everything `serve` does by itself: six jobs on one background scheduler.

Each job has a thread of its own, so that a slow one delays no other and each keeps its database connection. All are
daemon threads, which do not keep the process alive.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from queue import SimpleQueue
from typing import Any, NamedTuple

from apscheduler.executors.base import BaseExecutor, run_job
from apscheduler.schedulers.background import BackgroundScheduler
from apscheduler.triggers.base import BaseTrigger
from apscheduler.triggers.cron import CronTrigger
from apscheduler.triggers.interval import IntervalTrigger

from bot.jobs.beat import BeatJob
from bot.jobs.forget_old import ForgetJob
from bot.jobs.post_digests import DigestJob
from bot.jobs.refresh_prices import RefreshJob
from bot.jobs.rejudge_verdicts import RejudgeJob
from bot.jobs.take_over import TakeOverJob
from knowledge.store.base.leases import BEAT_SECONDS
from knowledge.types.feeds import RefreshSettings

TAKE_OVER_SECONDS = 1  # between looks for questions that a process left: one short query
REJUDGE_SECONDS = 3  # between checks for new prices: two short queries
STOP_SECONDS = 5.0  # for all running jobs together, when the process stops

Runs = SimpleQueue[tuple[Any, list[datetime]] | None]  # a job and the times it is due; None ends its thread


class ScheduledJob(NamedTuple):
    """What runs, when, and how long after the start it first runs. `stop` ends the current run."""

    name: str
    run: Callable[[], None]
    trigger: BaseTrigger
    first_after: timedelta = timedelta(0)
    stop: Callable[[], None] | None = None


def all_jobs(
    how: RefreshSettings,
    beat: BeatJob,
    take_over: TakeOverJob,
    refresh: RefreshJob,
    digests: DigestJob,
    rejudge: RejudgeJob,
    forget: ForgetJob,
) -> tuple[ScheduledJob, ...]:
    """The six jobs; five if refreshing is switched off."""
    return (
        ScheduledJob("beat", beat.run, IntervalTrigger(seconds=BEAT_SECONDS, timezone=UTC)),
        ScheduledJob("take over questions", take_over.run, IntervalTrigger(seconds=TAKE_OVER_SECONDS, timezone=UTC)),
        *([refresh_job(how, refresh)] if how.is_scheduled else ()),
        ScheduledJob("post digests", digests.run, CronTrigger(second=0, timezone=UTC)),
        ScheduledJob("rejudge verdicts", rejudge.run, IntervalTrigger(seconds=REJUDGE_SECONDS, timezone=UTC)),
        ScheduledJob("forget old data", forget.run, IntervalTrigger(days=1, timezone=UTC)),
    )


def refresh_job(how: RefreshSettings, refresh: RefreshJob) -> ScheduledJob:
    """The refresh at the configured interval."""
    return ScheduledJob(
        "refresh prices",
        refresh.run,
        IntervalTrigger(hours=how.every_hours, jitter=int(how.jitter_minutes * 60) or None, timezone=UTC),
        first_after=timedelta(minutes=how.first_after_minutes),
        stop=refresh.stop,
    )


@contextmanager
def running(jobs: Iterable[ScheduledJob]) -> Iterator[None]:
    """Runs the jobs in the background inside the context, then waits a limited time for those still running.

    Runs missed because the machine slept, or because the last run took too long, are made up for by one run. An
    exception in one run is logged and does not prevent the next.
    """
    scheduler = BackgroundScheduler(timezone=UTC, executors={"default": ThreadPerJob(STOP_SECONDS)})
    jobs, now = tuple(jobs), datetime.now(UTC)
    for job in jobs:
        scheduler.add_job(
            job.run,
            job.trigger,
            id=job.name,
            name=job.name,
            next_run_time=now + job.first_after,
            coalesce=True,
            max_instances=1,
            misfire_grace_time=None,
        )
    scheduler.start()
    try:
        yield
    finally:
        for job in jobs:
            if job.stop is not None:
                job.stop()
        scheduler.shutdown()


class ThreadPerJob(BaseExecutor):  # type: ignore[misc]  # apscheduler has no types
    """Runs each job in its own daemon thread; on shutdown waits at most `patience` seconds for all of them."""

    def __init__(self, patience: float) -> None:
        super().__init__()
        self._patience = patience
        self._threads: dict[str, threading.Thread] = {}
        self._runs: dict[str, Runs] = {}

    def shutdown(self, wait: bool = True) -> None:
        for runs in self._runs.values():
            runs.put(None)
        until = time.monotonic() + self._patience
        for thread in self._threads.values() if wait else ():
            thread.join(max(0.0, until - time.monotonic()))

    def _do_submit_job(self, job: Any, run_times: list[datetime]) -> None:
        if job.id not in self._threads:
            runs: Runs = SimpleQueue()
            self._runs[job.id] = runs
            self._threads[job.id] = threading.Thread(target=self._work, args=(runs,), name=job.name, daemon=True)
            self._threads[job.id].start()
        self._runs[job.id].put((job, run_times))

    def _work(self, runs: Runs) -> None:
        while (submitted := runs.get()) is not None:
            job, run_times = submitted
            self._run_job_success(job.id, run_job(job, "default", run_times, self._logger.name))  # it logs exceptions
