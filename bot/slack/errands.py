"""One delivery on its way: what is still to be sent of it, and what follows when all of it has been.

A listener works an answer out and hands it to the outbox; the delivery has been dealt with when its listener has
ended and everything it handed over was sent. Code that runs for no delivery, as in tests and jobs, has no errand.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Lock

log = logging.getLogger(__name__)

Step = Callable[[], None]
NOBODY = ""


class Errand:
    """`user` is whose delivery it is. `is_urgent`: somebody waits before a form or for a modal."""

    def __init__(self, user: str = NOBODY, *, is_urgent: bool = False) -> None:
        self.user, self.is_urgent, self.is_taken = user, is_urgent, False
        self.is_unfinished = False  # the store failed under way: it is begun again; or another process has it
        self.is_ours: Callable[[], bool] = lambda: True  # False once another process has taken the delivery over
        self.tell: Callable[[Exception], None] | None = None  # says to the asker what went wrong
        self._open = 0
        self._then: list[Step] = []
        self._lock = Lock()

    def begin(self) -> None:
        """Something is under way: the listener, or a message."""
        with self._lock:
            self._open += 1

    def end(self) -> None:
        """It has ended. What was to follow runs when nothing is under way any more."""
        with self._lock:
            self._open -= 1
            due = self._then if self._open == 0 else []
            self._then = [] if due else self._then
        for step in due:
            try:
                step()
            except Exception:
                log.exception("what should follow an answer failed")

    def then(self, step: Step) -> None:
        with self._lock:
            if self._open:
                self._then.append(step)
                return
        step()

    @property
    def has_open_messages(self) -> bool:
        """Beside the listener itself."""
        with self._lock:
            return self._open > 1


_current: ContextVar[Errand | None] = ContextVar("errand", default=None)


def current() -> Errand | None:
    return _current.get()


@contextmanager
def on(errand: Errand | None) -> Iterator[None]:
    """Inside, this is the errand that is run."""
    token = _current.set(errand)
    try:
        yield
    finally:
        _current.reset(token)


def at_the_end(step: Callable[[bool], None]) -> None:
    """Runs `step` when the delivery has been dealt with, or is given up for now: it is told which. At once for code
    that runs for no delivery."""
    errand = current()
    if errand is None:
        step(True)
    else:
        errand.then(lambda: step(not errand.is_unfinished))


def afterwards(step: Step) -> None:
    """Runs `step` when the messages of this delivery have been sent; at once where none is under way."""
    errand = current()
    if errand is not None and errand.has_open_messages:
        errand.then(step)
    else:
        step()
