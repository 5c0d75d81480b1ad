"""Reads a table of benchmarks into run configurations, in any common spelling of chips, methods and precisions."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping

from bot.wording.errors import UserError
from engine.base.run_config import RunConfig
from engine.base.unpredictable import (
    NoNumber,
    NotALanguageModel,
    UnknownChip,
    UnknownKind,
    UnknownSize,
    Unpredictable,
)
from engine.speed.backtest import BacktestRow
from knowledge.facts import Facts, names_of
from knowledge.names import model_key

NEEDED = ("id", "kind", "model", "accelerator")
MEASURED = {
    "training": "tokens_per_second_per_accelerator",
    "inference": "output_tokens_per_second_per_accelerator",
}
TOTAL = {"training": "tokens_per_second_total", "inference": "output_tokens_per_second"}
ARCHITECTURES = {
    "dense-decoder": "dense",
    "dense": "dense",
    "decoder": "dense",
    "moe-decoder": "moe",
    "moe": "moe",
    "hybrid-mamba-moe": "moe",
    "encoder": "encoder",
}
METHODS = {"full_ft": "full", "full": "full", "sft": "full", "": "pretraining"}
COUNTS = {  # the field of the run configuration: the table's names for it
    "sequence_length": ("sequence_length",),
    "input_tokens": ("input_len", "input_tokens"),
    "output_tokens": ("output_len", "output_tokens"),
}
AMOUNTS = {"global_batch_size": ("global_batch_size",), "batch_size": ("batch_size",)}
ENCODERS = ("bert", "roberta", "distilbert")
WORDS = ("precision", "scenario", "parallelism", "software")


class Reader:
    """Resolves chips by any name, and fills in model sizes that a row leaves blank."""

    def __init__(self, facts: Facts) -> None:
        self._names = names_of(facts)
        self._measured = {
            model_key(row.model): (row.parameters, row.active_parameters) for row in reversed(facts.measurements)
        }

    def rows(self, text: str, path: str) -> Iterator[BacktestRow]:
        """Every row of a table.

        Raises:
            UserError: it is not a table of benchmarks; names the missing columns.
        """
        lines = [
            line for line in text.splitlines(keepends=True) if not line.lstrip().startswith("#") and line.strip()
        ]
        table = csv.DictReader(io.StringIO("".join(lines)), strict=True)
        try:
            missing = [name for name in NEEDED if name not in (table.fieldnames or ())]
            if missing:
                raise UserError("no_benchmark_table", path=path, missing=", ".join(missing))
            for cells in table:
                if None in cells:
                    raise UserError("ragged_table", path=path, row=str(cells.get("id") or ""))
                yield self._row({name: (value or "").strip() for name, value in cells.items()})
        except csv.Error as problem:
            raise UserError("unreadable_file", path=path, reason=str(problem)) from None

    def _row(self, cells: Mapping[str, str]) -> BacktestRow:
        kind = cells["kind"].lower()
        group = cells.get("group", "")
        try:
            measured = _number(cells, (MEASURED.get(kind, ""),))
            count = int(_number(cells, ("accelerator_count",)) or 1)
            if measured is None and (total := _number(cells, (TOTAL.get(kind, ""),))):
                measured = total / count
            return BacktestRow(cells["id"], self._run_config(cells, kind, count), group, measured)
        except ValueError as problem:
            return BacktestRow(cells["id"], NoNumber(cell=str(problem)), group)

    def _run_config(self, cells: Mapping[str, str], kind: str, count: int) -> RunConfig | Unpredictable:
        if kind not in MEASURED:
            return UnknownKind(kind=kind)
        chip = self._names.chip(cells["accelerator"])
        if chip is None:
            return UnknownChip(chip=cells["accelerator"])
        architecture = ARCHITECTURES.get(cells.get("architecture", "").lower() or "dense")
        if architecture == "dense" and model_key(cells["model"]).startswith(ENCODERS):
            architecture = "encoder"  # some tables call BERT a decoder
        if architecture is None:
            return NotALanguageModel(architecture=cells["architecture"])
        total = _number(cells, ("parameters",))
        known_size = self._size(cells["model"])
        if total is None and known_size is None:
            return UnknownSize(model=cells["model"])
        active = _number(cells, ("active_parameters",)) or (known_size[1] if known_size else total)
        total = total or (known_size[0] if known_size else 0.0)
        if not total > 0 or not active or not active > 0 or count < 1:
            return UnknownSize(model=cells["model"])
        method = cells.get("method", "").lower()
        return RunConfig(
            id=cells["id"],
            kind="training" if kind == "training" else "inference",
            model=cells["model"],
            architecture=architecture,
            parameters=total,
            active_parameters=min(active, total),
            method=METHODS.get(method, method),
            accelerator=chip.id,
            accelerator_count=count,
            benchmark=cells.get("benchmark", ""),
            **{name: _whole(_number(cells, columns)) for name, columns in COUNTS.items()},
            **{name: _number(cells, columns) for name, columns in AMOUNTS.items()},
            **{name: cells.get(name) or None for name in WORDS},
        )

    def _size(self, name: str) -> tuple[float, float] | None:
        """Total and active parameters of a model that is published, or was measured."""
        model = self._names.model(name)
        if model is not None:
            return model.parameters, model.active_parameters
        return self._measured.get(model_key(name))


def _number(cells: Mapping[str, str], columns: Iterable[str]) -> float | None:
    """The first of the columns that has a value.

    Raises:
        ValueError: the value is not a positive number.
    """
    for column in columns:
        if value := cells.get(column, ""):
            try:
                number = float(value)
            except ValueError:
                raise ValueError(f"{column}={value}") from None
            if not 0 < number < float("inf"):
                raise ValueError(f"{column}={value}")
            return number
    return None


def _whole(value: float | None) -> int | None:
    return round(value) if value else None
