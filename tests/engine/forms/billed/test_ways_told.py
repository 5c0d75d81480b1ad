"""Ways to buy, each with its number where it has one."""

from __future__ import annotations

from bot.advice.advisor import Advisor
from engine.forms.billed.ways_told import Way, numbers_of_ways, ways_told


def test_only_numbers_behind_the_machine_are_those_of_a_way(advisor: Advisor) -> None:
    text = "3 p5.48xlarge on demand and 2 on spot, us-east-2: monthly total"
    told = ways_told(advisor.parse(text), len("3 p5.48xlarge"))
    assert told == (Way("on_demand", None), Way("spot", 2)) and numbers_of_ways(told) == {"2"}
    alike = ways_told(advisor.parse("3 p5.48xlarge on demand or on spot a month"), len("3 p5.48xlarge"))
    assert [way.number for way in alike] == [None, None]
