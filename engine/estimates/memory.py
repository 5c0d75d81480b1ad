"""Whether the set-up of a config fits: what each chip holds under its sharding, batch and recomputation."""

from __future__ import annotations

from typing import NamedTuple, cast

from engine.base.constants import Constants
from engine.estimates.run import Run
from engine.memory.activations import Recompute
from engine.memory.fit import MemoryPlan, need
from engine.memory.optimizers import OPTIMIZERS
from engine.memory.placement import Need, core_bytes, core_of
from engine.memory.training_states import ZeroStage
from engine.workload.flops import Shape
from engine.workload.profile import Profile
from knowledge.facts import Accelerator
from knowledge.units import gib

WHOLE, SHARDED = 0, 3  # ZeRO stages: nothing is sharded, everything is
KEPT: dict[str | None, Recompute] = {None: "selective", "none": "selective", "selective": "selective", "full": "full"}
EIGHT_BIT = ("8bit", "8-bit", "int8")


class Holds(NamedTuple):
    """GiB on each core of the chips of a run, and what a core has for it."""

    core_gib: float
    usable_gib: float

    @property
    def fits(self) -> bool:
        return self.core_gib <= self.usable_gib


class SetUp:
    """The memory of one run under its own set-up."""

    def __init__(self, run: Run, profile: Profile, shape: Shape, constants: Constants) -> None:
        self._run, self._shape, self._constants = run, shape, constants
        self._profile = profile

    def holds(self, chip: Accelerator, devices: int, per_machine: int, stage: int | None = None) -> Holds:
        """On so many devices, of which a machine has `per_machine`; under another ZeRO stage if one is given."""
        core = core_of(chip, self._constants)
        cores = min(devices, per_machine) * core.per_chip
        machines = max(1, -(-devices // per_machine))
        degree = min(self._run.copy_devices, cores * machines)
        size = core_bytes(self._need(stage), degree, cores, machines, self._shape.kv_heads)
        return Holds(gib(size), gib(core.usable))

    @property
    def stage(self) -> int:
        """The ZeRO stage of the files. Where nothing is said of sharding, every chip holds the whole model."""
        setup = self._run.setup
        if setup.zero_stage is not None:
            return setup.zero_stage
        return SHARDED if setup.sharding == "fsdp" or self._run.copy_devices > 1 else WHOLE

    def _need(self, stage: int | None) -> Need:
        setup = self._run.setup
        micro = (setup.micro_batch or 1) * self._run.sequences_a_sample
        plan = MemoryPlan(
            recompute="full" if "activations" in setup.offload else KEPT[setup.recompute],
            zero=cast("ZeroStage", self.stage if stage is None else stage),
            micro_batch=micro,
            optimizer_bytes=self._optimizer_bytes(),
        )
        needed = need(self._profile, self._shape, self._constants, plan)
        if "parameters" in setup.offload and plan.zero == SHARDED:
            return needed._replace(sharded=0.0)
        return needed

    def _optimizer_bytes(self) -> float | None:
        """None means what Adam takes in mixed precision."""
        setup = self._run.setup
        if "optimizer" in setup.offload:
            return 0.0
        name = (setup.optimizer or "").casefold()
        if any(mark in name for mark in EIGHT_BIT):
            return self._constants.likely("adam_8bit_bytes_per_parameter")
        held = next((each for each in OPTIMIZERS if each in name), None)
        return self._constants.likely(f"{held}_bytes_per_parameter") if held is not None else None
