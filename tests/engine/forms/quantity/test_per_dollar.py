"""Machines by what they serve for the money."""

from __future__ import annotations

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.quantity.per_dollar import BetterValue


def test_where_both_are_priced_dollars_a_million_decide(advisor: Advisor) -> None:
    text = "H200 vs MI300X, serving Llama 3.1 70B FP8, 64 at once, 1k in 300 out, which gives more tokens per dollar?"
    answer = advisor.ask(text)
    headline = answer.facts.headline
    assert isinstance(headline, BetterValue) and headline.priced
    assert headline.best.per_million < headline.other.per_million and headline.requests == 64
    assert card_text(answer)


def test_where_no_price_is_held_the_ratio_of_speeds_tells_the_rent_to_pay(advisor: Advisor) -> None:
    """H20 against L20: 4,000 / 864 GB/s = 4.6 times the bandwidth, 148 / 119.5 TFLOP/s = 1.2 times the math."""
    answer = advisor.ask("H20 和 L20 推理 Qwen3-32B（FP8，并发 100），哪个性价比高？")
    headline = answer.facts.headline
    assert isinstance(headline, BetterValue) and not headline.priced
    assert headline.best.chip == "NVIDIA H20"
    assert 1.2 <= headline.ratio.low <= headline.ratio.likely <= headline.ratio.high <= 4.7
