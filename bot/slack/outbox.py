"""The outbox: what is to be sent to Slack, apart from working it out.

A lane is what Slack limits by itself: a channel, or what one person alone sees. Each lane sends one message at a
time. One that has to wait, because Slack says so or because it is unknown whether the last try arrived, is looked at
again when it is due; no thread sleeps, and other lanes go on. In a lane people take turns; a thread keeps its order.
"""

from __future__ import annotations

import heapq
import itertools
import logging
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from contextvars import copy_context
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from slack_sdk.http_retry import HttpRequest, HttpResponse, RetryState

from bot.slack import errands
from bot.slack.rate_limits import CountedWaits

log = logging.getLogger(__name__)

SENDERS = 64  # lanes that send at the same time; one that hangs occupies one
IDLE_SECONDS = 10.0  # after which a thread ends
PACE_SECONDS = 1.0  # between messages in a lane that was told to wait; Slack's own limit for a channel
LANES_PACED = 1000  # remembered
Result = TypeVar("Result")
Result_co = TypeVar("Result_co", covariant=True)


class Lane(NamedTuple):
    """`person`: only this one sees it."""

    token: str | None
    channel: str
    person: str | None = None


class LaterError(Exception):
    """To be tried again in `seconds`. `is_limit`: Slack said so of this lane."""

    def __init__(self, seconds: float, *, is_limit: bool = False) -> None:
        self.seconds, self.is_limit = seconds, is_limit
        super().__init__(seconds)


class Sending(Protocol[Result_co]):
    """A message on its way. `thread` keeps its order."""

    @property
    def lane(self) -> Lane: ...

    @property
    def thread(self) -> str | None: ...

    def attempt(self) -> Result_co:
        """One try.

        Raises:
            LaterError: it has to be tried again.
        """
        ...


class Outbox(Protocol):
    """Where surfaces hand their messages."""

    def send(
        self,
        sending: Sending[Result],
        *,
        by: str = "",
        then: Callable[[Result], None] | None = None,
        failed: Callable[[Exception], None] | None = None,
    ) -> None:
        """Sends it in the turn of `by`, now or later; `then` gets what came of it, `failed` what went wrong.

        What `failed` raises again, or all of it without one, is told to the asker.
        """

    def wait(self, sending: Sending[Result], *, by: str = "") -> Result:
        """Sends it and waits for what comes of it.

        Raises:
            Exception: as the sending does.
        """
        ...


def at_once(sending: Sending[Result], sleep: Callable[[float], None] = time.sleep) -> Result:
    """Sends it in this thread, which waits as long as it takes: for jobs, which have threads of their own."""
    while True:
        try:
            return sending.attempt()
        except LaterError as later:
            sleep(later.seconds)


class Direct:
    """Sends in the thread that asks for it."""

    def send(
        self,
        sending: Sending[Result],
        *,
        by: str = "",  # noqa: ARG002 - nobody waits here
        then: Callable[[Result], None] | None = None,
        failed: Callable[[Exception], None] | None = None,
    ) -> None:
        try:
            result = at_once(sending)
        except Exception as problem:
            if failed is None:
                raise
            failed(problem)
            return
        if then is not None:
            then(result)

    def wait(self, sending: Sending[Result], *, by: str = "") -> Result:  # noqa: ARG002
        return at_once(sending)


class _Item(Generic[Result]):
    """A message in its lane, with what follows."""

    def __init__(
        self,
        sending: Sending[Result],
        then: Callable[[Result], None] | None,
        failed: Callable[[Exception], None] | None,
    ) -> None:
        self.sending, self._then, self._failed = sending, then, failed
        self._errand, self._context = errands.current(), copy_context()
        if self._errand is not None:
            self._errand.begin()

    def attempt(self) -> None:
        """One try, and what follows.

        Raises:
            LaterError: it has to be tried again.
        """
        self._context.run(self._attempt)
        if self._errand is not None:
            self._errand.end()

    def _attempt(self) -> None:
        try:
            try:
                result = self.sending.attempt()
            except LaterError:
                raise
            except Exception as problem:
                if self._failed is None:
                    raise
                self._failed(problem)
            else:
                if self._then is not None:
                    self._then(result)
        except LaterError:
            raise
        except Exception as problem:  # noqa: BLE001 - told to the asker, as Bolt does for a listener
            self._tell(problem)

    def _tell(self, problem: Exception) -> None:
        if self._errand is not None and self._errand.tell is not None:
            self._errand.tell(problem)
        else:
            log.error("a message was not sent", exc_info=problem)


class _Queue:
    """A lane: whose turn it is, and from when on it may send."""

    def __init__(self) -> None:
        self._lines: OrderedDict[str, deque[_Item[Any]]] = OrderedDict()
        self._threads: dict[str, tuple[str, int]] = {}  # in whose line a thread waits, and how often
        self.is_listed = False  # among those that are ready or due

    def __len__(self) -> int:
        return sum(map(len, self._lines.values()))

    def add(self, by: str, item: _Item[Any]) -> None:
        thread = item.sending.thread
        if thread is not None:
            by, count = self._threads.get(thread, (by, 0))
            self._threads[thread] = by, count + 1
        self._lines.setdefault(by, deque()).append(item)

    def take(self) -> tuple[str, _Item[Any]]:
        """The next in turn; its owner goes to the end."""
        by, line = next(iter(self._lines.items()))
        item = line.popleft()
        self._lines.move_to_end(by)
        if not line:
            del self._lines[by]
        return by, item

    def put_back(self, by: str, item: _Item[Any]) -> None:
        """It stays the next one."""
        self._lines.setdefault(by, deque()).appendleft(item)
        self._lines.move_to_end(by, last=False)

    def sent(self, item: _Item[Any]) -> None:
        thread = item.sending.thread
        if thread is not None:
            by, count = self._threads.pop(thread)
            if count > 1:
                self._threads[thread] = by, count - 1


