"""The largest model that money, hours or computing trains where computing is spent best."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.first.optimal import LargestOptimal


def _first(advisor: Advisor, text: str) -> LargestOptimal:
    first = advisor.ask(text).facts.headline
    assert isinstance(first, LargestOptimal)
    return first


def test_computing_trains_the_square_root_of_a_hundred_and_twentieth_of_it(advisor: Advisor) -> None:
    """C = 6 x N x 20 N: 1.2e22 FLOP are N = 1e10 parameters on 2e11 tokens."""
    first = _first(advisor, "With 1.2e22 FLOPs, what is the compute-optimal model size?")
    assert (round(first.on.parameters / 1e10, 6), round(first.on.tokens / 2e11, 6)) == (1, 1)


@pytest.mark.parametrize(
    ("text", "of", "amount"),
    [
        ("got a 30k USD grant. biggest model I could train chinchilla-optimally on H100?", "usd", 30_000),
        ("with 32 H100 for 2 weeks, what size of model is chinchilla optimal?", "chip_hours", 32 * 336),
        ("I have 5000 A100 hours. Largest compute optimal model?", "chip_hours", 5000),
    ],
)
def test_money_or_hours_bound_it(advisor: Advisor, text: str, of: str, amount: float) -> None:
    first = _first(advisor, text)
    assert (first.of, first.amount, first.assumed) == (of, amount, False)
    flops = 6 * first.on.parameters * first.on.tokens
    assert flops == pytest.approx(first.on.chip_hours * 3600 * first.on.tflops * 1e12, rel=0.02)


def test_of_a_size_that_was_said_it_is_not_asked(advisor: Advisor) -> None:
    told = advisor.ask("how many tokens is compute optimal for a 3B and what does it cost on H100").facts.headline
    assert not isinstance(told, LargestOptimal)


def test_tokens_that_are_told_bound_the_size(advisor: Advisor) -> None:
    """C = 6 N D: 6e21 FLOP on 1e11 tokens are N = 1e10."""
    first = _first(advisor, "With 6e21 FLOPs and 100B tokens, how big a model can we pretrain?")
    assert (round(first.on.parameters / 1e10, 6), first.on.tokens, first.assumed) == (1, 1e11, False)


def test_what_can_be_trained_for_so_much_asks_for_a_size(advisor: Advisor) -> None:
    first = _first(advisor, "what can I train for $20k?")
    assert (first.of, first.amount, first.assumed) == ("usd", 20_000, True)


def test_fine_tuning_of_all_weights_on_so_many_tokens_is_a_size_too(advisor: Advisor) -> None:
    """N = C / (6 x 1e9)."""
    first = _first(advisor, "$10k budget, which model size can we fine-tune on 1B tokens?")
    flops = first.on.chip_hours * 3600 * first.on.tflops * 1e12
    assert first.told and not first.supposed
    assert first.on.parameters == pytest.approx(flops / 6e9, rel=0.02)
