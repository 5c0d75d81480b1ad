"""One offering, costed: what a run takes on it, what it costs with the port, and why it may not lead."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Literal

from engine.base.evidence import Basis
from engine.base.interval import Interval
from engine.base.reason import Reason
from engine.base.trace import Step
from engine.memory.fit import CoreMemory
from engine.options.eligibility import NotLeading
from engine.options.exclusions import DoesNotFit, HostMemory, LatencyMeaning, TooFew
from engine.prices.capacity_blocks import Booking
from engine.prices.spot import SpotPlan
from knowledge.facts import Cloud, Family, Grade, Purchase

Per = Literal["once", "run", "year"]
Code = Literal["upkeep", "first_compile", "idle", "checkpoints", "weights_kept", "weights_home", "data_over"]


@dataclass(frozen=True, slots=True)
class BillLine:
    """One line of the rest of the bill: USD once, a run or a year."""

    code: Code
    usd: Interval
    per: Per
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Option:
    """An offering (cloud, instance or slice, region, purchase, count) with its costs.

    `excluded`: it cannot be used at all. `not_leading`: it can, but does not lead without being asked for
    (spot when interruptions were not accepted, a term commitment, another cloud, an old price).
    `own_block_hours`: hours billed for a run that has a Capacity Block to itself.
    """

    id: str
    cloud: Cloud
    instance: str
    accelerator: str
    chip_name: str
    family: Family
    count: int  # instances
    chips: int
    region: str | None
    purchase: Purchase
    usd_per_hour: Interval | None = None  # one instance
    price_as_of: date | None = None
    price_age_days: int | None = None
    price_is_old: bool = False  # older than a firm verdict may rest on
    hours_per_run: Interval | None = None
    billed_hours: Interval | None = None
    usd_per_run: Interval | None = None
    steady_usd_per_run: Interval | None = None  # what one more run adds in a long queue of them
    port_usd: Interval | None = None
    port_weeks: Interval | None = None
    first_job_weeks: Interval | None = None
    port_cites: tuple[str, ...] = ()
    runs: float = 1
    usd_total: Interval | None = None
    usd_per_million_tokens: Interval | None = None
    kwh_per_run: Interval | None = None
    gco2e_per_run: Interval | None = None
    speed: Interval | None = None  # TFLOP/s a chip (training), output tokens/s a chip (serving)
    ttft_ms: float | None = None  # serving: to the first token, without waiting in a queue
    tpot_ms: float | None = None  # serving: between tokens
    batch: float | None = None  # serving: requests at once on one copy of the model
    joined: int | None = None  # serving: chips that hold one copy
    latency_is: LatencyMeaning | None = None  # serving: what a latency limits
    asked_tokens: tuple[float, float] | None = None  # serving: tokens of a prompt and of an answer
    basis: Basis | None = None
    groups: int = 0
    claim: str | None = None
    own_price: Literal["rate", "discount"] | None = None  # the price is that of the team that asks
    list_usd_per_hour: float | None = None  # beside an own price
    own: bool = False  # the speed was measured by the team that asks
    evidence: Grade = "assumed"
    cites: tuple[str, ...] = ()
    price_cites: tuple[str, ...] = ()
    speed_cites: tuple[str, ...] = ()
    excluded: Reason | None = None
    not_leading: NotLeading | None = None
    named: bool = False  # the asker named this chip or type
    type_named: bool = False  # the asker named this very type
    asked_for: bool = False  # the asker named this very type or chip, not only its family
    too_few: TooFew | None = None  # the number of them that was said does not hold the work
    own_block_hours: float | None = None
    beside: tuple[BillLine, ...] = ()  # the rest of the bill
    core: str = "chip"  # what memory belongs to: gpu, tpu, neuron_core ...
    memory: CoreMemory | None = None  # on each core, at this count
    memory_cites: tuple[str, ...] = ()
    booking: Booking | None = None
    spot: SpotPlan | None = None  # how often to checkpoint and when to walk away, for spot
    steps: tuple[Step, ...] = ()

    @property
    def fits(self) -> bool:
        return not isinstance(self.excluded, DoesNotFit | HostMemory)

    @property
    def costed(self) -> bool:
        return self.excluded is None and self.usd_per_run is not None

    @property
    def may_lead(self) -> bool:
        return self.costed and self.not_leading is None

    def total(self, runs: float) -> float:
        """Dollars to `runs` trained models, port included."""
        if self.usd_per_run is None or self.port_usd is None:
            raise ValueError(f"{self.id} has no cost; ask `costed` first")
        return self.port_usd.likely + runs * self.usd_per_run.likely

    def total_spread(self, runs: float) -> Interval:
        """The same with its interval."""
        if self.usd_per_run is None or self.port_usd is None:
            raise ValueError(f"{self.id} has no cost; ask `costed` first")
        return self.port_usd.plus(self.usd_per_run.times(float(runs)))
