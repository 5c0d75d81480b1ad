"""Several kinds of machine together: machines x hours x price, each kind by its own."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.charged.summed_machines import MachinesSum


def summed(text: str, advisor: Advisor) -> MachinesSum:
    answer = advisor.ask(text)
    assert isinstance(answer.facts.headline, MachinesSum), text
    assert card_text(answer)
    return answer.facts.headline


@pytest.mark.parametrize(
    ("text", "usd"),
    [
        (
            "2 x p5.48xlarge plus 4 x g6e.xlarge for 168 hours, total cost",
            19_744,
        ),  # 2 x 55.04 x 168 + 4 x 1.861 x 168
        ("1 p5.48xlarge for 10 hours and 2 g5.xlarge for 200 hours, what's the total?", 953),  # 550.4 + 402.4
        (  # 12 x 1.212 x 217.26, as weekdays are 5 of 7 days, and 4 x 16.288 x 730
            "12 x g5.2xlarge running 10h/day on weekdays plus 4 x g5.48xlarge around the clock",
            50_721,
        ),
        (  # the year is owed whole: 8,760 x 18.5137, and 2,160 x 88.49 on demand
            "1x a2-highgpu-8g on a 1-year CUD + 1x a3-highgpu-8g pay as you go, 90 days each",
            353_318,
        ),
        (  # 3 x 220 x 21.957642 = 14,492.04 and 12 x 730 x 1.006 = 8,812.56
            "3x p4d.24xlarge 10 hours on each of 22 working days, plus 12 g5.xlarge that never get turned off: "
            "the month?",
            23_305,
        ),
        (  # 8 x 730 x 1.006 = 5,875.04 and 2 x 100 x 21.957642 = 4,391.53
            "8 x g5.xlarge never off, 2 x p4d.24xlarge for 100 hours - cost of a month",
            10_267,
        ),
        (  # 3 x 730 x 0.7582 = 1,660.46 and 50 x 21.5 = 1,075
            "3 inf2.xlarge around the clock and 1 trn1.32xlarge 50 h, total a month?",
            2_735,
        ),
        (  # 2 x 730 x 10.49264 = 15,319 and 4 x 176 x 21.957642 = 15,458
            "2x g6e.12xlarge 24/7 and 4 p4d.24xlarge 8h x 22 days, monthly total?",
            30_777,
        ),
        ("Was kosten 3 p4d.24xlarge und 1 p5.48xlarge für 24 Stunden zusammen?", 2_902),  # 1,580.95 + 1,320.96
    ],
)
def test_a_sum_is_of_every_kind(text: str, usd: float, advisor: Advisor) -> None:
    assert round(summed(text, advisor).usd) == usd


def test_a_kind_without_that_price_says_so(advisor: Advisor) -> None:
    """No price of g6.xlarge on spot is held."""
    told = summed("on spot: 2 p5.48xlarge + 10 g6.xlarge for 72 h, total", advisor)
    assert [part.hour.other_way for part in told.parts] == [False, True]


def test_what_is_chosen_between_is_no_sum(advisor: Advisor) -> None:
    text = "UniTok: 256 A100-80G for about 50 hours. We can only get 32 H100. How long and how much?"
    assert not isinstance(advisor.ask(text).facts.headline, MachinesSum)
