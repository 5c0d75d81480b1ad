"""The channels that get a weekly digest: when, of what, and who asked for it."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from knowledge.store.retention import Retention
from knowledge.types.base import Cloud, Fact

if TYPE_CHECKING:
    from sqlite_utils import Database

Quiet = Literal["line", "nothing"]


class Filters(Fact):
    """What to tell of; empty: everything. `chips` are as they were typed: accelerators, instance types or the
    beginnings of their names. `least_percent`: moves of less are left out; None: what the data says.
    """

    clouds: tuple[Cloud, ...] = ()
    chips: tuple[str, ...] = ()
    regions: tuple[str, ...] = ()
    least_percent: Annotated[float, Field(gt=0, lt=100)] | None = None


class Subscription(Fact):
    """`weekday`: 0 is Monday. `minute`: of the day, in `zone`, a name of the IANA's. `quiet`: what a week without
    news gets. `set_at`: since when day, hour and zone stand, in seconds since 1970; what was due before is not.
    """

    team: str
    channel: str
    weekday: Annotated[int, Field(ge=0, le=6)] = 0
    minute: Annotated[int, Field(ge=0, lt=24 * 60)] = 9 * 60
    zone: str = "UTC"
    filters: Filters = Filters()
    quiet: Quiet = "line"
    user: str | None = None
    created: float = 0.0
    set_at: float = 0.0


HELD = Retention(table="subscriptions", team="team", user="user", of_user="name")
COLUMNS = tuple(Subscription.model_fields)
_SELECT = f"SELECT {', '.join(COLUMNS)} FROM subscriptions"  # noqa: S608 names are ours


def make_subscriptions(db: Database) -> None:
    db.execute(
        "CREATE TABLE subscriptions (team TEXT NOT NULL, channel TEXT NOT NULL, weekday INTEGER NOT NULL,"
        " minute INTEGER NOT NULL, zone TEXT NOT NULL, filters TEXT NOT NULL, quiet TEXT NOT NULL, user TEXT,"
        " created REAL NOT NULL, set_at REAL NOT NULL, PRIMARY KEY (team, channel)) STRICT"
    )


class Subscriptions:
    """Subscriptions in the open file; `db` and `writing` are the store's."""

    def __init__(self, db: Database, writing: Callable[[], AbstractContextManager[Database]]) -> None:
        self._db, self._writing = db, writing

    def put(self, wanted: Subscription) -> Subscription:
        """Writes it, in the place of what the channel had. `set_at` stays where day, hour and zone do; as it stands
        now.
        """
        row: dict[str, Any] = wanted.model_dump(mode="json") | {"filters": wanted.filters.model_dump_json()}
        kept = ("team", "channel", "created", "set_at")
        changed = ", ".join(f"{name} = :{name}" for name in row if name not in kept)
        with self._writing() as db:
            db.execute(
                f"INSERT INTO subscriptions ({', '.join(row)}) VALUES ({', '.join(f':{name}' for name in row)})"  # noqa: S608 names are ours
                f" ON CONFLICT (team, channel) DO UPDATE SET {changed}, set_at ="
                " iif(weekday = :weekday AND minute = :minute AND zone = :zone, set_at, :set_at)",
                row,
            )
        return self.of(wanted.team, wanted.channel) or wanted

    def of(self, team: str, channel: str) -> Subscription | None:
        """What the channel gets; None where it gets nothing."""
        row = self._db.execute(f"{_SELECT} WHERE team = ? AND channel = ?", (team, channel)).fetchone()
        return None if row is None else _read(row)

    def all(self, team: str | None = None) -> tuple[Subscription, ...]:
        """Those of a workspace, or of every one."""
        rows = self._db.execute(
            f"{_SELECT} WHERE :team IS NULL OR team = :team ORDER BY team, channel", {"team": team}
        )
        return tuple(_read(row) for row in rows)

    def drop(self, team: str, channel: str) -> bool:
        """Whether there was one."""
        with self._writing() as db:
            done = db.execute("DELETE FROM subscriptions WHERE team = ? AND channel = ?", (team, channel))
        return bool(done.rowcount)


def _read(row: tuple[Any, ...]) -> Subscription:
    held = dict(zip(COLUMNS, row, strict=True))
    return Subscription.model_validate(held | {"filters": json.loads(held["filters"])})
