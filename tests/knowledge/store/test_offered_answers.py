"""Offered answers: kept for one person and one day."""

from __future__ import annotations

from knowledge.store.offered_answers import LIFE_SECONDS
from knowledge.store.store import Store
from tests.knowledge.store.conftest import Clock


def test_an_answer_is_kept_for_the_person_it_is_for(store: Store) -> None:
    number = store.offered_answers.keep("T1", "U1", "command:1.1", '{"text": "an answer"}')
    assert store.offered_answers.get("T1", "U1", number) == '{"text": "an answer"}'
    assert store.offered_answers.get("T1", "U2", number) is None
    assert store.offered_answers.get("T2", "U1", number) is None


def test_what_is_offered_again_is_the_same(store: Store) -> None:
    first = store.offered_answers.keep("T1", "U1", "command:1.1", "one")
    assert store.offered_answers.keep("T1", "U1", "command:1.1", "two") == first
    assert store.offered_answers.keep("T1", "U1", "command:1.2", "three") != first
    assert store.offered_answers.get("T1", "U1", first) == "two"


def test_it_is_gone_after_a_day(store: Store, clock: Clock) -> None:
    number = store.offered_answers.keep("T1", "U1", "command:1.1", "one")
    clock.now += LIFE_SECONDS - 1
    store.tidy()
    assert store.offered_answers.get("T1", "U1", number) == "one"
    clock.now += 2
    assert store.offered_answers.get("T1", "U1", number) is None
    store.tidy()
    assert store.file.db.execute("SELECT count(*) FROM offered_answers").fetchone()[0] == 0
