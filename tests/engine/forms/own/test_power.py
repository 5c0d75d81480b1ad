"""Kilowatts against a feed, and the heat of them."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.own.power import RackDraws
from knowledge.facts import Facts
from tests.day import DAY


@pytest.fixture(scope="module")
def advisor(facts: Facts) -> Advisor:
    return Advisor(facts, DAY)


def draws(advisor: Advisor, text: str) -> RackDraws:
    first = advisor.ask(text).facts.headline
    assert isinstance(first, RackDraws)
    return first


def test_two_servers_on_one_feed(advisor: Advisor) -> None:
    """32 A x 230 V = 7.36 kW; 8 x 0.7 kW x 1.8 = 10.08 kW at most, so not even one."""
    told = draws(
        advisor,
        "One 32 A / 230 V single phase feed per rack. Two HGX H200 (8 GPU) boxes in one rack, will that work, and "
        "how much heat is it in BTU/h?",
    )
    assert told.feed == pytest.approx(7.36)
    assert told.all_most == pytest.approx(20.16)
    assert (told.boxes, told.holds) == (2, 0)
    assert told.btu_most == pytest.approx(20.16 * 3412.14)


def test_three_phases_and_parts(advisor: Advisor) -> None:
    """32 x 400 x 1.732 = 22.2 kW, 17.7 of it steady: one DGX of 10.08."""
    told = draws(advisor, "Can a rack with 3-phase 32 A 400 V take three DGX H100, and how many BTU/h is that?")
    assert told.feed == pytest.approx(22.17, abs=0.01)
    assert (told.boxes, told.holds) == (3, 1)
    of_four = draws(advisor, "How many BTU/h do four servers with 4x L40S each give off in one rack?")
    assert (of_four.boxes, of_four.count) == (4, 4)
