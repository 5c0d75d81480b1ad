"""People take turns, and whoever waits for something else makes room."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import Future

import pytest

from bot.slack import errands
from bot.slack.answerers import Answerers
from bot.slack.errands import Errand

PATIENCE = 10.0


@pytest.fixture
def answerers() -> Iterator[Answerers]:
    made = Answerers(2)
    yield made
    made.shutdown()


def asks(answerers: Answerers, user: str, work: object, *, is_urgent: bool = False) -> Future[None]:
    with errands.on(Errand(user, is_urgent=is_urgent)):
        return answerers.submit(work)  # type: ignore[arg-type]  # any callable


def test_behind_a_burst_another_user_waits_for_one_question(answerers: Answerers) -> None:
    seen, leave, lock = list[str](), threading.Event(), threading.Lock()

    def work(name: str) -> None:
        assert leave.wait(PATIENCE)
        with lock:
            seen.append(name)

    burst = [asks(answerers, "ana", lambda number=number: work(f"ana{number}")) for number in range(20)]
    other = asks(answerers, "ben", lambda: work("ben"))
    leave.set()
    other.result(PATIENCE)
    for each in burst:
        each.result(PATIENCE)
    assert seen.index("ben") <= 4  # behind the two that were begun, and at most one turn of ana's


def test_a_thread_that_waits_for_something_else_makes_room(answerers: Answerers) -> None:
    leave = threading.Event()

    def waits() -> None:
        with answerers.parked():
            assert leave.wait(PATIENCE)

    waiting = [asks(answerers, f"u{number}", waits) for number in range(6)]
    asks(answerers, "ben", lambda: None).result(PATIENCE)
    leave.set()
    for each in waiting:
        each.result(PATIENCE)


def test_a_form_does_not_wait_behind_questions(answerers: Answerers) -> None:
    leave = threading.Event()
    busy = [asks(answerers, "ana", lambda: leave.wait(PATIENCE)) for _ in range(10)]
    asks(answerers, "ana", lambda: None, is_urgent=True).result(PATIENCE)
    leave.set()
    for each in busy:
        each.result(PATIENCE)


def test_the_place_counts_what_is_worked_on_first(answerers: Answerers) -> None:
    leave = threading.Event()
    assert answerers.place("ben").ahead == 0
    burst = [asks(answerers, "ana", lambda: leave.wait(PATIENCE)) for _ in range(12)]
    while answerers.waiting > 10:
        threading.Event().wait(0.005)
    assert answerers.place("ana").ahead == 12  # two under way, ten waiting
    assert answerers.place("ben").ahead == 3  # two under way, and one turn of ana's
    leave.set()
    for each in burst:
        each.result(PATIENCE)


def test_an_exception_is_the_future_s_and_the_errand_ends(answerers: Answerers) -> None:
    errand, seen = Errand("ana"), list[str]()

    def fails() -> None:
        errand.then(lambda: seen.append("ended"))
        raise ZeroDivisionError

    with errands.on(errand):
        work = answerers.submit(fails)
    assert isinstance(work.exception(PATIENCE), ZeroDivisionError)
    answerers.shutdown()
    assert seen == ["ended"] and errand.is_taken


def test_what_was_taken_is_finished_at_shutdown() -> None:
    answerers, seen = Answerers(1), list[int]()
    for number in range(5):
        asks(answerers, "ana", lambda number=number: seen.append(number))
    answerers.shutdown()
    assert seen == [0, 1, 2, 3, 4]
    with pytest.raises(RuntimeError):
        answerers.submit(print)
