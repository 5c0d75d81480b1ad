"""A setting that a text says is answered first: one size of several, a length, a precision, all weights."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text


def first(text: str, advisor: Advisor) -> str:
    return " ".join(card_text(advisor.ask(text)).split("\n\n")[0].split())


@pytest.mark.parametrize(
    ("text", "start", "has"),
    [
        ("Evo2 40B at 100 kb: how many H100?", "Evo 2 40B at 100,000 bases takes more than two H100", "plan four"),
        ("How much VRAM does Evo 2 40B need?", "Evo 2 40B takes two H100", "no A100"),
        (
            "\u00bfQu\u00e9 m\u00e1quina alquilo para un fine-tuning completo de pi0.5?",
            "All weights of pi0",
            "g7e.2xlarge",
        ),
        ("full fine-tuning of pi0.5: is an RTX 4090 enough?", "No, with 24 GB on NVIDIA RTX 4090", "over 70 GB"),
        ("full fine-tuning of pi0.5: is one H200 enough?", "Yes, with 141 GB on NVIDIA H200 SXM", "over 70 GB"),
        (
            "Wan2.2 A14B LoRA at 720p: VRAM (a) in bf16 (b) with fp8 and block swapping?",
            "BF16",
            "FP8 base with block",
        ),
    ],
)
def test_the_setting_that_was_said_leads(text: str, start: str, has: str, advisor: Advisor) -> None:
    told = first(text, advisor)
    assert told.startswith(start)
    assert has in told


def test_a_lora_of_it_is_not_answered_by_all_weights(advisor: Advisor) -> None:
    assert "All weights of pi0" not in first("How much VRAM does a LoRA of pi0.5 need?", advisor)
