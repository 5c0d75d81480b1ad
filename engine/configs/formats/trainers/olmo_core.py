"""OLMo-core: batches in tokens, and how long a run goes on as `Duration.tokens(...)`."""

from __future__ import annotations

import re

from engine.configs.formats.format import Format, Source
from engine.configs.formats.tokens import add_sequences
from engine.configs.keys.found import Fields, Found
from engine.configs.keys.table import Use, plain

_DURATIONS = {"tokens": "tokens", "steps": "max_steps", "epochs": "epochs"}
_LASTING = ("trainer.hard_stop", "trainer.max_duration")  # where it stops counts before where it would
_TUNED = re.compile(r"(?<![a-z])(?:sft|dpo|finetun\w*)(?![a-z])")


def _finish(source: Source, fields: Fields, use: Use) -> None:
    """`TransformerConfig.olmo2_32B` is a published shape, trained from nothing unless the file is called a tuning."""
    add_sequences(fields)
    held = {plain(entry.path): entry for entry in source.entries}
    for path in _LASTING:
        kind, amount = held.get(f"{path}._target_"), held.get(f"{path}.0")
        field = _DURATIONS.get(str(kind.value).rpartition(".")[2]) if kind is not None else None
        value = amount.value if amount is not None else None
        if field and amount is not None and isinstance(value, int | float) and not isinstance(value, bool):
            fields.put(use.found(field, int(value) if field == "max_steps" else value, amount))
    if "max_steps" in fields:
        fields.drop("tokens")  # which it would take if it went on
    model = fields.get("model")
    if model is not None:
        fields.set(model._replace(value=str(model.value).rpartition(".")[2].replace("_", "-")))
    is_tuned = _TUNED.search(source.name.casefold()) is not None
    fields.put(Found("implied_task", "fine_tuning" if is_tuned else "pretraining", "", use.format, 0, use.file))
    fields.put(Found("objective", "sft" if is_tuned else "pretraining", "", use.format, 0, use.file))


OLMO_CORE = Format(id="olmo_core", finish=_finish)
