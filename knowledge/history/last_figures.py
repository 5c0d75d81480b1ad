"""The last figure of every price, as it is stored: what moved, and what is beside it.

A figure here is not yet believed (`bot.prices.keep_beliefs`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from datetime import date
from functools import cache, partial
from typing import NamedTuple

from knowledge.history.looks import first_days
from knowledge.store.base.backend import Session
from knowledge.types.base import Cloud, Purchase
from knowledge.types.observed import SeriesKey


class LastFigure(NamedTuple):
    """What a feed last showed of a price, and since when; None: nothing, or it is delisted."""

    number: int
    feed: str
    key: SeriesKey
    usd_per_hour: float | None
    chips: float | None
    since: date


RECORDED = "recorded"  # what is imported as recorded goes on with the prices that come with chipscout
ORDER = "s.feed, s.cloud, s.instance, s.region, s.purchase, s.zone, s.terms, s.scope"
_NUMBER = "DOUBLE PRECISION"  # for a comparison; what is shown and reckoned with is the exact text
_NO_SEQUEL = f"feed <> '{RECORDED}'"
_key = partial(tuple.__new__, SeriesKey)  # avoids a Python call for each of thousands of rows
_last = partial(tuple.__new__, LastFigure)
date_of = cache(date.fromordinal)


class LastFigures:
    """Reads only. `connection` gives the connection of this thread."""

    def __init__(self, connection: Callable[[], Session]) -> None:
        self._connection = connection

    @property
    def _db(self) -> Session:
        return self._connection()

    def last_figures(
        self,
        cloud: Cloud,
        *,
        instances: Collection[str] | None = None,
        purchase: Purchase | None = None,
        moved_after: date = date.min,
        is_listed: bool = False,
    ) -> Iterator[LastFigure]:
        """The last figure of every price of a cloud that moved after a day; `is_listed`: of all but spot."""
        if instances is not None and not instances:  # SQLite would look at every row all the same
            return
        where, values = where_(None, cloud, instances, None, purchase)
        where += " AND s.purchase <> 'spot'" if is_listed else ""
        rows = self._db.execute(
            f"SELECT {ORDER}, s.id, s.chips, s.since, s.usd FROM price_series s WHERE s.since > :after{where}",  # noqa: S608 names are ours
            values | {"after": moved_after.toordinal()},
        )
        for row in rows.fetchall():
            number, chips, since, usd = row[8:]
            yield _last(
                (number, row[0], _key(row[1:8]), None if usd is None else float(usd), chips, date_of(since)),
            )

    def moved_shares(self, cloud: Cloud, moved_after: date) -> list[tuple[int, int]]:
        """Of each feed, how many list prices moved after a day and after its first look, and how many it has."""
        seen_first, values = _seen_first(self.first_looks(cloud))
        rows = self._db.execute(
            f"SELECT sum(CASE WHEN since > ? AND NOT ({seen_first}) THEN 1 ELSE 0 END), count(*) FROM price_series"  # noqa: S608 names are ours
            " WHERE cloud = ? AND purchase <> 'spot' AND usd IS NOT NULL GROUP BY feed",
            (moved_after.toordinal(), *values, cloud),
        )
        return [(moved, priced) for moved, priced in rows.fetchall()]

    def first_looks(self, cloud: Cloud) -> dict[str, date]:
        """The day of the first snapshot of each feed that was read for a cloud.

        What is imported as recorded goes on with the prices that come with chipscout: none of its looks is a first.
        """
        first = first_days(self._db, cloud)
        return {feed: date_of(day) for feed, day in first.items() if feed != RECORDED}

    def far_spots(self, cloud: Cloud, moved_after: date, factor: float) -> list[SeriesKey]:
        """Spot prices that moved after a day, and since then by that factor or more, or from or to none at all.

        As a rule the price moved once since, so it is compared with the one before; all since are if that is later.
        """
        last, before, usd = (f"CAST({price}.usd AS {_NUMBER})" for price in ("s", "b", "p"))
        rows = self._db.execute(
            f"SELECT {ORDER} FROM price_series s"  # noqa: S608 names are ours
            " WHERE s.cloud = :cloud AND s.purchase = 'spot' AND s.since > :after AND"
            " (SELECT CASE WHEN b.day > :after THEN"
            f" (SELECT count(p.usd) < count(*) OR max({usd}) >= min({usd}) * :factor"
            " FROM price_points p WHERE p.series = s.id AND p.day >= coalesce("
            "(SELECT max(day) FROM price_points WHERE series = s.id AND day <= :after), 0))"
            f" ELSE s.usd IS NULL OR b.usd IS NULL OR {last} >= {before} * :factor"
            f" OR {before} >= {last} * :factor END"
            " FROM price_points b WHERE b.series = s.id AND b.day < s.since ORDER BY b.day DESC LIMIT 1)",
            {"cloud": cloud, "after": moved_after.toordinal(), "factor": factor},
        )
        return [_key(row[1:]) for row in rows.fetchall()]


def _seen_first(looks: Mapping[str, date]) -> tuple[str, list[object]]:
    """Whether a figure is that of its feed's first look, and the values of that condition."""
    days = {day.toordinal() for day in looks.values()}
    if len(days) == 1:  # nothing is earlier
        return f"(since = ? AND {_NO_SEQUEL})", [*days]
    condition = " OR ".join("(feed = ? AND since = ?)" for _ in looks) or "1 = 0"
    return condition, [value for feed, day in looks.items() for value in (feed, day.toordinal())]


def where_(
    feed: str | None,
    cloud: Cloud | None,
    instances: Collection[str] | None,
    region: str | None,
    purchase: Purchase | None,
) -> tuple[str, dict[str, object]]:
    """The end of a query for some of the series, and its values."""
    values: dict[str, object] = {"feed": feed, "cloud": cloud, "region": region, "purchase": purchase}
    values = {name: value for name, value in values.items() if value is not None}
    where = "".join(f" AND s.{name} = :{name}" for name in values)
    if instances is not None:
        names = {f"instance_{place}": name for place, name in enumerate(sorted(set(instances)))}
        where += f" AND s.instance IN ({', '.join(f':{name}' for name in names) or 'NULL'})"
        values |= names
    return where, values
