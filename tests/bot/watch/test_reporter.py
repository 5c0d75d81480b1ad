"""A round of re-evaluations: what moved is posted once, and one that fails keeps no other from being told."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from slack_sdk import WebClient

from bot.watch.reporter import RoundSummary, WatchReporter
from knowledge.facts import Facts
from knowledge.store.store import Store
from tests.bot.observed import take, take_for_good
from tests.bot.watch.test_watching import BEFORE, LATER, Team, prices
from tests.day import DAY


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "chipscout.db", time.time) as opened:
        take(opened, DAY, *BEFORE)
        yield opened


@pytest.fixture
def team(facts: Facts, store: Store) -> Team:
    return Team(facts, store)


def nobody(_: str) -> WebClient | None:
    """The client of a workspace that left."""
    return None


def reporter(team: Team) -> WatchReporter:
    later = datetime.combine(LATER, datetime.min.time(), UTC) + timedelta(hours=12)
    return WatchReporter(team.advisor, team.store, team.watching, nobody, later.timestamp)


def test_an_unchanged_verdict_is_not_reported(team: Team) -> None:
    team.asks()
    take(team.store, LATER, *BEFORE)
    assert reporter(team).round() == RoundSummary(judged=1, moved=0, posted=0)


def test_a_report_is_stored_until_it_can_be_posted(team: Team) -> None:
    kept = team.asks()
    take_for_good(team.store, LATER, *prices("200", "62"))
    assert reporter(team).round() == RoundSummary(judged=1, moved=1, posted=0)
    assert [report.verdict for report in team.store.watch_reports.begun()] == [kept.id]


def test_a_second_round_stores_no_second_report(team: Team) -> None:
    team.asks()
    take_for_good(team.store, LATER, *prices("200", "62"))
    reporter(team).round()
    reporter(team).round()
    assert len(team.store.watch_reports.begun()) == 1


def test_a_verdict_that_fails_does_not_stop_the_others(
    team: Team, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    team.asks()
    team.asks(id="v-broken")
    take(team.store, LATER, *BEFORE)
    look = team.watching.look

    def breaks(kept: object, today: object) -> object:
        if getattr(kept, "id", "") == "v-broken":
            raise ValueError("no such chip any more")
        return look(kept, today)  # type: ignore[arg-type]

    monkeypatch.setattr(team.watching, "look", breaks)
    assert reporter(team).round().judged == 1
    assert "v-broken" in caplog.text
