"""Importing a feed's file, at 1x, 10x and 100x: against the same rows by a bare executemany, and by sqlite-utils.

Run: make bench (without the 100x), or python -m benchmarks.imports --full. In CPU seconds, beyond the start of a
process: a few rows are imported first, by all three, and what that takes is told (modules, rules, the digest of the
facts). Then they take turns. The peers check nothing and keep every row: csv.reader and executemany into a table with
a primary key, and `sqlite-utils insert --csv`. Nothing here asserts.

On 2026-12-01, in units of executemany (the best of nine, and of five with 20,000 rows; two cores at a load of 14),
and of sqlite-utils:

                   the first file   the same a day later   prices moved
      2,000 rows       1.9   0.20              1.3   0.12     1.9   0.20
     20,000 rows       1.4   0.09              0.8   0.05     1.4   0.09

Growth is linear: with 200,000 rows, once, 10, 5 and 10 us a row on the day before (2,000: 10, 7 and 10).

The aim is twice executemany. With 2,000 rows a first file is just under it (single runs 1.85 to 1.95): of its 20 ms 6
go into reading, 7 into storing (SQLite alone takes 5 of them; larger pages, rows in statements of another length, one
statement a row, rows out of one JSON value, and the key kept while rows in its order are added change nothing or cost
more) and 5 into what is believed, which is 3 ms where a list price differs from one in use, however few rows there
are. Types, ranges and places are read out of the columns that they need, a value once for each that is told apart:
that took a tenth off 20,000 rows, and off another look in which nothing moved. Handing what moved on to what is
believed, instead of reading it again, saved less than it took to keep true, and rows read in batches, grouped by
place, nothing.

The key of a first file is built after its rows. Where many prices moved in the past, or some are gone, more of them
are read to judge a move: at most all list prices, about 30 us each.
"""

from __future__ import annotations

import argparse
import csv
import gc
import random
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from functools import partial
from pathlib import Path

from sqlite_utils.cli import cli

from bot.cli import YOUNG
from bot.feeds.config import Feeds
from bot.feeds.import_files import import_files
from bot.prices.keep_beliefs import keep
from knowledge.facts import Facts
from knowledge.loading.load import load
from knowledge.store.store import Store
from knowledge.types.observed import ParseContext

TIMES = ((2_000, 9), (20_000, 5), (200_000, 2))  # rows of one day's file, each with two prices; how often
FEW = 60  # rows that load what a process loads once
FILES = (("the first file", 0, 0), ("the same a day later", 1, 0), ("prices moved", 2, 2))  # day, and which is shown
FIRST = date(2026, 6, 1)
HEADER = (
    "InstanceType,AcceleratorName,AcceleratorCount,vCPUs,MemoryGiB,GpuInfo,Price,SpotPrice,Region,AvailabilityZone"
)
CHIPS = (("p5", "H100", 8, 55.04), ("p4d", "A100", 8, 21.96), ("g6", "L4", 1, 0.80), ("trn1", "Trainium", 16, 21.5))
REGIONS, ZONES = 20, "abc"
SPOT_MOVES, LIST_MOVES = 0.3, 0.001  # the share of zones and of on-demand prices that move from one day to the next


