"""Several processes that serve together: forked from one that has loaded the facts, and replaced when one dies.

They share the facts, since what is forked is shared until it is changed, and the store, whose inbox and claims make
it safe. The first of them alone does what needs doing once: feeds, digests, watched verdicts, health. Where no number
is set, one process serves, and nothing is forked.
"""

from __future__ import annotations

import ctypes
import logging
import os
import signal
import sys
import time
from collections.abc import Callable
from types import FrameType

from bot.observe import metrics

log = logging.getLogger(__name__)

TOO_SOON_SECONDS = 5.0  # one that ends by itself sooner would end again
PAUSE_SECONDS = 0.5  # before one that was killed as soon is replaced
PR_SET_PDEATHSIG = 1
FIRST = 0
STOPS = (signal.SIGTERM, signal.SIGINT)
Handler = Callable[[int, FrameType | None], object] | int | None


def forked(number: int) -> int:
    """Which of `number` processes this is: each of them returns from here. The one that called watches over them, and
    exits when they have."""
    if number == 1:
        return FIRST
    return _Watch(number).started()


class _Watch:
    """The parent: starts, replaces and stops the processes. It has no threads, so that forking stays safe."""

    def __init__(self, number: int) -> None:
        self._number = number
        self._running: dict[int, tuple[int, float]] = {}  # process -> which one it is, and since when
        self._is_stopping = False
        self._status = 0

    def started(self) -> int:
        """In a child which one it is."""
        before = {number: signal.signal(number, self._stop) for number in STOPS}
        for index in range(self._number):
            if self._fork(index):
                return self._in_child(index, before)
        while self._running:
            process, ended = os.wait()
            index, since = self._running.pop(process)
            metrics.ended(process)
            if self._is_stopping:
                continue
            status = os.waitstatus_to_exitcode(ended)
            log.error("process %d of %d ended (%d)", index + 1, self._number, status)
            is_soon = time.monotonic() - since < TOO_SOON_SECONDS
            if is_soon and status >= 0:
                self._status = status
                self._stop(signal.SIGTERM, None)
                continue
            time.sleep(PAUSE_SECONDS if is_soon else 0.0)
            if not self._is_stopping and self._fork(index):
                return self._in_child(index, before)
        sys.exit(self._status)

    def _fork(self, index: int) -> bool:
        """Whether this is the child. A signal waits until the new process is known: one that came in between would
        never reach it, and nobody would end."""
        parent = os.getpid()
        signal.pthread_sigmask(signal.SIG_BLOCK, STOPS)
        try:
            process = os.fork()
            if process:
                self._running[process] = index, time.monotonic()
                return False
            self._running.clear()  # the others are the parent's to stop: a second signal would end them at once
            _die_with(parent)
            return True
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPS)

    def _in_child(self, index: int, before: dict[signal.Signals, Handler]) -> int:
        for number, handler in before.items():
            signal.signal(number, handler)
        if self._is_stopping:  # between the fork and this line
            os.kill(os.getpid(), signal.SIGTERM)
        return index

    def _stop(self, number: int, _frame: FrameType | None) -> None:
        """Passes it on; each of them stops at the first and ends at the second, as one alone does."""
        self._is_stopping = True
        for process in self._running:
            try:
                os.kill(process, number)
            except ProcessLookupError:
                continue


def _die_with(parent: int) -> None:
    """A child whose parent was killed stops as well; elsewhere than on Linux it goes on until it is stopped."""
    if sys.platform != "linux":
        return
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() != parent:
        os.kill(os.getpid(), signal.SIGTERM)
