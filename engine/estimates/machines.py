"""A run on a machine: whether it fits there, its hours, and its dollars."""

from __future__ import annotations

import math
from typing import NamedTuple

from engine.base.computed import Computed
from engine.base.evidence import Achieved
from engine.base.interval import Interval, mean
from engine.estimates.memory import Holds, SetUp
from engine.options.named import is_named
from engine.options.problem import Problem
from engine.options.run_cost import run_cost
from engine.options.too_small import splits
from engine.prices.price_book import Quote
from engine.workload.conditions import FAMILIES
from knowledge.facts import Accelerator, Cloud, Instance, Purchase

MOST_MACHINES = 64
OPEN: tuple[Purchase, ...] = (
    "on_demand",
    "capacity_block",
    "spot",
)  # the first a type is sold by, where none was said
NVIDIA = "nvidia"


class Costs(NamedTuple):
    """Hours and dollars of one run; `rate` is what all machines cost an hour, `billed` the hours paid."""

    hours: Interval
    billed: Interval
    usd: Interval
    rate: float


class Placed(Computed):
    """A run on so many machines of a type. `quote` is None where nobody sells it, `costs` where no speed is known."""

    chip: Accelerator
    instance: Instance | None
    machines: int
    devices: int  # that work on it
    holds: Holds
    quote: Quote | None = None
    speed: Achieved | None = None
    costs: Costs | None = None
    is_named: bool = False

    @property
    def id(self) -> str:
        return self.instance.id if self.instance else self.chip.id

    @property
    def cloud(self) -> Cloud | None:
        return self.instance.cloud if self.instance else None

    @property
    def rented_chips(self) -> int:
        return self.machines * self.instance.count if self.instance else self.devices

    @property
    def cites(self) -> tuple[str, ...]:
        found = (*(self.quote.cites if self.quote else ()), *(self.speed.cites if self.speed else ()))
        return tuple(dict.fromkeys(found))

    @property
    def choice_usd(self) -> float:
        """What it is chosen by: the mean, or the high end where the speed was inferred from other chips."""
        if self.costs is None or self.speed is None:
            return math.inf
        return self.costs.usd.high if self.speed.basis == "extrapolated" else mean(self.costs.usd)


