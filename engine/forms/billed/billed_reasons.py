"""What a bill of several lines says."""

from __future__ import annotations

from engine.base.computed import Computed
from engine.base.reason import Reason
from knowledge.facts import Cloud, Purchase


class Line(Computed):
    """`count` machines for `hours` each, USD in all. `asked`: the way that was; `place`: where no price is held."""

    instance: str
    count: int
    chips: int
    cloud: Cloud
    purchase: Purchase
    asked: Purchase
    region: str
    usd_per_hour: float
    hours: float
    usd: float
    day: str
    age: int
    old: bool
    own: bool
    place: str | None
    nearby: bool
    source: str
    claimed: bool = False


class Billed(Reason, code="billed"):
    """Lines of a bill.

    `kind`: sum (one machine bought in several ways, together), all (several machines together), ways or sides (one
    against another, the cheapest first), pays (a term against on demand, where a share of the hours is `used`: it
    pays from `pays_from`).

    `unit`: the month, week or hour that the `hours` are. `gap`: USD from the cheapest to the dearest, which is `less`
    by that share. `is_tie`: by nothing that counts. `missing`: ways of which no price is held.
    """

    kind: str
    lines: tuple[Line, ...]
    usd: float
    unit: str
    hours: float
    gap: float
    less: float
    missing: tuple[Purchase, ...]
    is_tie: bool
    used: float
    pays_from: float


class AgainstPaid(Reason, code="against_paid"):
    """A month of it against what is paid for one now: USD less, and by which share; below 0: more."""

    usd: float
    paid: float
    less: float
    share: float
