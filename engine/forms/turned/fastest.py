"""The fastest machine that can be rented instead of what an answer was about."""

from __future__ import annotations

from collections.abc import Iterable

from engine.workload.subject import Subject
from knowledge.facts import Cloud, Facts, Instance

VENDOR, ONE_BOARD = "nvidia", 8  # chips of the largest machine that is offered so


def fastest(clouds: Iterable[Cloud], about: Subject, facts: Facts) -> str | None:
    """Its type: the most 16-bit compute in one machine of GPUs; None where that is what it was about."""
    places, offered = frozenset(clouds), {offer.instance for offer in facts.offers if not offer.withdrawn}

    def peak(one: Instance) -> tuple[float, str]:
        return facts.accelerators[one.accelerator].bf16_dense_tflops.value * one.count, one.id

    rows = [
        one
        for one in facts.instances.values()
        if one.cloud in places and one.id in offered and one.count <= ONE_BOARD and not one.by_contract
    ]
    rows = [
        one for one in rows if (chip := facts.accelerators[one.accelerator]).is_usual_gpu and chip.vendor == VENDOR
    ]
    best = max(rows, key=peak, default=None)
    return best.id if best is not None and best.id != about.instance else None
