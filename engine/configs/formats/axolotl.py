"""Axolotl's YAML."""

from __future__ import annotations

from math import prod

from engine.configs.formats.format import Format, Source
from engine.configs.formats.sharding import add_sharding
from engine.configs.keys.found import Fields, Found
from engine.configs.keys.table import Use


def _finish(_: Source, fields: Fields, use: Use) -> None:
    """FSDP's strategy counts before its list of words; a data set to pretrain on is pretraining."""
    strategy = fields.get("fsdp_strategy")
    if strategy is not None and fields.get("fsdp_words") is None and fields.get("fsdp_version") is None:
        fields.drop("fsdp_strategy")  # an fsdp_config that nothing switches on
    add_sharding(fields)
    _degrees(fields)
    datasets = fields.get("datasets")
    if datasets is not None and datasets.key.startswith("pretraining_dataset"):
        fields.put(Found("objective", "pretraining", datasets.key, use.format, datasets.line, use.file))
        fields.put(Found("task", "pretraining", datasets.key, use.format, datasets.line, use.file))
    elif "objective" not in fields:
        fields.put(Found("objective", "sft", "", use.format, 0, use.file))


def _degrees(fields: Fields) -> None:
    """Chips are the product of the degrees, where the one that shards is said."""
    shard = fields.get("shard_degree")
    if shard is not None:
        others = ("shard_degree", "replicate_degree", "tensor_parallel", "context_parallel")
        fields.put(shard._replace(field="devices", value=prod(fields.count(field) or 1 for field in others)))


AXOLOTL = Format(id="axolotl", finish=_finish)