class Senders:
    """An outbox with threads of its own, as many as lanes have something to send."""

    def __init__(
        self,
        parked: Callable[[], AbstractContextManager[None]] = nullcontext,
        clock: Callable[[], float] = time.monotonic,
        pace: float = PACE_SECONDS,
    ) -> None:
        """`parked` is entered by a thread that waits for a message."""
        self._parked, self._clock, self._pace = parked, clock, pace
        self._changed = threading.Condition()
        self._queues: dict[Lane, _Queue] = {}
        self._ready: deque[Lane] = deque()
        self._due: list[tuple[float, int, Lane]] = []
        self._numbers = itertools.count()
        self._paced: OrderedDict[Lane, None] = OrderedDict()
        self._threads = self._idle = self._sending = 0
        self._is_closed = False

    def send(
        self,
        sending: Sending[Result],
        *,
        by: str = "",
        then: Callable[[Result], None] | None = None,
        failed: Callable[[Exception], None] | None = None,
    ) -> None:
        item = _Item(sending, then, failed)
        with self._changed:
            queue = self._queues.setdefault(sending.lane, _Queue())
            queue.add(by, item)
            if not queue.is_listed:
                queue.is_listed = True
                self._ready.append(sending.lane)
                self._wake()

    def wait(self, sending: Sending[Result], *, by: str = "") -> Result:
        over, results, problems = threading.Event(), list[Result](), list[Exception]()

        def then(result: Result) -> None:
            results.append(result)
            over.set()

        def failed(problem: Exception) -> None:
            problems.append(problem)
            over.set()

        self.send(sending, by=by, then=then, failed=failed)
        with self._parked():
            over.wait()
        if problems:
            raise problems[0]
        return results[0]

    @property
    def waiting(self) -> int:
        with self._changed:
            return sum(map(len, self._queues.values())) + self._sending

    def drain(self, seconds: float) -> bool:
        """Waits until everything is sent, at most so long. The rest is sent by the next process that starts."""
        with self._changed:
            done = self._changed.wait_for(lambda: not self._queues, seconds)
            self._is_closed = True
            self._changed.notify_all()
        return done

    def _wake(self) -> None:
        if self._idle:
            self._changed.notify()
        elif self._threads < SENDERS:
            self._threads += 1
            threading.Thread(target=self._work, name="send", daemon=True).start()

    def _next(self) -> Lane | None:
        """A lane that may send now. The lock is held."""
        now = self._clock()
        while self._due and self._due[0][0] <= now:
            self._ready.append(heapq.heappop(self._due)[2])
        return self._ready.popleft() if self._ready else None

    def _work(self) -> None:
        while True:
            with self._changed:
                lane = self._next()
                while lane is None:
                    until = max(0.0, self._due[0][0] - self._clock()) if self._due else IDLE_SECONDS
                    self._idle += 1
                    woken = self._changed.wait(until)
                    self._idle -= 1
                    lane = self._next()
                    if self._is_closed or (lane is None and not woken and not self._due):
                        self._threads -= 1
                        return
                if self._ready:
                    self._wake()
                queue = self._queues[lane]
                by, item = queue.take()
                self._sending += 1
            later = _try(item)
            with self._changed:
                self._sending -= 1
                self._go_on(lane, queue, by, item, later)
            del item

    def _go_on(self, lane: Lane, queue: _Queue, by: str, item: _Item[Any], later: LaterError | None) -> None:
        """What comes next in a lane after a try. The lock is held."""
        wait = 0.0
        if later is not None:
            queue.put_back(by, item)
            wait = later.seconds
            if later.is_limit:
                self._paced[lane] = None
                self._paced = OrderedDict(list(self._paced.items())[-LANES_PACED:])
        else:
            queue.sent(item)
            if not queue:
                del self._queues[lane]
                self._paced.pop(lane, None)
                self._changed.notify_all()  # somebody may wait until all is sent
                return
            wait = self._pace if lane in self._paced else 0.0
        if wait:
            heapq.heappush(self._due, (self._clock() + wait, next(self._numbers), lane))
            self._changed.notify()  # whoever waits for a later one
        else:
            self._ready.append(lane)


def _try(item: _Item[Any]) -> LaterError | None:
    _here.is_sending = True
    try:
        item.attempt()
    except LaterError as later:
        return later
    finally:
        _here.is_sending = False
    return None


_here = threading.local()


class WaitsApart(CountedWaits):
    """For calls beside the outbox: waits as Slack says, while another thread works in this one's place.

    In the outbox nothing waits: the message is due later.
    """

    def __init__(self, parked: Callable[[], AbstractContextManager[None]] = nullcontext) -> None:
        super().__init__(max_retry_count=2)
        self._parked_context = parked

    def _can_retry(
        self,
        *,
        state: RetryState,
        request: HttpRequest,
        response: HttpResponse | None = None,
        error: Exception | None = None,
    ) -> bool:
        if getattr(_here, "is_sending", False):
            return False
        return super()._can_retry(state=state, request=request, response=response, error=error)

    def prepare_for_next_attempt(
        self,
        *,
        state: RetryState,
        request: HttpRequest,
        response: HttpResponse | None = None,
        error: Exception | None = None,
    ) -> None:
        with self._parked_context():
            super().prepare_for_next_attempt(state=state, request=request, response=response, error=error)
