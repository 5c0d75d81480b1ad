"""Chips by what stands beside them."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from tests.engine.reading.test_read import reading


@pytest.mark.parametrize(
    ("text", "chips"),
    [
        ("7B on TPU v3/v4", ("tpu-v3", "tpu-v4")),
        ("4090 vs 5090 for a 7B", ("rtx4090", "rtx5090")),
        ("LoRA of a 7B on v3-8", ("tpu-v3",)),
        ("LoRA of a 7B on a CloudTPU (v3-8)", ("tpu-v3",)),
        ("DeepSeek-V3 on 8 x H100", ("h100",)),
    ],
)
def test_a_number_is_a_chip_beside_another(text: str, chips: tuple[str, ...]) -> None:
    assert reading(text).profile.candidates == chips


@pytest.mark.parametrize(
    ("text", "chips"),
    [
        ("are A100, H100, 5090 OK for training?", {"a100", "h100", "rtx5090"}),
        ("A100 and 4090 for training", {"a100", "rtx4090"}),
        ("we trained on A100, 3090 steps took an hour", {"a100"}),
    ],
)
def test_a_number_in_a_list_of_gpus_is_a_card(text: str, chips: set[str], advisor: Advisor) -> None:
    assert set(advisor.parse(text).profile.candidates) == chips
