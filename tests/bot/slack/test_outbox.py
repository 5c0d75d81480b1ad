"""Lanes do not wait for each other, people take turns, and nothing sleeps."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from bot.slack import errands
from bot.slack.errands import Errand
from bot.slack.outbox import Direct, Lane, LaterError, Senders, WaitsApart, at_once

PATIENCE = 10.0
ML, QUIET = Lane("xoxb", "C1"), Lane("xoxb", "C2")


class Said:
    """A message that gives its name when it is sent; `tries` raise first."""

    def __init__(self, lane: Lane, name: str, *tries: Exception, thread: str | None = None) -> None:
        self.lane, self.name, self.thread, self._tries = lane, name, thread, list(tries)
        self.hold: threading.Event | None = None
        self.begun = threading.Event()

    def attempt(self) -> str:
        self.begun.set()
        if self.hold is not None:
            assert self.hold.wait(PATIENCE)
        if self._tries:
            raise self._tries.pop(0)
        return self.name


class Seen:
    def __init__(self) -> None:
        self.names: list[str] = []
        self._changed = threading.Condition()

    def __call__(self, name: str) -> None:
        with self._changed:
            self.names.append(name)
            self._changed.notify_all()

    def until(self, count: int) -> list[str]:
        with self._changed:
            assert self._changed.wait_for(lambda: len(self.names) >= count, PATIENCE)
            return list(self.names)


def test_a_lane_that_has_to_wait_holds_up_no_other() -> None:
    senders, seen = Senders(), Seen()
    senders.send(Said(ML, "limited", LaterError(0.3, is_limit=True)), then=seen)
    senders.send(Said(QUIET, "other"), then=seen)
    assert seen.until(2) == ["other", "limited"]


def test_a_lane_that_hangs_holds_up_no_other() -> None:
    senders, seen, leave = Senders(), Seen(), threading.Event()
    for number in range(20):
        hanging = Said(Lane("xoxb", f"H{number}"), "hung")
        hanging.hold = leave
        senders.send(hanging, then=seen)
    senders.send(Said(QUIET, "other"), then=seen)
    assert seen.until(1) == ["other"]
    leave.set()
    seen.until(21)


def test_in_a_lane_people_take_turns_and_each_keeps_their_order() -> None:
    senders, seen = Senders(pace=0.0), Seen()
    first = Said(ML, "a0")
    first.hold = threading.Event()
    senders.send(first, by="ana", then=seen)
    assert first.begun.wait(PATIENCE)
    for number in range(1, 5):
        senders.send(Said(ML, f"a{number}"), by="ana", then=seen)
    for number in range(2):
        senders.send(Said(ML, f"b{number}"), by="ben", then=seen)
    first.hold.set()
    assert seen.until(7) == ["a0", "a1", "b0", "a2", "b1", "a3", "a4"]


def test_a_thread_keeps_its_order_whoever_writes_in_it() -> None:
    senders, seen = Senders(pace=0.0), Seen()
    first = Said(ML, "a0")
    first.hold = threading.Event()
    senders.send(first, by="ana", then=seen)
    assert first.begun.wait(PATIENCE)
    for number in range(1, 4):
        senders.send(Said(ML, f"a{number}", thread="1.1"), by="ana", then=seen)
    senders.send(Said(ML, "reply", thread="1.1"), by="ben", then=seen)
    first.hold.set()
    assert seen.until(5) == ["a0", "a1", "a2", "a3", "reply"]


def test_a_message_that_waits_stays_the_next_one_of_its_lane() -> None:
    senders, seen = Senders(pace=0.0), Seen()
    senders.send(Said(ML, "first", LaterError(0.05), LaterError(0.05)), then=seen)
    senders.send(Said(ML, "second"), then=seen)
    assert seen.until(2) == ["first", "second"]


@pytest.mark.parametrize(("was_limited", "told"), [(True, [5.0, 1.0]), (False, [5.0])])
def test_only_a_lane_that_slack_limited_is_paced(was_limited: bool, told: list[float]) -> None:
    """A clock that jumps to whatever is due: how long the lane was told to wait is what it showed."""
    now, waits = [0.0], list[float]()
    senders, seen = Senders(clock=lambda: now[0]), Seen()
    senders.send(Said(ML, "one", LaterError(5.0, is_limit=was_limited)), then=seen)
    senders.send(Said(ML, "two"), then=seen)
    while len(seen.names) < 2:
        threading.Event().wait(0.005)
        with senders._changed:
            if senders._due and senders._due[0][0] > now[0]:
                due = senders._due[0][0]
                waits.append(due - now[0])
                now[0] = due
                senders._changed.notify_all()
    assert seen.until(2) == ["one", "two"]
    assert waits == told


def test_the_errand_ends_when_its_messages_are_sent() -> None:
    senders, seen, errand = Senders(), Seen(), Errand("ana")
    errand.begin()
    with errands.on(errand):
        senders.send(Said(ML, "one", LaterError(0.05)))
        senders.send(Said(QUIET, "two"))
    errand.then(lambda: seen("dealt with"))
    errand.end()
    assert seen.until(1) == ["dealt with"]
    assert senders.waiting == 0


def test_what_cannot_be_sent_is_told_to_the_asker_and_the_lane_goes_on() -> None:
    senders, seen, errand = Senders(), Seen(), Errand("ana")
    errand.tell = lambda problem: seen(type(problem).__name__)
    with errands.on(errand):
        senders.send(Said(ML, "one", ZeroDivisionError()))
        senders.send(Said(ML, "two"), then=seen)
    assert seen.until(2) == ["ZeroDivisionError", "two"]


def test_what_went_wrong_may_be_taken_instead() -> None:
    senders, seen = Senders(), Seen()
    senders.send(Said(ML, "one", OSError()), then=seen, failed=lambda problem: seen(type(problem).__name__))
    assert seen.until(1) == ["OSError"]


def test_one_may_wait_for_a_message_and_gets_what_went_wrong() -> None:
    senders = Senders()
    assert senders.wait(Said(ML, "one", LaterError(0.05))) == "one"
    with pytest.raises(ZeroDivisionError):
        senders.wait(Said(ML, "one", ZeroDivisionError()))


def test_at_shutdown_what_is_due_later_is_left() -> None:
    senders = Senders()
    senders.send(Said(ML, "one", LaterError(60.0)))
    assert not senders.drain(0.05)
    assert Senders().drain(0.05)


def test_without_threads_of_its_own_it_is_sent_at_once() -> None:
    seen, slept = list[str](), list[float]()
    Direct().send(Said(ML, "one"), then=seen.append)
    assert at_once(Said(ML, "two", LaterError(3.0)), slept.append) == "two"
    assert (seen, slept) == (["one"], [3.0])
    with pytest.raises(OSError):
        Direct().send(Said(ML, "three", OSError()))


def test_beside_the_outbox_a_call_waits_and_in_it_never(monkeypatch: pytest.MonkeyPatch) -> None:
    from slack_sdk.http_retry import HttpRequest, HttpResponse, RetryState

    slept = list[float]()
    monkeypatch.setattr("time.sleep", slept.append)
    handler = WaitsApart()
    limited = HttpResponse(status_code=429, headers={"Retry-After": ["2"]}, body=None, data=None)
    request = HttpRequest(method="POST", url="http://127.0.0.1/", headers={})

    def retries() -> bool:
        state = RetryState()
        if may := handler.can_retry(state=state, request=request, response=limited):
            handler.prepare_for_next_attempt(state=state, request=request, response=limited)
        return may

    assert retries() and len(slept) == 1 and slept[0] >= 2.0  # the SDK adds some jitter

    class Sends(Said):
        def attempt(self) -> str:
            return str(retries())

    waiting: Callable[..., str] = Senders().wait
    assert waiting(Sends(ML, "one")) == "False" and len(slept) == 1
