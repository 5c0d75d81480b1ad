"""What is said of cards: each in a sentence of its own."""

from __future__ import annotations

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text


def said(advisor: Advisor, text: str) -> str:
    return " ".join(card_text(advisor.ask(text)).split())


def test_half_rate_names_both_figures(advisor: Advisor) -> None:
    """364 TFLOP/s over 165.2, which is 330.4 with FP16 accumulation; 960 GB/s over 1,008."""
    told = said(advisor, "which is better, RTX 4090 or RTX 6000 Ada?")
    assert "RTX 4090, as GeForce cards do, runs matrix math that accumulates in FP32 at half rate" in told
    assert "1.1x holds with FP16 accumulation, 2.2x with FP32, both on paper; memory at 0.95x" in told


def test_what_is_lacking_is_one_sentence(advisor: Advisor) -> None:
    told = said(advisor, "which is better, RTX 2080 Ti or RTX 4070?")
    assert "No BF16 on RTX 2080 Ti, which trains in FP16 with loss scaling or FP32; no FP8 on RTX 2080 Ti." in told
