"""How a published model was pretrained: by its makers' figures, else by the rule; and what as much costs."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.costed.budget_holds import BudgetHolds
from engine.forms.parts.estimate_reasons import RunEstimate
from engine.forms.worked.makers import MakersRun


@pytest.mark.parametrize(
    ("text", "tokens", "chip_hours", "chips"),
    [
        ("How many GPUs did it take to train Llama 3.1 405B, and for how long?", 15e12, 30.84e6, 16384),
        ("How long did it take to train BLOOM and on how many GPUs?", 366e9, 1_082_990, 384),
        ("How much did it cost to train Llama 2 70B?", 2e12, 1_720_320, 0),
        ("How many tokens was Falcon 40B trained on, and how many A100s did it use?", 1e12, 552_960, 384),
        ("What hardware was used to train GPT-J 6B?", 402e9, 107_520, 128),
    ],
)
def test_what_its_makers_published_is_told(
    advisor: Advisor, text: str, tokens: float, chip_hours: float, chips: int
) -> None:
    """Days are hours / chips / 24: 1,082,990 / 384 / 24 = 117.5."""
    told = advisor.ask(text).facts.headline
    assert isinstance(told, MakersRun) and not told.by_rule
    assert (told.tokens, told.chip_hours, told.chips) == (tokens, chip_hours, chips)
    assert told.days == pytest.approx(chip_hours / chips / 24 if chips else 0)


def test_without_published_hours_the_rule_tells_them(advisor: Advisor) -> None:
    """6 x 7.3B x 4T = 1.75e23 FLOP: at 40 % of 312 TFLOP/s 390,000 hours, of 989 TFLOP/s 123,000."""
    text = "For the OLMo 2 7B model, how many A100s (or other GPUs), number of tokens and days did it take to train?"
    told = advisor.ask(text).facts.headline
    assert isinstance(told, MakersRun) and told.chip_hours == 0 and told.tokens == 4e12
    assert told.flop == pytest.approx(1.75e23, rel=0.01)
    of_a100, of_h100 = told.by_rule
    assert 250_000 < of_a100.chip_hours < 400_000 and 90_000 < of_h100.chip_hours < 150_000
    assert of_h100.days == pytest.approx(of_h100.chip_hours / 256 / 24)


@pytest.mark.parametrize(
    "text",
    [
        "How long did it take you to fine-tune Llama 2 7B on 8 A100?",
        "How many GPUs did you use to train your model?",
        "How long did your training of a 7B on 10B tokens take?",
    ],
)
def test_what_nobody_published_is_not_told(advisor: Advisor, text: str) -> None:
    assert not isinstance(advisor.ask(text).facts.headline, MakersRun)


def test_a_run_from_scratch_is_of_as_many_tokens_and_names_theirs(advisor: Advisor) -> None:
    """60 days x 24 x 768 = 1,105,920 chip-hours, on 768 of the same: 1,440 h."""
    text = "Based on a cluster of 96 NVIDIA DGX-A100 (8x40G), how long will it take to train GLM-130B from scratch?"
    told = advisor.ask(text).facts.headline
    assert isinstance(told, RunEstimate) and told.published_tokens == 400e9
    assert told.makers_chip_hours == 1_105_920 and told.makers_hours == 1_440


@pytest.mark.parametrize(
    ("text", "money", "credits"),
    [
        ("I have a $300 AWS credit. Curious what it costs to train the XL model (GPT-2 XL, nanoGPT).", 300, True),
        ("I have $5000 of AWS credits, is that enough to pretrain Pythia 1.4B from scratch?", 5000, True),
        ("Can we pretrain Pythia 6.9B from scratch with a budget of $1000?", 1000, False),
    ],
)
def test_money_that_was_told_pays_for_it_or_not(advisor: Advisor, text: str, money: float, credits: bool) -> None:
    told = advisor.ask(text).facts.headline
    assert isinstance(told, BudgetHolds) and not told.pays and told.credits is credits
    assert told.share == pytest.approx(money / told.usd.likely) and (told.tokens or 0) > 290e9
