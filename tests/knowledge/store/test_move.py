"""Moving: every row of every table arrives, in both directions, or none does."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from knowledge.store.base.address import Location, PostgresUrl
from knowledge.store.move import LEFT_BEHIND, MoveError, move
from knowledge.store.store import RETENTION, Store
from tests.knowledge.store.conftest import Clock
from tests.knowledge.store.test_store import write_last_release


def rows(where: Location, clock: Clock) -> dict[str, list[tuple[object, ...]]]:
    """All rows of all tables, as one backend would compare them with another's."""
    with Store(where, clock) as store:
        return {
            rule.table: sorted(
                (
                    tuple(row)
                    for row in store.file.db.execute(
                        f"SELECT {', '.join(store.file.columns(rule.table))} FROM {rule.table}"  # noqa: S608 names are ours
                    )
                ),
                key=repr,
            )
            for rule in RETENTION
            if rule.table not in LEFT_BEHIND
        }


@pytest.fixture
def full(tmp_path: Path) -> Path:
    """A file of the last release, which has rows in every table it knew."""
    write_last_release(tmp_path / "full.db")
    return tmp_path / "full.db"


def test_every_row_arrives_and_comes_back(
    full: Path, postgres_url: PostgresUrl, tmp_path: Path, clock: Clock
) -> None:
    before = rows(full, clock)
    counts = move(full, postgres_url, clock)
    assert {table: len(kept) for table, kept in before.items()} == counts
    assert rows(postgres_url, clock) == before
    back = tmp_path / "back.db"
    assert move(postgres_url, back, clock) == counts
    assert rows(back, clock) == before


def test_ids_that_were_given_once_are_not_given_again(
    full: Path, postgres_url: PostgresUrl, tmp_path: Path, clock: Clock
) -> None:
    """Old cards cite them. The file gave out 1 and 2; 2 was removed."""
    with Store(full, clock) as store:
        (measurement,) = store.measurements.of_team("T1")
        assert store.measurements.add(measurement).id == 2
        store.measurements.remove("T1", 2)
    move(full, postgres_url, clock)
    with Store(postgres_url, clock) as store:
        assert store.measurements.add(measurement).id == 3
        store.measurements.remove("T1", 3)
    move(postgres_url, tmp_path / "back.db", clock)
    with Store(tmp_path / "back.db", clock) as store:
        assert store.measurements.add(measurement).id == 4


def refused(source: Location, target: Location, clock: Clock) -> tuple[str, str]:
    with pytest.raises(MoveError) as problem:
        move(source, target, clock)
    return problem.value.reason, problem.value.detail


def test_a_target_with_rows_is_refused_and_left_as_it_is(full: Path, postgres_url: PostgresUrl, clock: Clock) -> None:
    with Store(postgres_url, clock) as store:
        store.channel_settings.put("T9", "C9", "answers", "private")
    before = rows(postgres_url, clock)
    assert refused(full, postgres_url, clock) == ("not_empty", "channel_settings")
    assert rows(postgres_url, clock) == before


def test_a_store_that_is_served_from_is_refused(full: Path, postgres_url: PostgresUrl, clock: Clock) -> None:
    with Store(full, clock) as store:
        store.replicas.beat()
        assert refused(full, postgres_url, clock) == ("in_use", "")
        store.replicas.leave()
    assert move(full, postgres_url, clock)


def test_a_move_that_is_cut_off_leaves_an_empty_target(
    full: Path, postgres_url: PostgresUrl, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    from knowledge.store.base.postgres import PostgresDatabase

    def cut(*_: object) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    with monkeypatch.context() as broken:
        broken.setattr(PostgresDatabase, "set_last_id", cut)  # after every row
        assert refused(full, postgres_url, clock)[0] == "failed"
    assert not any(rows(postgres_url, clock).values())
    assert move(full, postgres_url, clock)


def test_there_must_be_something_to_move_and_somewhere_else_to_go(full: Path, tmp_path: Path, clock: Clock) -> None:
    assert refused(tmp_path / "none.db", full, clock)[0] == "not_there"
    assert refused(full, full, clock)[0] == "same"
