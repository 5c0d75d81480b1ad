"""What a budget keeps is rounded down, over the machines that give the most chips."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.charged.afforded import BudgetKeeps, BudgetKeepsEach


def test_one_more_would_cost_more_than_there_is(advisor: Advisor) -> None:
    """730 x 1.861 = 1,358.53: 7 are 9,509.71 of 10,000, and 8 are 10,868.24."""
    answer = advisor.ask("we have $10k a month, how many g6e.xlarge can we keep on all month on demand?")
    told = answer.facts.headline
    assert isinstance(told, BudgetKeeps) and card_text(answer)
    assert (told.kept.number, round(told.kept.usd), round(told.kept.more_usd)) == (7, 9510, 10868)


@pytest.mark.parametrize(
    ("text", "chips", "usd"),
    [
        ("what can I get for $20k a month, H100s 24/7?", 3, 15_067),  # 3 x 730 x 6.88
        ("how many L4 can I run around the clock for $2,000 a month?", 3, 1_548),  # 3 x 730 x 0.706832
        ("$120k per year for L40S on AWS: how many GPUs nonstop?", 7, 114_117),  # 7 x 8,760 x 1.86102
        ("每月2万美元能租几张H100，24小时不关机？", 3, 15_067),
    ],
)
def test_chips_are_counted_over_the_machines_that_give_the_most(
    text: str, chips: int, usd: int, advisor: Advisor
) -> None:
    told = advisor.ask(text).facts.headline
    assert isinstance(told, BudgetKeeps)
    assert (told.kept.chips, round(told.kept.usd)) == (chips, usd)


def test_where_no_chip_is_named_each_is_told(advisor: Advisor) -> None:
    answer = advisor.ask("with $25k a month, what can I rent around the clock on AWS?")
    told = answer.facts.headline
    assert isinstance(told, BudgetKeepsEach) and card_text(answer)
    assert all(one.usd <= 25_000 for one in told.each)


@pytest.mark.parametrize(
    ("text", "hours", "number"),
    [
        ("I have $2000 a month. How many A100 can I keep running 8 hours a day, 22 days?", 176, 3),
        ("budget 3000 a month, how many L4 for 10 hours a day?", 304, 13),
    ],
)
def test_hours_of_a_day_are_no_whole_month(text: str, hours: int, number: int, advisor: Advisor) -> None:
    """2,000 / (176 x 3.673) = 3.09; 3,000 / (304.2 x 0.706832) = 13.95."""
    told = advisor.ask(text).facts.headline
    assert isinstance(told, BudgetKeeps) and (round(told.hours), told.kept.number) == (hours, number)
