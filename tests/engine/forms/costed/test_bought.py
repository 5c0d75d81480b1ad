"""What a sum of money buys, by the dollars that the same answer tells."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.costed.bought import DataBought, HoursBought
from engine.forms.parts.estimate_reasons import RunEstimate


@pytest.mark.parametrize(
    "text",
    [
        "I have $5,000: how many tokens of an 8B can I train on?",
        "With a budget of 5k dollars, how much data can we fine-tune an 8B on?",
        "How far does a budget of $5,000 go for full fine-tuning of an 8B?",
    ],
)
def test_money_buys_as_many_tokens_as_the_rate_below_says(advisor: Advisor, text: str) -> None:
    answer = advisor.ask(text)
    bought, rate = answer.facts.headline, answer.facts.sentences[0]
    assert isinstance(bought, DataBought) and isinstance(rate, RunEstimate)
    assert rate.assumed_tokens is not None and rate.usd is not None
    assert bought.tokens.likely == pytest.approx(5_000 / rate.usd.likely * rate.assumed_tokens)
    assert bought.tokens.low < bought.tokens.likely < bought.tokens.high


def test_samples_are_counted_by_their_tokens(advisor: Advisor) -> None:
    bought = advisor.ask("how many samples of 1k tokens can I finetune an 8B on for 500 dollars").facts.headline
    assert isinstance(bought, DataBought)
    assert bought.samples == pytest.approx(bought.tokens.likely / 1_000)


@pytest.mark.parametrize(
    "text", ["I have $5,000: how many H100 hours is that?", "how many h100 hours for a $5k budget"]
)
def test_money_buys_hours_of_a_chip(advisor: Advisor, text: str) -> None:
    """p5.4xlarge, one H100, is $6.88 an hour: 5,000 / 6.88 = 726.7."""
    answer = advisor.ask(text)
    bought = answer.facts.headline
    assert isinstance(bought, HoursBought) and bought.purchase == "on_demand"
    assert bought.chip_hours == pytest.approx(5_000 / 6.88, rel=0.001)
    assert "$5,000 buys about 730 chip-hours of NVIDIA H100 SXM" in card_text(answer)


def test_money_by_the_month_says_so(advisor: Advisor) -> None:
    text = card_text(advisor.ask("Budget is $2k a month. How many L4 hours is that?"))
    assert text.startswith("$2,000 a month buys about")


def test_where_the_data_is_said_the_budget_is_a_limit_and_buys_nothing(advisor: Advisor) -> None:
    answer = advisor.ask("We have $50k to fine-tune a 70B on 1B tokens, how many hours on H100?")
    assert isinstance(answer.facts.headline, RunEstimate)
