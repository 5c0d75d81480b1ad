"""How much of their peak chips are seen to reach in training, over everything that was published of them."""

from __future__ import annotations

from statistics import median

from engine.base.evidence import Evidence
from engine.base.reason import Reason
from engine.options.named import is_named
from engine.workload.profile import Profile
from knowledge.facts import Facts

TOLD = 3  # chips at most


class MfuSeen(Reason, code="mfu_seen"):
    """Model FLOPs utilization of one chip: the lowest, the middle and the highest of `sets` independent sets."""

    chip: str
    low: float
    middle: float
    high: float
    sets: int
    tflops: float


def achieved(said: Profile, facts: Facts, evidence: Evidence) -> tuple[MfuSeen, ...]:
    """Of each chip that was named and that somebody published training speeds of; dense models first."""
    found = []
    for chip in facts.accelerators.values():
        groups = evidence.groups("training", chip.id) if is_named(chip, frozenset(said.candidates)) else ()
        groups = tuple(group for group in groups if not group.moe) or groups
        if not groups:
            continue
        values = [group.value for group in groups]
        peak = chip.bf16_dense_tflops.value
        found.append(
            MfuSeen(
                chip=chip.name,
                low=min(values) / peak,
                middle=median(values) / peak,
                high=max(values) / peak,
                sets=len(groups),
                tflops=median(values),
                cites=tuple(dict.fromkeys(source for group in groups for source in group.sources))[:4],
            )
        )
    return tuple(sorted(found, key=lambda one: -one.sets)[:TOLD])
