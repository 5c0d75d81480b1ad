"""Own measurements in the store: kept whole, by workspace, and readable without writing."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from sqlite_utils import Database

from knowledge.store.measurements import own_measurements_in
from knowledge.store.store import MIGRATIONS, Store
from knowledge.types.team import OwnMeasurement

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "chipscout.db"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with Store(path, time.time) as opened:
        yield opened


def measurement(**changed: object) -> OwnMeasurement:
    plain = {
        "workspace": "T1",
        "task": "fine_tuning",
        "accelerator": "trainium2",
        "instance": "trn2.48xlarge",
        "chips": 16,
        "model": "llama-3.1-8b",
        "parameters": 8.03e9,
        "sequence_length": 4096,
        "tokens_per_second": 51_200,
        "measured_on": date(2026, 11, 20),
    }
    return OwnMeasurement.model_validate(plain | changed)


def test_a_measurement_comes_back_as_it_was_written_with_an_id(store: Store) -> None:
    added = store.measurements.add(measurement(by="ana", note="batch 128"))
    assert added == measurement(by="ana", note="batch 128", id=1)
    assert store.measurements.of_team("T1") == (added,)
    assert added.cite == "own-1"


def test_another_workspace_sees_none_of_it_and_cannot_remove_it(store: Store) -> None:
    added = store.measurements.add(measurement())
    assert store.measurements.of_team("T2") == ()
    assert not store.measurements.remove("T2", added.id)
    assert store.measurements.of_team("T1") == (added,)


def test_the_id_of_a_removed_one_is_not_given_again(store: Store) -> None:
    """An old card may still cite it."""
    first = store.measurements.add(measurement())
    assert store.measurements.remove("T1", first.id)
    assert not store.measurements.remove("T1", first.id)
    assert store.measurements.add(measurement()).id == 2


def test_the_file_holds_the_figure_of_one_chip_as_well(store: Store, path: Path) -> None:
    """51,200 tokens/s on 16 chips are 3,200 a chip."""
    store.measurements.add(measurement())
    plain = sqlite3.connect(path)
    assert plain.execute("SELECT tokens_per_second_per_accelerator FROM measurements").fetchone() == (3200.0,)
    plain.close()


def test_a_file_of_the_first_version_gets_the_table_and_keeps_its_threads(path: Path) -> None:
    plain = sqlite3.connect(path)
    MIGRATIONS[0].change(Database(plain))
    plain.executescript(
        "INSERT INTO threads VALUES ('T1', 'C1', '1.000001', 'which chip?', NULL, NULL, 1, 0);PRAGMA user_version = 1"
    )
    assert own_measurements_in(path, "T1") == ()
    plain.close()
    with Store(path, time.time) as store:
        assert store.measurements.add(measurement()).id == 1
        assert store.threads.conversation("T1", "C1", "1.000001") is not None


# ---- reading without opening for writing


def test_a_missing_file_has_no_measurements_and_is_not_created(path: Path) -> None:
    assert own_measurements_in(path, "T1") == ()
    assert not path.exists()


def test_reading_gives_what_a_running_process_has_written(store: Store, path: Path) -> None:
    added = store.measurements.add(measurement())
    assert own_measurements_in(path, "T1") == (added,)
    assert own_measurements_in(path, "T2") == ()


def test_a_file_that_is_not_a_database_is_an_error(path: Path) -> None:
    path.write_bytes(b"these are notes, not a database " * 40)
    with pytest.raises(sqlite3.Error):
        own_measurements_in(path, "T1")


def test_a_row_that_no_version_wrote_is_an_error(store: Store, path: Path) -> None:
    store.measurements.add(measurement())
    plain = sqlite3.connect(path)
    with plain:
        plain.execute("UPDATE measurements SET task = 'knitting'")
    plain.close()
    with pytest.raises(sqlite3.Error):
        own_measurements_in(path, "T1")


WRITER = """
import sys, time
from pathlib import Path
from knowledge.store.store import Store
from tests.knowledge.store.test_measurements import measurement
store = Store(Path(sys.argv[1]), time.time)
for n in range(1, 10**9):
    store.measurements.add(measurement(chips=n, tokens_per_second=n * 1000, note=str(n) * 2000, by=str(n)))
    print(n, flush=True)
"""


@pytest.mark.skipif(os.name != "posix", reason="needs SIGKILL")
def test_a_process_killed_while_recording_leaves_no_half_row(path: Path) -> None:
    for seen in (3, 40, 120):
        writer = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(path)], cwd=ROOT, stdout=subprocess.PIPE, text=True
        )
        assert writer.stdout is not None
        for _ in range(seen):
            writer.stdout.readline()
        writer.send_signal(signal.SIGKILL)
        writer.communicate()
        rows = own_measurements_in(path, "T1")
        assert len(rows) >= seen
        assert all(row.note == (row.by or "") * 2000 and row.tokens_per_second == row.chips * 1000 for row in rows)
        plain = sqlite3.connect(path)
        assert plain.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        plain.close()
