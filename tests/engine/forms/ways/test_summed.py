"""The hours of so many chips bought in each way that is named: a sum for each, the cheapest first."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.ways.summed import SummedEachWay, SummedOther, WayMeans

FORMAL = (
    "We request 64 x H100 around the clock for 21 days. What is the total cost under (a) on-demand p5, "
    "(b) Capacity Blocks, (c) spot, if offered, and (d) the equivalent on trn2? Rounded to the nearest thousand USD."
)


@pytest.mark.parametrize(
    ("text", "machines", "hours"),
    [
        (FORMAL, 8, 504),  # 64 / 8 machines, 21 x 24 h
        ("what do 64 H100 for 21 days cost on demand, by capacity block and on spot?", 8, 504),
        ("16 H200 for 10 days, on-demand against Capacity Block against spot: totals please", 2, 240),
    ],
)
def test_each_way_is_machines_times_hours_times_price(
    text: str, machines: int, hours: float, advisor: Advisor
) -> None:
    told = advisor.ask(text).facts.headline
    assert isinstance(told, SummedEachWay) and told.hours == hours
    own = [one for one in told.each if not one.other]
    assert {one.purchase for one in own} == {"on_demand", "capacity_block", "spot"}
    known = [one.usd for one in own if one.usd is not None]
    assert known == sorted(known)
    for one in own:
        assert one.machines == machines
        if one.usd is not None and one.usd_per_hour is not None:
            exact = machines * hours * one.usd_per_hour
            assert one.usd == pytest.approx(round(exact, -3) if text == FORMAL else exact)


def test_as_much_work_on_another_chip_is_told_with_both_bounds(advisor: Advisor) -> None:
    """667 of 989 TFLOP/s and 2,900 of 3,350 GB/s: 64 / 0.674 = 95 and 64 / 0.866 = 74 chips, 6 and 5 machines."""
    answer = advisor.ask(FORMAL)
    told = answer.facts.headline
    assert isinstance(told, SummedEachWay)
    other = next(one for one in told.each if one.other)
    assert (other.machines, other.machines_high) == (5, 6)
    ratio = next(one for one in answer.facts.sentences if isinstance(one, SummedOther))
    assert (round(ratio.low), round(ratio.high)) == (74, 95)


def test_work_that_is_described_is_no_question_of_hours(advisor: Advisor) -> None:
    text = "Fine-tune a 7B for 10 days on 64 H100: on demand, spot or capacity block, what does it cost?"
    assert not isinstance(advisor.ask(text).facts.headline, SummedEachWay)


@pytest.mark.parametrize(
    "text",
    [
        "what is the difference between spot and capacity block? we have a 3 day fine-tune on p5",
        "c koi la difference entre spot et capacity block ? on a un finetuning de 3 jours sur p5",
    ],
)
def test_what_tells_two_ways_apart_comes_with_the_run_each_way(text: str, advisor: Advisor) -> None:
    """72 hours of one machine of 8, the cheapest first; on demand is what the others are measured by."""
    answer = advisor.ask(text)
    told = answer.facts.headline
    assert isinstance(told, SummedEachWay) and (told.hours, told.chips) == (72, 8)
    assert [one.purchase for one in told.each] == ["spot", "capacity_block", "on_demand"]
    assert any(isinstance(line, WayMeans) for line in answer.facts.sentences)
