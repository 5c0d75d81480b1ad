"""A training config of whatever library: what its keys are called says what they mean."""

from __future__ import annotations

import re
from math import prod

from engine.configs.formats.format import Format, Source
from engine.configs.formats.hugging_face import objective_of
from engine.configs.formats.sharding import add_sharding
from engine.configs.keys.found import Fields, Found
from engine.configs.keys.models import named, size_in
from engine.configs.keys.table import Use, plain

_AMOUNTS = ("max_steps", "epochs", "tokens")
_BATCHES = ("micro_batch", "accumulation", "global_batch", "whole_batch")
_STARTED_FROM = "pretrained_checkpoint"  # also where checkpoints have a section of their own
_OF_CHIP = re.compile(r"accelerator_type:([\w-]+)", re.I)  # Ray's resource of a chip: `accelerator_type:A10G: 0.001`


def finish(source: Source, fields: Fields, use: Use) -> None:
    """Nothing, where too little of a training is said: files of other kinds have a key or two of the same name."""
    if not _is_training(fields):
        for found in tuple(fields):
            fields.drop(found.field)
        use.left_open.clear()
        return
    complete(source, fields, use)


def complete(source: Source, fields: Fields, use: Use) -> None:
    """What the keys come to together: a batch of one pass or of all, the adapter, the devices of all degrees."""
    _model(source, fields, use)
    whole = fields.get("whole_batch")
    if whole is not None:  # beside a micro-batch it is that of a step
        fields.put(whole._replace(field="global_batch" if "micro_batch" in fields else "micro_batch"))
    scheme, rank = fields.get("scheme"), fields.get("lora_rank")
    if scheme is not None:
        fields.put(scheme._replace(field="method"))
    elif rank is not None:
        fields.put(rank._replace(field="is_adapted", value=True))
    add_sharding(fields)
    axis = fields.get("fsdp_axis")
    if axis is not None:
        fields.put(axis._replace(field="sharding", value="fsdp"))
    copies = fields.get("copies")
    if copies is not None and "devices" not in fields and "per_node" not in fields:
        split = prod(fields.count(f"{kind}_parallel") or 1 for kind in ("tensor", "pipeline", "context"))
        fields.put(copies._replace(field="devices", value=(fields.count("copies") or 1) * split))
    for entry in source.entries:
        chip = _OF_CHIP.search(entry.path)
        if chip is not None:
            fields.put(use.found("accelerator", chip[1], entry))
    marked = objective_of(source.entries)
    if marked is not None:
        fields.put(use.found("objective", marked[0], marked[1]))
    _task(fields, use)


def _is_training(fields: Fields) -> bool:
    """Of how much, of how long and of what a training is: at least how it goes on, and two of them."""
    amount, batch = any(name in fields for name in _AMOUNTS), any(name in fields for name in _BATCHES)
    model = any(name in fields for name in ("model", "layers", "lora_rank", "parameters"))
    told = all(name in fields for name in ("objective", "model", "datasets"))  # all else its library decides
    return told or ((amount or batch) and sum((amount, batch, model, "sequence" in fields)) >= 3)


def _model(source: Source, fields: Fields, use: Use) -> None:
    """A name counts before a shape only where it is that of a model or says a size."""
    if "model" not in fields:
        entry = next((entry for entry in source.entries if plain(entry.path).endswith(_STARTED_FROM)), None)
        if entry is not None and isinstance(entry.value, str) and named(entry.value, source.facts).entry is not None:
            fields.put(use.found("model", entry.value, entry))
    name = fields.text("model")
    if name and "layers" in fields and named(name, source.facts).entry is None and size_in(name) is None:
        fields.drop("model")


def _task(fields: Fields, use: Use) -> None:
    """A published model is tuned; what is trained by its tokens, or from a mere shape, is pretrained."""
    tuned = "is_adapted" in fields or "method" in fields or "objective" in fields or "model" in fields
    tuned = tuned and fields.text("objective") != "pretraining"
    task = "fine_tuning" if tuned and "tokens" not in fields else "pretraining"
    for field, value in (
        ("implied_task", task),
        ("implied_method", "full"),
        ("objective", "sft" if task == "fine_tuning" else "pretraining"),
    ):
        fields.put(Found(field, value, "", use.format, 0, use.file))


TRAINER = Format(id="trainer", finish=finish)
GPT_NEOX = Format(id="gpt_neox", finish=complete)
INTERNEVO = Format(id="internevo", finish=complete)
