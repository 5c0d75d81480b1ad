"""MaxText: YAML, or `key=value` after train.py."""

from __future__ import annotations

import re
from math import prod

from engine.configs.formats.format import Format, Source
from engine.configs.keys.found import Fields, Found
from engine.configs.keys.machines import tpu_slice
from engine.configs.keys.table import Use
from engine.configs.syntax.entries import Entry
from knowledge.units import BILLION

_DEGREE = re.compile(r"(?:ici|dcn)_(\w+)_parallelism")
_SPLITS = {"tensor": "tensor_parallel", "pipeline": "pipeline_parallel", "context": "context_parallel"}
_MODEL_FILE = re.compile(r"(?:^|/)models/(?:[\w-]+/)?([\w.-]+)\.yml$")


def finish(source: Source, fields: Fields, use: Use) -> None:
    """Devices from the degrees of parallelism, where none is left open (-1); the task from what it starts from."""
    for entry in source.entries:
        found = _MODEL_FILE.search(str(entry.value)) if entry.path.endswith("argument") else None
        if found is not None:
            fields.put(use.found("model", found[1].replace("_", "-"), entry))
    _degrees(source, fields, use)
    _topology(fields)
    scale = fields.get("billions")
    if scale is not None:
        fields.put(scale._replace(field="parameters", value=float(str(scale.value)) * BILLION))
    fields.put(Found("gated", True, "", use.format, 0, use.file))
    fields.put(Found("untied", True, "", use.format, 0, use.file))
    fields.put(Found("recompute", "full", "", use.format, 0, use.file))  # base.yml's remat_policy
    held = (
        fields.get("starts_from")
        or fields.get("objective")
        or (fields.get("tunes") if fields.flag("tunes") else None)
    )
    if held is not None:
        fields.put(held._replace(field="implied_task", value="fine_tuning"))
        fields.put(held._replace(field="objective", value="sft"))
    else:
        fields.put(Found("implied_task", "pretraining", "", use.format, 0, use.file))
        fields.put(Found("objective", "pretraining", "", use.format, 0, use.file))


def _degrees(source: Source, fields: Fields, use: Use) -> None:
    degrees: dict[str, list[Entry]] = {}
    for entry in source.entries:
        found = _DEGREE.fullmatch(entry.path.rpartition(" ")[2])
        if found is not None and isinstance(entry.value, int):
            degrees.setdefault(found[1], []).append(entry)
            use.used.setdefault(entry.path, None)
    values = [int(entry.value) for of in degrees.values() for entry in of if isinstance(entry.value, int)]
    first = next((entry for of in degrees.values() for entry in of if entry.value != 1), None)
    if first is not None and all(value >= 1 for value in values) and prod(values) > 1:
        fields.put(use.found("devices", prod(values), first))
        each = fields.get("micro_batch_number")  # of every chip, also of those that share a copy of the model
        passes = fields.count("accumulation") or 1
        if each is not None and (whole := float(str(each.value)) * prod(values) * passes) >= 1:
            fields.put(each._replace(field="global_batch", value=int(whole)))
            fields.put(each._replace(field="accumulation", value=passes))
    for kind, field in _SPLITS.items():
        split = prod(max(int(entry.value), 1) for entry in degrees.get(kind, ()) if isinstance(entry.value, int))
        if kind in degrees and split > 1:
            fields.put(use.found(field, split, degrees[kind][0]))


def _topology(fields: Fields) -> None:
    """`v5e-256` in two slices is 512 chips."""
    named = fields.get("accelerator")
    slice_ = tpu_slice(f"tpu-{named.value}") if named is not None else None
    if named is None or slice_ is None:
        return
    fields.set(named._replace(value=slice_[0]))
    slices = fields.get("slices")
    if slice_[1] and slices is not None:
        fields.put(slices._replace(field="nodes"))
    if slice_[1]:
        fields.set(named._replace(field="devices", value=slice_[1] * (fields.count("slices") or 1)))


MAXTEXT = Format(id="maxtext", finish=finish)
