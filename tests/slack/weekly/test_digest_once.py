"""Exactly one digest for each channel and week: after crashes at every step, with two processes, repeated, late."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from knowledge.facts import SeriesKey
from knowledge.store.store import Store
from tests.bot.observed import price, take
from tests.forked import as_text, completed
from tests.slack.local.local_slack import LocalSlack
from tests.slack.local.records import TEAM, Channel
from tests.slack.price_week import due, today, week
from tests.slack.process import PROXIES, AppProcess, chipscout

POST = "chat.postMessage"
AZURE = SeriesKey("azure", "Standard_ND96isr_H100_v5", "eastus", "on_demand")


@pytest.fixture
def slack() -> Iterator[LocalSlack]:
    with LocalSlack(patience=15.0) as local:
        yield local


@pytest.fixture
def db(tmp_path: Path) -> Path:
    path = tmp_path / "c.db"
    week(path)
    return path


@pytest.fixture
def ml(slack: LocalSlack) -> Channel:
    return slack.channel("ml", members=[slack.user("ada"), slack.bot])


def killed(slack: LocalSlack, db: Path, method: str, **fault: object) -> None:
    """Starts the app, and kills it in the middle of that call."""
    seen = len([call for call in slack.calls(method) if call.scripted])
    slack.fail_next(method, **fault)  # type: ignore[arg-type]
    app = AppProcess(slack, db=db).start()
    until = time.monotonic() + 15.0
    while len([call for call in slack.calls(method) if call.scripted]) == seen:
        assert time.monotonic() < until, f"{slack.report()}\n{app.output}"
        time.sleep(0.01)
    if fault.get("holds"):
        slack.wait_for(lambda: slack.calls(method)[-1].answer or None, what="the effect")
    app.kill()


def posted(slack: LocalSlack, db: Path, channel: Channel) -> None:
    """Waits until the store has it as posted."""
    with Store(db, time.time) as store:
        until = time.monotonic() + 15.0
        while (held := store.digests.newest(TEAM, channel.id)) is None or held.state == "begun":
            assert time.monotonic() < until, slack.report()
            time.sleep(0.02)
    slack.wait_until_quiet()


def stands_once(slack: LocalSlack, channel: Channel) -> None:
    """One parent, and in its thread one table and one chart."""
    parents = [each for each in slack.messages(in_=channel) if each.thread_ts is None]
    assert ["p5.48xlarge" in each.text for each in parents] == [True]
    thread = slack.replies(parents[0])
    assert [next(b["type"] for b in each.blocks if b["type"].startswith("data")) for each in thread] == [
        "data_table",
        "data_visualization",
    ]
    assert not any(each.reply_broadcast for each in thread)


def test_after_a_crash_at_any_step_it_is_posted_once(slack: LocalSlack, db: Path, ml: Channel) -> None:
    due(db, ml.id)
    killed(slack, db, "auth.test", hangs=True, spares=1)  # before the row is written; the first call is the start's
    with Store(db, time.time) as store:
        assert store.digests.newest(TEAM, ml.id) is None
    killed(slack, db, POST, hangs=True)  # after the row, before the parent is there
    with Store(db, time.time) as store:
        begun = store.digests.newest(TEAM, ml.id)
        assert begun is not None and begun.state == "begun"
    assert slack.messages(in_=ml) == []
    killed(slack, db, POST, holds=True)  # the parent is there; nobody wrote down its ts
    killed(slack, db, POST, hangs=True)  # before the table
    killed(slack, db, POST, holds=True)  # the table is there
    killed(slack, db, POST, hangs=True)  # before the chart
    killed(slack, db, POST, holds=True)  # everything is there; nobody wrote down that it is
    with AppProcess(slack, db=db):
        posted(slack, db, ml)
    stands_once(slack, ml)


def test_two_processes_post_one_digest(slack: LocalSlack, db: Path, ml: Channel) -> None:
    due(db, ml.id)
    other = slack.channel("other", members=[slack.user("ada"), slack.bot])
    due(db, other.id)
    slack.limit_rates()  # keeps each at it for a while
    with AppProcess(slack, db=db), AppProcess(slack, db=db):
        posted(slack, db, ml)
        posted(slack, db, other)
    stands_once(slack, ml)
    stands_once(slack, other)


def test_after_a_restart_in_the_same_week_it_is_not_posted_again(slack: LocalSlack, db: Path, ml: Channel) -> None:
    due(db, ml.id)
    with AppProcess(slack, db=db):
        posted(slack, db, ml)
    with Store(db, time.time) as store:
        store.subscriptions.remove(TEAM, ml.id)
    earlier = datetime.now(UTC) - timedelta(minutes=12)
    due(db, ml.id, minute=earlier.hour * 60 + earlier.minute)
    with AppProcess(slack, db=db):
        slack.wait_until_quiet()
    stands_once(slack, ml)


def test_a_digest_due_more_than_a_day_ago_is_skipped(slack: LocalSlack, db: Path, ml: Channel) -> None:
    then = datetime.now(UTC) - timedelta(hours=25)
    due(db, ml.id, weekday=then.weekday(), minute=then.hour * 60 + then.minute)
    on_time = slack.channel("on-time", members=[slack.user("ada"), slack.bot])
    due(db, on_time.id)
    with AppProcess(slack, db=db):
        posted(slack, db, on_time)
    assert slack.messages(in_=ml) == []


def test_a_channel_that_refuses_it_neither_delays_the_others_nor_is_retried_every_minute(
    slack: LocalSlack, db: Path, ml: Channel
) -> None:
    away = slack.channel("away", members=[slack.user("ada")])
    due(db, away.id)
    due(db, ml.id)
    with AppProcess(slack, db=db):
        posted(slack, db, ml)
        posted(slack, db, away)
    with AppProcess(slack, db=db):
        slack.wait_until_quiet()
    assert [call.error for call in slack.calls(POST) if call.args["channel"] == away.id] == ["not_in_channel"]
    stands_once(slack, ml)


def test_a_quiet_week_posts_nothing_if_the_channel_wants_that(slack: LocalSlack, db: Path, ml: Channel) -> None:
    with Store(db, time.time) as store:
        for day in (15, 8, 1, 0):
            take(store, today() - timedelta(days=day), price(AZURE, "98.32"))
    due(db, ml.id, quiet="nothing", filters={"clouds": ["azure"]})
    line = slack.channel("line", members=[slack.user("ada"), slack.bot])
    due(db, line.id, quiet="line", filters={"clouds": ["azure"]})
    with AppProcess(slack, db=db):
        posted(slack, db, ml)
        posted(slack, db, line)
    assert slack.messages(in_=ml) == []
    (only,) = slack.messages(in_=line)
    assert "no price that this channel asked about moved" in only.text


def test_a_digest_posted_from_a_terminal_is_posted_once_too(slack: LocalSlack, db: Path, ml: Channel) -> None:
    command = [chipscout(), "digest", "--post", ml.id]
    inherited = {name: value for name, value in os.environ.items() if name not in PROXIES}
    env = inherited | slack.env | {"CHIPSCOUT_DB": str(db), "NO_PROXY": "127.0.0.1"}
    first, second = (as_text(completed(command, env=env)) for _ in range(2))
    assert first.returncode == 0, first.stderr
    assert second.returncode == 2 and "was already posted to this channel" in second.stderr
    stands_once(slack, ml)
