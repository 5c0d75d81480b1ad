"""Ten million observations: time to query a day and a five-year series, against one plain table of all of them.

Run: make bench (a tenth of it), or python -m benchmarks.history --full. The peer is one SQLite table with a row for
each observation and an index on series and day, queried for the same. Nothing here asserts.
"""

from __future__ import annotations

import argparse
import random
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from pathlib import Path

from benchmarks.timing import median_seconds
from knowledge.facts import SeriesKey
from knowledge.history.history import History
from knowledge.store.store import Store

FIRST = date(2021, 11, 22)
DAYS = 260  # five years of weeks
SERIES = 38_462  # 38,462 x 260 = 10,000,120
MOVES = 0.03  # share of weekly sightings that differ from the week before
REGIONS = 30
TRIES = 7


def day(number: int) -> date:
    return FIRST + timedelta(weeks=number)


def key(number: int) -> SeriesKey:
    region = f"region-{number % REGIONS}"
    return SeriesKey("aws", f"x{number // REGIONS}.48xlarge", region, "on_demand")


def observations(count: int) -> Iterator[tuple[int, int, str]]:
    """Series, day, price: each price holds for a while."""
    rng = random.Random(1)  # noqa: S311 - the same rows in every run
    for number in range(count):
        usd = 100_000 + number
        for week in range(DAYS):
            if rng.random() < MOVES:
                usd += rng.randrange(1, 500)
            yield number, day(week).toordinal(), f"{usd / 10_000:.4f}"


def fill_peer(path: Path, count: int) -> sqlite3.Connection:
    db = sqlite3.connect(path)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("CREATE TABLE observations (series INTEGER, day INTEGER, usd TEXT)")
    db.execute("CREATE TABLE keys (id INTEGER PRIMARY KEY, cloud, instance, region, purchase, zone, terms, scope)")
    db.executemany("INSERT INTO keys VALUES (?, ?, ?, ?, ?, ?, ?, ?)", ((n, *key(n)) for n in range(count)))
    db.executemany("INSERT INTO observations VALUES (?, ?, ?)", observations(count))
    db.execute("CREATE INDEX of_series ON observations (series, day)")
    db.execute("CREATE INDEX named ON keys (instance, region)")
    db.commit()
    return db


def fill_ours(path: Path, count: int) -> Store:
    """The rows that importing the same snapshots week by week would leave, written at once."""
    store = Store(path, time.time)
    db = store.file.db.conn
    points: list[tuple[int, int, str]] = []
    last: tuple[int, str] | None = None
    newest: dict[int, tuple[int, str]] = {}
    for series, when, usd in observations(count):
        if last != (series, usd):
            points.append((series + 1, when, usd))
            newest[series] = when, usd
        last = series, usd
    names = "id, feed, cloud, instance, region, purchase, zone, terms, scope, since, usd"
    db.executemany(
        f"INSERT INTO price_series ({names}) VALUES ({', '.join('?' * 11)})",  # noqa: S608 names are ours
        ((n + 1, "skypilot", *key(n), *newest[n]) for n in range(count)),
    )
    db.executemany("INSERT INTO price_points (series, day, usd) VALUES (?, ?, ?)", points)
    db.executemany(
        "INSERT INTO price_snapshots (feed, cloud, day, complete, rows, digest, version)"
        " VALUES ('skypilot', 'aws', ?, 1, ?, '', ?)",
        ((day(week).toordinal(), count, week + 1) for week in range(DAYS)),
    )
    db.commit()
    return store


def milliseconds(work: Callable[[], object]) -> float:
    return median_seconds(work, TRIES) * 1000


NEWEST = (
    "SELECT k.*, o.day, o.usd FROM keys k JOIN observations o ON o.series = k.id AND o.day ="
    " (SELECT max(day) FROM observations WHERE series = k.id AND day <= ?)"
)
ONE_SERIES = (
    "SELECT o.day, o.usd FROM keys k JOIN observations o ON o.series = k.id WHERE k.instance = ? AND k.region = ?"
)


def megabytes(path: Path) -> float:
    return path.stat().st_size / 1e6


def latest(history: History, when: date) -> Callable[[], object]:
    """The rows as the file has them, which is what the peer returns too."""
    return lambda: list(history.latest(when))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--full", action="store_true", help="ten million observations in place of one")
    count = SERIES if parser.parse_args().full else SERIES // 10
    with tempfile.TemporaryDirectory() as folder:
        paths = Path(folder) / "peer.db", Path(folder) / "chipscout.db"
        peer = fill_peer(paths[0], count)
        with fill_ours(paths[1], count) as store:
            store.file.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            peer.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            history, middle = store.history, key(count // 2)
            print(f"{count * DAYS:,} observations of {count:,} series, {DAYS} weeks; {TRIES} tries, medians")
            for label, ours, theirs in (
                ("today, all series", latest(history, day(DAYS)), lambda: _rows(peer, NEWEST, day(DAYS))),
                (
                    "two years ago, all",
                    latest(history, day(DAYS - 104)),
                    lambda: _rows(peer, NEWEST, day(DAYS - 104)),
                ),
                (
                    "today, 100 types",
                    lambda: list(history.latest(day(DAYS), instances=[f"x{n}.48xlarge" for n in range(100)])),
                    lambda: _rows(peer, f"{NEWEST} WHERE k.id < {100 * REGIONS}", day(DAYS)),
                ),
                (
                    "one five-year series",
                    lambda: list(history.series(instance=middle.instance, region=middle.region)),
                    lambda: peer.execute(ONE_SERIES, (middle.instance, middle.region)).fetchall(),
                ),
            ):
                mine, other = milliseconds(ours), milliseconds(theirs)
                print(f"{label:22} {mine:8.1f} ms   all observations {other:8.1f} ms   ratio {mine / other:6.2f}")
            mine, other = (megabytes(path) for path in (paths[1], paths[0]))
            print(f"{'size':22} {mine:8.1f} MB   all observations {other:8.1f} MB   ratio {mine / other:6.2f}")
        peer.close()


def _rows(peer: sqlite3.Connection, query: str, when: date) -> list[tuple[object, ...]]:
    return peer.execute(query, (when.toordinal(),)).fetchall()


if __name__ == "__main__":
    main()