class Machines:
    """Everything one run can be placed on."""

    def __init__(
        self, problem: Problem, setup: SetUp, fewest: int = 1, copy: int = 1, *, in_bf16: bool = False
    ) -> None:
        """`fewest`: processes that the set-up takes at least; `copy`: those that hold one copy of the model.

        `in_bf16`: it is said to compute in BF16, so that a chip which does not is chosen for nobody.
        """
        self._problem, self._setup, self._fewest, self._copy = problem, setup, fewest, copy
        self._in_bf16 = in_bf16

    def named(self, devices: int | None) -> tuple[Placed, ...]:
        """On the machines the files name, each in the number they say; the one to use first."""
        profile, facts = self._problem.profile, self._problem.facts
        typed = [facts.instances[name] for name in profile.instances if name in facts.instances]
        words = frozenset(profile.candidates) - FAMILIES
        chips = [chip for chip in facts.accelerators.values() if is_named(chip, words)] if words and not typed else []
        known = {chip.id for chip in chips}
        sold = [instance for instance in facts.instances.values() if instance.accelerator in known]
        sold = [instance for instance in sold if instance.cloud in profile.clouds] or sold
        found = [placed for instance in typed if (placed := self._said(instance, devices))]
        found += [placed for instance in sold if (placed := self._said(instance, devices))]
        if not found and devices is not None:  # a machine with more chips than work on it
            larger = [instance for instance in sold if instance.count > devices]
            found += [self.at(instance, 1, devices, is_named=True) for instance in larger]
        if not found and devices is not None:  # so many that nobody's network was made for, and yet said
            whole = [instance for instance in sold if devices % instance.count == 0]
            most = max((instance.count for instance in whole), default=0)
            largest = [instance for instance in whole if instance.count == most]
            found += [self.at(instance, devices // most, devices, is_named=True) for instance in largest]
        unsold = known - {instance.accelerator for instance in sold} if not found else set()
        found += [self._unsold(facts.accelerators[name], devices) for name in sorted(unsold)]
        return tuple(sorted(found, key=_preference))

    def others(self, devices: int | None, families: frozenset[str]) -> tuple[Placed, ...]:
        """The cheapest machine of each chip and cloud that runs the same software and holds the run; those that take
        more chips than were said come after, and spot that nobody asked for last."""
        best: dict[tuple[str, Cloud, bool], Placed] = {}
        for instance in self._problem.facts.instances.values():
            chip = self._problem.chip(instance)
            common = chip.family != "gpu" or chip.vendor == NVIDIA
            if chip.family not in families or not common or not self._problem.is_here(instance) or not chip.trains:
                continue
            placed = self._fitting(instance, devices)
            if placed is None or placed.costs is None or (self._in_bf16 and not chip.has_bf16):
                continue
            key = chip.id, instance.cloud, self._interrupted(placed)
            if key not in best or _preference(placed) < _preference(best[key]):
                best[key] = placed
        return tuple(
            sorted(
                best.values(),
                key=lambda placed: (
                    self._interrupted(placed),
                    placed.devices != (devices or placed.devices),
                    _preference(placed),
                ),
            )
        )

    def on_demand(self, placed: Placed) -> Placed | None:
        """The same on demand; None where it is not sold like that."""
        return self._bought(placed, "on_demand")

    def _bought(self, placed: Placed, way: Purchase) -> Placed | None:
        quote = self._quote(placed.instance, way) if placed.instance else None
        if quote is None or quote.purchase != way:
            return None
        other = placed.model_copy(update={"quote": quote})
        return other.model_copy(update={"costs": self._costs(other)})

    def _interrupted(self, placed: Placed) -> bool:
        """On spot though nobody asked for it: it takes work that survives interruptions, and comes last."""
        return self._problem.profile.purchase is None and placed.quote is not None and placed.quote.purchase == "spot"

    def at(self, instance: Instance, machines: int, devices: int, *, is_named: bool = False) -> Placed:
        """On so many machines of a type, of whose chips so many work."""
        chip = self._problem.chip(instance)
        holds = self._setup.holds(chip, devices, instance.count)
        quote = self._quote(instance)
        speed = self._problem.speed(chip) if chip.trains else None
        placed = Placed(
            chip=chip,
            instance=instance,
            machines=machines,
            devices=devices,
            holds=holds,
            quote=quote,
            speed=speed,
            is_named=is_named,
        )
        return placed.model_copy(update={"costs": self._costs(placed)})

    def _said(self, instance: Instance, devices: int | None) -> Placed | None:
        """The number that was said; of a type that was named alone one, of a chip as few as hold the run."""
        profile = self._problem.profile
        by_type = instance.id in profile.instances
        if by_type:
            machines = profile.instance_count or (-(-devices // instance.count) if devices else 1)
            working = min(devices or machines * instance.count, machines * instance.count)
            return self.at(instance, machines, working, is_named=True)
        if devices is None:
            placed = self._fitting(instance, None)
            return placed.model_copy(update={"is_named": True}) if placed else None
        if devices % instance.count or not (
            self._is_said_by_nodes(instance, devices) or self._sells(instance, devices)
        ):
            return None
        return self.at(instance, devices // instance.count, devices, is_named=True)

    def _is_said_by_nodes(self, instance: Instance, devices: int) -> bool:
        """So many nodes of as many chips; the hosts of one TPU slice are no machines of their own."""
        is_whole = self._problem.chip(instance).family != "tpu" or self._problem.is_largest_slice(instance)
        return is_whole and devices == instance.count * (self._problem.profile.instance_count or 0)

    def _sells(self, instance: Instance, devices: int) -> bool:
        """Whether so many chips of it can work together: in one machine, or over a network made for it."""
        return devices == instance.count or (
            self._problem.is_largest_slice(instance) and splits(self._problem, instance)
        )

    def _unsold(self, chip: Accelerator, devices: int | None) -> Placed:
        count = devices or 1
        return Placed(
            chip=chip,
            instance=None,
            machines=0,
            devices=count,
            holds=self._setup.holds(chip, count, count),
            is_named=True,
        )

    def _fitting(self, instance: Instance, devices: int | None) -> Placed | None:
        """As many machines as were said chips, or as hold the run where that is more or nothing was said."""
        chip = self._problem.chip(instance)
        if instance.count > (devices or instance.count):
            return None
        first = -(-(devices or -(-self._fewest // chip.workers)) // instance.count)
        for machines in range(first, MOST_MACHINES + 1):
            if machines > 1 and not self._sells(instance, machines * instance.count):
                return None
            if machines * instance.count * chip.workers % self._copy:
                continue
            if self._setup.holds(chip, machines * instance.count, instance.count).fits:
                return self.at(instance, machines, machines * instance.count)
        return None

    def _quote(self, instance: Instance, wanted: Purchase | None = None) -> Quote | None:
        wanted = wanted or self._problem.profile.purchase
        quotes = {quote.purchase: quote for quote in self._problem.quotes(instance)}
        for way in (wanted,) if wanted else OPEN:
            if way in quotes and (not instance.sold or way in instance.sold or quotes[way].own == "rate"):
                return quotes[way]
        return None

    def _costs(self, placed: Placed) -> Costs | None:
        """Chips that are rented and do not work cost what the others do."""
        quote, speed, instance = placed.quote, placed.speed, placed.instance
        if quote is None or speed is None or instance is None:
            return None
        share = placed.devices / placed.rented_chips
        slowed = speed.model_copy(update={"speed": speed.speed.times(share)}) if share < 1 else speed
        cost = run_cost(self._problem, instance, quote, slowed, placed.machines)
        rate = quote.usd_per_hour.likely * placed.machines
        if self._problem.profile.managed:
            rate *= 1 + self._problem.constants.likely("sagemaker_surcharge")
        return Costs(cost.hours, cost.billed, cost.usd, rate)


def _preference(placed: Placed) -> tuple[bool, bool, float, str]:
    return not placed.holds.fits, placed.costs is None, placed.choice_usd, placed.id
