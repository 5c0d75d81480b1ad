"""Which verdicts a channel's digest works out again."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.digest.affected import MOST, verdicts_of
from knowledge.facts import Facts
from knowledge.store.store import Store
from knowledge.store.verdicts import KeptVerdict
from tests.day import DAY

NOON = datetime(DAY.year, DAY.month, DAY.day, 12, tzinfo=UTC).timestamp()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "chipscout.db", lambda: NOON) as opened:
        yield opened


def keep(store: Store, number: str, *, age: int = 0, **changed: Any) -> None:
    plain = {
        "id": number, "team": "T1", "channel": "C1", "user": "U1", "question": "?", "reading": "{}",
        "as_of": DAY - timedelta(days=age), "lean": "gpu", "option": None, "headline": "",
        "created": NOON - age * 86400,
    }  # fmt: skip
    store.verdicts.keep(KeptVerdict.model_validate(plain | changed))


def ids(facts: Facts, store: Store, until: date = DAY) -> list[str]:
    return sorted(kept.id for kept in verdicts_of(facts, store, "T1", "C1", until))


def test_recent_verdicts_of_the_channel_and_old_watched_ones_are_included(facts: Facts, store: Store) -> None:
    keep(store, "recent", age=3)
    keep(store, "old", age=200)
    keep(store, "watched", age=200, is_watched=True)
    assert ids(facts, store) == ["recent", "watched"]


def test_private_verdicts_and_those_of_other_channels_are_not_included(facts: Facts, store: Store) -> None:
    keep(store, "private", is_private=True)
    keep(store, "elsewhere", channel="C2")
    keep(store, "stranger", team="T2")
    assert ids(facts, store) == []


def test_verdicts_given_after_the_digest_s_period_are_not_included(facts: Facts, store: Store) -> None:
    keep(store, "today")
    assert ids(facts, store, DAY - timedelta(days=1)) == []


def test_a_busy_channel_is_limited_to_the_maximum(facts: Facts, store: Store) -> None:
    for number in range(MOST + 5):
        keep(store, f"v{number:02}")
    assert len(ids(facts, store)) == MOST
