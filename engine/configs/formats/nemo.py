"""NeMo in Megatron style."""

from __future__ import annotations

from engine.configs.formats.format import Format, Source
from engine.configs.keys.found import Fields, Found
from engine.configs.keys.models import named
from engine.configs.keys.table import Use

_ALIGNED = ("dpo", "kto", "ppo", "grpo", "rm", "sft")  # sections of the trainer, one for each way to align a model


def finish(source: Source, fields: Fields, use: Use) -> None:
    """A restored model is tuned, a mere shape is pretrained; the distributed optimizer is ZeRO's stage 1."""
    restored, scheme = fields.get("restored"), fields.get("scheme")
    trained, path = fields.get("trained_name"), source.value("model.restore_from_path")
    if trained is not None:
        fields.put(trained._replace(field="model"))
    if restored is None and path is not None and trained is not None:
        restored = trained  # what it is restored from is said elsewhere
    if restored is not None:
        fields.put(restored._replace(field="model"))
        fields.put(restored._replace(field="implied_task", value="fine_tuning"))
        fields.put(restored._replace(field="objective", value="sft"))
    elif "layers" in fields:
        fields.put(Found("implied_task", "pretraining", "", use.format, 0, use.file))
        fields.put(Found("objective", "pretraining", "", use.format, 0, use.file))
        same_shape(source, fields)
    aligned = next(
        (entry for entry in source.entries for kind in _ALIGNED if entry.path.startswith(f"trainer.{kind}.")), None
    )
    if aligned is not None:
        way = aligned.path.split(".")[1]
        fields.set(use.found("objective", "reward" if way == "rm" else way, aligned))
        fields.set(Found("implied_task", "fine_tuning", "", use.format, 0, use.file))
    if scheme is not None:
        fields.put(scheme._replace(field="method"))
    elif "lora_rank" in fields:
        fields.drop("lora_rank")
        fields.drop("lora_targets")
    optimizer = fields.get("optimizer")
    if fields.flag("fsdp"):
        found = fields.by_name()["fsdp"]
        fields.put(found._replace(field="sharding", value="fsdp"))
        kind = fields.number("fsdp_kind")
        if kind is not None:
            fields.put(found._replace(field="zero_stage", value=int(kind)))
    elif optimizer is not None and "distributed" in str(optimizer.value):
        fields.put(optimizer._replace(field="zero_stage", value=1))


def same_shape(source: Source, fields: Fields) -> None:
    """A shape whose tokenizer is that of a published model, and which has its layers and widths, is that model."""
    tokenizer = fields.get("tokenizer_of")
    entry = named(str(tokenizer.value), source.facts).entry if tokenizer is not None else None
    if tokenizer is None or entry is None:
        return
    shape = {"layers": entry.layers, "hidden": entry.hidden, "heads": entry.heads, "kv_heads": entry.kv_heads}
    if all(fields.count(field) in (None, value) for field, value in shape.items()):
        fields.put(tokenizer._replace(field="model"))


NEMO = Format(id="nemo", finish=finish)
