"""The store as a whole: it opens what the last release wrote, and refuses what a newer one wrote."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from hashlib import sha256
from pathlib import Path

import pytest

from knowledge.store.base.address import Location
from knowledge.store.deliveries import Posting
from knowledge.store.digests import DigestRecord
from knowledge.store.home_tabs import HomeTab
from knowledge.store.store import MIGRATIONS, TABLES, Store, StoreError
from knowledge.store.subscriptions import Filters, Subscription
from knowledge.store.threads import Conversation
from knowledge.store.votes import Vote
from knowledge.types.observed import SeriesKey
from knowledge.types.team import OwnMeasurement, OwnPrice
from tests.knowledge.store.conftest import NOW, Clock

LAST_RELEASE = Path(__file__).with_name("last_release.sql")
DAY = date(2026, 11, 21)
WEEK_BEFORE = date(2026, 11, 14)
PRICES = b'{"prices": "of that day"}'
ON_DEMAND = SeriesKey("aws", "p5.48xlarge", "us-east-1", "on_demand")
SPOT = SeriesKey("aws", "p5.48xlarge", "us-east-1", "spot", "us-east-1a")


def write_last_release(path: Path) -> None:
    plain = sqlite3.connect(path)
    plain.executescript(LAST_RELEASE.read_text())
    plain.close()


@pytest.fixture
def last(tmp_path: Path, clock: Clock) -> Iterator[Store]:
    """A file of the last release, opened by this version."""
    path = tmp_path / "last.db"
    write_last_release(path)
    with Store(path, clock) as store:
        yield store


# ---- a file of the last release


def test_every_table_had_rows(last: Store) -> None:
    created = LAST_RELEASE.read_text()
    tables = [rule.table for step in TABLES if step.migration.name in created for rule in step.creates]
    assert tables and [table for table in tables if not last.file.db[table].count] == []


def test_deliveries_and_posts_are_still_known(last: Store) -> None:
    assert last.deliveries.claim("delivery-1") == "done"
    assert last.deliveries.claim("delivery-2") == "busy"
    assert last.deliveries.begin_post("post-1", "C1") == Posting(
        key="post-1", channel="C1", begun=NOW, ts="1795348800.000200"
    )
    assert last.deliveries.begin_post("post-2", "C1") == Posting(key="post-2", channel="C1", begun=NOW, ts=None)


def test_its_thread_goes_on(last: Store) -> None:
    assert last.threads.conversation("T1", "C1", "1795348800.000100") == Conversation(
        team="T1",
        channel="C1",
        thread_ts="1795348800.000100",
        question="and on spot?",
        reading='{"text": "which chip?"}',
        message_ts="1795348800.000200",
        is_ours=True,
        users="U1 U2",
        updated=NOW,
    )


def test_its_verdicts_keep_their_prices_and_their_context(last: Store) -> None:
    watched, private = last.verdicts.get("T1", "v1"), last.verdicts.get("T1", "v2")
    assert watched is not None and private is not None
    assert (watched.is_watched, watched.before, watched.asked_by) == (True, '{"text": "hello"}', None)
    assert (private.is_private, private.before, private.asked_by) == (True, None, "Ada")
    assert watched.prices == sha256(PRICES).hexdigest()
    assert last.frozen_prices.get("T1", watched.prices) == PRICES
    assert last.verdicts.watched("T1") == (watched,)


def test_its_votes_reports_and_digests_are_read(last: Store) -> None:
    assert last.votes.since() == (
        Vote(team="T1", verdict="v1", user="U1", is_up=False, reason="too dear", lean="trainium", intent="advise",
             voted=NOW),
    )  # fmt: skip
    (report,) = last.watch_reports.of_verdict("T1", "v1")
    assert (report.state, report.ts, report.message) == ("posted", "1795348800.000400", '{"text": "moved"}')
    assert last.digests.last_reported("T1", "C1") == DigestRecord(
        team="T1", channel="C1", week="2026-W47", until=DAY, state="posted", parts='["week 47"]',
        parent_ts="1795348800.000300", begun=NOW,
    )  # fmt: skip


def test_what_people_set_is_still_set(last: Store) -> None:
    assert last.channel_settings.get("T1", "C1", "answers") == "private"
    assert last.reply_urls.get("T1", "v2") == "https://hooks.slack.example/actions/1"
    assert last.home_tabs.get("T1", "U1") == HomeTab(team="T1", user="U1", channel="D1", hash="abc.123", opened=NOW)
    assert last.subscriptions.get("T1", "C1") == Subscription(
        team="T1", channel="C1", weekday=2, minute=510, zone="Europe/Berlin", quiet="nothing", user="U1",
        filters=Filters(clouds=("aws",), chips=("p5",), regions=("us-east-1",), least_percent=5.0),
        created=NOW, set_at=NOW,
    )  # fmt: skip


def test_a_team_s_own_data_is_still_there(last: Store) -> None:
    assert last.measurements.of_team("T1") == (
        OwnMeasurement(
            id=1, workspace="T1", task="fine_tuning", accelerator="h100", instance="p5.48xlarge", chips=8,
            model="llama-3.1-8b", parameters=8.03e9, sequence_length=4096, tokens_per_second=64_000,
            measured_on=DAY, by="U1", note="first run",
        ),
    )  # fmt: skip
    assert last.own_prices.of_team("T1") == (
        OwnPrice(
            id=1, team="T1", kind="discount", scope="family", name="p5", cloud="aws", purchase="on_demand",
            amount=Decimal("12.5"), valid_from=date(2026, 1, 1), valid_until=date(2026, 12, 31), by="U1", note="EDP",
        ),
    )  # fmt: skip


def test_its_installations_are_still_valid(last: Store) -> None:
    assert last.installations.since("T1", NOW - 7 * 24 * 3600)
    assert last.installations.use_up("state-1", NOW)


def test_its_observed_prices_go_on(last: Store) -> None:
    """The spot price of the second day was in doubt, so the one of the week before still holds."""
    assert {(price.key, price.usd_per_hour, price.seen_on) for price in last.history.latest(DAY)} == {
        (ON_DEMAND, Decimal("55.04"), DAY),
        (SPOT, Decimal("30.5"), WEEK_BEFORE),
    }
    (doubted,) = last.history.doubts(WEEK_BEFORE, DAY)
    assert (doubted.doubt.key, doubted.doubt.code, doubted.seen_on) == (SPOT, "sentinel", DAY)
    (look,) = last.history.attempts()
    assert (look.address, look.succeeded, look.etag) == ("https://catalog.example/aws.csv", NOW, '"e1"')


def test_ids_go_on_where_they_were(last: Store) -> None:
    (measurement,) = last.measurements.of_team("T1")
    assert last.measurements.remove("T1", 1)
    assert last.measurements.add(measurement).id == 2


# ---- the list of migrations


def test_the_last_release_applied_the_same_migrations_in_the_same_order(tmp_path: Path) -> None:
    write_last_release(tmp_path / "last.db")
    plain = sqlite3.connect(tmp_path / "last.db")
    applied = [name for (name,) in plain.execute("SELECT name FROM _sqlite_migrations ORDER BY id")]
    plain.close()
    assert [migration.name for migration in MIGRATIONS][: len(applied)] == applied
    assert [migration.number for migration in MIGRATIONS] == list(range(1, len(MIGRATIONS) + 1))


def test_a_new_file_has_the_same_tables_as_one_of_the_last_release(last: Store, tmp_path: Path, clock: Clock) -> None:
    layout = "SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE '%sqlite%' ORDER BY name"
    with Store(tmp_path / "new.db", clock) as store:
        assert store.file.db.execute(layout).fetchall() == last.file.db.execute(layout).fetchall()


@pytest.mark.parametrize(
    "newer",
    [
        "INSERT INTO _sqlite_migrations (migration_set, name) VALUES ('chipscout', 'make_something_new')",
        "PRAGMA user_version = 4",
    ],
)
def test_a_file_of_a_newer_version_is_refused_and_left_alone(tmp_path: Path, clock: Clock, newer: str) -> None:
    path = tmp_path / "newer.db"
    write_last_release(path)
    plain = sqlite3.connect(path)
    with plain:
        plain.execute(newer)
    plain.close()
    with pytest.raises(StoreError) as problem:
        Store(path, clock)
    assert problem.value.reason == "newer"
    plain = sqlite3.connect(path)
    assert plain.execute("SELECT question FROM threads").fetchall() == [("and on spot?",)]
    plain.close()


# ---- housekeeping


def test_reopening_deletes_what_has_expired(tmp_path: Path, clock: Clock) -> None:
    path = tmp_path / "c.db"
    with Store(path, clock) as store:
        store.deliveries.claim("k")
        store.deliveries.begin_post("p", "C1")
        store.reply_urls.keep("T1", "a", "https://slack.example/1")
    clock.now += 8 * 24 * 3600
    with Store(path, clock) as store:
        assert [store.file.db[table].count for table in ("deliveries", "posts", "reply_urls")] == [0, 0, 0]


def test_a_store_says_why_nothing_could_be_stored(tmp_path: Path, clock: Clock) -> None:
    with Store(tmp_path / "c.db", clock) as store:
        assert store.problem() is None
        store.path.rename(store.path.with_name("moved.db"))
        assert store.problem() == "replaced"


def test_a_store_that_can_be_written_has_no_problem(store: Store) -> None:
    assert store.problem() is None


def test_of_several_processes_one_is_alone_in_a_round(where: Location, store: Store, clock: Clock) -> None:
    with Store(where, clock) as other:
        with store.alone("digests") as first, other.alone("digests") as second, other.alone("forget") as third:
            assert [first, second, third] == [True, False, True]
        with other.alone("digests") as again:
            assert again
