"""The jobs of `serve`: each on its own thread, repeated after an error, and stopped within a time limit."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from datetime import UTC, timedelta

import pytest
from apscheduler.triggers.interval import IntervalTrigger

from bot.jobs import scheduler
from bot.jobs.scheduler import ScheduledJob, all_jobs, running
from knowledge.facts import Facts

PATIENCE = 20.0


def job(
    name: str, run: Callable[[], None], seconds: float = 3600, stop: Callable[[], None] | None = None
) -> ScheduledJob:
    return ScheduledJob(name, run, IntervalTrigger(seconds=seconds, timezone=UTC), stop=stop)


class Fake:
    """Stands in for each of the jobs."""

    def run(self) -> None: ...
    def stop(self) -> None: ...


def names(facts: Facts, *, is_scheduled: bool) -> list[str]:
    how = facts.refreshing["default"].model_copy(update={"is_scheduled": is_scheduled})
    fake = Fake()
    return [job.name for job in all_jobs(how, fake, fake, fake, fake, fake, fake)]  # type: ignore[arg-type]


def test_serve_has_six_jobs_or_five_if_refreshing_is_switched_off(facts: Facts) -> None:
    rest = ["post digests", "rejudge verdicts", "forget old data"]
    assert names(facts, is_scheduled=True) == ["beat", "take over questions", "refresh prices", *rest]
    assert names(facts, is_scheduled=False) == ["beat", "take over questions", *rest]


def test_only_the_refresh_does_not_run_at_the_start(facts: Facts) -> None:
    """The others may have work from before the start: due digests, pending reports, expired data."""
    how, fake = facts.refreshing["default"], Fake()
    waits = {job.name: job.first_after for job in all_jobs(how, fake, fake, fake, fake, fake, fake)}  # type: ignore[arg-type]
    assert waits.pop("refresh prices") == timedelta(minutes=how.first_after_minutes)
    assert set(waits.values()) == {timedelta(0)}


def test_a_slow_job_delays_no_other() -> None:
    leave, ran = threading.Event(), threading.Event()
    with running([job("slow", lambda: bool(leave.wait(PATIENCE)) and None), job("quick", ran.set)]):
        assert ran.wait(PATIENCE)
        leave.set()


def test_a_job_that_failed_runs_again(caplog: pytest.LogCaptureFixture) -> None:
    again, runs = threading.Event(), []

    def fails_once() -> None:
        runs.append(threading.current_thread().name)
        if len(runs) == 1:
            raise ValueError("no such table")
        again.set()

    with running([job("rejudge verdicts", fails_once, seconds=0.05)]):
        assert again.wait(PATIENCE)
    assert "no such table" in caplog.text
    assert set(runs) == {"rejudge verdicts"}  # on the same thread, whose database connection is open already


def test_a_job_never_runs_twice_at_a_time() -> None:
    running_now, most, enough = [0], [0], threading.Event()
    runs = [0]

    def counts() -> None:
        running_now[0] += 1
        most[0] = max(most[0], running_now[0])
        threading.Event().wait(0.03)  # longer than the interval
        running_now[0] -= 1
        runs[0] += 1
        if runs[0] == 3:
            enough.set()

    with running([job("one at a time", counts, seconds=0.01)]):
        assert enough.wait(PATIENCE)
    assert most == [1]


def test_stopping_waits_for_a_running_job_up_to_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scheduler, "STOP_SECONDS", 0.2)
    begun, release = threading.Event(), threading.Event()

    def hangs() -> None:
        begun.set()
        release.wait(PATIENCE)

    with running([job("hangs", hangs), job("hangs too", hangs)]):
        assert begun.wait(PATIENCE)
        left = time.monotonic()
    assert time.monotonic() - left < 5
    threads = [thread for thread in threading.enumerate() if thread.name.startswith("hangs")]
    assert all(thread.daemon for thread in threads)  # they do not keep the process from ending
    release.set()


def test_stopping_ends_a_run_that_can_be_stopped() -> None:
    begun, ended = threading.Event(), threading.Event()

    def works() -> None:
        begun.set()
        ended.wait(PATIENCE)

    with running([job("refresh prices", works, stop=ended.set)]):
        assert begun.wait(PATIENCE)
    assert ended.is_set()
    assert "refresh prices" not in [thread.name for thread in threading.enumerate()]
