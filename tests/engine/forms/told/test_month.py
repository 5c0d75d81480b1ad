"""A month of a machine is its hours at the price of one."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.told.month import MachineMonth


@pytest.mark.parametrize(
    "text",
    [
        "What does it cost per month to keep a g5.xlarge up 24/7 for a demo?",
        "How much is a g5.xlarge for a month, with one request per minute?",
        "monthly cost of one g5.xlarge endpoint that nobody uses much?",
    ],
)
def test_the_hours_of_a_month(text: str, advisor: Advisor) -> None:
    told = advisor.ask(text).facts.headline
    assert isinstance(told, MachineMonth)
    assert told.usd == pytest.approx(told.usd_per_hour * 730) and told.managed is None


def test_a_managed_service_adds_to_the_hour(advisor: Advisor) -> None:
    told = advisor.ask("What does a SageMaker ml.g5.xlarge endpoint cost per month, 24/7?").facts.headline
    assert isinstance(told, MachineMonth) and told.managed is not None and told.managed.low > told.usd


def test_a_type_that_is_none_gives_way_to_the_smallest_of_its_line(advisor: Advisor) -> None:
    answer = advisor.ask("How much does it cost to deploy a model on a p3.xlarge for a month?")
    assert isinstance(answer.facts.headline, MachineMonth) and answer.facts.headline.instance == "p3.2xlarge"
    assert card_text(answer).startswith("There is no p3.xlarge")
