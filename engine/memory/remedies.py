"""What to change where a workload does not fit: every change that suffices by itself, cheapest first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from engine.base.constants import Constants
from engine.memory.fit import LEAST_MEMORY, Fit, MemoryPlan, fit, need
from engine.workload.flops import Shape
from engine.workload.profile import Profile
from knowledge.facts import Accelerator, Instance

Change = Literal[
    "recompute",
    "shard",
    "micro_batch",
    "optimizer_8bit",
    "sequence",
    "lora",
    "qlora",
    "fp8",
    "int8",
    "int4",
    "context",
    "requests",
    "larger",
    "more",
]
SHORTEST = 512  # tokens below which no shorter sequence or context is proposed


class Remedy(NamedTuple):
    """A change that makes it fit: `to` is the new value (tokens, requests, instances, or a type's id).

    `core_gib` is what each core then holds on the hardware asked about, or on the `larger` one.
    """

    change: Change
    to: str = ""
    core_gib: float = 0.0


class MemoryWorkload(NamedTuple):
    """The workload that has to fit: the profile, the shape of its model, and how it is run."""

    profile: Profile
    shape: Shape
    constants: Constants
    plan: MemoryPlan = LEAST_MEMORY

    def on(self, instance: Instance, chip: Accelerator, **changed: object) -> Fit:
        """The fit on a type, with slots of the profile or terms of the plan changed."""
        slots = {name: value for name, value in changed.items() if name in Profile.model_fields}
        terms = {name: value for name, value in changed.items() if name in MemoryPlan._fields}
        plan = self.plan._replace(**terms)  # type: ignore[arg-type]
        needed = need(self.profile.model_copy(update=slots), self.shape, self.constants, plan)
        return fit(needed, self.shape, instance, chip, self.constants)


def remedies(
    work: MemoryWorkload,
    instance: Instance,
    chip: Accelerator,
    machines: int,
    siblings: Iterable[Instance],
    *,
    splits: bool,
) -> tuple[Remedy, ...]:
    """Changes that make `work` fit on `machines` of `instance`, then hardware that holds it unchanged.

    `siblings` are the types with the same chip to look for a larger one among; `splits`: whether several of
    `instance` may share one model.
    """
    changes = [
        Remedy(change, to, fitted.core_needs_gib)
        for change, to, changed in _software(work, chip)
        if _holds(fitted := work.on(instance, chip, **changed), machines)
    ]
    return (*changes, *_hardware(work, instance, chip, machines, siblings, splits=splits))


def _holds(fitted: Fit, machines: int) -> bool:
    return fitted.fits and 0 < fitted.instances <= machines


def _software(work: MemoryWorkload, chip: Accelerator) -> Iterator[tuple[Change, str, dict[str, object]]]:
    """The changes to the run itself, those that cost no quality first."""
    if work.profile.task == "inference":
        yield from _serving(work, chip)
        return
    plan, profile = work.plan, work.profile
    if plan.recompute != "full":
        yield "recompute", "", {"recompute": "full"}
    if plan.zero != 3:
        yield "shard", "", {"zero": 3}
    if plan.micro_batch > 1:
        yield "micro_batch", "1", {"micro_batch": 1}
    trains_all = profile.method not in ("lora", "qlora")
    if trains_all and plan.optimizer_bytes is None:
        eight_bit = work.constants.likely("adam_8bit_bytes_per_parameter")
        yield "optimizer_8bit", "", {"optimizer_bytes": eight_bit}
    for tokens in _halves(plan.sequence or work.constants.likely("sequence_length")):
        yield "sequence", f"{tokens:g}", {"sequence": tokens}
    if profile.task == "fine_tuning" and trains_all:
        yield "lora", "", {"method": "lora"}
    if profile.task == "fine_tuning" and profile.method != "qlora" and chip.family == "gpu":
        yield "qlora", "", {"method": "qlora"}


def _serving(work: MemoryWorkload, chip: Accelerator) -> Iterator[tuple[Change, str, dict[str, object]]]:
    plan = work.plan
    if plan.precision == "bf16":
        yield ("fp8" if chip.fp8_dense_tflops else "int8"), "", {"precision": "int8"}
    if plan.precision != "int4" and chip.family == "gpu":
        yield "int4", "", {"precision": "int4"}
    for tokens in _halves(plan.context or work.constants.likely("serving_context_tokens")):
        yield "context", f"{tokens:g}", {"context": tokens}
    requests = plan.requests or work.constants.likely("serving_batch")
    if requests > 1:
        yield "requests", "1", {"requests": 1.0}


def _halves(tokens: float) -> Iterator[float]:
    """The first half that is long enough to be of use; one proposal of a kind is enough."""
    if tokens / 2 >= SHORTEST:
        yield tokens / 2


def _hardware(
    work: MemoryWorkload,
    instance: Instance,
    chip: Accelerator,
    machines: int,
    siblings: Iterable[Instance],
    *,
    splits: bool,
) -> Iterator[Remedy]:
    """The smallest larger type or slice on sale that holds it, and how many of this type do."""
    room = instance.host_ram_gib or 0.0
    larger = [
        sibling for sibling in siblings if sibling.count > instance.count or (sibling.host_ram_gib or 0.0) > room
    ]
    for sibling in sorted(larger, key=lambda sibling: (sibling.count, sibling.host_ram_gib or 0.0)):
        fitted = work.on(sibling, chip)
        if _holds(fitted, 1):
            yield Remedy("larger", sibling.id, fitted.core_needs_gib)
            break
    fitted = work.on(instance, chip)
    if splits and fitted.fits and fitted.instances > machines:
        yield Remedy("more", f"{fitted.instances}", fitted.core_usable_gib - fitted.headroom_gib)
