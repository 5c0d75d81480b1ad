"""Data of people and workspaces: exported, deleted, outdated; and every table has a rule for it."""

from __future__ import annotations

import sqlite3
import stat
import time
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from slack_sdk.oauth.installation_store.sqlite3 import SQLite3InstallationStore
from slack_sdk.oauth.state_store.sqlite3 import SQLite3OAuthStateStore

from knowledge.store.store import RETENTION, Store
from knowledge.store.threads import Conversation
from knowledge.store.verdicts import KeptVerdict
from tests.knowledge.store.test_measurements import measurement

WORKSPACE = frozenset({"team", "team_id", "workspace", "workspace_id", "enterprise", "enterprise_id"})
PERSON = frozenset({"user", "users", "user_id", "by", "voter", "asker", "author", "owner_id", "created_by"})
ITS_MACHINERY = frozenset({"_sqlite_migrations", "sqlite_sequence"})
DAY = 24 * 3600.0


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "c.db", time.time) as opened:
        yield opened


def ask(store: Store, team: str, user: str, thread: str, *, at: float = 0.0, is_watched: bool = False) -> None:
    """A question with its thread, verdict and measurement."""
    store.threads.remember(
        Conversation(
            team=team,
            channel="C1",
            thread_ts=thread,
            question=f"asked by {user}",
            reading="{}",
            message_ts=None,
            is_ours=True,
            users=user,
        )
    )
    store.verdicts.keep(
        KeptVerdict(
            id=f"{team}-{thread}",
            team=team,
            channel="C1",
            thread_ts=thread,
            user=user,
            question="q",
            reading="{}",
            as_of=date(2026, 11, 21),
            lean="gpu",
            option=None,
            headline="h",
            is_watched=is_watched,
            created=at,
        )
    )
    store.measurements.add(measurement(workspace=team, by=user))


# ---- every table has a rule


def test_every_table_of_a_workspace_or_a_person_says_so(store: Store) -> None:
    """A new table fails here until the list in store.py says whose rows it holds."""
    rules = {rule.table: rule for rule in RETENTION}
    assert set(store.file.db.table_names()) - ITS_MACHINERY == rules.keys()
    for table, rule in rules.items():
        columns = set(store.file.db[table].columns_dict)
        assert columns & WORKSPACE - {"enterprise_id"} == {rule.team} - {None}, table
        assert columns & PERSON == {rule.user} - {None}, table
        assert {rule.age, *rule.secret} - {None} <= columns, table


def test_the_tables_are_those_that_slack_s_sdk_would_create(store: Store, tmp_path: Path) -> None:
    other = str(tmp_path / "sdk.db")
    SQLite3InstallationStore(database=other, client_id="1").init()
    SQLite3OAuthStateStore(database=other, expiration_seconds=1).init()
    made = sqlite3.connect(other)
    for table in ("slack_installations", "slack_bots", "oauth_states"):
        theirs = {tuple(row[1:]) for row in made.execute(f"PRAGMA table_info({table})")}
        ours = {tuple(row[1:]) for row in store.file.db.execute(f"PRAGMA table_info({table})")}
        assert {(name, kind.lower(), must, str(preset).lower(), key) for name, kind, must, preset, key in ours} == {
            (name, kind.lower(), must, str(preset).lower(), key) for name, kind, must, preset, key in theirs
        }
    made.close()


def test_the_file_is_its_owner_s_alone(store: Store) -> None:
    assert store.verdicts.recent("T1") == ()
    for name in ("c.db", "c.db-wal", "c.db-shm"):
        assert stat.S_IMODE((store.path.parent / name).stat().st_mode) == 0o600


# ---- data of a person


