"""What is said of the machines that a load takes."""

from __future__ import annotations

from typing import Literal

from engine.base.interval import Interval
from engine.base.reason import Reason
from engine.forms.loads.told_work import Work
from knowledge.facts import Purchase

Enough = Literal["yes", "maybe", "no"]
Line = tuple[str, str, int, int, int, int, float, float]


class LoadTakes(Reason, code="load_takes"):
    """Machines for a load that goes on, the cheapest first: type, chip, machines, at least and at most, chips of
    each, dollars an hour of all and a month. `saves` a month against the machines that run it today.
    `enough`: whether `said_machines` of the first are, where that is asked."""

    rows: tuple[Line, ...]
    unit: str
    rate: float
    a_day: float | None  # so many a day, of what does not come every second
    model: str
    steps: int | None
    side: int | None
    busy: float
    purchase: Purchase
    is_named: bool
    is_open: bool  # the range is too wide for a count: `usd_each` an hour of one machine of the first
    usd_each: float
    taken: float | None  # weights of the ranker that was measured, and those that were said, where they are more
    weights: float | None
    enough: Enough | None
    used: Interval | None  # of the machines that were said, the share of the time that they are busy
    carried: float | None  # samples a second that they carry
    said_machines: int
    today: str
    today_machines: int
    today_usd: float
    saves: Interval | None
    more: float | None  # dollars a month that they cost more than those
    work: Work | None = None  # GFLOP of one, weights and tokens that make it
    zones: int = 1  # each carries all of it
    part_hours: float = 0.0  # a month in which one machine works, where that is little and it may be off between
    part_usd: float = 0.0


class JobOn(Reason, code="job_on"):
    """A job that ends: machines of the cheapest way with hours and dollars of all of it. `days` by which it is to be
    done; `needed` machines for that, where others were said. `others`: the same of what was named beside it."""

    instance: str
    chip: str
    machines: int
    least: int
    needed: int
    most: int
    is_said: bool
    part: int | None  # chips of one machine at work, paid by their share
    hours: Interval
    chip_hours: Interval
    usd: Interval
    usd_per_hour: float
    purchase: Purchase
    asked_purchase: Purchase
    unit: str
    number: float
    model: str
    steps: int | None
    side: int | None
    busy: float
    days: float | None
    monthly: bool  # it is so much each month
    each_usd: Interval | None  # dollars of one, where that is asked
    at_once: int  # machines that do that much in a month, where it is of each month
    hours_allowed: float | None  # the same in hours
    is_named: bool
    others: tuple[tuple[str, str, int, float, float], ...]
    work: Work | None = None
    enough_usd: float | None = None  # dollars that were said to be there


class LoadFrom(Reason, code="load_from"):
    """What one chip does and what that rests on."""

    chip: str
    unit: str
    speed: Interval
    basis: str
    other: str
    other_model: str
    published: float
    software: str
    gain: float = 1.0  # of batches over one at a time, which was measured
    steps: int | None


class LoadByPeak(Reason, code="load_by_peak"):
    """What one chip does of work that was told: a share of its 16-bit peak."""

    chip: str
    unit: str
    speed: Interval
    peak: float
    share: float
    eight: float | None  # times that in 8 bits, where the chip computes in them


class LoadHost(Reason, code="load_host"):
    """What each machine has to take in and give back a second."""

    unit: str
    each: float
    machines: int
    instance: str


class LoadLive(Reason, code="load_live"):
    """Sound that is heard as it comes is decoded several times."""

    passes: float


class LoadUnpriced(Reason, code="load_unpriced"):
    """What runs it today has no price here."""

    name: str
    machines: int


class LoadCpu(Reason, code="load_cpu"):
    """CPUs are asked about, of which no speed is held."""

    teraflops: float


class LoadUsual(Reason, code="load_usual"):
    """The size that was taken, where the name of the model left it open."""

    model: str


class LoadUnheld(Reason, code="load_unheld"):
    """What was named beside, of which no speed is held, or no price."""

    names: tuple[str, ...]


class LoadRanker(Reason, code="load_ranker"):
    """What a candidate costs: the weights multiplied for it, of all that were said, and of the ranker measured."""

    weights: float | None
    taken: float


class LoadLatency(Reason, code="load_latency"):
    """The count is of the load, and no latency was checked."""

    limit: float
    busy: float


class LoadMeasure(Reason, code="load_measure"):
    """The one measurement that settles it."""

    unit: str
    rate: float
    busy: float


class LoadUnknown(Reason, code="load_unknown"):
    """No speed of it is held: chips by seconds for one sample.

    `alone_ms`: milliseconds up to which one chip is enough; at one second it takes `at_one`.
    """

    model: str
    unit: str
    rate: float | None
    number: float | None
    days: float | None
    busy: float
    alone_ms: float
    at_one: int


class LoadSeconds(Reason, code="load_seconds"):
    """How many samples a second does one card do?"""

    unit: str
