"""The last figure of every price as few values, so that a process that asks first need not read a row for each.

A part holds the prices that were written from one version of the history to another; the first one holds every price.
Each is stored in the transaction of the snapshot that it belongs to, and each begins where the one before it ends: up
to the version of the last one they say what the rows say. What was written later is read from the rows. A small store
has no parts: its rows are read as fast. They can be deleted at any time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import repeat
from typing import TYPE_CHECKING, Any

from knowledge.history.columns import Columns, Row, packed
from knowledge.history.last_figures import ORDER
from knowledge.store.base.backend import has_table

if TYPE_CHECKING:
    from knowledge.store.base.backend import Session, Statements

COLUMNS = f"{ORDER}, s.id, s.chips, s.spoken, s.since, s.usd"  # rows of them sort by feed and key
CLOUD, ID, WIDTH = 1, 8, 13  # of a row: where its cloud and its number are, and how many columns it has
IS_LISTED = "CASE WHEN s.since IS NOT NULL AND s.gone = 0 THEN 1 ELSE 0 END"  # no day: no snapshot says more of it
LEAST = 1_000  # prices from which on there are parts
Added = Sequence[Sequence[Any]]  # columns of new series: their numbers, the parts of their keys, figures and chips
Part = Sequence[Sequence[Any]]  # columns of prices in order; one value alone stands for all
SHARE = 2  # parts with more than one in so many of the prices are made into one


def create_price_latest(db: Statements) -> None:
    """`after`: the version that the part before ends with, 0 for the first; `version`: that of its own end."""
    db.execute(
        "CREATE TABLE price_latest (version INTEGER NOT NULL PRIMARY KEY, after INTEGER NOT NULL,"
        " prices INTEGER NOT NULL, body BLOB NOT NULL) STRICT"
    )


def parts(db: Session) -> tuple[list[Columns], int]:
    """The parts in order, and the version up to which they are true: 0 without any."""
    if not has_table(db, "price_latest"):
        return [], 0
    found: list[Columns] = []
    version = 0
    for last, after, body in db.execute("SELECT version, after, body FROM price_latest ORDER BY version").fetchall():
        if after != version:
            break
        found.append(Columns(body))
        version = last
    return found, version


def written(db: Session, since: int) -> list[Row]:
    """The rows written later than that version, as they are now; the last column says whether they are listed."""
    rows = db.execute(f"SELECT {COLUMNS}, {IS_LISTED} FROM price_series s WHERE s.changed > ?", (since,))  # noqa: S608 names are ours
    return rows.fetchall()


def add_part(db: Session, version: int, known: Callable[[], Part] | None) -> None:
    """Within the transaction that wrote `version`, the one after the last.

    `known` gives what it wrote; None: that is read.
    """
    told = db.execute("SELECT version, after, prices FROM price_latest ORDER BY version").fetchall()
    prices = db.execute("SELECT max(id) FROM price_series").fetchone()[0] or 0
    if prices < LEAST:
        return
    columns = known() if known else None
    if told and told[-1][0] == version - 1:
        if columns is not None and not columns[ID]:
            db.execute("UPDATE price_latest SET version = ? WHERE version = ?", (version, version - 1))
            return
        if columns is None:
            columns = _columns(written(db, version - 1))
        later = sum(count for _, after, count in told if after) + len(columns[ID])
        if later * SHARE <= prices:
            _insert(db, version, version - 1, columns)
            return
    if columns is None or len(columns[ID]) < prices:
        columns = _columns(written(db, -1))
    db.execute("DELETE FROM price_latest")
    _insert(db, version, 0, columns)


def part_of(look: tuple[str, str, int], keys: Sequence[tuple[str, ...]], new: Added, moved: Sequence[Row]) -> Part:
    """What a snapshot of the newest day writes. `look`: its feed, cloud and day.

    `keys` are those of the `new` series. Each that `moved`: its key, number, chips, `spoken`, figure, and whether it
    is listed.
    """
    feed, cloud, day = look
    numbers, *names, usd, chips = new or [()] * (ID + 1)
    columns: list[Sequence[Any]] = [*names, numbers, chips, (None,), usd, (1,)]
    if moved or keys != sorted(keys):
        added = zip(*names, numbers, chips, repeat(None), usd, repeat(1), strict=False)
        columns = list(zip(*sorted((*moved, *added)), strict=True))  # no two with one key
    elif not new:
        columns = [()] * (WIDTH - 2)
    return [(feed,), (cloud,), *columns[:-2], (day,), *columns[-2:]]


def _insert(db: Session, version: int, after: int, columns: Part) -> None:
    db.execute(
        "INSERT INTO price_latest (version, after, prices, body) VALUES (?, ?, ?, ?)",
        (version, after, len(columns[ID]), packed(columns, ID)),
    )


def _columns(rows: Iterable[Row]) -> Part:
    return list(zip(*sorted(rows, key=_place), strict=True)) or [()] * (WIDTH + 1)


def _place(row: Row) -> Row:
    return row[:ID]
