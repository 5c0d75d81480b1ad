"""Verdicts are re-evaluated when there are new prices; otherwise only pending reports are posted."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.jobs.rejudge_verdicts import RejudgeJob
from bot.watch.reporter import RoundSummary
from knowledge.store.store import Store
from tests.bot.observed import P5, price, take
from tests.day import DAY


class Reporter:
    """Records its calls."""

    def __init__(self) -> None:
        self.calls: list[str] = []
        self.is_broken = False

    def round(self) -> RoundSummary:
        self.calls.append("round")
        if self.is_broken:
            raise OSError("disk full")
        return RoundSummary(judged=1, moved=0, posted=0)

    def post_pending(self) -> int:
        self.calls.append("post_pending")
        return 0


def test_only_new_prices_start_a_round(tmp_path: Path) -> None:
    reporter = Reporter()
    with Store(tmp_path / "chipscout.db", lambda: 0.0) as store:
        job = RejudgeJob(store, reporter)  # type: ignore[arg-type]
        job.run()
        take(store, DAY, price(P5, "55.04"))
        job.run()
        job.run()
    assert reporter.calls == ["post_pending", "round", "post_pending"]


def test_a_round_that_failed_is_repeated(tmp_path: Path) -> None:
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
