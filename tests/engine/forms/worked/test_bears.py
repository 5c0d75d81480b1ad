"""A yes of memory is told as that, where what was said beside it is not of memory."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text


@pytest.mark.parametrize(
    ("text", "first"),
    [
        (
            "Qwen2.5-7B with FlashAttention-2 on a V100 32GB, is that supported?",
            "Memory yes, software no on NVIDIA V100 32 GB",
        ),
        (
            "fp8 inference of mistral small 24b on an RTX A6000, is that supported?",
            "Memory yes, software not natively on NVIDIA",
        ),
        ("is one L4 enough for flan-t5-xl, p99 400 ms?", "By memory alone there is room"),
        ("openpi training on 8x H100 is 10% faster than on one. is the 8 gpu box worth it?", "Room in memory"),
        ("How many GPU hours did Mistral 7B training take and on how many A100?", "Which machines they used"),
        ("Llama 3.2 3B in fp16, 500 players talking at once, 1k context each. one L4 enough?", "No: Llama 3.2 3B"),
    ],
)
def test_memory_alone_says_no_yes_to_more(text: str, first: str, advisor: Advisor) -> None:
    said = " ".join(card_text(advisor.ask(text)).partition("\n\n")[0].split())
    assert said.startswith(first), said


@pytest.mark.parametrize(
    ("text", "first"),
    [
        (
            "Mixtral 8x7B AWQ on 4x V100 32GB with vllm, will that run?",
            "Memory yes, software no on NVIDIA V100 32 GB. AWQ",
        ),
        ("can T4 serve qwen2.5 7B in fp8?", "Memory yes, software no on NVIDIA T4. FP8"),
        ("Llama 3.1 70B FP8 on 2x A100 80GB?", "Memory yes, software not natively on NVIDIA A100 80 GB. FP8"),
        ("Qwen2.5-7B-Instruct-AWQ on V100 16GB", "Memory yes, software no on NVIDIA V100 16 GB. AWQ"),
        ("QLoRA of a 7B on V100 32GB with flash attention 2?", "Memory yes, software no on NVIDIA V100 32 GB. Flash"),
        ("is bf16 training of a 1B possible on T4?", "No on NVIDIA T4. BF16"),
        ("Llama 70B fp8 on v5e-8", "No on TPU v5e. FP8"),
        ("does AWQ work on V100?", "No. AWQ on NVIDIA V100"),
        ("can a T4 run a Qwen2.5-7B-Instruct-AWQ with vLLM?", "Yes: serving in INT4"),
        ("DeepSeek V3 nvfp4 on 8x B200", "Yes: serving in FP4"),
        ("fp8 training 8B on L40S?", 'This says nothing of "fp8": Partly: on one NVIDIA L40S, LoRA'),
    ],
)
def test_what_the_chip_does_not_run_comes_before_room(text: str, first: str, advisor: Advisor) -> None:
    said = " ".join(card_text(advisor.ask(text)).partition("\n\n")[0].split())
    assert said.startswith(first), said
