"""torchtune's disk logger: `Step 7 | loss:1.2 lr:2e-05 tokens_per_second_per_gpu:812.4`; torchtitan's console is
close to it: `step: 10  loss: 4.1  memory: ...  tps: 7,012  tflops: 389.1  mfu: 39.3%`, `wps`
in older ones."""

from __future__ import annotations

import re

from engine.logs.log import Log, Point
from engine.logs.numbers import positive

_TORCHTUNE = re.compile(r"Step (\d+) \|.*?tokens_per_second_per_gpu:\s*([\d.]+)")
_TORCHTITAN = re.compile(r"step:\s*(\d+)\s.*?\b[tw]ps:\s*([\d,]+)")
_COLOR = re.compile(r"\x1b\[[0-9;]*m")


def read_torchtune(text: str) -> Log | None:
    return _read("torchtune", _TORCHTUNE.findall(text))


def read_torchtitan(text: str) -> Log | None:
    return _read("torchtitan", _TORCHTITAN.findall(_COLOR.sub("", text)))


def _read(name: str, found: list[tuple[str, str]]) -> Log | None:
    points = tuple(
        Point(step=float(step), tokens_per_second=positive(speed.replace(",", ""))) for step, speed in found
    )
    return Log(format=name, kind="training", points=points, per_chip=True) if points else None
