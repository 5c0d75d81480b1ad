"""How a refresh shows its progress."""

from __future__ import annotations

import pytest

from bot.commands.prices.progress import Bars, Lines, Silent, line
from bot.feeds.refresh import RefreshOutcome
from knowledge.facts import Facts
from knowledge.types.feeds import FeedDescription

FAILED = RefreshOutcome("skypilot", "aws", "failed", because="unreachable")


@pytest.fixture
def feed(facts: Facts) -> FeedDescription:
    return facts.feeds["skypilot"]


def test_a_line_names_feed_and_cloud_and_why_it_failed() -> None:
    assert line(FAILED).startswith("skypilot aws")
    assert line(FAILED) != line(FAILED._replace(because="no_prices"))


def test_through_a_pipe_each_part_is_a_line_when_it_is_done(
    feed: FeedDescription, capsys: pytest.CaptureFixture[str]
) -> None:
    with Lines() as listener:
        listener.started(feed, "aws")(10, 100)
        assert capsys.readouterr().out == ""
        listener.finished(FAILED)
    assert capsys.readouterr().out == f"{line(FAILED)}\n"


def test_beside_json_nothing_is_said(feed: FeedDescription, capsys: pytest.CaptureFixture[str]) -> None:
    with Silent() as listener:
        listener.started(feed, "aws")(10, None)
        listener.finished(FAILED)
    assert capsys.readouterr() == ("", "")


def test_bars_leave_the_line_of_a_part_behind(feed: FeedDescription, capsys: pytest.CaptureFixture[str]) -> None:
    with Bars() as listener:
        listener.started(feed, "aws")(10, 100)
        listener.finished(FAILED)
    shown = capsys.readouterr()
    assert shown.out == "" and line(FAILED)[:20] in shown.err
