"""How a refresh shows its progress."""

from __future__ import annotations

import io

import pytest

from bot.commands.prices.progress import Bars, Lines, Silent, importing, line
from bot.feeds.probe import ProbedHost
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


def test_an_import_tells_its_days_on_a_terminal_alone(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with importing() as tell:
        tell("storing", 311, 1000)
    assert capsys.readouterr() == ("", "")
    shown = Terminal()
    monkeypatch.setattr("sys.stderr", shown)
    for phase in ("reading", "storing", "believing"):
        with importing() as tell:
            tell(phase, 311, 1000)
    told = shown.getvalue()
    assert "reading" in told and "storing, 311 of 1000 days" in told and "working out which prices to believe" in told


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_line_says_how_much_came_and_how_long_it_took() -> None:
    assert line(FAILED._replace(megabytes=7.04, seconds=3.21)).endswith(" (7.0 MB in 3.2 s)")
    assert line(FAILED._replace(seconds=12.0)).endswith(" (0 MB in 12 s)")
    assert "MB" not in line(FAILED)


def test_no_network_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    with Lines() as listener:
        listener.offline([ProbedHost(f"{name}.example", 443, is_private=False) for name in "ab"], 3)
    assert capsys.readouterr().err == (
        "There is no network: none of a.example, b.example accepted a connection within 3 seconds. The prices of "
        "before stay in use; files can be read with chipscout prices import.\n"
    )


def test_a_proxy_that_is_not_there_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    with Lines() as listener:
        listener.offline([ProbedHost("proxy.example", 3128, is_private=True, is_proxy=True)], 3)
    said = capsys.readouterr().err
    assert said.startswith("The proxy cannot be reached: proxy.example did not accept a connection within 3 seconds.")


def test_of_what_was_skipped_no_waiting_is_told() -> None:
    assert "MB" not in line(FAILED._replace(kind="skipped", because="key", seconds=18.0))
