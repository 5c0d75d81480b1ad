"""Values in the tables of observed prices: exact prices, and sets of series as packed bytes."""

from __future__ import annotations

import sqlite3
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlite_utils import Database

from knowledge.history.tables import (
    Scope,
    Sets,
    add_snapshot_regions,
    create_price_history,
    filling_series,
    pack,
    place_local_zones,
    quoted,
    scope_columns,
    unpack,
    unpacked,
    write_rows,
)
from knowledge.store.store import Store
from knowledge.types.observed import Observed, SeriesKey


@given(st.frozensets(st.integers(0, 2**31)))
def test_a_packed_set_comes_back(series: frozenset[int]) -> None:
    assert unpack(pack(series)) == series


def test_ten_thousand_neighboring_series_take_few_bytes() -> None:
    assert len(pack(range(10_000))) < 200
    assert unpacked(None) == frozenset()


def test_a_complete_snapshot_covers_every_series_but_those_in_doubt() -> None:
    scope = Scope(True, unsaid=pack([7]))
    assert [scope.covers(series, "us-east-1", Sets()) for series in (6, 7)] == [True, False]


def test_a_partial_snapshot_covers_what_it_lists_and_its_regions() -> None:
    scope = Scope(False, pack([6]), '["us-east-1"]')
    sets = Sets()
    assert scope.covers(6, "eu-west-1", sets)
    assert scope.covers(7, "us-east-1", sets)
    assert not scope.covers(7, "eu-west-1", sets)


def test_an_older_file_that_is_only_read_has_no_regions() -> None:
    db = Database(sqlite3.connect(":memory:"))
    create_price_history(db)
    assert scope_columns(db.conn) == "complete, covered, '[]', NULL"
    add_snapshot_regions(db)
    assert scope_columns(db.conn) == "complete, covered, regions, unsaid"
    db.close()


def test_a_file_that_doubles_builds_its_index_anew(tmp_path: Path) -> None:
    """The same index as before, and none while rows are added; a few rows more leave it as it is."""
    indexes = "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql LIKE '%price_series%' ORDER BY name"
    with Store(tmp_path / "c.db", lambda: 0.0) as store:
        db = store.file.session
        before = db.execute(indexes).fetchall()
        with filling_series(db, doubles=True):
            assert db.execute(indexes).fetchall() == []
        with filling_series(db, doubles=False):
            assert db.execute(indexes).fetchall() == before
        assert db.execute(indexes).fetchall() == before and len(before) == 1


def test_two_series_of_one_key_are_refused_also_while_an_index_is_built_anew(tmp_path: Path) -> None:
    add = (
        "INSERT INTO price_series (feed, cloud, instance, region, purchase, zone, terms, scope)"
        " VALUES ('skypilot', 'aws', 'p5.48xlarge', 'us-east-1', 'spot', 'use1-az1', '', 'instance')"
    )
    with Store(tmp_path / "c.db", lambda: 0.0) as store:
        db = store.file.session
        with pytest.raises(sqlite3.IntegrityError), store.file.writing(), filling_series(db, doubles=True):
            db.execute(add)
            db.execute(add)
        db.execute(add)
        with pytest.raises(sqlite3.IntegrityError):
            db.execute(add)


def test_values_as_sql_are_those_that_were_given() -> None:
    values = ("it's", "", 739768, None)
    assert sqlite3.connect(":memory:").execute(f"SELECT {quoted(*values)}").fetchone() == values


def test_rows_are_written_many_at_a_time(tmp_path: Path) -> None:
    """100 rows of two values: 90 by the first statement, 10 by the second."""
    statements: list[str] = []
    with Store(tmp_path / "chipscout.db", lambda: 0.0) as store:
        db = store.file.session
        db.execute("CREATE TEMP TABLE numbers (one INTEGER, two TEXT)")
        db.set_trace_callback(statements.append)
        write_rows(db, "INSERT INTO numbers (one, two) VALUES {rows}", "(?, ?)", ((n, str(n)) for n in range(100)))
        db.set_trace_callback(None)
        assert db.execute("SELECT * FROM numbers").fetchall() == [(n, str(n)) for n in range(100)]
    assert len([said for said in statements if said.startswith("INSERT")]) == 2


def test_no_rows_are_no_statement(tmp_path: Path) -> None:
    with Store(tmp_path / "chipscout.db", lambda: 0.0) as store:
        write_rows(store.file.session, "INSERT INTO missing VALUES {rows}", "(?)", ())


def test_a_local_zone_that_was_kept_under_its_region_is_moved_to_its_own_place(tmp_path: Path) -> None:
    """Prices of other zones stay, and what is read then is what was kept."""
    zones = {"us-west-2-lax-1": ("us-west-2-lax-1", ""), "usw2-lax1-az1": ("us-west-2-lax-1", "usw2-lax1-az1"),
             "usw2-az1": ("us-west-2", "usw2-az1"), "": ("us-west-2", "")}  # fmt: skip
    keys = {zone: SeriesKey("aws", "g5.xlarge", "us-west-2", "spot" if zone else "on_demand", zone) for zone in zones}
    with Store(tmp_path / "c.db", lambda: 0.0) as store:
        listed = [Observed(key, Decimal(1)).placed() for key in keys.values()]
        store.history.take("skypilot", "aws", date(2026, 11, 20), listed)
        place_local_zones(store.file.session)
        read = {entry.key[2:5:2] for entry in store.history.latest(date(2026, 11, 21))}
    assert read == set(zones.values())
