"""One change of a price: the fields of `prices changes --json`; and a figure that is none. Templates word both."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Literal, NamedTuple

from engine.changes.recorded import RECORDED
from knowledge.facts import Cloud, Point, Purchase

RETRACTED = "retracted"  # the code of what a reader was told and was wrong
HELD_FILE = "held_file"  # the code of a figure in a file that is held back as a whole
ChangeKind = Literal["moved", "appeared", "delisted", "suspect", "spot_trend"]


class Elsewhere(NamedTuple):
    """What another feed shows for the same price at the end of the period. USD per hour; None: no price."""

    feed: str
    usd_per_hour: float | None


class Change(NamedTuple):
    """Prices are USD per hour, None where there was none; `percent` is of the price before.

    `code` says why it is announced or not; `templates/words/prices/changes.j2` words it. `seen_on` is the first
    day of what is new, `told_on` the day it was confirmed (None: not yet), `last_seen_on` the last look at
    which it was seen. `looks` counts the looks at which it was seen, `needed` those it takes to confirm it (0: no
    number is enough). `alike` counts prices that made the same move; `limit` is the bound that was crossed.
    """

    provider: Cloud
    instance: str
    region: str
    purchase: Purchase
    before: float | None
    after: float | None
    percent: float | None
    kind: ChangeKind
    announced: bool
    code: str
    feed: str
    seen_on: date
    last_seen_on: date
    told_on: date | None
    looks: int
    needed: int
    zone: str = ""
    terms: str = ""
    scope: Literal["instance", "chip"] = "instance"
    alike: int = 0
    limit: float | None = None
    elsewhere: tuple[Elsewhere, ...] = ()
    trail: tuple[Point, ...] = ()
    doubt: str = ""  # a value the parser rejected: the code of the reason, and
    said: str = ""  # the text of that value

    @property
    def is_seen_once(self) -> bool:
        """Whether only one look showed it. Recorded prices were checked by hand; what is taken back was looked at."""
        return self.looks == 1 and self.feed != RECORDED and self.code != RETRACTED

    @property
    def difference(self) -> float | None:
        """By how many dollars the price moved."""
        return None if self.before is None or self.after is None else self.after - self.before


class DoubtedFigure(NamedTuple):
    """What a feed shows and nobody should rely on. `looks` at which it was seen, `needed` to believe it; 0: never.

    `usd_per_hour` None: listed without a price, or no longer listed (`is_gone`). `code` is worded in `templates/`.
    """

    usd_per_hour: Decimal | None
    is_gone: bool
    since: date
    last_seen_on: date
    code: str
    looks: int
    needed: int
    limit: float | None = None
    alike: int = 0

    @property
    def figure(self) -> float | None:
        return None if self.usd_per_hour is None else float(self.usd_per_hour)

    @property
    def looks_to_come(self) -> int | None:
        """None: no number of looks settles it."""
        return self.needed - self.looks if self.needed else None


def percent_of(before: float | None, after: float | None) -> float | None:
    """The change in percent of the price before."""
    return None if before is None or after is None or not before else (after / before - 1) * 100
