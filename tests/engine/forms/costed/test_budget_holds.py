"""Whether the money that was named pays for the work."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.costed.budget_holds import BudgetHolds


def first(advisor: Advisor, text: str) -> BudgetHolds:
    said = advisor.ask(text).facts.headline
    assert isinstance(said, BudgetHolds)
    return said


@pytest.mark.parametrize(
    ("text", "pays"),
    [
        ("Is $1 million enough to pretrain a 13B on 300B tokens?", True),
        ("Is $1,000 enough to pretrain a 13B on 300B tokens?", False),
        ("can I pretrain a 13B on 300B tokens with $1M?", True),
        ("Is $1M enough to pretrain a 13B on 300B tokens? On how many H100?", True),
    ],
)
def test_yes_or_no_comes_first(advisor: Advisor, text: str, pays: bool) -> None:
    """6 x 13B x 300B is 23,400 exaFLOP: at 400 TFLOP/s 16,000 chip-hours, so tens of thousands of dollars."""
    said = first(advisor, text)
    assert (said.pays, said.is_sure, said.runs) == (pays, True, 1)
    assert 20_000 < said.usd.likely < 150_000


def test_a_budget_of_a_month_is_for_the_runs_of_a_month(advisor: Advisor) -> None:
    said = first(advisor, "Budget $2,000 a month: can we QLoRA fine-tune a 70B on 10M tokens weekly?")
    assert said.period == "month" and said.runs == pytest.approx(52 / 12, rel=0.01)


@pytest.mark.parametrize(
    ("text", "pays"),
    [
        ("is $3k per month enough to serve a 32B at 5 req/s?", False),
        ("is $100k per month enough to serve a 32B at 5 req/s?", True),
    ],
)
def test_of_a_load_that_is_served_it_is_the_month(advisor: Advisor, text: str, pays: bool) -> None:
    said = first(advisor, text)
    assert (said.pays, said.period, said.runs) == (pays, "month", 1)


@pytest.mark.parametrize(
    ("text", "usd", "pays"),
    [
        # 6 x 8B x 40B is 1,920 exaFLOP: at 160 TFLOP/s 3,300 chip-hours, at one to seven dollars each
        (
            "hey, founder here. We got $100k in AWS credits but they die end of February. Plan: continue-pretrain an"
            " 8B on ~40B tokens of legal text and then keep a demo endpoint up. Is 100k enough, too much, and what"
            " should we burn it on first?",
            100_000,
            True,
        ),
        # 6 x 3B x 300B is 5,400 exaFLOP: three times as much
        (
            "We have $3k of GCP credits. Is that enough to pretrain a 3B on 300B tokens, or should we raise?",
            3_000,
            False,
        ),
        (
            "50k credits on AWS: pretraining of Mistral 7B on 30B tokens - does 50k cover it or what do we take?",
            50_000,
            True,
        ),
        (
            "$8k in AWS credits: which box would you take to train a 13B on 5B tokens and does the money last?",
            8_000,
            True,
        ),
    ],
)
def test_credits_are_a_budget_where_advice_is_asked_as_well(
    advisor: Advisor, text: str, usd: float, pays: bool
) -> None:
    said = first(advisor, text)
    assert (said.budget_usd, said.pays, said.is_sure) == (usd, pays, True)
