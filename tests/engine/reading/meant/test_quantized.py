"""Training in 4 bits."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor


@pytest.mark.parametrize(
    ("text", "method"),
    [
        ("How much VRAM do I need to fine-tune Mistral 7B in 4-bit?", "qlora"),
        ("4-bit finetuning of Llama 3 70B: how much VRAM?", "qlora"),
        ("LoRA of Llama 3 70B in 4 bits on one A100?", "qlora"),
        ("fine-tune gpt-oss-20b (MXFP4) on one 24GB card?", None),  # the format it comes in
        ("Fine-tune Mistral 7B and then serve it in 4-bit on a T4?", None),
        ("Full fine-tuning of Mistral 7B with a 4-bit optimizer on an A100?", "full"),
    ],
)
def test_weights_that_are_tuned_in_4_bits_are_qlora(advisor: Advisor, text: str, method: str | None) -> None:
    assert advisor.parse(text).profile.method == method


@pytest.mark.parametrize("turn", ["And with 4-bit?", "in 4 bit?", "And with 4-bit quantization?"])
def test_a_turn_says_so_of_the_tuning_of_the_thread(advisor: Advisor, turn: str) -> None:
    first = advisor.ask("How much VRAM do I need to fine-tune Mistral 7B?")
    assert advisor.ask(turn, before=first.goes_on_from).reading.profile.method == "qlora"
