"""Tokens that a sum of money trains on."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.sums.tokens_for import TokensFor


@pytest.mark.parametrize(
    ("text", "usd", "parameters"),
    [
        ("25k of credits, could we pretrain a 3B, how many tokens would we get", 25e3, 3e9),
        ("We've got $40,000. How big a token budget is that for a 7B from scratch?", 40e3, 7e9),
        ("mit 15000 Euro wie viele Token können wir ein 1B Modell trainieren", 15e3, 1e9),
        ("we got 5000 euro of azure credits, how many tokens can we train a 350M model on", 5e3, 350e6),
    ],
)
def test_money_and_a_size_are_tokens(advisor: Advisor, text: str, usd: float, parameters: float) -> None:
    first = advisor.ask(text).facts.headline
    assert isinstance(first, TokensFor)
    assert (first.usd, first.parameters) == (usd, parameters)
    assert first.best == 20 * parameters and first.enough == (first.tokens.likely >= first.best)
    assert first.hours * first.rate * first.count == pytest.approx(usd, rel=0.1)
    assert first.tokens.low < first.tokens.likely < first.tokens.high


def test_tokens_that_are_told_are_no_question(advisor: Advisor) -> None:
    first = advisor.ask("can we pretrain a 3B on 60B tokens for $25k?").facts.headline
    assert not isinstance(first, TokensFor)


ENOUGH = (
    "I have $5000 in AWS credits, can I train a 1B model with that?",
    "Is $5000 enough to train a 1B model?",
    "Can I pretrain a 1B model for $5000?",
    "Could a 1B be pretrained with a budget of $5,000?",
)


@pytest.mark.parametrize("text", ENOUGH)
def test_whether_money_trains_a_model_is_told_in_tokens(advisor: Advisor, text: str) -> None:
    """Compute is best spent on 20 tokens a parameter, 20B here: at some $33 per 1B about $700."""
    first = advisor.ask(text).facts.headline
    assert first is not None
    assert (first.code, first.values["usd"], first.values["asks_if"]) == ("tokens_for", 5000, True)
    assert first.values["enough"] and first.values["tokens"].likely > 20e9
