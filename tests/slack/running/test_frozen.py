"""A process that stands still for longer than its lease: another answers, and it adds nothing when it goes on."""

from __future__ import annotations

import os
import signal
import sqlite3
import time
from pathlib import Path

from tests.slack import offers
from tests.slack.local.local_slack import LocalSlack
from tests.slack.process import AppProcess
from tests.slack.replicas import WAYS

PEOPLE = 4
TAKEN_OVER_S = 60.0
STOPS = 50
LIMITED_S = 6


def freeze(app: AppProcess, db: Path) -> None:
    """Stops it, but not within a write: that would stop everybody who shares the file."""
    assert app.process is not None
    for _ in range(STOPS):
        os.kill(app.process.pid, signal.SIGSTOP)
        probe = sqlite3.connect(db, timeout=0.2, isolation_level=None)
        try:
            probe.execute("BEGIN IMMEDIATE")
            probe.execute("ROLLBACK")
        except sqlite3.OperationalError:
            os.kill(app.process.pid, signal.SIGCONT)
            time.sleep(0.003)
        else:
            return
        finally:
            probe.close()
    raise AssertionError("it always writes")


def test_what_a_frozen_process_held_is_answered_once(tmp_path: Path) -> None:
    """A suspended virtual machine, a long pause: with SIGSTOP, in the middle of a burst of questions."""
    db = tmp_path / "c.db"
    with LocalSlack(patience=60.0) as slack, AppProcess(slack, db=db) as frozen, AppProcess(slack, db=db):
        people = [slack.user(f"person{number}") for number in range(PEOPLE)]
        channels = [
            slack.channel(f"team{number}", members=[person, slack.bot]) for number, person in enumerate(people)
        ]
        slack.wait_for_connections(2)
        for method in ("chat.postMessage", "response_url"):
            slack.fail_next(method, retry_after=LIMITED_S, times=len(WAYS) * PEOPLE)  # so that it holds something
        asked = [
            way(slack, person, channel, "does Llama 70B fit on 8x H100 for LoRA?")
            for person, channel in zip(people, channels, strict=True)
            for way in WAYS
        ]
        slack.wait_for(lambda: all(each.acked_at for each in slack.deliveries), timeout=30.0, what="all to be taken")
        freeze(frozen, db)
        assert frozen.process is not None
        try:
            assert not any(each.answers() for each in asked), "it was stopped too late for this to be a test"
            slack.wait_for(
                lambda: all(each.answers() or each.offers() for each in asked),
                timeout=TAKEN_OVER_S,
                what="the other process to answer",
            )
        finally:
            os.kill(frozen.process.pid, signal.SIGCONT)
        slack.wait_until_quiet(quiet=2.0)
        offers.take_up([(each.who, each.offers()[0]) for each in asked if not each.answers()])
        slack.wait_for(lambda: all(each.answers() for each in asked), timeout=30.0, what="what was offered")
        assert [len(each.answers()) for each in asked] == [1] * len(asked)
