"""A restated line may not bring in a figure or a machine."""

from __future__ import annotations

import pytest

from bot.restate.grounded import is_grounded


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("Can I serve Llama 2 70B in FP16 on 4 A100 40 GB?", "llama2-70b on four A100 40GB with float16"),
        ("Does a LoRA fine-tune of Llama 7B fit on 1 RTX 3090?", "one 3090, LLaMA-7B, lora"),
        ("How many H100 does 128,000 tokens of context take?", "H100, 128k context"),
        ("What does pretraining of a 1B model on 20B tokens cost?", "1B模型，200亿tokens预训练"),
        ("What do 16 H100 for 5 days cost?", "16 x H100 for five days"),
        ("What is the price of p5.48xlarge?", "how much is P5.48xlarge"),
        ("Can I serve a 6.7B model on 2 V100?", "two V100s and my 6.7 billion params"),
        ("Cheapest H100?", "who sells the cheapest H100"),
        ("Does it fit with ZeRO-3 on a pair of A800?", "ds_z3_config, dual A800"),
        ("1-year or 3-year commitment at 1024x1024 in 8-bit?", "1 yr vs 3 yr, 1024*1024, 8bit"),
    ],
)
def test_what_the_text_says_may_be_said_otherwise(line: str, text: str) -> None:
    assert is_grounded(line, text)


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("Can I serve Llama 3.1 8B on 1 L4?", "which chip for my chatbot?"),
        ("What should I serve Llama 3.1 70B on at 50M tokens a day?", "serve Llama 3.1 70B"),
        ("Does it fit on 8 H100?", "does it fit on H100?"),
        ("Does it fit on 4 H200?", "does it fit on 4 H100?"),
        ("What do 64 A100 for 5 days cost?", "8 machines of 8 A100 for 5 days"),  # a product is not said
    ],
)
def test_what_the_text_does_not_say_is_refused(line: str, text: str) -> None:
    assert not is_grounded(line, text)
