"""A month of a machine is its hours at the price of one."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.billed.hosting import Hosting
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
    assert isinstance(told, Hosting)
    assert told.month_low > told.one.usd * 730  # what the service takes is in it


def test_a_type_that_is_none_gives_way_to_the_smallest_of_its_line(advisor: Advisor) -> None:
    answer = advisor.ask("How much does it cost to deploy a model on a p3.xlarge for a month?")
    assert isinstance(answer.facts.headline, MachineMonth) and answer.facts.headline.instance == "p3.2xlarge"
    assert card_text(answer).startswith("There is no p3.xlarge")


@pytest.mark.parametrize(
    ("text", "hours", "unit"),
    [
        ("p5.48xlarge per day", 24, "day"),
        ("p5.48xlarge price per day", 24, "day"),
        ("what does a p5.48xlarge cost a day?", 24, "day"),
        ("p5.48xlarge for a week", 168, "week"),
        ("what does a p5.48xlarge cost a week", 168, "week"),
        ("p5.48xlarge cost per week in us-east-1", 168, "week"),
        ("p5.48xlarge cost per month on demand", 730, "month"),
        ("on demand p5.48xlarge price per month", 730, "month"),
    ],
)
def test_a_day_a_week_and_a_month_are_alike(text: str, hours: float, unit: str, advisor: Advisor) -> None:
    """55.04 USD an hour."""
    told = advisor.ask(text).facts.headline
    assert isinstance(told, MachineMonth) and (told.unit, told.hours) == (unit, hours)
    assert told.usd == pytest.approx(hours * 55.04)


@pytest.mark.parametrize(
    ("text", "hours", "machines"),
    [
        ("10 g6e.12xlarge 8 hours a day, 22 days a month in us-east-1, monthly cost", 8 * 22, 10),
        ("4 g6e.12xlarge 10 hours a day, 20 working days a month, us-east-1", 10 * 20, 4),
        ("p4de.24xlarge in us-east-1 for 6 hours a day on weekdays, monthly", 6 * 730 / 24 * 5 / 7, 1),
        ("g5.xlarge 12 h a day, 5 days a week: cost per month?", 12 * 730 / 24 * 5 / 7, 1),
        ("monthly cost of 2 g5.xlarge, 9 hours per day Monday to Friday", 9 * 730 / 24 * 5 / 7, 2),
        ("what does a g5.xlarge cost a month, 8h/day, not on weekends?", 8 * 730 / 24 * 5 / 7, 1),
    ],
)
def test_the_days_of_a_month_that_are_told_are_those_that_are_paid(
    text: str, hours: float, machines: int, advisor: Advisor
) -> None:
    told = advisor.ask(text).facts.headline
    assert isinstance(told, MachineMonth) and told.machines == machines
    assert told.hours == pytest.approx(hours)
    assert told.usd == pytest.approx(hours * machines * told.usd_per_hour)


@pytest.mark.parametrize(
    ("text", "hours", "days"),
    [
        ("how much is one a2-highgpu-1g for 24 h a day, 30 days", 720, 30),
        ("g5.xlarge for 10 hours a day, 20 days: how much in all?", 200, 20),
        ("how much is a p5.48xlarge a day", 24, None),
    ],
)
def test_days_beside_the_hours_of_each_are_summed(
    text: str, hours: float, days: int | None, advisor: Advisor
) -> None:
    answer = advisor.ask(text)
    told = answer.facts.headline
    assert isinstance(told, MachineMonth) and (told.hours, told.of_days) == (hours, days)
    assert told.usd == pytest.approx(told.usd_per_hour * hours)
    assert ("for 30 days" in card_text(answer)) == (days == 30)
