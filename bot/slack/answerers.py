"""The threads that answer. People take turns: behind one user's burst another waits for one question, not for all."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from typing import Any, NamedTuple

from bot.observe.trace import carried
from bot.slack import errands
from bot.slack.errands import NOBODY, Errand

URGENT = 4  # more threads than usual while somebody waits before a form
OF_ONE_USER = 2  # questions of one user worked on at a time
IDLE_SECONDS = 10.0  # after which a thread ends
USUAL_SECONDS = 0.15  # a question, until some were answered
WEIGHT = 0.1  # of the newest question in how long one takes


class Place(NamedTuple):
    """What stands before a question that comes now, and about how long that takes."""

    ahead: int
    seconds: float


class _Work(NamedTuple):
    future: Future[Any]
    run: Callable[[], Any]
    errand: Errand | None


class _Line:
    """What one user asked: what is urgent first, then in the order it came."""

    def __init__(self) -> None:
        self.urgent: deque[_Work] = deque()
        self.usual: deque[_Work] = deque()
        self.running = 0

    def __len__(self) -> int:
        return len(self.urgent) + len(self.usual)


class Answerers(Executor):
    """At most `most` questions are worked on at a time; a thread that waits for something else does not count.

    `at_once` of them are computed at a time; only the estimate of how long the line takes depends on it.
    """

    def __init__(self, most: int, *, at_once: int = 1) -> None:
        self._most, self._at_once = most, at_once
        self._of_one = max(OF_ONE_USER, 2 * at_once)
        self._lines: OrderedDict[str, _Line] = OrderedDict()
        self._changed = threading.Condition()
        self._threads: set[threading.Thread] = set()
        self._idle = self._running = self._parked = 0
        self._seconds = USUAL_SECONDS
        self._is_closed = False
        self._own = threading.local()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Takes a listener of the current errand into its user's line."""
        errand, future = errands.current(), Future[Any]()
        if errand is not None:
            errand.is_taken = True
            errand.begin()
        work = _Work(future, carried(fn, *args, **kwargs), errand)
        with self._changed:
            if self._is_closed:
                raise RuntimeError("no more questions are taken")
            line = self._lines.setdefault(errand.user if errand else NOBODY, _Line())
            (line.urgent if errand and errand.is_urgent else line.usual).append(work)
            self._wake()
        return future

    def place(self, user: str) -> Place:
        """What is worked on before a question of this user that comes now."""
        with self._changed:
            own = len(self._lines.get(user, ()))
            waiting = sum(own if name == user else min(len(line), own + 1) for name, line in self._lines.items())
            ahead = waiting + self._running
            return Place(ahead, ahead * self._seconds / self._at_once)

    @property
    def waiting(self) -> int:
        with self._changed:
            return sum(map(len, self._lines.values()))

    @contextmanager
    def parked(self) -> Iterator[None]:
        """Inside, this thread waits for something else, and another one may work in its place."""
        if not getattr(self._own, "is_ours", False):
            yield
            return
        with self._changed:
            self._running -= 1
            self._parked += 1
            self._wake()
        begun = time.monotonic()
        try:
            yield
        finally:
            with self._changed:
                self._running += 1
                self._parked -= 1
            self._own.waited += time.monotonic() - begun

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        with self._changed:
            self._is_closed = True
            for line in self._lines.values() if cancel_futures else ():
                for work in (*line.urgent, *line.usual):
                    work.future.cancel()
                line.urgent.clear()
                line.usual.clear()
            self._changed.notify_all()
            threads = tuple(self._threads)
        for thread in threads if wait else ():
            thread.join()

    def _wake(self) -> None:
        """A thread for what can be worked on now. The lock is held."""
        if self._next() is None:
            return
        if self._idle:
            self._changed.notify()
        elif self._running + self._parked + self._idle >= len(self._threads):  # none is on its way to look
            thread = threading.Thread(target=self._work, name="answer", daemon=True)
            self._threads.add(thread)
            thread.start()

    def _next(self) -> str | None:
        """Whose turn it is; None if nobody's who may be worked for now. The lock is held."""
        if self._running < self._most + URGENT:
            for user, line in self._lines.items():
                if line.urgent:
                    return user
        if self._running < self._most:
            for user, line in self._lines.items():
                if line.usual and line.running < self._of_one:
                    return user
        return None

    def _take(self) -> tuple[str, _Work] | None:
        """The next work, whose user goes to the end of the turns. The lock is held."""
        user = self._next()
        if user is None:
            return None
        line = self._lines[user]
        work = line.urgent.popleft() if line.urgent else line.usual.popleft()
        line.running += 1
        self._running += 1
        self._lines.move_to_end(user)
        return user, work

    def _work(self) -> None:
        self._own.is_ours = True
        while True:
            with self._changed:
                taken = self._take()
                while taken is None:
                    is_over = self._is_closed and not any(map(len, self._lines.values()))
                    self._idle += 1
                    woken = not is_over and self._changed.wait(IDLE_SECONDS)
                    self._idle -= 1
                    taken = self._take()
                    if taken is None and not woken:
                        self._threads.discard(threading.current_thread())
                        self._changed.notify_all()  # when it is over the others look as well
                        return
                self._wake()
            user, work = taken
            self._own.waited, begun = 0.0, time.monotonic()
            _run(work)
            with self._changed:
                self._running -= 1
                self._seconds += WEIGHT * (time.monotonic() - begun - self._own.waited - self._seconds)
                line = self._lines[user]
                line.running -= 1
                if not line and not line.running:
                    del self._lines[user]
                self._wake()
            del work, taken


def _run(work: _Work) -> None:
    errand, future = work.errand, work.future
    if future.set_running_or_notify_cancel():
        try:
            result = work.run()
        except BaseException as problem:  # noqa: BLE001 - it is the future's now, as in any executor
            future.set_exception(problem)
        else:
            future.set_result(result)
    if errand is not None and not future.cancelled():
        errand.end()
