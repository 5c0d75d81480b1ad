"""Samples a second of one chip: as published of the model on it, else carried from another chip, else by GFLOP.

Between chips of one maker a speed lies between the ratios of the 16-bit peaks and of the bandwidths; between models
of one kind it goes by GFLOP, and between makers by the peak alone, ever wider.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from statistics import fmean, pstdev
from typing import Literal, NamedTuple

from engine.base.constants import Constants
from engine.base.interval import Interval
from engine.forms.loads.model import Served
from engine.forms.served.by_card import between_bounds
from knowledge.facts import Accelerator, Facts, ServedSpeed

Basis = Literal["measured", "other_chip", "other_model", "other_maker", "alike", "by_peak"]
KIN = 4  # letters of a name that models of one line share: "YOLOv8n", "YOLOv8m"
MEASURED: Basis = "measured"
CONVNET = "convnet"  # the kind whose images go in batches
CLIP_SECONDS = 30.0  # of audio, as which it is counted


class Row(NamedTuple):
    """A published speed as samples a second of the asked model, on the chip it was measured on."""

    chip: Accelerator
    speed: float
    published: float  # samples a second, as published
    model: str  # its name
    software: str
    steps: int | None
    source: str
    single: bool = False  # it was measured on one sample at a time


class Rate(NamedTuple):
    """Samples a second of one chip, what they rest on, and the measurement they are carried from."""

    speed: Interval
    basis: Basis
    row: Row
    gain: float = 1.0  # of batches over one at a time, where that was measured


def rate_of(
    served: Served, chip: Accelerator, facts: Facts, constants: Constants, weights: float | None = None
) -> Rate | None:
    """None where nothing of the kind was published that could be carried. `weights` that were said of a ranker."""
    rate = _rate_of(served, chip, facts, constants)
    rate = _no_slower(rate, served, chip, facts) if rate is not None else None
    if rate is not None and rate.row.single and served.model.kind == CONVNET:
        gain = constants.spread("image_batch_gain")
        rate = rate._replace(speed=rate.speed.times(Interval(gain.low, gain.likely, gain.high)), gain=gain.likely)
    if rate is None or served.model.kind != "recommender":
        return rate
    spread = math.hypot(constants.likely("sample_other_model_spread"), constants.likely("sample_recommender_spread"))
    speed = rate.speed.times(Interval.around(1.0, spread))
    if weights and weights > served.model.parameters:  # from as few for each candidate to all of them
        low = speed.low * served.model.parameters / weights
        speed = Interval(low, math.sqrt(low * speed.high), speed.high)
    return rate._replace(speed=speed, basis="alike")


def _no_slower(rate: Rate, served: Served, chip: Accelerator, facts: Facts) -> Rate:
    """A speed that was carried, at least that of a model of its kind that costs more and was measured there."""
    first = served.model.name.split()[0][:KIN].lower()
    if rate.basis == MEASURED or served.gflop is None:
        return rate
    above = [rate]
    for one in facts.served_speeds.values():
        other = facts.served_models[one.model]
        kin = other.kind == served.model.kind and other.name.lower().startswith(first)
        cost = (other.forward_gflop or 0.0) * (one.steps or 1)
        if kin and one.accelerator == chip.id and one.batched != rate.row.single and cost > served.gflop:
            row = _row(one, 1.0, other.name, facts)
            spread = rate.speed.high / rate.speed.likely
            above.append(Rate(Interval(row.speed, row.speed, row.speed * spread), "other_model", row))
    return max(above, key=lambda one: one.speed.likely)


def _rate_of(served: Served, chip: Accelerator, facts: Facts, constants: Constants) -> Rate | None:
    own = list(_own(served, facts))
    same = list(_of_kind(served, facts))
    there = [row for row in own if row.chip.id == chip.id]
    if there:
        logs = [math.log(row.speed) for row in there]
        spread = max(pstdev(logs), constants.likely("measurement_spread_one_group"))
        basis_there: Basis = "measured" if there[0].model == served.model.name else "other_model"
        if basis_there != "measured":
            spread = math.hypot(spread, constants.likely("sample_other_model_spread"))
        return Rate(Interval.around(math.exp(fmean(logs)), spread), basis_there, there[0])
    for rows, basis, wider in ((own, "other_chip", 0.0), (same, "other_model", "sample_other_model_spread")):
        near = _nearest([row for row in rows if row.chip.vendor == chip.vendor], chip)
        ratio = between_bounds(near[0].chip, chip) if near else None
        if ratio is not None:
            floor = constants.likely("measurement_spread_one_group")
            spread = math.hypot(floor, constants.likely(str(wider)) if wider else 0.0)
            middle = math.exp(fmean(math.log(row.speed) for row in near))
            speed = ratio.times(Interval.around(middle, spread))
            same_name = near[0].model == served.model.name
            return Rate(speed, "other_chip" if basis == "other_chip" and same_name else "other_model", near[0])
    if served.model.kind == "recommender":
        return None  # its tables live in the software of one maker
    return _of_other_maker(own or same, chip, constants)


def _of_other_maker(rows: list[Row], chip: Accelerator, constants: Constants) -> Rate | None:
    near = _nearest([row for row in rows if row.chip.vendor != chip.vendor], chip)
    if not near or chip.bf16_dense_tflops is None:
        return None
    ratio = chip.bf16_dense_tflops.value / near[0].chip.bf16_dense_tflops.value
    spread = math.hypot(constants.likely("extrapolation_spread"), constants.likely("sample_other_vendor_spread"))
    return Rate(Interval.around(near[0].speed * ratio, spread), "other_maker", near[0])


def _nearest(rows: list[Row], chip: Accelerator) -> list[Row]:
    """Those of the chip of the same generation, where there is one, that is nearest in peak; of one sample at a time,
    which a large chip does not fill, the nearest of any."""

    def away(row: Row) -> tuple[bool, float]:
        other = (row.chip.generation != chip.generation or chip.generation is None) and not row.single
        return other, abs(math.log(row.chip.bf16_dense_tflops.value / chip.bf16_dense_tflops.value))

    least = min(map(away, rows), default=(False, 0.0))
    return [row for row in rows if away(row) <= least]


def _own(served: Served, facts: Facts) -> Iterable[Row]:
    """Of the very model, at the steps and pixels that were asked for."""
    for one in facts.served_speeds.values():
        if one.model == served.model.id:
            yield _row(one, _steps(served, one) / served.scale, facts.served_models[one.model].name, facts)
    for speech in facts.speech_speeds.values():
        if speech.model == served.model.id and speech.batched:
            chip, speed = facts.accelerators[speech.accelerator], speech.audio_per_second / CLIP_SECONDS
            yield Row(chip, speed, speed, served.model.name, speech.software, None, speech.source)


def _of_kind(served: Served, facts: Facts) -> Iterable[Row]:
    """Of other models of the kind, by GFLOP; the model nearest in GFLOP on each chip."""
    gflop = served.gflop
    if gflop is None:
        return
    best: dict[str, tuple[float, Row]] = {}
    for one in facts.served_speeds.values():
        other = facts.served_models[one.model]
        if other.kind != served.model.kind or not other.forward_gflop or other.id == served.model.id:
            continue
        cost = other.forward_gflop * (one.steps or 1)
        away = abs(math.log(cost / gflop))
        if one.accelerator not in best or away < best[one.accelerator][0]:
            best[one.accelerator] = away, _row(one, cost / gflop, other.name, facts)
    yield from (row for _, row in best.values())


def _steps(served: Served, one: ServedSpeed) -> float:
    return one.steps / served.steps if one.steps and served.steps else 1.0


def _row(one: ServedSpeed, scale: float, name: str, facts: Facts) -> Row:
    speed = one.samples_per_second
    chip = facts.accelerators[one.accelerator]
    return Row(chip, speed * scale, speed, name, one.software, one.steps, one.source, not one.batched)
