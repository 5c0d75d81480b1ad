"""Placement: the memory one process can address, and how a model is split over many such cores."""

from __future__ import annotations

import math
from functools import cache
from typing import NamedTuple

from engine.base.constants import Constants
from knowledge.facts import Accelerator
from knowledge.units import BYTES_PER_GIB


class Core(NamedTuple):
    """The memory one worker has to itself: a NeuronCore's share of a Trainium chip, else a whole chip.

    `usable` is what `total` leaves for tensors; runtime, compiled code, collectives and fragmentation take the rest.
    `safe` is what is left where they take the most on record. All in bytes. `per_chip` is the number of cores.
    """

    total: float
    usable: float
    safe: float
    per_chip: int

    @property
    def chip_usable(self) -> float:
        """Usable bytes of a whole chip."""
        return self.usable * self.per_chip


class Need(NamedTuple):
    """Bytes of a workload before it is split.

    `sharded` spreads over all cores (training: ZeRO over every device) or over the tensor-parallel ones (serving).
    `split` is held by every core, divided by the tensor-parallel degree alone: activations, and states no ZeRO
    stage shards; `gathered` likewise, where there is more than one core to gather a layer from. `cache` splits
    over tensor-parallel cores too, but never finer than one key-value head. `whole`: no tensor parallelism, as where
    a ZeRO stage was said that keeps a copy of the weights on every device.
    """

    sharded: float
    split: float = 0.0
    gathered: float = 0.0
    cache: float = 0.0
    serving: bool = False
    whole: bool = False

    def degrees(self, cores: int, heads: int | None) -> tuple[int, ...]:
        """The tensor-parallel degrees that it may be split by, the lowest first.

        Training forms equal groups of cores, so the degree divides their number: 7 GPUs have no groups of 4.
        """
        if self.whole:
            return (1,)
        known = tensor_degrees(cores, heads)
        return known if self.serving else tuple(degree for degree in known if cores % degree == 0)


class Placed(NamedTuple):
    """The split over the fewest instances: how many, the tensor-parallel degree, and the bytes on each core."""

    instances: int
    tensor_parallel: int
    core_bytes: float


def core_of(chip: Accelerator, constants: Constants) -> Core:
    """The memory of one worker on `chip`: that of a core where the data say so, else of the chip."""
    bound = chip.core_hbm_gib
    total = (bound or chip.hbm_gib).value * BYTES_PER_GIB
    share = constants.spread(usable_share(chip))
    return Core(
        total=total,
        usable=total * share.likely,
        safe=total * share.low,
        per_chip=chip.workers,
    )


def usable_share(chip: Accelerator) -> str:
    """The constant that says how much of its memory is usable: less of one that the CPU has, too."""
    if chip.core_hbm_gib and chip.vendor == "aws":
        return "neuron_usable_hbm_share"
    return "shared_usable_share" if chip.shared_memory else "usable_hbm_share"


@cache
def tensor_degrees(cores: int, heads: int | None) -> tuple[int, ...]:
    """Tensor-parallel degrees within one instance: whole heads on every core, so divisors of their number.

    Where the heads are not known: powers of two, as nearly all published models have.
    """
    if heads is None:
        return tuple(2**power for power in range(int(math.log2(cores)) + 1))
    return tuple(degree for degree in range(1, min(cores, heads) + 1) if heads % degree == 0)


def shares(count: int, heads: int | None, kv_heads: int | None) -> bool:
    """Whether serving engines split a model over so many chips by tensors: whole heads of each kind on every one."""
    if heads is None:
        return count & (count - 1) == 0
    groups = kv_heads or heads
    return heads % count == 0 and (groups % count == 0 or count % groups == 0)


def core_bytes(need: Need, degree: int, cores: int, instances: int, kv_heads: int | None) -> float:
    """Bytes on each core: training sharded / (cores x instances) + split / t, serving (sharded / t + cache) / n.

    Instances beyond the first hold other shards in training, and other layers (pipeline stages) in serving.
    """
    own = need.split + (need.gathered if cores * instances > 1 else 0.0)
    return _shared(need, degree, cores, kv_heads) / instances + own / degree


def _shared(need: Need, degree: int, cores: int, kv_heads: int | None) -> float:
    """Bytes on a core of a single instance that further instances share."""
    if not need.serving:
        return need.sharded / cores
    return need.sharded / degree + need.cache / min(degree, kv_heads or degree)


def place(need: Need, usable: float, cores: int, heads: int | None, kv_heads: int | None) -> Placed | None:
    """The fewest instances of `cores` cores that hold `need`, at the lowest tensor-parallel degree that does.

    A higher degree never puts more on a core, so the highest gives the number of instances. None if even then the
    part that every core must hold does not fit.
    """
    degrees = need.degrees(cores, heads)
    instances = _instances(need, usable, cores, degrees[-1], kv_heads)
    if instances is None:
        return None
    for degree in degrees:
        size = core_bytes(need, degree, cores, instances, kv_heads)
        if size <= usable:
            return Placed(instances, degree, size)
    return Placed(instances, degrees[-1], usable)  # equal up to rounding


def _instances(need: Need, usable: float, cores: int, degree: int, kv_heads: int | None) -> int | None:
    """ceil(shared bytes / free bytes on a core); None if nothing is free."""
    if core_bytes(need, degree, cores, 1, kv_heads) <= usable:
        return 1
    room = usable - (need.split + need.gathered) / degree
    return math.ceil(_shared(need, degree, cores, kv_heads) / room) if room > 0 else None
