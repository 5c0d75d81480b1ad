"""Kept verdicts: found again by id, by thread and by person, and never by another workspace."""

from __future__ import annotations

from knowledge.store.store import Store
from knowledge.store.verdicts import KeptVerdict


def kept(number: str, **changed: object) -> KeptVerdict:
    plain = {
        "id": number,
        "team": "T1",
        "channel": "C1",
        "thread_ts": "1.000001",
        "message_ts": "1.000002",
        "user": "U1",
        "question": "which chip?",
        "reading": "{}",
        "as_of": "2026-11-21",
        "lean": "gpu",
        "option": "p5en",
        "headline": "Stay on p5en.",
        "created": 100.0,
    }
    return KeptVerdict.model_validate(plain | changed)


def test_a_verdict_is_this_workspaces_alone(store: Store) -> None:
    store.verdicts.keep(kept("a"))
    assert store.verdicts.get("T1", "a") == kept("a")
    assert store.verdicts.get("T2", "a") is None
    assert store.verdicts.recent("T2") == ()
    assert not store.verdicts.watch("T2", "a", True)


def test_the_last_verdict_of_a_thread_represents_it(store: Store) -> None:
    store.verdicts.keep(kept("a", created=100.0))
    store.verdicts.keep(kept("b", created=200.0, lean="trainium"))
    verdict = store.verdicts.of_thread("T1", "C1", "1.000001")
    assert verdict is not None
    assert verdict.lean == "trainium"


def test_a_replaced_verdict_stays_watched_and_keeps_the_time_it_was_created(store: Store) -> None:
    store.verdicts.keep(kept("a"))
    assert store.verdicts.watch("T1", "a", True)
    store.verdicts.keep(kept("a", headline="Move to trn2.", created=900.0))
    assert store.verdicts.watched() == (kept("a", headline="Move to trn2.", is_watched=True),)
    store.verdicts.watch("T1", "a", False)
    assert store.verdicts.watched() == ()


def test_recent_verdicts_come_newest_first_and_by_person(store: Store) -> None:
    store.verdicts.keep(kept("a", created=100.0))
    store.verdicts.keep(kept("b", created=200.0, user="U2"))
    assert [entry.id for entry in store.verdicts.recent("T1")] == ["b", "a"]
    assert [entry.id for entry in store.verdicts.recent("T1", user="U1")] == ["a"]
    assert [entry.id for entry in store.verdicts.recent("T1", since=150.0)] == ["b"]
