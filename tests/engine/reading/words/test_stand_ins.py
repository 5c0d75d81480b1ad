"""A maker or a generation names a card only where nothing says which one it is."""

from __future__ import annotations

import pytest

from tests.engine.reading.test_hardware import reading


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("I have a 12GB AMD GPU", ("gpu",)),
        ("an AMD card with 8 GB for Whisper", ("gpu",)),
        ("my AMD GPU (16 GB)", ("gpu",)),
        ("Does vLLM run on AMD GPUs?", ("mi300x",)),
        ("Is my Radeon RX 6800 AMD GPU supported?", ("rx6800",)),
        ("RTX 5090 (24 GB, Blackwell) for LoRA", ("rtx5090",)),
        ("an RTX 6000 Blackwell for LoRA", ("rtx6000pro",)),
        ("Is Blackwell faster than H100?", ("b200", "h100")),
        ("the NVIDIA DGX Spark GB10 Grace Blackwell variant for a 7B", ("gb10",)),
        ("Is Grace Blackwell better than H200 for a 70B?", ("gb200", "h200")),
        ("a Jetson AGX Orin (Ampere) for ResNet-50", ("orin-64",)),
        ("an Ampere RTX 3090 or a Hopper H100 for LoRA", ("rtx3090", "h100")),
        ("my P4 or the P40 for Stable Diffusion", ("p4", "p40")),
        ("a P4 or p5 for a 7B?", ("a100", "h100")),
        ("Ampere or Hopper for pretraining?", ("a100", "h100")),
        ("my laptop has an amd gpu on board, can it train a 7B?", ("gpu",)),
        ("Can I fine-tune a 7B on AMD GPUs with ROCm?", ("mi300x",)),
    ],
)
def test_the_name_of_a_maker_or_a_generation(text: str, named: tuple[str, ...]) -> None:
    assert reading(text).profile.candidates == named


@pytest.mark.parametrize(
    "text", ["3-fan GPUs do not fit my case", "only 2-slot cards fit", "a GPU with two 8-pin connectors"]
)
def test_fans_slots_and_pins_count_no_cards(text: str) -> None:
    assert reading(text).profile.accelerator_count is None
