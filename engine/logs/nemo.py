"""NeMo: `train_step_timing in s` a step, in lines between bars, in a progress bar, or in DLLogger's JSON."""

from __future__ import annotations

import re

from engine.logs.log import Log, Point
from engine.logs.numbers import positive

_TIMING = re.compile(r'train_step_timing in s"?\s*[:=]\s*([\d.]+)')
_STEP = re.compile(r'global_step"?\s*[:=]\s*([\d.]+)')
_BATCH = re.compile(r'global_batch_size"?\s*[:=]\s*(\d+)')
_SAMPLES = re.compile(r'consumed_samples"?\s*[:=]\s*([\d.]+)')


def read_nemo(text: str) -> Log | None:
    """None if no step is timed."""
    points: dict[float, Point] = {}
    batch, samples = None, []
    for at, line in enumerate(re.split(r"[\r\n]+", text), 1):
        timing = _TIMING.search(line)
        if timing is None:
            continue
        step = _STEP.search(line)
        number = float(step[1]) if step else float(at)
        points[number] = Point(step=number, seconds_per_step=positive(timing[1]))
        size, consumed = _BATCH.search(line), _SAMPLES.search(line)
        batch = positive(size[1]) if size else batch
        if consumed:
            samples.append((number, float(consumed[1])))
    if not points:
        return None
    return Log(format="nemo", kind="training", points=tuple(points.values()), global_batch=batch or _each(samples))


def _each(samples: list[tuple[float, float]]) -> float | None:
    """Samples of one step, from how many were consumed between the first and the last."""
    if len(samples) < 2 or samples[-1][0] <= samples[0][0]:
        return None
    (first, before), (last, after) = samples[0], samples[-1]
    return positive((after - before) / (last - first))
