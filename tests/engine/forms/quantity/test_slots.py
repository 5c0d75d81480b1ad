"""What is told of serving beside the profile."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.form import Asked
from engine.forms.quantity.slots import alone_wanted, cache_said, is_alone, memory_share, serving, speculates


@pytest.mark.parametrize(
    ("text", "precision"),
    [
        ("fp8 weights + fp8 KV", "fp8"),
        ("KV cache in int8", "int8"),
        ("KV in fp8 as well", "fp8"),
        ("KV も FP8", "fp8"),
        ("with an 8-bit KV cache", "fp8"),
        ("fp8 weights on two cards", ""),
    ],
)
def test_the_precision_of_the_cache_is_read_apart_from_that_of_the_weights(text: str, precision: str) -> None:
    assert cache_said(text) == precision


@pytest.mark.parametrize(
    ("words", "share"),
    [
        ("util 0.92", 0.92), ("gpu util .9", 0.9), ("gpu-memory-utilization 0.85", 0.85),
        ("bei 95% Speicherauslastung", 0.95), ("90% utilization", 0.9),
    ],
)  # fmt: skip
def test_the_share_of_the_memory_is_read(words: str, share: float, advisor: Advisor) -> None:
    reading = advisor.parse(f"Llama 3.1 8B on one H100, {words}: how many KV tokens?")
    assert memory_share(Asked(reading, advisor._library, advisor.today())) == share


def test_the_pace_of_a_single_stream_is_read_on_either_side() -> None:
    assert alone_wanted("need >100 tok/s on a single stream") == 100
    assert alone_wanted("single-user decode speed target 60 tok/s") == 60
    assert alone_wanted("100 tok/s in all") is None
    assert is_alone("batch-1 tokens per second") and not is_alone("64 at once")
    assert speculates("EAGLE-3 allowed") and not speculates("plain decoding")


def test_each_machine_that_was_named_is_one_of_its_own(advisor: Advisor) -> None:
    reading = advisor.parse("Llama-3.3-70B single stream: 2xH100, 4xL40S or inf2.48xlarge?")
    known = serving(Asked(reading, advisor._library, advisor.today()))
    assert known is not None
    assert [(kind.chip.id, kind.said) for kind in known.hardware if kind.chip] == [
        ("h100-sxm", 2), ("l40s", 4), ("inferentia2", 12),
    ]  # fmt: skip


def test_training_is_no_serving(advisor: Advisor) -> None:
    reading = advisor.parse("LoRA of Llama 3.1 8B on one H100: how many tokens?")
    assert serving(Asked(reading, advisor._library, advisor.today())) is None
