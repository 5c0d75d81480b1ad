"""What the dollars of a month keep running, and what that serves."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.per_unit.serving_cost import ServingCost

HOURS = 730


def told(advisor: Advisor, text: str) -> ServingCost:
    said = advisor.ask(text).facts.headline
    assert isinstance(said, ServingCost)
    return said


@pytest.mark.parametrize(
    "text",
    [
        "We have $3,000 a month for serving a 32B model. How many tokens per second can we get?",
        "monthly budget $3k, self-hosted 32B: what token rate?",
        "serve a 32B for 3,000 USD a month",
    ],
)
def test_a_budget_of_a_month_is_told_in_whole_machines_and_what_they_serve(advisor: Advisor, text: str) -> None:
    said = told(advisor, text)
    assert (said.of, said.budget_usd) == ("budget", 3000)
    assert said.kept * said.usd_per_month <= 3000 < (said.kept + 1) * said.usd_per_month
    assert said.kept_tokens_per_second == pytest.approx(said.kept * said.tokens_per_second)
    assert said.kept_tokens_per_month == pytest.approx(said.kept_tokens_per_second * 0.4 * HOURS * 3600)


def test_a_budget_below_one_machine_buys_hours_of_it(advisor: Advisor) -> None:
    said = told(advisor, "we have $300 a month to serve a 32B model")
    assert said.kept == 0 and said.open_hours == pytest.approx(24 * 300 / said.usd_per_month)
