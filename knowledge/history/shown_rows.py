"""What a feed last showed of every price, as rows that a new look at it is compared with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from knowledge.history.latest_rows import out_of_parts

if TYPE_CHECKING:
    from knowledge.store.base.backend import Session

# What is shown is a price or one of these: nearly every row is as it was, and is told so by one comparison.
UNPRICED, OUT, NEVER = "listed without a price", "delisted", "never listed"
_COLUMNS = (
    "instance, region, purchase, zone, terms, scope, coalesce(usd, CASE"
    f" WHEN since IS NULL THEN '{NEVER}' WHEN gone = 1 THEN '{OUT}' ELSE '{UNPRICED}' END), chips, id, spoken"
)
SHOWN, CHIPS, ID, SPOKEN = range(6, 10)  # in a row of them
key_of, figure_of = itemgetter(slice(SHOWN)), itemgetter(slice(SHOWN, ID))
BATCH = 2000  # rows at a time: their memory is used again


def shown_rows(db: Session, feed: str, cloud: str, version: int) -> Iterator[Sequence[tuple[Any, ...]]]:
    """Every price of a feed and cloud as of `version`, that of the history, many at a time: its key, what is shown,
    chips, number and `spoken`. Out of the parts, where there are some: they are read in a third of the time."""
    latest = out_of_parts(db, version)
    if latest is None:
        read = db.execute(
            f"SELECT {_COLUMNS} FROM price_series WHERE feed = ? AND cloud = ?",  # noqa: S608 names are ours
            (feed, cloud),
        )
        while some := read.fetchmany(BATCH):
            yield some
        return
    _, _, *key, number, chips, spoken, since, usd, listed = latest.columns(feed, cloud)
    shown = (
        price if price is not None and is_listed else UNPRICED if is_listed else NEVER if day is None else OUT
        for price, is_listed, day in zip(usd, listed, since, strict=False)
    )
    rows = zip(*key, shown, chips, number, spoken, strict=False)
    while some := list(islice(rows, BATCH)):
        yield some
