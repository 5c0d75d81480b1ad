"""What is asked of the prices, and the ways to buy that are named."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.money.said import is_of_money, money_said


@pytest.mark.parametrize(
    ("text", "does"),
    [
        ("dearest L40S per gpu-hour", "rank"),
        ("第二便宜的H100按需", "rank"),
        ("Preisspanne von L4 über die Clouds", "spread"),
        ("g6.xlarge: how much more does Tokyo cost than Oregon", "gap"),
        ("combien j'économise avec 1 an sur inf2 à Francfort", "gap"),
        ("how many hours of p5.48xlarge do $30k buy?", "lasts"),
        ("6,500 node-hours of p4d.24xlarge: the same work on p5.48xlarge?", "same_work"),
        ("spot p5.48xlarge, 4 preemptions a day, 8 minutes to restart: effective cost?", "useful"),
        ("on-demand and 1-year rates of p4de.24xlarge and the break-even utilization", "break_even"),
        ("do savings plans cover trn2?", "applies"),
        ("B200 in ap-southeast-2, sonst welche Region?", "there"),
    ],
)
def test_each_question_asks_one_thing_first(text: str, does: str, advisor: Advisor) -> None:
    assert money_said(advisor.parse(text)).does[:1] == (does,)


@pytest.mark.parametrize(
    "text",
    [
        "fine-tune a 7B on 8 H100 for two weeks, what does it cost?",
        "most expensive restaurant in Paris",
        "p5.48xlarge price in us-east-1",
        "does a 70B fit on 8 x A100?",
        "how many H100 for 30 requests a second of an 8B?",
    ],
)
def test_another_question_asks_none_of_it(text: str, advisor: Advisor) -> None:
    assert not is_of_money(advisor.parse(text))


def test_a_way_that_is_excluded_is_none_that_is_named(advisor: Advisor) -> None:
    assert money_said(advisor.parse("top 5 cheapest A100 80GB offers, spot excluded")).ways == ()
    ways = money_said(advisor.parse("cheapest H100 on demand or reserved")).ways
    assert ways == ("on_demand", "savings_plan", "reserved_1yr", "reserved_3yr") or set(ways) == {
        "on_demand", "savings_plan", "reserved_1yr", "reserved_3yr",
    }  # fmt: skip


def test_two_machines_by_a_unit_of_compute_are_compared_whatever_they_are_called_for(advisor: Advisor) -> None:
    asked = advisor.parse("trn1 block vs trn2 block per bf16 petaflop hour, cheaper?")
    assert money_said(asked).does == ("per_figure",)
