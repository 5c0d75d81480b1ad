"""NeuronX Distributed Training: NeMo's keys in other sections, on Trainium."""

from __future__ import annotations

import re

from engine.configs.formats.format import Format, Source
from engine.configs.formats.nemo import same_shape
from engine.configs.formats.trainer import complete
from engine.configs.keys.found import Fields, Found
from engine.configs.keys.table import Use

_BEHIND = re.compile(r"(?i)(?:--|\{|_(?:sft|dpo|orpo|lora)\b).*")  # of a checkpoint's name: what says the step
_BEFORE = re.compile(r"(?i)^(?:hf|megatron)_")
_SECOND = re.compile(r"trn2", re.I)


def _finish(source: Source, fields: Fields, use: Use) -> None:
    """The model is the shape, named as its checkpoints are; a strategy of alignment tunes it."""
    named = fields.get("tokenizer_of")
    if named is not None:
        name = _BEFORE.sub("", _BEHIND.sub("", str(named.value))).replace("_", "-")
        fields.set(named._replace(value=name))
    same_shape(source, fields)
    tuned = fields.get("is_tuned")
    if tuned is not None:
        fields.put(Found("implied_task", "fine_tuning", "", use.format, 0, use.file))
        kind = next((part for part in ("dpo", "orpo") if f".{part}" in tuned.key), "sft")
        fields.put(tuned._replace(field="objective", value=kind))
    if _SECOND.search(source.name):
        fields.put(Found("accelerator", "trn2", "", use.format, 0, use.file))
    if tuned is None:
        fields.put(Found("implied_task", "pretraining", "", use.format, 0, use.file))
        fields.put(Found("objective", "pretraining", "", use.format, 0, use.file))
    complete(source, fields, use)


NEURONX_TRAINING = Format(id="neuronx_training", finish=_finish)
