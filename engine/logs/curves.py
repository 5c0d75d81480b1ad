"""Curves exported as CSV: Weights & Biases (a chart, or a run's history) and MLflow (a metric a row, or a run a row).

A chart of W&B has the columns `Step`, `<run> - <metric>`, and the same with `__MIN` and `__MAX`.
"""

from __future__ import annotations

import csv
from itertools import takewhile

from engine.logs.log import Log, LogError, Point
from engine.logs.numbers import positive

PER_CHIP = (
    "tokens_per_second_per_gpu",
    "tokens_per_sec_per_gpu",
    "tokens_per_gpu_per_sec",
    "throughput_per_gpu_tokens",
)
IN_ALL = ("tokens_per_second", "train_tokens_per_second", "tokens_per_sec", "throughput_tokens_per_sec")
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
    first = next(iter(takewhile(lambda line: line.strip(), text.lstrip("\ufeff").splitlines())), "")
    if "," not in first:
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
    named = {plain_metric(row[key]) for row in rows}
    metric = next((name for name in (*PER_CHIP, *IN_ALL) if name in named), None)
    if metric is not None:
        told = [row for row in rows if plain_metric(row[key]) == metric]
        points = [
            Point(float(row[by_name["step"]] or at), tokens_per_second=positive(row[by_name["value"]]))
            for at, row in enumerate(told)
        ]
        return _log("mlflow", points, metric in PER_CHIP)
    seen, time = next((name for name in SEEN if name in named), None), by_name.get("timestamp")
    if seen is None or time is None:
        return None
    told = [row for row in rows if plain_metric(row[key]) == seen]
    timed = [(positive(row[time]) or 0.0, positive(row[by_name["value"]])) for row in told]
    return _log("mlflow", [Point(at, tokens_seen=n, seconds=ms / 1000) for at, (ms, n) in enumerate(timed)], False)


def _wide(rows: list[Row], heads: list[str], by_name: dict[str, str]) -> Log | None:
    """W&B, or a table of MLflow's runs: a metric a column."""
    found = [(metric, head) for metric in (*PER_CHIP, *IN_ALL) for head in heads if plain_metric(head) == metric]
    step = next((by_name[name] for name in ("step", "_step", "trainer/global_step") if name in by_name), None)
    if found:
        metric = found[0][0]
        columns = [head for name, head in found if name == metric]
        _one(columns if step else [row.get("Run ID") or str(at) for at, row in enumerate(rows)])
        points = [
            Point(positive(row.get(step or "")) or float(at), tokens_per_second=positive(row[columns[0]]))
            for at, row in enumerate(rows)
        ]
        return _log("wandb" if step else "mlflow", points, metric in PER_CHIP)
    samples = next((head for head in heads if plain_metric(head) == SAMPLES), None)
    if samples is not None and not step:  # a table of runs
        _one([row.get("Run ID") or row.get("run_id") or str(at) for at, row in enumerate(rows)])
        rate = positive(rows[0][samples])
        return Log(format="mlflow", kind="training", samples_per_second=rate) if rate else None
    seen = next((head for name in SEEN for head in heads if plain_metric(head) == name), None)
    clock = by_name.get("_runtime") or by_name.get("relative time (process)")
    if seen is None or clock is None:
        return None
    return _log(
        "wandb",
        [
            Point(float(at), tokens_seen=positive(row[seen]), seconds=positive(row[clock]))
            for at, row in enumerate(rows)
        ],
        False,
    )


def _log(name: str, points: list[Point], per_chip: bool) -> Log | None:
    told = tuple(point for point in points if point.tokens_per_second or point.tokens_seen)
    return Log(format=name, kind="training", points=told, per_chip=per_chip) if told else None


def _one(runs: list[str]) -> None:
    names = tuple(dict.fromkeys(runs))
    if len(names) > 1:
        raise LogError("log_several_runs", names=names[:SHOWN], count=len(names))


def plain_metric(head: str) -> str:
    """The metric of a column: without the run before " - ", and without the folders of its name."""
    return head.rsplit(" - ", 1)[-1].rsplit("/", 1)[-1].strip().casefold().removeprefix("metrics.")
