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


@pytest.mark.parametrize(
    ("text", "card", "count"),
    [
        ("how long to train a super-resolution model on 4 3090", "rtx3090", 4),
        ("can I fine-tune a 7B with 8 4090?", "rtx4090", 8),
        ("we have 2 3090 and want to run a 70B", "rtx3090", 2),
        ("can I use a GPU 3090 for training?", "rtx3090", None),
        ("batch size 4 3090 images", None, None),
    ],
)
def test_a_number_behind_a_count_is_a_card_unless_it_counts(text: str, card: str | None, count: int | None) -> None:
    said = reading(text).profile
    assert (next(iter(said.candidates), None), said.accelerator_count) == (card, count)


@pytest.mark.parametrize(
    "text", ["4090 hourly on runpod?", "3090 per hour on vast.ai", "5090 price per hour anywhere?"]
)
def test_a_number_with_a_rent_behind_it_is_a_card(text: str, advisor: Advisor) -> None:
    assert advisor.parse(text).profile.candidates == (f"rtx{text[:4]}",)
