"""A training log of whatever library: lines, or lines of JSON, that name a speed and a step.

`step: 10 | tokens_per_sec_per_gpu: 14K`, `Tokens/s/device: 8094.9`, `throughput/device/TPS=12,034` and `iter time:
310.5 ms`: what a figure is called says what it is of. Figures below a line that names a step are of that step.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from engine.logs.log import Log, Point
from engine.logs.metric_names import BATCH, ELAPSED, IN_ALL, PER_CHIP, RATE, SECONDS, SEEN, STEP, flat

LONGEST_LINE, LONGEST_PART = 8_000, 600  # characters that are looked at
_COLOR = re.compile(r"\x1b\[[0-9;]*m")
_SPLIT = re.compile(r"\s*\|\s*|,\s+|\s+-\s+|\t+|\s{2,}|;\s+")
_NAMED = re.compile(
    r"(?P<name>[A-Za-z][\w /.()-]*?)\s*[:=]\s*(?P<number>\d[\d,]*(?:\.\d+)?(?:[eE][-+]?\d+)?)\s*"
    r"(?P<times>[KMBG](?![a-z]))?\s*(?P<unit>ms|s|sec)?\b"
)
_STEP = re.compile(r"\b(?:completed step|global_step|step|iteration|iter|batch)\s*[:=]?\s*(\d+)\b", re.I)
_MICRO = re.compile(r"\biter(?:ation)? (\d+)\W{1,3}step (\d+)\b", re.I)  # micro-batches, and optimizer steps so far
_TIMED = re.compile(r"time|dt")  # with its unit, or beside the time of the data: that of a step
_BARE = re.compile(r"\b(time|dt) (\d+(?:\.\d+)?) ?(ms|s)\b")
_BOTH = re.compile(r"\btps ([\d.]+) ?\(([\d.]+)/gpu\)")  # of all chips, and of one: NeMo Automodel
_TRAINED = re.compile(r"\bIter\(train\)\s*\[\s*(\d+)/\d+\]")
_OF_STEPS = re.compile(r"(\d+)/\d+$")
_CLOCK = re.compile(r"(?:(\d+) days?, )?(?:(\d+):)?(\d+):(\d+)$")
CLOCK = "clock"  # the unit of hours, minutes and seconds
_MILLIONS = re.compile(r"mtps")  # million tokens/s of all chips
_TIMES = {"K": 1e3, "M": 1e6, "B": 1e9, "G": 1e9}


class Figure(NamedTuple):
    """One named number; `unit` as written behind it."""

    name: str
    value: float
    unit: str = ""


def read_figures(text: str) -> Log | None:
    """None where no figure of two steps is a speed or a time."""
    steps = [found for found in _steps(_COLOR.sub("", text)) if len(found) > 1]
    points = [point for at, found in enumerate(steps, 1) if (point := _point(found, at)) is not None]
    speeds = [point for point in points if point[0].tokens_per_second]
    is_each = any(each for _, each in speeds)
    kept = tuple(point for point, each in (speeds or points) if each is is_each or not speeds)
    if len(kept) < 2:
        return None
    micro = _MICRO.findall(text)
    if micro and not speeds:
        each = round(int(micro[-1][0]) / max(1, int(micro[-1][1])))
        kept = tuple(replace(point, seconds_per_step=each * (point.seconds_per_step or 0) or None) for point in kept)
    batch = next((value for found in steps for name, value, _ in _each(found) if BATCH.fullmatch(name)), None)
    return Log(format="figures", kind="training", points=kept, per_chip=is_each, global_batch=batch)


def tells_one_step(text: str) -> bool:
    """Whether the speed or the time of a single step is all that it tells."""
    points = [_point(found, 1) for found in _steps(_COLOR.sub("", text)) if len(found) > 1]
    return len([point for point in points if point is not None]) == 1


def _steps(text: str) -> Iterator[dict[str, Figure]]:
    """The figures of each step; those before the first step count for none."""
    found: dict[str, Figure] = {}
    for line in text.splitlines():
        body = _object(line)
        if body is not None:
            if any(name.endswith(("step", "steps", "max_steps", "iteration", "iter")) for name in map(flat, body)):
                yield {figure.name: figure for figure in _of_object(body)}
            continue
        short = line[:LONGEST_LINE]
        step = _TRAINED.search(short) or _STEP.search(short)
        figures = [figure for part in _SPLIT.split(short) for figure in _of_text(part)]
        if step is not None and (figures or step[0][-1:] == "]" or "=" in step[0] or ":" in step[0]):
            if found:
                yield found
            found = {"step": Figure("step", float(step[1]))}
        if found:
            found |= {figure.name: figure for figure in figures if figure.name != "step"}
    if found:
        yield found


def _point(found: Mapping[str, Figure], at: int) -> tuple[Point, bool] | None:
    """What a step says, and whether its speed is of one chip."""
    step = next((figure.value for name, figure in found.items() if STEP.fullmatch(name)), float(at))
    each, whole = (_first(found, pattern) for pattern in (PER_CHIP, IN_ALL))
    if each or whole:
        speed = each or whole
        return Point(step, tokens_per_second=speed.value if speed else None), each is not None
    seen, elapsed = _first(found, SEEN), _first(found, ELAPSED)
    if seen and elapsed:
        return Point(step, tokens_seen=seen.value, seconds=elapsed.value), False
    took, rate = _first(found, SECONDS) or _of_step(found), _first(found, RATE)
    if took is not None:
        is_short = took.unit == "ms" or took.name.endswith("_ms")
        return Point(step, seconds_per_step=took.value / 1000 if is_short else took.value), False
    if rate is not None:
        return Point(step, seconds_per_step=1 / rate.value), False
    return (Point(step, seconds=elapsed.value), False) if elapsed and elapsed.unit == CLOCK else None


def _of_step(found: Mapping[str, Figure]) -> Figure | None:
    """`time: 250 ms`, or `time: 5.06, data_time: 0.01`: without either it may be the time since the start."""
    took = _first(found, _TIMED)
    return took if took is not None and (took.unit or "data_time" in found) else None


def _first(found: Mapping[str, Figure], pattern: re.Pattern[str]) -> Figure | None:
    return next((figure for name, figure in found.items() if pattern.fullmatch(name) and figure.value > 0), None)


def _each(found: Mapping[str, Figure]) -> Iterator[Figure]:
    yield from found.values()


def _of_text(part: str) -> Iterator[Figure]:
    bare = _BARE.search(part)
    if bare is not None:
        yield Figure(bare[1], float(bare[2]), bare[3])
    both = _BOTH.search(part)
    if both is not None:
        yield Figure("tokens_per_second_per_gpu", float(both[2]))
    for named in _NAMED.finditer(part[-LONGEST_PART:]):
        name = flat(named["name"])
        value = float(named["number"].replace(",", "")) * _TIMES.get(named["times"] or "", 1.0)
        if _MILLIONS.fullmatch(name):
            name, value = "tokens_per_second", 1e6 * value
        yield Figure(name, value, named["unit"] or "")


def _of_object(body: Mapping[str, object]) -> Iterator[Figure]:
    for name, value in body.items():
        if isinstance(value, int | float) and not isinstance(value, bool):
            yield Figure(flat(name), float(value))
        elif isinstance(value, str) and (clock := _CLOCK.match(value)):
            days, hours, minutes, seconds = (int(part or 0) for part in clock.groups())
            yield Figure(flat(name), float(((days * 24 + hours) * 60 + minutes) * 60 + seconds), CLOCK)
        elif isinstance(value, str) and (of := _OF_STEPS.match(value)):
            yield Figure("step", float(of[1]))


def _object(line: str) -> dict[str, object] | None:
    """The JSON object that a line is."""
    if line.lstrip()[:1] != "{":
        return None
    try:
        body = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return body if isinstance(body, dict) else None
