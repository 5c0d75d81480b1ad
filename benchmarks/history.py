"""A hundred thousand, a million, ten million observations: what queries and one day more take, and the size on disk.

Run: make bench (without the ten million), or python -m benchmarks.history --full. The peer is one SQLite table with a
row for each observation and an index on series and day, queried for the same. Nothing here asserts.

On 2026-11-24, two cores that others used too, the latest price of everything when a process first asks, with 38,462
prices (those of 10 million observations): 0.7 ms at hand, 56 with every price looked at, where a bare SELECT of the
same rows takes 75; after 100 prices moved 5 ms. With 384 and 3,846 prices, which are read as rows: 0.8 and 9 ms at
hand, 1.4 and 15 with every price. As of today, believed, it is 0.7, 6 and 67 ms where the peer takes 43, 440 and
4,550; on disk 0.4, 1.6 and 14 MB of its 4, 37 and 381. One day more of which one price in fifty moved, list prices
too, takes 98, 98 and 129 us a price: 5 s for all of them.

On 2026-11-29, at a load of 3 to 12: with 38,462 prices 3.2 ms at hand first, 0.9 again and 8.7 after 100 moved, where
a bare SELECT takes 134; every object 120. With 3,846, which are read as rows, 30, 0.8 and 8 beside 21. As of today
2.6, 23 and 142 ms, where the peer takes 141, 1,155 and 10,581. With 384 prices and 26, 260 and 1,040 snapshots, of
which the newest are found by index: 0.1 ms at hand again with each (before 0.2, 0.3 and 0.8), 1 to 2 ms first.
"""

from __future__ import annotations

import argparse
import gc
import random
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from decimal import Decimal
from functools import partial
from pathlib import Path

from benchmarks.timing import median_seconds
from bot.cli import YOUNG
from bot.prices.believed import held_back, standings
from bot.prices.keep_beliefs import keep
from knowledge.facts import Facts, Observed, SeriesKey
from knowledge.history.history import History
from knowledge.history.queries import HistoryReader
from knowledge.loading.load import load
from knowledge.store.store import Store

FIRST = date(2021, 11, 22)
DAYS = 260  # five years of weeks
SERIES = 38_462  # 38,462 x 260 = 10,000,120
SPOT_MOVES, LIST_MOVES = 0.04, 0.0005  # the share of weekly sightings that differ from the week before
ZONES = "abc"  # each with a spot price, beside the on-demand price of the region
SIZES = SERIES // 100, SERIES // 10, SERIES
REGIONS = 30
TRIES = 7


def day(number: int) -> date:
    return FIRST + timedelta(weeks=number)


def key(number: int) -> SeriesKey:
    thing, place = divmod(number, len(ZONES) + 1)
    name, region = f"x{thing // REGIONS}.48xlarge", f"region-{thing % REGIONS}"
    if place == 0:
        return SeriesKey("aws", name, region, "on_demand")
    return SeriesKey("aws", name, region, "spot", f"{region}{ZONES[place - 1]}")


def observations(count: int, weeks: int = DAYS) -> Iterator[tuple[int, int, str]]:
    """Series, day, price: each price holds for a while."""
    rng = random.Random(1)  # noqa: S311 - the same rows in every run
    for number in range(count):
        is_spot = number % (len(ZONES) + 1) > 0
        usd, moves = (40_000, SPOT_MOVES) if is_spot else (100_000, LIST_MOVES)
        for week in range(weeks):
            if rng.random() < moves:
                usd = int(usd * rng.uniform(0.98, 1.021))
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


def fill_ours(path: Path, count: int, weeks: int = DAYS) -> Store:
    """The rows that importing the same snapshots week by week would leave, written at once."""
    store = Store(path, time.time)
    db = store.file.connection()
    points: list[tuple[int, int, str]] = []
    last: tuple[int, str] | None = None
    newest: dict[int, tuple[int, str]] = {}
    for series, when, usd in observations(count, weeks):
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
        ((day(week).toordinal(), count, week + 1) for week in range(weeks)),
    )
    db.commit()
    return store


def next_day(facts: Facts, store: Store) -> float:
    """Milliseconds to store one more day of everything, of which one price in fifty moved, with what is believed."""
    keep(facts, store.history)
    last = day(DAYS - 1)
    shown = [
        Observed(
            key=price.key, usd_per_hour=price.usd_per_hour * Decimal("1.01") if n % 50 == 1 else price.usd_per_hour
        ).placed()
        for n, price in enumerate(store.history.latest(last))
        if price.usd_per_hour is not None
    ]
    start = time.process_time()
    with store.history.together():
        store.history.take("skypilot", "aws", last + timedelta(1), shown)
        keep(facts, store.history)
    return (time.process_time() - start) * 1000


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


def believed(facts: Facts, history: History, when: date) -> Callable[[], object]:
    """The prices as whatever uses them gets them, which is what the peer returns as rows."""
    return lambda: list(standings(history, when, held_back(facts, history, when)))


