"""Megatron-LM and its kin (Megatron-DeepSpeed, Primus): one line an interval, fields between bars.

Its first lines print the arguments, a name, dots and a value each: sequence length, chips and precision stand there.
"""

from __future__ import annotations

import re
from datetime import date

from engine.logs.log import Log, Point
from engine.logs.numbers import positive, whole

_BEGIN = re.compile(r"iteration\s+(\d+)/\s*\d+ \|")
LONGEST_FIELDS = 1_500  # characters of one interval, which a terminal may have wrapped
_SECONDS = re.compile(r"elapsed\s+time\s+per\s+iteration\s+\(ms\):\s*([\d.]+)")
_BATCH = re.compile(r"global\s+batch\s+size:\s*(\d+)")
_PER_CHIP = re.compile(
    r"(?:tokens[ _/-](?:per[ _-])?(?:gpu|device)[ _/-](?:per[ _-])?sec(?:ond)?|tokens/s(?:ec)?/(?:gpu|device))"
    r"[^:|]*:\s*([\d.]+)",
    re.I,
)
_ARGUMENT = re.compile(r"^\s*(?:\[[^\]]*\]:?\s*)?(\w+) \.{2,} (\S+)\s*$", re.M)
_DAY = re.compile(r"\[(\d{4}-\d{2}-\d{2}) [\d:]+\] iteration")
MILLISECONDS = 1000


def read_megatron(text: str) -> Log | None:
    """None if no line is one of its."""
    points, batch, is_per_chip = [], None, False
    _, *told = _BEGIN.split(text)
    for step, after in zip(told[::2], told[1::2], strict=True):
        fields = after[:LONGEST_FIELDS]
        took = _SECONDS.search(fields)
        if took is None:
            continue
        speed = _PER_CHIP.search(fields)
        size = _BATCH.search(fields)
        batch = positive(size[1]) if size else batch
        is_per_chip = is_per_chip or speed is not None
        points.append(
            Point(
                step=float(step),
                tokens_per_second=positive(speed[1]) if speed else None,
                seconds_per_step=(positive(took[1]) or 0) / MILLISECONDS or None,
            )
        )
    if not points:
        return None
    argument = dict(_ARGUMENT.findall(text))
    return Log(
        format="megatron",
        kind="training",
        points=tuple(points),
        per_chip=is_per_chip,
        chips=whole(argument.get("world_size")),
        sequence_length=whole(argument.get("seq_length")),
        global_batch=batch or positive(argument.get("global_batch_size")),
        precision="fp8" if argument.get("fp8") in ("e4m3", "hybrid") else None,
        measured_on=_day(text),
    )


def _day(text: str) -> date | None:
    """The day of the last line, where lines begin with the time."""
    days = _DAY.findall(text)
    try:
        return date.fromisoformat(days[-1]) if days else None
    except ValueError:
        return None
