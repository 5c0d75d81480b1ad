"""Hugging Face Trainer, and what is built on it (TRL, axolotl, LLaMA-Factory): `trainer_state.json` and the console.

The console prints a Python dict a line; a progress bar gives seconds per step.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from engine.logs.log import Log, Point
from engine.logs.numbers import positive

PER_CHIP = ("tokens_per_second_per_gpu", "train/tokens_per_second_per_gpu")
SEEN = ("num_input_tokens_seen", "num_tokens", "tokens/total")
LONGEST_DICT = 4_000
LONGEST_TEXT = 200_000  # of one that quotes the results of a run
_JSON = re.compile(
    r"\{\s*\"[^{}]*\"train_runtime\"[^{}]*\}|\{\s*\"train_runtime\"[^{}]*\}"
)  # the results of a run, in any text
_DICT = re.compile(r"\{'[^{}]*\}")
_TRAINS = re.compile(r"loss|^\W*train(?:ing)?\b", re.I)
_PROGRESS = re.compile(r"(\d+)/(\d+) \[[\d:]+<[\d:?]+,\s*([\d.]+)(s/it|it/s)")


def read_trainer_state(text: str) -> Log | None:
    """`trainer_state.json`, or None if the text is none."""
    try:
        body = json.loads(text)
    except (ValueError, RecursionError):
        return None
    history = body.get("log_history") if isinstance(body, dict) else None
    if not isinstance(history, list):
        return None
    return _log("trainer_state", [entry for entry in history if isinstance(entry, dict)], ())


def read_console(text: str) -> Log | None:
    """What the Trainer printed, or None if it is not that."""
    entries = [entry for line in text.splitlines() for entry in _dicts(line)]
    told = [entry for entry in entries if "loss" in entry or "train_runtime" in entry] or list(_results(text))
    bars = tuple(_bars(text))
    return _log("trainer_console", told, bars) if told else None


def read_bars(text: str) -> Log | None:
    """A progress bar of steps with a loss beside it, or of what calls itself training, where nothing else is printed:
    Lightning's, torchtune's."""
    bars = tuple(_bars("\n".join(filter(_TRAINS.search, re.split(r"[\r\n]", text)))))
    return Log(format="progress_bar", kind="training", points=bars) if bars else None


def _results(text: str) -> Iterable[dict[str, Any]]:
    """`all_results.json`, alone or quoted; a summary of Weights & Biases has a reader of its own."""
    for found in _JSON.findall(text[:LONGEST_TEXT]):
        try:
            entry = json.loads(found)
        except ValueError:
            continue
        if "_runtime" not in entry and "_wandb" not in entry:
            yield entry


def _log(name: str, entries: list[dict[str, Any]], bars: tuple[Point, ...]) -> Log:
    steps = [entry for entry in entries if "loss" in entry]
    end: dict[str, Any] = next((entry for entry in reversed(entries) if "train_runtime" in entry), {})
    points = tuple(
        Point(step=positive(entry.get("step")) or float(at), tokens_per_second=_first(entry, PER_CHIP))
        for at, entry in enumerate(steps, 1)
    )
    is_told = any(point.tokens_per_second for point in points)
    return Log(
        format=name,
        kind="training",
        points=points if is_told else bars,
        per_chip=is_told,
        tokens_per_second=positive(end.get("train_tokens_per_second")),
        seconds=positive(end.get("train_runtime")),
        tokens=max((seen for entry in entries if (seen := _first(entry, SEEN))), default=None),
        samples_per_second=positive(end.get("train_samples_per_second")),
        total_flops=positive(end.get("total_flos")),
        global_batch=_batch(end),
    )


def _batch(end: Mapping[str, Any]) -> float | None:
    """Samples of a step: samples a second over steps a second, of which the Trainer writes three digits."""
    samples, steps = positive(end.get("train_samples_per_second")), positive(end.get("train_steps_per_second"))
    return float(max(1, round(samples / steps))) if samples and steps else None


def _dicts(line: str) -> Iterable[dict[str, Any]]:
    for found in _DICT.findall(line[:LONGEST_DICT]):
        try:
            entry = ast.literal_eval(found)
        except (ValueError, SyntaxError):
            continue
        if isinstance(entry, dict):
            yield entry


def _bars(text: str) -> Iterable[Point]:
    """One point a step of the longest progress bar; a bar is printed again and again for one step."""
    seen: dict[tuple[int, int], float] = {}
    for done, of, rate, unit in _PROGRESS.findall(text):
        if float(rate) > 0:
            seen[int(of), int(done)] = float(rate) if unit == "s/it" else 1 / float(rate)
    longest = max((of for of, _ in seen), default=0)
    for (of, done), seconds in seen.items():
        if of == longest and done:
            yield Point(step=done, seconds_per_step=seconds)


def _first(entry: Mapping[str, Any], names: tuple[str, ...]) -> float | None:
    return next((value for name in names if (value := positive(entry.get(name)))), None)