def ask_for_everything(facts: Facts, store: Store) -> None:
    """The latest believed prices: first in a process, again, and after 100 prices moved; beside a bare SELECT.

    "At hand": prices become objects when they are looked at; "every object": all were looked at.
    """
    connection, today = store.file.connection, day(DAYS)

    def ask(history: HistoryReader, is_looked_at: bool = True) -> None:
        prices = standings(history, today, held_back(facts, history, today))
        if is_looked_at:
            for _ in prices:
                pass
        else:
            next(prices)

    prices, stored = connection().execute("SELECT sum(prices), sum(length(body)) FROM price_latest").fetchone()
    if stored:
        print(f"{'as one value':22} {stored / 1e6:8.2f} MB, {stored / prices:.0f} bytes a price")
    bare = milliseconds(lambda: connection().execute("SELECT * FROM price_series WHERE gone = 0").fetchall())
    cold = milliseconds(lambda: ask(HistoryReader(connection)))
    cold_at_hand = milliseconds(lambda: ask(HistoryReader(connection), is_looked_at=False))
    warm = HistoryReader(connection)
    ask(warm)
    again, at_hand = milliseconds(lambda: ask(warm)), milliseconds(lambda: ask(warm, is_looked_at=False))
    moved = []
    for number in range(TRIES):
        version = warm.version() + 1
        with store.file.writing() as db:  # what an import of the newest day would leave of prices that moved
            db.execute(
                "UPDATE price_series SET usd = ?, changed = ? WHERE id IN (SELECT id FROM price_series LIMIT 100)",
                (f"{number}.5", version),
            )
            db.execute("UPDATE price_snapshots SET version = ? WHERE version = ?", (version, version - 1))
        keep(facts, store.history)
        moved.append(median_seconds(lambda: ask(warm, is_looked_at=False), 1) * 1000)
    print(
        f"{'everything, first':22} {cold_at_hand:8.1f} ms at hand, {cold:.1f} ms with every object"
        f"   a bare SELECT {bare:.1f} ms   ratios {cold_at_hand / bare:.2f} and {cold / bare:.2f}"
    )
    print(f"{'everything, again':22} {at_hand:8.1f} ms at hand, {again:.1f} ms with every object")
    print(f"{'after 100 moved':22} {sorted(moved)[TRIES // 2]:8.1f} ms at hand")


def compare(facts: Facts, folder: Path, count: int) -> None:
    folder.mkdir()
    paths = folder / "peer.db", folder / "chipscout.db"
    peer = fill_peer(paths[0], count)
    with fill_ours(paths[1], count) as store:
        history, middle, ago = store.history, key(count // 2), day(DAYS - 104)
        print(f"{count * DAYS:,} observations of {count:,} series, {DAYS} weeks; {TRIES} tries, medians")
        more = next_day(facts, store)
        store.file.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        peer.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        for label, ours, theirs in (
            ("today, all", believed(facts, history, day(DAYS)), lambda: _rows(peer, NEWEST, day(DAYS))),
            ("two years ago, all", lambda: list(history.latest(ago)), lambda: _rows(peer, NEWEST, ago)),
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
        print(f"{'one day more':22} {more:8.1f} ms, {1000 * more / count:.1f} us a price")
        ask_for_everything(facts, store)
    peer.close()


def after_looks(facts: Facts, folder: Path) -> None:
    """The latest believed prices at hand after more and more looks: first in a process, and again."""
    for weeks in (DAYS // 10, DAYS, 4 * DAYS):
        with fill_ours(folder / f"{weeks}.db", SIZES[0], weeks) as store:
            keep(facts, store.history)
            connection = store.file.connection
            cold = milliseconds(partial(_ask_anew, facts, day(weeks), connection))
            again = milliseconds(partial(_first_of_all, facts, day(weeks), HistoryReader(connection)))
            print(f"{SIZES[0]} prices, {weeks:5,} looks {cold:6.2f} ms first, {again:.2f} ms again")


def _ask_anew(facts: Facts, today: date, connection: Callable[[], sqlite3.Connection]) -> None:
    _first_of_all(facts, today, HistoryReader(connection))


def _first_of_all(facts: Facts, today: date, history: HistoryReader) -> None:
    next(standings(history, today, held_back(facts, history, today)))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--full", action="store_true", help="with ten million observations")
    sizes = SIZES if parser.parse_args().full else SIZES[:2]
    gc.set_threshold(YOUNG)  # as in a command
    facts = load()
    with tempfile.TemporaryDirectory() as folder:
        for count in sizes:
            compare(facts, Path(folder) / str(count), count)
        after_looks(facts, Path(folder))


def _rows(peer: sqlite3.Connection, query: str, when: date) -> list[tuple[object, ...]]:
    return peer.execute(query, (when.toordinal(),)).fetchall()


if __name__ == "__main__":
    main()
