"""The smallest machine that has the memory of some NeuronCore chips and a host that compiles a model for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.base.constants import Constants
from engine.memory.fit import NEURON, host_short_gib
from engine.workload.flops import Shape
from knowledge.facts import Accelerator, Instance


def compiles_on(
    shape: Shape,
    chip: Accelerator,
    chips: int,
    machines: Iterable[Instance],
    accelerators: Mapping[str, Accelerator],
    constants: Constants,
) -> Instance | None:
    """By the memory of its host; None where none is known."""
    needed = chip.hbm_gib.value * chips

    def holds(one: Instance) -> bool:
        kind = accelerators[one.accelerator]
        enough = kind.family in NEURON and kind.serves and kind.hbm_gib.value * one.count >= needed
        enough = enough and kind.hbm_gib.value >= chip.hbm_gib.value
        return enough and bool(one.host_ram_gib) and not host_short_gib(shape, one, kind, 1, constants)

    found = [one for one in machines if holds(one)]
    return min(found, key=lambda one: (one.host_ram_gib or 0.0, one.id), default=None)
