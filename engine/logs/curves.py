"""Curves exported as CSV: Weights & Biases (a chart, or a run's history) and MLflow (a metric a row, or a run a row).

A chart of W&B has the columns `Step`, `<run> - <metric>`, and the same with `__MIN` and `__MAX`.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable
from itertools import takewhile

from engine.logs.log import Log, LogError, Point
from engine.logs.metric_names import IN_ALL, PER_CHIP, SECONDS, flat, is_of_evaluation
from engine.logs.numbers import positive

SEEN = ("num_input_tokens_seen", "num_tokens", "total_tokens", "tokens_total", "consumed_tokens")
SAMPLES = "train_samples_per_second"
ENVELOPE = ("__MIN", "__MAX")
SHOWN = 3  # names in an error
Row = dict[str, str]


def read_curves(text: str) -> Log | None:
    """None if it is no CSV with such a column. Several runs in one file are refused: which one is meant is not said.

    Raises:
        LogError: several runs.
    """
    if "," not in _first_line(text):
        return None
    rows: list[Row] = [row for row in csv.DictReader(text.lstrip("\ufeff").splitlines()) if row]
    if not rows:
        return None
    heads = [head for head in rows[0] if isinstance(head, str) and not head.endswith(ENVELOPE)]
    by_name = {head.strip().casefold(): head for head in heads}
    if {"key", "value", "step"} <= set(by_name) or {"metric", "value", "step"} <= set(by_name):
        return _long(rows, by_name)
    return _wide(rows, heads, by_name)


def _long(rows: list[Row], by_name: dict[str, str]) -> Log | None:
    """MLflow: a value of one metric a row, with its time in milliseconds."""
    key, run = by_name.get("key") or by_name["metric"], by_name.get("run_id") or by_name.get("run id")
    _one([row[run] for row in rows] if run else [])
    speed = speed_of(row[key] for row in rows)
    if speed is not None:
        metric, is_each = speed
        told = [row for row in rows if row[key] == metric]
        points = [
            Point(float(row[by_name["step"]] or at), tokens_per_second=positive(row[by_name["value"]]))
            for at, row in enumerate(told)
        ]
        return _log("mlflow", points, is_each)
    named = {plain_metric(row[key]) for row in rows}
    seen, time = next((name for name in SEEN if name in named), None), by_name.get("timestamp")
    if seen is None or time is None:
        return None
    told = [row for row in rows if plain_metric(row[key]) == seen]
    timed = [(positive(row[time]) or 0.0, positive(row[by_name["value"]])) for row in told]
    return _log("mlflow", [Point(at, tokens_seen=n, seconds=ms / 1000) for at, (ms, n) in enumerate(timed)], False)


def _wide(rows: list[Row], heads: list[str], by_name: dict[str, str]) -> Log | None:
    """W&B, or a table of MLflow's runs: a metric a column."""
    step = next((by_name[name] for name in ("step", "_step", "trainer/global_step") if name in by_name), None)
    speed = speed_of(map(_metric, heads))
    if speed is not None:
        metric, is_each = speed
        columns = [head for head in heads if _metric(head) == metric]
        _one(columns if step else [row.get("Run ID") or str(at) for at, row in enumerate(rows)])
        points = [
            Point(positive(row.get(step or "")) or float(at), tokens_per_second=positive(row[columns[0]]))
            for at, row in enumerate(rows)
        ]
        return _log("wandb" if step else "mlflow", points, is_each)
    samples = next((head for head in heads if plain_metric(head) == SAMPLES), None)
    if samples is not None and not step:  # a table of runs
        _one([row.get("Run ID") or row.get("run_id") or str(at) for at, row in enumerate(rows)])
        rate = positive(rows[0][samples])
        return Log(format="mlflow", kind="training", samples_per_second=rate) if rate else None
    seen = next((head for name in SEEN for head in heads if plain_metric(head) == name), None)
    clock = by_name.get("_runtime") or by_name.get("relative time (process)")
    if seen is None or clock is None:
        return _timed(rows, heads, step)
    return _log(
        "wandb",
        [
            Point(float(at), tokens_seen=positive(row[seen]), seconds=positive(row[clock]))
            for at, row in enumerate(rows)
        ],
        False,
    )


def _timed(rows: list[Row], heads: list[str], step: str | None) -> Log | None:
    """A chart of the time of a step."""
    columns = [head for head in heads if SECONDS.fullmatch(flat(_metric(head)))]
    if step is None or not columns:
        return None
    _one(columns)
    unit = 1000 if flat(columns[0]).endswith("_ms") else 1
    took = ((positive(row.get(step)) or float(at), positive(row[columns[0]])) for at, row in enumerate(rows))
    return _log("wandb", [Point(at, seconds_per_step=(value or 0) / unit or None) for at, value in took], False)


def _log(name: str, points: list[Point], per_chip: bool) -> Log | None:
    told = tuple(point for point in points if point.tokens_per_second or point.tokens_seen or point.seconds_per_step)
    return Log(format=name, kind="training", points=told, per_chip=per_chip) if told else None


def _one(runs: list[str]) -> None:
    names = tuple(dict.fromkeys(runs))
    if len(names) > 1:
        raise LogError("log_several_runs", names=names[:SHOWN], count=len(names))


def speed_of(metrics: Iterable[str]) -> tuple[str, bool] | None:
    """The first of these that is tokens a second, of a chip before of all, and whether it is of each chip."""
    told = [(name, flat(name)) for name in dict.fromkeys(metrics)]
    for pattern in (PER_CHIP, IN_ALL):
        for name, known in told:
            if pattern.fullmatch(known) and not is_of_evaluation(known):
                return name, pattern is PER_CHIP
    return None


def is_curve(text: str) -> bool:
    """Whether it is a CSV of steps, whatever its columns are."""
    heads = {head.strip(' "').casefold() for head in _first_line(text).split(",")}
    return len(heads) > 1 and not heads.isdisjoint({"step", "_step", "trainer/global_step", "run id", "run_id"})


def _first_line(text: str) -> str:
    return next(iter(takewhile(lambda line: line.strip(), text.lstrip("\ufeff").splitlines())), "")


def _metric(head: str) -> str:
    """The metric of a column, with the folders of its name and without the run before " - "."""
    return head.rsplit(" - ", 1)[-1].strip().removeprefix("metrics.")


def plain_metric(head: str) -> str:
    """The same without its folders."""
    return _metric(head).rsplit("/", 1)[-1].casefold()
