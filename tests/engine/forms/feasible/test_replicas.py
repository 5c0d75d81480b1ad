"""One model over several cards, or a copy on each."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.feasible.replicas import CopyOnEach, Replicas
from tests.engine.forms.feasible.first import first_of


@pytest.mark.parametrize(
    ("text", "each", "copies", "normal"),
    [
        ("vllm, qwen2.5-7b on 4 L4: tp=4 or four separate instances for throughput?", 1, 4, False),
        ("qwen2-7b on an 8x A800 80G server. One instance over 8 cards or 8 instances?", 1, 8, False),
        ("72b on 8x A100 80GB: 2 instances of TP4 give 2x, one TP8 1.5x. is that normal?", 4, 2, True),
        ("llama 7b on two RTX 3090 is slower than on one, why?", 1, 2, True),
    ],
)
def test_copies_on_the_fewest_cards_that_hold_one(
    advisor: Advisor, text: str, each: int, copies: int, normal: bool
) -> None:
    """72B in 16 bits are 134 GiB: 4 x 80 GB hold them, so two copies stand on eight."""
    first = first_of(advisor, text, Replicas)
    assert (first.each, first.copies, first.split) == (each, copies, False)
    assert first.normal or not normal


def test_what_fewer_cards_do_not_hold_is_split(advisor: Advisor) -> None:
    first = first_of(
        advisor, "llama 3.3 70B bf16 on 2x H100: does tensor parallel 2 or data parallel give more?", Replicas
    )
    assert (first.split, first.in_four) == (True, 1)


def test_without_a_card_the_rule_is_told(advisor: Advisor) -> None:
    text = "does TP on 2 GPUs raise token throughput for llama 7B, or should I run data parallel copies?"
    assert first_of(advisor, text, CopyOnEach).weights_gib == pytest.approx(12.6, rel=0.02)


def test_the_slower_of_two_cards_is_no_split(advisor: Advisor) -> None:
    text = "vllm with qwen2.5-7b is slower on an A10 than on one RTX 3090: 4.8 s and 1.8 s. Is that normal?"
    assert not isinstance(advisor.ask(text).facts.headline, Replicas)
