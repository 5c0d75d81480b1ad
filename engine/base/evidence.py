"""The measurements, grouped once: what each chip achieved, by independent group."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from statistics import median
from typing import Literal, NamedTuple

from engine.base.computed import Computed
from engine.base.interval import Interval
from knowledge.facts import GRADES, Facts, Grade, Measurement
from knowledge.units import TERA

BF16_LIKE = frozenset({"bf16", "bf16+sr", "bf16/amp", "bf16+fp32 optimizer", "amp"})

ASKER = "asker"  # the source of what was said
Kind = Literal["training", "inference"]
Basis = Literal["measured", "claimed", "extrapolated"]


class Achieved(Computed):
    """Useful speed of one chip on one kind of work, with the evidence it rests on.

    `speed` is TFLOP/s per chip for training, output tokens/s per chip for serving (engine/options/serving_plan.py).
    `groups` counts independent sets of measurements; `source_chip` is the chip that was measured.
    """

    speed: Interval
    basis: Basis
    grade: Grade
    cites: tuple[str, ...]
    groups: int
    source_chip: str
    claim: str | None = None
    precision: str | None = None  # of training in tokens; None where it is not known

    @property
    def is_own(self) -> bool:
        """Whether the team that asks measured it."""
        return self.grade == "own"


class Group(NamedTuple):
    """One independent set of measurements: however many rows it published, it counts once.

    `value` is TFLOP/s per chip for training, output tokens/s x active parameters per chip for serving.
    """

    value: float
    active_parameters: float
    moe: bool
    grade: Grade
    sources: tuple[str, ...]


class Evidence:
    """Groups by chip and kind of work, computed once from the facts."""

    def __init__(self, facts: Facts) -> None:
        self._groups: dict[tuple[Kind, str], tuple[Group, ...]] = {}
        rows: dict[tuple[Kind, str], list[Measurement]] = defaultdict(list)
        for row in facts.measurements:
            if row.kind == "inference" and row.architecture == "encoder":
                continue  # tokens read, not written: engine/serving/encoder.py
            if row.kind == "inference" or (row.precision in BF16_LIKE and row.flops_per_token):
                rows[row.kind, row.accelerator].append(row)
        for (kind, chip), members in rows.items():
            self._groups[kind, chip] = tuple(_groups(members, _flops if kind == "training" else _streamed, facts))

    def groups(self, kind: Kind, chip: str) -> tuple[Group, ...]:
        """All groups of a chip, empty where nothing is published."""
        return self._groups.get((kind, chip), ())


def _groups(rows: Iterable[Measurement], value: Callable[[Measurement], float], facts: Facts) -> Iterable[Group]:
    by_group: dict[tuple[str, bool], list[Measurement]] = defaultdict(list)
    for row in rows:
        by_group[row.group, row.architecture == "moe"].append(row)
    for (_, moe), members in by_group.items():
        values = [value(row) for row in members]
        yield Group(
            # serving rows of one group differ by batch; the largest is what the chip can carry
            value=max(values) if members[0].kind == "inference" else median(values),
            active_parameters=median(row.active_parameters for row in members),
            moe=moe,
            grade=max((row.grade or facts.sources[row.source].grade for row in members), key=GRADES.index),
            sources=tuple(dict.fromkeys(row.source for row in members)),
        )


def _flops(row: Measurement) -> float:
    return row.tokens_per_second_per_accelerator * (row.flops_per_token or 0.0) / TERA


def _streamed(row: Measurement) -> float:
    return row.tokens_per_second_per_accelerator * row.active_parameters
