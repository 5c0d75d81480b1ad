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
