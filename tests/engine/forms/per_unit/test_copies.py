"""Replicas that are wanted."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.per_unit.copies import copies


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("We need failover: two replicas of llama 3.1 70B in fp8. what would it cost monthly", 2),
        ("llama 8b with 3 replicas for redundancy, monthly price", 3),
        ("mistral 7b for 40 concurrent users, highly available, cost per month?", 2),
        ("mistral 7b for 40 concurrent users, cost per month?", 1),
    ],
)
def test_as_many_as_were_said_and_two_where_one_may_fail(advisor: Advisor, text: str, number: int) -> None:
    assert copies(advisor.parse(text)) == number


def test_each_of_them_is_paid(advisor: Advisor) -> None:
    one = advisor.ask("mistral 7b for 40 concurrent users, cost per month?").facts.headline
    two = advisor.ask("mistral 7b for 40 concurrent users, highly available, cost per month?").facts.headline
    assert one is not None and two is not None
    assert two.values["usd"].likely == pytest.approx(2 * one.values["usd"].likely)
