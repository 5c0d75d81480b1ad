"""One offering with what it costs, or with the reason why it cannot be used."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import IntEnum
from typing import NamedTuple, TypeAlias

from engine.base.evidence import Achieved
from engine.base.interval import Interval, mean
from engine.base.lazy import Lazy
from engine.base.reason import Reason
from engine.base.trace import Step
from engine.carbon.footprint import Footprint
from engine.memory.fit import CoreMemory
from engine.options.constraints import Days
from engine.options.eligibility import NotLeading, Unpublished
from engine.options.exclusions import DoesNotFit, HostMemory, LatencyMeaning, TooFew
from engine.options.hidden_costs import HiddenCost
from engine.options.port import PortCost
from engine.options.run_cost import RunCost
from engine.prices.price_book import Quote
from knowledge.facts import GRADES, Cloud, Family, Grade, Purchase

PRICE_LISTS: frozenset[Grade] = frozenset({"own", "independent"})


class Named(IntEnum):
    """How exactly the asker named the hardware of an option: not at all, "a GPU", "an H100", "p5.48xlarge"."""

    NOT = 0
    BY_FAMILY = 1
    BY_CHIP = 2
    BY_TYPE = 3


class ServingFigures(NamedTuple):
    """How an option answers requests, without waiting in a queue; `chips` hold one copy of the model."""

    ttft_ms: float  # to the first token; of an encoder, the pass over a batch
    tpot_ms: float | None  # between tokens
    batch: float  # requests at once on one copy
    chips: int
    latency: LatencyMeaning | None  # what a latency limits, if there is one
    prompt_tokens: float
    answer_tokens: float | None
    precision: str  # of the weights
    tokens_per_second: float  # of one instance at full load
    utilization: float


class MemoryFigures(NamedTuple):
    """What each core holds, at the count of the option; `core`: gpu, tpu, neuron_core ..."""

    core: str
    held: CoreMemory
    cites: tuple[str, ...]


class Detail(NamedTuple):
    """What is told of an option beside its cost; the sum does not need it, and of most options nobody asks."""

    carbon: Footprint = Footprint(None, None)
    memory: MemoryFigures | None = None
    hidden_costs: tuple[HiddenCost, ...] = ()
    steps: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferedHardware:
    """What is rented: cloud, instance or slice, region, purchase option, and how many of them."""

    id: str
    cloud: Cloud
    instance: str
    accelerator: str
    chip_name: str
    family: Family
    count: int  # instances
    chips: int
    region: str  # that of its price, never empty; of an excluded one, where it was asked for
    purchase: Purchase
    runs: float = 1
    named: Named = Named.NOT

    @property
    def name_asked(self) -> str:
        """The name the asker used: the type where it was named, else the chip."""
        return self.instance if self.named is Named.BY_TYPE else self.accelerator


@dataclass(frozen=True, slots=True, kw_only=True)
class ExcludedOption(OfferedHardware):
    """An offering that cannot be used at all."""

    reason: Reason

    @property
    def fits(self) -> bool:
        return not isinstance(self.reason, DoesNotFit | HostMemory)


@dataclass(frozen=True, slots=True, kw_only=True)
class CostedOption(OfferedHardware):
    """An offering that works, with what it costs.

    `not_leading`: why it does not lead without being asked for (spot when interruptions were not accepted, a term
    commitment, another cloud, an old price). `too_few`: the number of machines that was said does not hold the work.
    """

    price: Quote
    run: RunCost
    port: PortCost
    speed: Achieved
    serving: ServingFigures | None = None
    not_leading: NotLeading | None = None
    too_few: TooFew | None = None
    in_time: Days | None = None  # where there is a deadline
    at_hand: bool = False  # what the asker runs on today
    unpublished: tuple[Unpublished, ...] = ()  # of a specialist cloud: what is not known of it
    work_sigma: float = 0.0  # log-spread of the work of a run, which every option shares
    detail: Lazy[Detail] = field(default_factory=lambda: Lazy.of(Detail()))

    @property
    def carbon(self) -> Footprint:
        return self.detail.value.carbon

    @property
    def memory(self) -> MemoryFigures | None:
        return self.detail.value.memory

    @property
    def hidden_costs(self) -> tuple[HiddenCost, ...]:
        return self.detail.value.hidden_costs

    @property
    def steps(self) -> tuple[Step, ...]:
        return self.detail.value.steps

    @property
    def may_lead(self) -> bool:
        return self.not_leading is None

    @property
    def evidence(self) -> Grade:
        """The weaker of speed and price. A team does not measure prices: a price list is as good as they get."""
        speed, price = self.speed.grade, self.price.grade
        return speed if price in PRICE_LISTS else max(speed, price, key=GRADES.index)

    @property
    def cites(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*self.price.cites, *self.speed.cites, *self.port.cites)))

    @property
    def usd_total(self) -> Interval:
        """Dollars of all planned runs, migration included."""
        return self.total_spread(self.runs)

    def total(self, runs: float) -> float:
        """Dollars to `runs` trained models, port included."""
        return self.port.usd.likely + self.run.total(runs).likely

    def total_spread(self, runs: float) -> Interval:
        """The same with its interval."""
        return self.port.usd.plus(self.run.total(runs))

    def choice_usd(self, runs: float) -> float:
        """What an option is chosen by: the mean of its total, which grows with every doubt, an old price's included.

        For a speed inferred from other chips the high end of the 80 percent interval: it is chosen only where it is
        the cheaper even so.
        """
        total = self.total_spread(runs)
        return total.high if self.speed.basis == "extrapolated" else mean(total)


def cheapest(options: Iterable[CostedOption], runs: float) -> CostedOption | None:
    """The option to choose for so many runs; None of none."""
    return min(options, key=lambda option: (option.choice_usd(runs), option.id), default=None)


Option: TypeAlias = CostedOption | ExcludedOption


def costed(options: Iterable[Option]) -> list[CostedOption]:
    return [option for option in options if isinstance(option, CostedOption)]


def leading(options: Iterable[Option]) -> list[CostedOption]:
    """Those that may lead."""
    return [option for option in costed(options) if option.may_lead]
