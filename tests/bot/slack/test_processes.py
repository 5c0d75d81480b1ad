"""Several processes: forked, replaced when one is killed, ended together."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from bot.slack.processes import FIRST, forked

SERVES = """
import os, signal
from bot.slack.processes import forked
os.write(1, f"{forked(2)} {os.getpid()}\\n".encode())
signal.pause()
"""
STOPPED_WHILE_IT_FORKS = """
import os, signal
from bot.slack.processes import forked
fork = os.fork
def stopped():
    process = fork()
    if process:
        os.kill(os.getpid(), signal.SIGTERM)
    return process
os.fork = stopped
forked(2)
signal.pause()
"""
FAILS = """
import sys
from bot.slack.processes import forked
forked(2)
sys.exit(3)
"""

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked")


@contextmanager
def running(script: str) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def said(process: subprocess.Popen[str]) -> tuple[int, int]:
    """Which one it is, and its process id."""
    assert process.stdout is not None
    index, number = process.stdout.readline().split()
    return int(index), int(number)


def test_one_alone_is_not_forked() -> None:
    assert forked(1) == FIRST


def test_one_that_is_killed_is_replaced_and_all_end_together() -> None:
    with running(SERVES) as process:
        first = dict(said(process) for _ in range(2))
        assert sorted(first) == [0, 1] and process.pid not in first.values()
        os.kill(first[1], signal.SIGKILL)
        index, number = said(process)
        assert index == 1 and number != first[1]
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 0
        for gone in (first[0], number):
            with pytest.raises(ProcessLookupError):
                os.kill(gone, 0)


def test_one_that_is_stopped_while_it_forks_stops_the_new_one_too() -> None:
    with running(STOPPED_WHILE_IT_FORKS) as process:
        assert process.wait(60) == 0


def test_what_cannot_start_ends_all_with_its_status() -> None:
    with running(FAILS) as process:
        assert process.wait(60) == 3


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere they go on until they are stopped")
def test_they_do_not_outlive_the_one_that_watches_over_them() -> None:
    with running(SERVES) as process:
        known = dict(said(process) for _ in range(2))
        process.kill()
        process.wait(60)
        assert process.stdout is not None and process.stdout.read() == ""  # the last writer has gone
        assert len(known) == 2
