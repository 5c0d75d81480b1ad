"""What a chip really achieves, from published measurements; never from its peak alone."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping
from statistics import median
from typing import Literal

from engine.constants import Constants
from engine.interval import Z80, Interval
from engine.work import Shape
from knowledge.facts import GRADES, Accelerator, Fact, Facts, Grade, Measurement, RelativeClaim

Basis = Literal["measured", "claimed", "extrapolated"]
BF16_LIKE = frozenset({"bf16", "bf16+sr", "bf16/amp", "bf16+fp32 optimizer", "amp"})
NEAR = math.log(6)  # a model six times larger or smaller counts for 1/e of one of the same size


class Achieved(Fact):
    """Useful speed of one chip on one kind of work, with the evidence it rests on.

    `speed` is TFLOP/s per chip for training, active-parameter-tokens/s per chip for serving.
    `groups` counts independent sets of measurements; `of` is the chip the figure was taken from.
    """

    speed: Interval
    basis: Basis
    grade: Grade
    cites: tuple[str, ...]
    groups: int
    of: str
    claim: str | None = None


def training(chip: Accelerator, work: Shape, facts: Facts) -> Achieved | None:
    """BF16 training speed: measured, else recovered from a vendor's claim, else extrapolated.

    None where nothing honest can be said: no measurement, no claim, and no sibling chip measured.
    """
    measured = _measured(chip, work, facts)
    if measured:
        return measured
    for claim in facts.relative_claims.values():
        if claim.accelerator == chip.id:
            claimed = _claimed(claim, work, facts)
            if claimed:
                return claimed
    return _extrapolated(chip, work, facts)


def serving(chip: Accelerator, work: Shape, facts: Facts) -> Achieved | None:
    """Serving speed as output tokens/s x active parameters per chip, from measured throughput.

    The product is what HBM bandwidth and batch together allow, so it carries from one model size to the
    next far better than tokens/s does.
    """
    rows = [row for row in facts.measurements if row.kind == "inference" and row.accelerator == chip.id]
    if rows:
        values = {row.id: row.tokens_per_second_per_accelerator * row.active_parameters for row in rows}
        return _from_rows(chip, rows, values, work, facts)
    siblings = [
        (other, found)
        for other in facts.accelerators.values()
        if other.vendor == chip.vendor and other.serves and other.id != chip.id
        for found in (_served(other, work, facts),)
        if found
    ]
    if not siblings:
        return None
    ratios = [found.speed.likely / other.hbm_gbps.value for other, found in siblings]
    cites = tuple(dict.fromkeys(cite for _, found in siblings for cite in found.cites))
    return _guess(median(ratios) * chip.hbm_gbps.value, siblings[0][0].id, len(siblings), cites, facts)


def _served(chip: Accelerator, work: Shape, facts: Facts) -> Achieved | None:
    has_rows = any(row.kind == "inference" and row.accelerator == chip.id for row in facts.measurements)
    return serving(chip, work, facts) if has_rows else None


def _measured(chip: Accelerator, work: Shape, facts: Facts) -> Achieved | None:
    rows = [
        row
        for row in facts.measurements
        if row.kind == "training"
        and row.accelerator == chip.id
        and row.precision in BF16_LIKE
        and row.flops_per_token
    ]
    same_kind = [row for row in rows if (row.architecture == "moe") == work.moe]
    rows = same_kind or rows
    if not rows:
        return None
    values = {row.id: row.tokens_per_second_per_accelerator * (row.flops_per_token or 0) / 1e12 for row in rows}
    return _from_rows(chip, rows, values, work, facts)


def _from_rows(
    chip: Accelerator, rows: Iterable[Measurement], values: Mapping[str, float], work: Shape, facts: Facts
) -> Achieved:
    """Weighted median over groups; one group counts once however many rows it published."""
    groups: dict[str, list[Measurement]] = defaultdict(list)
    for row in rows:
        groups[row.group].append(row)
    points = []
    for members in groups.values():
        size = median(row.active_parameters for row in members)
        weight = math.exp(-((math.log(size / work.active_parameters) / NEAR) ** 2))
        points.append((median(values[row.id] for row in members), max(weight, 1e-9)))
    points.sort()
    nearest = sorted(
        groups.values(), key=lambda rows_: abs(math.log(rows_[0].active_parameters / work.active_parameters))
    )
    cites = tuple(dict.fromkeys(row.source for members in nearest[:3] for row in members))
    constants = Constants(facts)
    floor = constants.likely("measurement_spread_one_group" if len(points) == 1 else "measurement_spread_floor")
    likely = _quantile(points, 0.5)
    low = min(_quantile(points, 0.1), likely * math.exp(-Z80 * floor))
    high = max(_quantile(points, 0.9), likely * math.exp(Z80 * floor))
    worst = max((_grade(row, facts) for members in nearest[:3] for row in members), key=GRADES.index)
    return Achieved(
        speed=Interval(low=low, likely=likely, high=high),
        basis="measured",
        grade=worst,
        cites=cites,
        groups=len(points),
        of=chip.id,
    )


def _claimed(claim: RelativeClaim, work: Shape, facts: Facts) -> Achieved | None:
    """Throughput ratio = (1 + gain) x price ratio *at the prices of the claim's day*, then applied to the baseline.

    A claim of throughput per dollar says nothing at another day's prices until this is undone.
    """
    baseline = _measured(facts.accelerators[claim.baseline_accelerator], work, facts)
    if baseline is None:
        return None
    mine, theirs = facts.instances[claim.instance], facts.instances[claim.baseline_instance]
    price_ratio = claim.instance_usd_per_hour.value / claim.baseline_usd_per_hour.value
    per_chip = price_ratio * theirs.count / mine.count
    constants = Constants(facts)
    doubt = constants.spread("claim_throughput_factor")
    ratio = Interval(
        low=(1 + claim.gain_low) * per_chip,
        likely=(1 + (claim.gain_low + claim.gain_high) / 2) * per_chip,
        high=(1 + claim.gain_high) * per_chip,
    )
    cites = (claim.source, claim.instance_usd_per_hour.source, claim.baseline_usd_per_hour.source)
    return Achieved(
        speed=baseline.speed.times(ratio).times(doubt),
        basis="claimed",
        grade="claim",
        cites=tuple(dict.fromkeys(cites + baseline.cites)),
        groups=0,
        of=baseline.of,
        claim=claim.id,
    )


def _extrapolated(chip: Accelerator, work: Shape, facts: Facts) -> Achieved | None:
    """Median measured utilisation of the vendor's other chips x this chip's dense BF16 peak."""
    siblings = [
        (other, found)
        for other in facts.accelerators.values()
        if other.vendor == chip.vendor and other.id != chip.id
        for found in (_measured(other, work, facts),)
        if found
    ]
    if not siblings:
        return None
    utilisation = median(found.speed.likely / other.bf16_dense_tflops.value for other, found in siblings)
    cites = (chip.bf16_dense_tflops.source, *(cite for _, found in siblings for cite in found.cites))
    likely = utilisation * chip.bf16_dense_tflops.value
    return _guess(likely, siblings[0][0].id, len(siblings), cites, facts)


def _guess(likely: float, of: str, groups: int, cites: tuple[str, ...], facts: Facts) -> Achieved:
    sigma = Constants(facts).likely("extrapolation_spread")
    return Achieved(
        speed=Interval.around(likely, sigma),
        basis="extrapolated",
        grade="assumed",
        cites=tuple(dict.fromkeys(cites)),
        groups=groups,
        of=of,
    )


def _grade(row: Measurement, facts: Facts) -> Grade:
    return row.grade or facts.sources[row.source].grade


def _quantile(points: list[tuple[float, float]], share: float) -> float:
    """Weighted quantile of (value, weight) sorted by value: the first value at which `share` of the weight is met."""
    total = sum(weight for _, weight in points)
    met = 0.0
    for value, weight in points:
        met += weight
        if met >= share * total - 1e-12:
            return value
    return points[-1][0]
