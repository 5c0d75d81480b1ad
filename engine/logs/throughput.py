"""Tokens per second out of a log: the mean over time after the warm-up.

The first steps compile, fill caches and load data: they are left out. Steps of equal size count by the time they
take, so the mean is tokens over seconds, not the mean of speeds.
"""

from __future__ import annotations

from collections.abc import Iterable
from statistics import fmean

from engine.base.constants import Constants
from engine.logs.log import Figure, Lacking, Log, LogError, Throughput, Understood

FLOPS_PER_PARAMETER = 6  # forward and backward pass, per token: how the Trainer counts `total_flos`
LOW, HIGH = 0.1, 0.9
OTHER = 1.25  # times a batch that was said may differ from the one the log counts: it rounds, and drops the last


def throughput(log: Log, said: Understood, constants: Constants) -> Throughput | Lacking:
    """Tokens/s of all chips, from the most direct figure that the log holds; else what has to be said for it.

    Raises:
        LogError: it says of no step how long it took, so nothing that is said beside it helps.
    """
    chips = said.chips or log.chips
    if log.per_chip and chips is None:
        return Lacking(("chips",))
    scale = float(chips or 1) if log.per_chip else 1.0
    direct = _each_step((point.step, point.tokens_per_second) for point in log.points)
    if direct:
        return _mean([scale * speed for speed in direct], "tokens_per_second", constants)
    seen = _by_clock((p.seconds, p.tokens_seen) for p in log.points)
    if seen:
        return _mean(seen, "tokens_and_seconds", constants)
    steps = _each_step((point.step, point.seconds_per_step) for point in log.points) or [
        1 / rate for rate in _by_clock((p.seconds, p.step) for p in log.points)
    ]
    if steps:
        return _of_steps(steps, log, said, constants)
    return _of_totals(log, said, scale)


def _each_step(told: Iterable[tuple[float, float | None]]) -> list[float]:
    """A figure for each step: the mean of what several ranks print of one. A log that does not count its steps has
    them all."""
    known = [(step, value) for step, value in told if value]
    by_step: dict[float, list[float]] = {}
    for step, value in known:
        by_step.setdefault(step, []).append(value)
    return [value for _, value in known] if len(by_step) == 1 else list(map(fmean, by_step.values()))


def _by_clock(told: Iterable[tuple[float | None, float | None]]) -> list[float]:
    """How much more there is a second, between every two points that say how much there is after how many seconds.

    Where nothing was added, something else was done: an evaluation. A clock of whole seconds may stand still.
    """
    rates: list[float] = []
    before: tuple[float, float] | None = None
    for seconds, amount in told:
        if seconds is None or amount is None or (before is not None and seconds == before[0]):
            continue
        if before is not None and seconds > before[0] and amount > before[1]:
            rates.append((amount - before[1]) / (seconds - before[0]))
        before = seconds, amount
    return rates


def _of_steps(steps: list[float], log: Log, said: Understood, constants: Constants) -> Throughput | Lacking:
    sequence = said.tokens_per_sample or said.sequence_length or log.sequence_length
    batch = said.global_batch or log.global_batch
    if said.global_batch and log.global_batch and not 1 / OTHER < said.global_batch / log.global_batch < OTHER:
        raise LogError("log_other_batch", said=said.global_batch, counted=log.global_batch)
    if not sequence or not batch:
        needed = {"sequence_length": sequence, "global_batch": batch}
        return Lacking(tuple(name for name, value in needed.items() if not value))
    return _mean([sequence * batch / seconds for seconds in steps], "seconds_per_step", constants)


def _of_totals(log: Log, said: Understood, scale: float) -> Throughput | Lacking:
    """One figure for the whole run: its warm-up cannot be left out."""
    if log.tokens_per_second:
        return _single(scale * log.tokens_per_second, "tokens_per_second")
    if log.tokens and log.seconds:
        return _single(scale * log.tokens / log.seconds, "tokens_and_seconds")
    if log.samples_per_second and said.tokens_per_sample:
        return _single(scale * log.samples_per_second * said.tokens_per_sample, "samples_per_second")
    if log.total_flops and log.seconds and said.dense_parameters:
        tokens = log.total_flops / (FLOPS_PER_PARAMETER * said.dense_parameters)
        return _single(tokens / log.seconds, "total_flops")
    if not log.samples_per_second:
        raise LogError("log_without_time", format=log.format)
    return Lacking(("tokens_per_sample",))


def _single(speed: float, figure: Figure) -> Throughput:
    return Throughput(speed, speed, speed, figure, used=1, warm_up=0)


def _mean(speeds: list[float], figure: Figure, constants: Constants) -> Throughput:
    """The mean over time of steps of equal size: the harmonic mean of their speeds, without the warm-up."""
    cut = _warm_up(len(speeds), constants)
    kept = speeds[cut:]
    mean = len(kept) / sum(1 / speed for speed in kept)
    ordered = sorted(kept)
    low, high = (ordered[round(share * (len(ordered) - 1))] for share in (LOW, HIGH))
    return Throughput(mean, min(low, mean), max(high, mean), figure, used=len(kept), warm_up=cut)


def _warm_up(points: int, constants: Constants) -> int:
    """How many points at the start are left out; none of a log of one or two."""
    share, least = constants.likely("log_warm_up_share"), round(constants.likely("log_warm_up_points"))
    return 0 if points <= least + 1 else max(least, int(share * points))
