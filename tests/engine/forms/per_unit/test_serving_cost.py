"""What serving costs where nobody said the traffic."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.per_unit.serving_cost import ServingCost

HOURS, MILLION = 730, 1e6


def told(advisor: Advisor, text: str) -> ServingCost:
    said = advisor.ask(text).facts.headline
    assert isinstance(said, ServingCost)
    return said


def test_a_million_tokens_cost_the_machine_over_what_it_serves(advisor: Advisor) -> None:
    said = told(advisor, "cost per million tokens of Llama 3 8B on g5.xlarge")
    assert (said.of, said.instance, said.utilization, said.is_assumed) == ("tokens", "g5.xlarge", 0.4, True)
    assert said.full_usd == pytest.approx(said.usd_per_hour / (said.tokens_per_second * 3600) * MILLION)
    assert said.usd.likely == pytest.approx(said.full_usd / 0.4)


def test_a_month_is_the_machine_day_and_night(advisor: Advisor) -> None:
    said = told(advisor, "monthly serving cost, Llama 3 8B, g5.xlarge")
    assert said.of == "month" and said.usd_per_month == pytest.approx(said.usd_per_hour * HOURS)


def test_a_thousand_requests_are_a_thousand_answers(advisor: Advisor) -> None:
    said = told(advisor, "cost per request of Llama 3 8B on g5.xlarge")
    assert said.of == "requests"
    assert said.usd_per_thousand.likely == pytest.approx(said.usd.likely * said.answer_tokens * 1000 / MILLION)


@pytest.mark.parametrize(
    "text",
    [
        "cost per million tokens of training Llama 3 8B on p4d.24xlarge",
        "monthly cost of serving Llama 3 8B at 50M tokens a day on g5.xlarge",
    ],
)
def test_training_and_traffic_that_was_said_are_costed_as_they_are(advisor: Advisor, text: str) -> None:
    assert not isinstance(advisor.ask(text).facts.headline, ServingCost)
