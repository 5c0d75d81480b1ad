"""Batches that a library counts in tokens, as sequences."""

from __future__ import annotations

from engine.configs.keys.found import Fields

_COUNTED = {"micro_tokens": "micro_batch", "batch_tokens": "global_batch"}


def add_sequences(fields: Fields) -> None:
    """Tokens of a pass or of a step as sequences of the length that is said."""
    sequence = fields.count("sequence")
    for field, batch in _COUNTED.items():
        found, tokens = fields.get(field), fields.count(field)
        if found is not None and tokens and sequence and tokens % sequence == 0:
            fields.put(found._replace(field=batch, value=tokens // sequence))
