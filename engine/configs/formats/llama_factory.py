"""LLaMA-Factory."""

from __future__ import annotations

from engine.configs.formats.format import Format, Source
from engine.configs.formats.sharding import add_sharding
from engine.configs.keys.found import Fields, Found
from engine.configs.keys.table import Use


def _finish(_: Source, fields: Fields, use: Use) -> None:
    """It recomputes activations unless told not to, and `pt` goes on with the training of a model."""
    add_sharding(fields)
    if fields.flag("distributed_optimizer"):
        fields.put(fields.by_name()["distributed_optimizer"]._replace(field="zero_stage", value=1))
    fields.put(Found("recompute", "full", "", use.format, 0, use.file))
    if fields.text("objective") == "pretraining":
        fields.put(fields.by_name()["objective"]._replace(field="task", value="pretraining"))


LLAMA_FACTORY = Format(id="llama_factory", finish=_finish)
