"""A delivery has been dealt with when its listener has ended and its messages are sent."""

from __future__ import annotations

from bot.slack.errands import Errand, afterwards, at_the_end, current, on


def test_what_follows_waits_for_everything_under_way() -> None:
    errand, seen = Errand("U1"), list[str]()
    errand.begin()
    errand.begin()
    errand.then(lambda: seen.append("done"))
    errand.end()
    assert seen == []
    errand.end()
    assert seen == ["done"]


def test_afterwards_is_at_once_where_only_the_listener_runs_or_nobody() -> None:
    seen = list[str]()
    afterwards(lambda: seen.append("no errand"))
    errand = Errand()
    errand.begin()
    with on(errand):
        afterwards(lambda: seen.append("no message"))
        errand.begin()
        afterwards(lambda: seen.append("sent"))
    assert seen == ["no errand", "no message"] and current() is None
    errand.end()
    assert seen == ["no errand", "no message"]
    errand.end()
    assert seen == ["no errand", "no message", "sent"]


def test_a_step_that_fails_keeps_no_other_from_running() -> None:
    errand, seen = Errand(), list[str]()

    def fails() -> None:
        raise ZeroDivisionError

    errand.begin()
    errand.then(fails)
    errand.then(lambda: seen.append("after it"))
    errand.end()
    assert seen == ["after it"]


def test_at_the_end_it_is_said_whether_the_delivery_was_dealt_with() -> None:
    """With nothing else under way the listener itself still is: an error may have to be told."""
    seen = list[bool]()
    at_the_end(seen.append)
    assert seen == [True]
    for is_unfinished in (False, True):
        errand = Errand()
        errand.begin()
        with on(errand):
            at_the_end(seen.append)
        errand.is_unfinished = is_unfinished
        assert len(seen) == 1 + is_unfinished
        errand.end()
    assert seen == [True, True, False]
