"""Installations: an OAuth state is valid once, and the newest token of each person and workspace counts."""

from __future__ import annotations

from datetime import UTC, datetime

from knowledge.store.store import Store
from tests.knowledge.store.conftest import NOW, Clock


def install(store: Store, team: str, user: str, token: str, at: str = "2026-11-20 12:00:00") -> None:
    """What Slack's SDK writes when somebody installs the app."""
    with store.file.writing() as db:
        db.execute(
            "INSERT INTO slack_installations (client_id, app_id, team_id, user_id, bot_token, installed_at)"
            " VALUES ('1', 'A1', ?, ?, ?, ?)",
            (team, user, token, at),
        )
        db.execute(
            "INSERT INTO slack_bots (client_id, app_id, team_id, bot_token, bot_id, bot_user_id, installed_at)"
            " VALUES ('1', 'A1', ?, ?, 'B1', 'U9', ?)",
            (team, token, at),
        )


def add_state(store: Store, state: str, until: float) -> None:
    with store.file.writing() as db:
        db.execute("INSERT INTO oauth_states (state, expire_at) VALUES (?, ?)", (state, until))


def test_a_state_is_valid_once(store: Store) -> None:
    add_state(store, "s1", until=NOW + 600)
    assert [store.installations.use_up("s1", NOW), store.installations.use_up("s1", NOW)] == [True, False]


def test_an_expired_state_is_refused_and_tidied_away(store: Store, clock: Clock) -> None:
    add_state(store, "s1", until=NOW + 600)
    clock.now += 601
    assert not store.installations.use_up("s1", clock.now)
    store.tidy()
    assert store.file.db.execute("SELECT count(*) FROM oauth_states").fetchone() == (0,)


def test_installing_again_leaves_each_person_s_newest_token(store: Store) -> None:
    install(store, "T1", "U1", "first")
    install(store, "T1", "U2", "second")
    install(store, "T2", "U1", "elsewhere")
    install(store, "T1", "U1", "third")
    store.installations.keep_newest("1", "", "T1", "U1")
    tokens = store.file.db.execute("SELECT bot_token FROM slack_installations ORDER BY id").fetchall()
    assert tokens == [("second",), ("elsewhere",), ("third",)]
    assert store.file.db.execute("SELECT bot_token FROM slack_bots ORDER BY id").fetchall() == [
        ("elsewhere",),
        ("third",),
    ]


def test_a_workspace_is_known_to_be_installed_after_a_time(store: Store) -> None:
    install(store, "T1", "U1", "token", at="2026-11-20 12:00:00")
    noon = datetime(2026, 11, 20, 12, tzinfo=UTC).timestamp()
    assert store.installations.since("T1", noon - 1)
    assert not store.installations.since("T1", noon)
    assert not store.installations.since("T2", noon - 1)
