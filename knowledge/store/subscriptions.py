"""The channels that get a weekly digest: when, about what, and who asked for it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from knowledge.store.base.retention import Retention
from knowledge.types.base import Cloud, Fact

if TYPE_CHECKING:
    from knowledge.store.base.backend import Backend, Statements

Quiet = Literal["line", "nothing"]


class Filters(Fact):
    """What the digest is about; empty filters let everything through.

    `chips` are as typed: accelerators, instance types or the beginnings of their names. `least_percent`: smaller
    price changes are left out; None means the default from the data. `graphics`: graphics cards, too, which are
    otherwise told of only where they are named or a verdict uses them.
    """

    clouds: tuple[Cloud, ...] = ()
    chips: tuple[str, ...] = ()
    regions: tuple[str, ...] = ()
    least_percent: Annotated[float, Field(gt=0, lt=100)] | None = None
    graphics: bool = False


class Subscription(Fact):
    """The digest of one channel.

    `weekday`: 0 is Monday. `minute`: of the day, in the IANA time zone `zone`. `quiet`: what to post in a week
    without news. `set_at`: when day, hour and zone were last set, in seconds since 1970; digests that were due before
    then are not posted.
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


RETENTION = Retention(table="subscriptions", team="team", user="user", on_forget_user="clear_name")
COLUMNS = tuple(Subscription.model_fields)
_SELECT = f"SELECT {', '.join(COLUMNS)} FROM subscriptions"  # noqa: S608 names are ours


def create_subscriptions(db: Statements) -> None:
    db.execute(
        "CREATE TABLE subscriptions (team TEXT NOT NULL, channel TEXT NOT NULL, weekday INTEGER NOT NULL,"
        " minute INTEGER NOT NULL, zone TEXT NOT NULL, filters TEXT NOT NULL, quiet TEXT NOT NULL, user TEXT,"
        " created REAL NOT NULL, set_at REAL NOT NULL, PRIMARY KEY (team, channel)) STRICT"
    )


class Subscriptions:
    """Subscriptions by workspace and channel."""

    def __init__(self, file: Backend) -> None:
        self._file = file

    def put(self, subscription: Subscription) -> Subscription:
        """Writes it, replacing what the channel had, and returns it as stored.

        `created` stays what it was, and so does `set_at` unless day, hour or zone change.
        """
        row: dict[str, Any] = subscription.model_dump(mode="json") | {
            "filters": subscription.filters.model_dump_json()
        }
        kept = ("team", "channel", "created", "set_at")
        changed = ", ".join(f"{name} = :{name}" for name in row if name not in kept)
        with self._file.writing() as db:
            db.execute(
                f"INSERT INTO subscriptions ({', '.join(row)}) VALUES ({', '.join(f':{name}' for name in row)})"  # noqa: S608 names are ours
                f" ON CONFLICT (team, channel) DO UPDATE SET {changed}, set_at ="
                " CASE WHEN subscriptions.weekday = :weekday AND subscriptions.minute = :minute"
                " AND subscriptions.zone = :zone THEN subscriptions.set_at ELSE :set_at END",
                row,
            )
        return self.get(subscription.team, subscription.channel) or subscription

    def get(self, team: str, channel: str) -> Subscription | None:
        """The channel's subscription; None if it has none."""
        row = self._file.db.execute(f"{_SELECT} WHERE team = ? AND channel = ?", (team, channel)).fetchone()
        return None if row is None else _subscription(row)

    def all(self, team: str | None = None) -> tuple[Subscription, ...]:
        """The subscriptions of a workspace, or of every workspace."""
        rows = self._file.db.execute(
            f"{_SELECT} WHERE :team IS NULL OR team = :team ORDER BY team, channel", {"team": team}
        )
        return tuple(_subscription(row) for row in rows)

    def remove(self, team: str, channel: str) -> bool:
        """Removes the channel's subscription; False if it had none."""
        with self._file.writing() as db:
            done = db.execute("DELETE FROM subscriptions WHERE team = ? AND channel = ?", (team, channel))
        return bool(done.rowcount)


def _subscription(row: tuple[Any, ...]) -> Subscription:
    values = dict(zip(COLUMNS, row, strict=True))
    return Subscription.model_validate(values | {"filters": json.loads(values["filters"])})
