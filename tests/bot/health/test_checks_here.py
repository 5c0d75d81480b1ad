"""What `chipscout doctor` says without a network."""

from __future__ import annotations

import os
import shutil
import time
from pathlib import Path

import pytest

from bot.environment.settings import Settings
from bot.feeds.config import configured
from bot.health.checks_here import facts_finding, feed_findings, settings_findings, store_findings
from bot.health.finding import Finding
from bot.wording.errors import UserError
from knowledge.facts import Facts
from knowledge.store.base.address import PostgresUrl
from knowledge.store.store import Store
from tests.servers import postgres

HOUR = 3600.0
NOW = 2_000_000_000.0


@pytest.fixture(autouse=True)
def bare_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(os.environ):
        if name.startswith(("SLACK_", "CHIPSCOUT_")):
            monkeypatch.delenv(name)


def told(found: list[Finding]) -> list[tuple[str, str, str]]:
    return [(each.check, each.status, each.code) for each in found]


def test_settings_are_complete_malformed_or_say_what_is_missing() -> None:
    missing = list(settings_findings(Settings()))
    assert told(missing) == [("settings", "ok", "settings_read"), ("serve", "warn", "cannot_serve")]
    assert "SLACK_BOT_TOKEN, SLACK_APP_TOKEN, SLACK_SIGNING_SECRET" in str(missing[1].remedy)
    both = Settings(slack_bot_token="xoxb-1", slack_app_token="xapp-1", slack_signing_secret="s")  # type: ignore[arg-type]  # as from the environment
    assert "Socket Mode" in list(settings_findings(both))[1].text and "HTTP" in list(settings_findings(both))[1].text
    (wrong,) = settings_findings(UserError("settings_malformed", names=("SLACK_BOT_TOKEN",)))
    assert (wrong.status, "SLACK_BOT_TOKEN" in wrong.text) == ("fail", True)


def test_facts_that_are_wrong_are_said() -> None:
    assert facts_finding(None).status == "ok"
    wrong = facts_finding(UserError("bad_data", file="prices.csv", entry="3", remedy="write a number"))
    assert (wrong.status, "prices.csv" in wrong.text) == ("fail", True)


def test_a_store_that_works_is_to_come_or_is_read_by_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "c.db"
    assert told(list(store_findings(path))) == [("store", "ok", "store_to_come"), ("disk", "ok", "disk_free")]
    Store(path, time.time).close()
    assert told(list(store_findings(path)))[0] == ("store", "ok", "store_opens")
    path.chmod(0o644)
    assert told(list(store_findings(path)))[1] == ("store", "warn", "store_open_to_others")
    room = shutil.disk_usage(tmp_path)
    for free, status in ((2**20, "fail"), (100 * 2**20, "warn")):
        monkeypatch.setattr(shutil, "disk_usage", lambda _, free=free: room._replace(free=free))
        assert told(list(store_findings(path)))[-1] == ("disk", status, "disk_short")


def test_a_store_that_cannot_be_used_says_why_and_what_to_do(tmp_path: Path) -> None:
    (folder,) = store_findings(tmp_path)
    assert (folder.status, "is a folder: CHIPSCOUT_DB must name a file" in folder.text) == ("fail", True)


def looked(store: Store, feed: str, cloud: str, succeeded: float | None, failing: float | None = None) -> None:
    with store.file.writing() as db:
        db.execute(
            "INSERT INTO price_looks (feed, cloud, address, tried, succeeded, failing_since, because, etag, modified)"
            " VALUES (?, ?, '1', ?, ?, ?, 'no_network', '', '')",
            (feed, cloud, NOW, succeeded, failing),
        )


def test_each_feed_has_its_age(tmp_path: Path, facts: Facts, monkeypatch: pytest.MonkeyPatch) -> None:
    """Refreshed every 12 hours: two intervals are a day."""
    feeds, path = configured(facts), tmp_path / "c.db"
    assert [each.code for each in feed_findings(feeds, path, NOW)] == ["feeds_unread"]
    with Store(path, lambda: NOW) as store:
        looked(store, "skypilot", "aws", NOW - 5 * HOUR)
        looked(store, "skypilot", "gcp", NOW - 5 * 24 * HOUR)
        looked(store, "skypilot", "azure", NOW - 5 * HOUR, NOW - HOUR)
    found = {f"{each.values['feed']} {each.values.get('cloud')}": each for each in feed_findings(feeds, path, NOW)}
    assert found["skypilot aws"].code == "feed_fresh" and "5 hours ago" in found["skypilot aws"].text
    assert found["skypilot gcp"].code == "feed_old" and "5 days ago" in found["skypilot gcp"].text
    assert found["skypilot azure"].code == "feed_failing"
    assert found["gpuhunt aws"].code == "feed_unread"
    assert found["gcp_skus None"].code == "feed_without_key"
    monkeypatch.setenv("CHIPSCOUT_GCP_KEY", "key")
    assert "feed_without_key" not in [each.code for each in feed_findings(feeds, path, NOW)]


def test_a_server_that_does_not_answer_is_a_failure_that_names_no_password() -> None:
    pytest.importorskip("psycopg_pool", reason=postgres.DRIVER)
    (found,) = store_findings(PostgresUrl("postgresql://ada:s3cret@127.0.0.1:1/team"))
    assert found.status == "fail" and "does not answer" in found.text and "s3cret" not in found.text
