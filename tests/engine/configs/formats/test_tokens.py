"""Batches in tokens."""

from __future__ import annotations

from engine.configs.formats.tokens import add_sequences
from engine.configs.keys.found import Fields, Found


def test_tokens_of_a_pass_and_of_a_step_are_sequences_of_the_length_said() -> None:
    fields = Fields()
    for field, value in (("sequence", 4096), ("micro_tokens", 16384), ("batch_tokens", 8388608)):
        fields.put(Found(field, value, field))
    add_sequences(fields)
    assert (fields.count("micro_batch"), fields.count("global_batch")) == (4, 2048)


def test_tokens_that_are_no_whole_number_of_sequences_say_none() -> None:
    fields = Fields()
    fields.put(Found("sequence", 4096, ""))
    fields.put(Found("micro_tokens", 5000, ""))
    add_sequences(fields)
    assert "micro_batch" not in fields