def test_a_person_s_rows_are_exported(store: Store) -> None:
    ask(store, "T1", "U1", "1.1")
    ask(store, "T1", "U2", "1.2")
    ask(store, "T2", "U1", "2.1")
    about = store.retention.rows_about("U1", "T1")
    assert [row["question"] for row in about["threads"]] == ["asked by U1"]
    assert {table: len(rows) for table, rows in about.items() if rows} == {
        "threads": 1,
        "verdicts": 1,
        "measurements": 1,
    }
    assert {table: len(rows) for table, rows in store.retention.rows_about("U1").items() if rows} == {
        "threads": 2,
        "verdicts": 2,
        "measurements": 2,
    }


def test_tokens_are_never_exported(store: Store) -> None:
    store.file.db["slack_installations"].insert(
        {"client_id": "1", "app_id": "A1", "team_id": "T1", "user_id": "U1", "bot_token": "xoxb-secret"}
    )
    rows = store.retention.rows_about("U1")["slack_installations"]
    assert rows[0]["team_id"] == "T1" and "secret" not in str(rows)


def test_a_thread_is_everybody_s_who_asked_in_it(store: Store) -> None:
    ask(store, "T1", "U1", "1.1")
    ask(store, "T1", "U22", "1.1")
    ask(store, "T1", "U22", "1.1")
    assert [row["users"] for row in store.retention.rows_about("U1")["threads"]] == ["U1 U22"]
    assert store.retention.rows_about("U2")["threads"] == []  # no part of a name


def test_a_forgotten_person_s_rows_go_and_the_team_s_figures_stay_without_a_name(store: Store) -> None:
    ask(store, "T1", "U1", "1.1")
    ask(store, "T1", "U2", "1.2")
    ask(store, "T2", "U1", "2.1")
    gone = store.retention.forget_user("U1", "T1")
    assert {table: count for table, count in gone.items() if count} == {
        "threads": 1,
        "verdicts": 1,
        "measurements": 1,
    }
    assert store.threads.conversation("T1", "C1", "1.1") is None
    assert [each.by for each in store.measurements.of_team("T1")] == [None, "U2"]
    assert [each.user for each in store.verdicts.recent("T1", since=-1)] == ["U2"]
    assert len(store.verdicts.recent("T2", since=-1)) == 1


# ---- data of a workspace, and old data


def test_a_forgotten_workspace_leaves_nothing_and_others_keep_theirs(store: Store) -> None:
    ask(store, "T1", "U1", "1.1", is_watched=True)
    ask(store, "T2", "U1", "2.1")
    store.file.db["slack_bots"].insert(
        {"client_id": "1", "app_id": "A1", "team_id": "T1", "bot_token": "t", "bot_id": "B1", "bot_user_id": "U9"}
    )
    gone = store.retention.forget_workspace("T1")
    assert {table: count for table, count in gone.items() if count} == {
        "threads": 1,
        "verdicts": 1,
        "measurements": 1,
        "slack_bots": 1,
    }
    for rule in RETENTION:
        assert rule.team is None or store.file.db[rule.table].count_where(f"{rule.team} = 'T1'") == 0
    assert {name: len(rows) for name, rows in store.retention.rows_about("U1", "T2").items() if rows} == {
        "threads": 1,
        "verdicts": 1,
        "measurements": 1,
    }


def test_old_rows_are_deleted_and_watched_or_measured_ones_stay(store: Store) -> None:
    now = time.time()
    ask(store, "T1", "U1", "1.1", at=now - 40 * DAY)
    ask(store, "T1", "U1", "1.2", at=now - 40 * DAY, is_watched=True)
    ask(store, "T1", "U1", "1.3", at=now - 20 * DAY)
    store.file.db.execute("UPDATE threads SET updated = ? WHERE thread_ts = '1.1'", (now - 40 * DAY,))
    store.file.db.conn.commit()
    gone = store.retention.delete_older_than(now - 30 * DAY)
    assert {table: number for table, number in gone.items() if number} == {"threads": 1, "verdicts": 1}
    assert [each.id for each in store.verdicts.recent("T1")] == ["T1-1.3", "T1-1.2"]
    assert len(store.measurements.of_team("T1")) == 3
