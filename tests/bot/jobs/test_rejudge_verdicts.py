"""Verdicts are judged again when there are new prices; without any, only what is left to post is posted."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.jobs.rejudge_verdicts import RejudgeJob
from bot.watch.reporter import Done
from knowledge.store.store import Store
from tests.bot.observed import P5, price, take
from tests.day import DAY


class Reporter:
    """Notes what it is asked for."""

    def __init__(self) -> None:
        self.calls: list[str] = []
        self.is_broken = False

    def round(self) -> Done:
        self.calls.append("round")
        if self.is_broken:
            raise OSError("disk full")
        return Done(judged=1, moved=0, posted=0)

    def resume(self) -> int:
        self.calls.append("resume")
        return 0


def test_a_round_follows_new_prices_and_nothing_else(tmp_path: Path) -> None:
    reporter = Reporter()
    with Store(tmp_path / "chipscout.db", lambda: 0.0) as store:
        job = RejudgeJob(store, reporter)  # type: ignore[arg-type]
        job.run()
        take(store, DAY, price(P5, "55.04"))
        job.run()
        job.run()
    assert reporter.calls == ["resume", "round", "resume"]


def test_a_round_that_broke_is_made_again(tmp_path: Path) -> None:
    reporter = Reporter()
    with Store(tmp_path / "chipscout.db", lambda: 0.0) as store:
        take(store, DAY, price(P5, "55.04"))
        job = RejudgeJob(store, reporter)  # type: ignore[arg-type]
        reporter.is_broken = True
        with pytest.raises(OSError, match="disk full"):
            job.run()
        reporter.is_broken = False
        job.run()
    assert reporter.calls == ["round", "round"]
