"""The summary of a run by Weights & Biases: the lines under `wandb: Run summary:` in a console, and the file
`wandb-summary.json`. It holds the last value of each metric."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from engine.logs.curves import SEEN, plain_metric, speed_of
from engine.logs.log import Log
from engine.logs.numbers import positive

MARK = "wandb: Run summary:"
_LINE = re.compile(r"^wandb:\s+([\w./-]+)\s+([-+\d.eE]+)\s*$")
_CLOCK = ("_runtime", "train_runtime")


def read_summary(text: str) -> Log | None:
    """None where there is no summary, or none with a speed in it."""
    told = _file(text) if text.lstrip()[:1] == "{" else _console(text)
    found = {plain_metric(name): value for name, value in told.items()}
    speed = speed_of(told)
    samples, tokens, seconds = found.get("train_samples_per_second"), _first(found, SEEN), _first(found, _CLOCK)
    if not (speed or samples or (tokens and seconds)):
        return None
    return Log(
        format="wandb_summary",
        kind="training",
        per_chip=speed is not None and speed[1],
        tokens_per_second=told[speed[0]] if speed else None,
        samples_per_second=samples,
        tokens=tokens,
        seconds=seconds,
    )


def _console(text: str) -> dict[str, float]:
    found: dict[str, float] = {}
    for line in text.partition(MARK)[2].splitlines():
        metric = _LINE.match(line)
        if metric is not None and (value := positive(metric[2])):
            found[metric[1]] = value
    return found


def _file(text: str) -> dict[str, float]:
    try:
        body = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    if not isinstance(body, dict) or not {"_wandb", "_runtime"} & body.keys():
        return {}
    return {name: number for name, value in body.items() if (number := positive(value))}


def _first(found: Mapping[str, float], names: tuple[str, ...]) -> float | None:
    return next((found[name] for name in names if name in found), None)
