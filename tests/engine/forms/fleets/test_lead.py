"""The first of the sums over what somebody measured."""

from __future__ import annotations

from bot.advice.advisor import Advisor
from knowledge.facts import Facts
from tests.day import DAY


def test_a_time_comes_before_a_number_of_streams(facts: Facts) -> None:
    told = Advisor(facts, DAY).ask("a clip takes 40 s on our L4, 900 clips a day, what does a clip cost?")
    assert told.facts.headline is not None and told.facts.headline.code == "told_fleet"
