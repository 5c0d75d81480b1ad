"""What the sums by units say."""

from __future__ import annotations

from datetime import date

from engine.base.computed import Computed
from engine.base.measures import Wanted
from engine.base.reason import Reason
from knowledge.facts import Purchase


class Piece(Computed):
    """A factor or divisor of a sum. `words`: as the text says it; else `kind` says what it is.

    `kind`: "told", "machines", "chips_each", "always", "price".
    """

    kind: str
    words: str = ""
    value: float = 0.0
    divides: bool = False
    rest: bool = False  # what such a share leaves, or comes to
    hours: float = 0.0  # between two moments that `words` name


class Sum(Computed):
    """A quantity and how it comes about. `whole`: things come in whole numbers, and `value` is rounded up to that."""

    wants: Wanted
    value: float
    per: str = ""
    by: float = 1.0  # of so many of what it is per: a million tokens
    by_month: bool = False  # beside what it is per: a person a month
    thing: str = ""
    whole: int = 0
    at_busy: int = 0  # as many as are needed where each is to be busy no more than `busy`
    busy: float = 0.0
    told: int = 0  # as many as it is asked about whether they are enough
    against: float = 0.0  # USD an hour that those are held against
    less: float = 0.0  # the share by which they are less
    pieces: tuple[Piece, ...] = ()


class Paid(Computed):
    """A price that a sum takes: of a machine or a chip, in a way, where and when it was seen."""

    instance: str
    chip: str
    by: str  # "machine" or "chip"
    usd_per_hour: float
    way: Purchase
    region: str
    seen_on: date | None = None


class WorkedOut(Reason, code="worked_out"):
    """The sums that were asked for, the first first; `named`: the machine or chip they are of."""

    sums: tuple[Sum, ...]
    named: str = ""
    paid: Paid | None = None
    unheld_way: Purchase | None = None
    people: int = 0  # who may share one or have one each; the sum is of one
    usd_of_all: float = 0.0  # with one each


class WorkedWays(Reason, code="worked_ways"):
    """The same dollars in other ways to buy: way, USD an hour, USD; `first`: what is asked."""

    first: Sum
    ways: tuple[tuple[Purchase, float, float], ...]


class WorkedSides(Reason, code="worked_sides"):
    """The sums of each machine that is named; `least`: of which the first is the least."""

    sides: tuple[WorkedOut, ...]
    least: str = ""
