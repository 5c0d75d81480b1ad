"""Dollars that the cards of a thread told, and how its turns look at them: of a month, of eight, of each of three."""

from __future__ import annotations

from typing import Literal

from knowledge.facts import Cloud, Fact, Purchase

MOST = 6  # sums of a thread that are kept

SumUnit = Literal["hour", "run", "month"]
Ask = Literal["limit", "left", "buys", "paid"]


class ToldSum(Fact):
    """Dollars of one `unit`: of an hour of one machine with `chips`, or of one chip (`of_chip`), of which there are
    `machines`; of a run, or a month of serving, on all `machines`, which have `chips` together. `hours` of a run.
    `place`, `way`: asked about, and no price of it is held. `runs`, `runs_per_month`: as they were said. `by_chip`:
    of chips that were counted, whatever machine has them: another number is one of those."""

    usd: float
    low: float
    high: float
    unit: SumUnit
    thing: str
    chip: str = ""
    machines: int = 1
    chips: int = 1
    of_chip: bool = False
    by_chip: bool = False
    hours: float = 0.0
    purchase: Purchase | None = None
    cloud: Cloud | None = None
    region: str = ""
    place: str = ""
    way: Purchase | None = None
    day: str = ""
    runs: float = 1.0
    runs_per_month: float | None = None
    tokens: float | None = None  # of a run
    tokens_per_day: float | None = None  # that are served
    per_million: float | None = None  # USD for a million tokens served
    beside: bool = False  # of machines that the first line told, and not in dollars
    cites: tuple[str, ...] = ()

    @property
    def name(self) -> tuple[object, ...]:
        """What tells it from another sum of the thread."""
        return self.unit, self.thing, self.chip, self.machines, self.purchase, self.region, self.usd


class SumView(Fact):
    """How sums are looked at: `number` of the thing, over `hours`, for so much of them (`share`), with `factor` off
    or on, for each of `parts`; and what was asked of the last one (`ask`): whether it stays within `usd` a `period`,
    what that leaves, or how many of `wants` it buys."""

    number: float | None = None
    hours: float | None = None
    share: float = 1.0
    daily: float | None = None  # hours of a day, where those are the share
    factor: float = 1.0
    parts: float = 1.0
    runs_per_month: float | None = None
    ask: Ask | None = None
    usd: float | None = None
    period: float | None = None  # hours
    wants: str = ""


NO_VIEW = SumView()