def document(rows: int, day: int) -> Iterator[str]:
    """A catalog: on-demand prices hold for years and are the same in each zone, spot prices move every few days."""
    yield HEADER
    for number in range(rows):
        kind, place = divmod(number // len(ZONES), REGIONS)
        name, chip, count, usd = CHIPS[kind % len(CHIPS)]
        listed = usd * (1 + place % 5 / 20) * (1 - 0.05 * _moves(f"{kind}-{place}", day, LIST_MOVES))
        spot = listed * (0.4 + 0.01 * (_moves(number, day, SPOT_MOVES) % 9))
        where = f"us-east-{place + 1},use{place}-az{ZONES[number % len(ZONES)]}"
        yield f"{name}.{kind}xlarge,{chip},{count},96,1152,,{listed:.4f},{spot:.4f},{where}"


def _moves(what: object, day: int, share: float) -> int:
    """How often it has moved until then: the same in every run."""
    rng = random.Random(str(what))  # noqa: S311
    return sum(rng.random() < share for _ in range(day))


class Ours:
    """What `chipscout prices import` does once it has started."""

    def __init__(self, facts: Facts, path: Path) -> None:
        self.store = Store(path, time.time)
        self._keep = partial(keep, facts, self.store.history)
        self._feed = facts.feeds["skypilot"].model_copy(update={"unpacked_megabytes_at_most": 1e4})
        self._feeds = Feeds({self._feed.id: self._feed}, facts.refreshing["default"], frozenset())

    def import_(self, file: Path, day: date) -> None:
        import_files(
            self._feed, [str(file)], self._feeds, self.store.history,
            context=ParseContext(day, "aws", frozenset()), is_partial=False, keep=self._keep,
        )  # fmt: skip


def by_executemany(db: sqlite3.Connection, file: Path, day: date) -> None:
    with file.open() as lines:
        cells = csv.reader(lines)
        next(cells)
        rows = [
            (day.toordinal(), row[0], row[8], way, row[9], usd)
            for row in cells
            for way, usd in (("on_demand", row[6]), ("spot", row[7]))
        ]
    db.executemany("INSERT OR REPLACE INTO prices VALUES (?, ?, ?, ?, ?, ?)", rows)
    db.commit()


def by_sqlite_utils(path: Path, file: Path, day: date) -> None:
    """`sqlite-utils insert --csv` in this process: a table for each day."""
    cli(["insert", str(path), f"prices_{day:%Y%m%d}", str(file), "--csv", "--silent"], standalone_mode=False)


def cpu_seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def compare(facts: Facts, folder: Path, rows: int, times: int) -> Iterator[str]:
    """A line for each of the three files: the best of so many times of each, against each other.

    Every time begins with empty databases, and the three take turns; whatever else runs only makes one slower.
    """
    taken: dict[str, list[tuple[float, float, float]]] = {label: [] for label, _, _ in FILES}
    for time_ in range(times):
        here = folder / f"{rows}-{time_}"
        here.mkdir(parents=True)
        ours = Ours(facts, here / "chipscout.db")
        plain = sqlite3.connect(here / "plain.db")
        plain.execute("PRAGMA journal_mode = WAL")
        plain.execute(
            "CREATE TABLE prices (day, instance, region, way, zone, usd,"
            " PRIMARY KEY (day, instance, region, way, zone))"
        )
        for label, day, shown in FILES:
            file, seen_on = here / f"{day}.csv", FIRST + timedelta(day)
            file.write_text("\n".join((*document(rows, shown), "")))
            mine = cpu_seconds(partial(ours.import_, file, seen_on))
            bare = cpu_seconds(partial(by_executemany, plain, file, seen_on))
            other = cpu_seconds(partial(by_sqlite_utils, here / "utils.db", file, seen_on))
            taken[label].append((mine, bare, other))
        ours.store.close()
        plain.close()
    for label, runs in taken.items():
        mine, bare, other = map(min, zip(*runs, strict=True))
        yield (
            f"{rows:8,} rows  {label:20} {mine:7.3f} s, {1e6 * mine / rows:4.0f} us a row"
            f"   {mine / bare:5.2f} x executemany   {mine / other:4.2f} x sqlite-utils"
        )


def main() -> None:
    gc.set_threshold(YOUNG)  # as in a command
    parser = argparse.ArgumentParser()
    parser.add_argument("--full", action="store_true", help="with 200,000 rows")
    sizes = TIMES if parser.parse_args().full else TIMES[:2]
    facts = load()
    with tempfile.TemporaryDirectory() as folder:
        started = cpu_seconds(lambda: list(compare(facts, Path(folder), FEW, 1)))
        print(f"what a process does once, with {FEW} rows by all three: {started:.2f} s")
        for rows, times in sizes:
            print("\n".join(compare(facts, Path(folder), rows, times)), flush=True)


if __name__ == "__main__":
    main()
