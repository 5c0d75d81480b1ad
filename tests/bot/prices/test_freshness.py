"""How fresh prices are, the same for the digest, the Home tab and the tables of prices."""

from __future__ import annotations

import time
from datetime import UTC, date, datetime
from pathlib import Path

from bot.prices.freshness import failing_feeds, freshness, freshness_sentences, recorded_until, unread_clouds
from engine.impact.digest import Failing, Unread
from knowledge.facts import Facts
from knowledge.history.queries import FetchAttempt, NewestSnapshot, open_history
from knowledge.store.store import Store
from tests.bot.observed import P5, price, take

MONDAY = date(2026, 11, 16)


def attempt(address: str = "", failing_since: float | None = None, because: str = "timeout") -> FetchAttempt:
    return FetchAttempt("skypilot", "aws", address, 30.0, 10.0, failing_since, because, "", "")


def snapshot(cloud: str, day: date) -> NewestSnapshot:
    return NewestSnapshot("skypilot", cloud, day, 1, "", True)  # type: ignore[arg-type]


def test_a_feed_fails_once_for_a_cloud_and_since_its_first_failure() -> None:
    found = failing_feeds([attempt("a", 86400.0 * 2), attempt("b", 86400.0, "refused"), attempt("c")])
    assert found == (Failing("skypilot", "aws", date(1970, 1, 2), "refused"),)


def test_a_cloud_is_unread_where_nothing_was_read_after_the_day_asked_about() -> None:
    newest = [snapshot("aws", date(2026, 11, 20)), snapshot("gcp", MONDAY), snapshot("gcp", date(2026, 10, 1))]
    assert unread_clouds(newest, MONDAY) == (Unread("gcp", MONDAY), Unread("azure", None))


def test_recorded_prices_reach_to_the_newest_of_them(facts: Facts) -> None:
    newest = recorded_until(facts)
    assert newest == max(cloud.recorded_on for cloud in freshness(facts, ()) if cloud.recorded_on)


def test_without_feeds_a_cloud_is_as_fresh_as_the_prices_that_come_along(facts: Facts) -> None:
    clouds = {cloud.cloud: cloud for cloud in freshness(facts, ())}
    assert clouds["aws"].recorded_on is not None and clouds["aws"].recorded_on > date(2026, 1, 1)
    assert clouds["aws"].read_at is None


def test_a_cloud_was_read_when_any_feed_of_it_was_and_failing_feeds_are_named(facts: Facts) -> None:
    read = FetchAttempt("aws-ec2", "aws", "a", 30.0, 20.0, None, "", "", "")
    failing = FetchAttempt("aws-spot", "aws", "b", 30.0, 10.0, 15.0, "unreachable", "", "")
    clouds = {cloud.cloud: cloud for cloud in freshness(facts, (read, failing))}
    assert clouds["aws"].read_at == datetime.fromtimestamp(20.0, UTC)
    assert clouds["aws"].failing == (("aws-spot", datetime.fromtimestamp(15.0, UTC)),)
    assert clouds["aws"].recorded_on is None


def test_without_any_feed_it_says_how_old_the_bundled_prices_are(facts: Facts) -> None:
    (sentence,) = freshness_sentences(facts, None)
    newest = max(offer.observed_on for offer in facts.offers)
    assert newest.isoformat() in sentence and "chipscout prices refresh" in sentence


def test_each_feed_that_was_read_has_a_sentence_and_each_that_fails_another(facts: Facts, tmp_path: Path) -> None:
    path = tmp_path / "chipscout.db"
    with Store(path, time.time) as store:
        take(store, date(2026, 11, 10), price(P5, "50"))
        failed = datetime(2026, 11, 17, 6, tzinfo=UTC).timestamp()
        store.history.note_attempt("skypilot", "aws", failed, False, "timeout")
    with open_history(path) as past:
        read, failing = freshness_sentences(facts, past)
    assert read.startswith("skypilot, AWS") and "2026-11-10" in read
    assert "2026-11-17" in failing and "timeout" in failing
