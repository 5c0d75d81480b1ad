"""The same work on another machine."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.money.same_work import SameWork


def same(text: str, advisor: Advisor) -> SameWork:
    answer = advisor.ask(text)
    assert isinstance(answer.facts.headline, SameWork), text
    assert card_text(answer)
    return answer.facts.headline


def test_by_bandwidth(advisor: Advisor) -> None:
    """600 against 864 and 300 GB/s: 11,480 x 600 / 864 = 7,972 h and x 2 = 22,960 h; x 10.49264 and 4.6016."""
    told = same(
        "Our Q3 invoice shows 11,480 instance-hours of g5.12xlarge. Assuming the workload is bound by memory "
        "bandwidth, what would the same work have cost on g6e.12xlarge and on g6.12xlarge?",
        advisor,
    )
    assert told.by == "bandwidth" and [round(one.hours) for one in told.others] == [7972, 22960]
    assert [round(one.usd or 0, -2) for one in told.others] == [83_600, 105_700]


def test_without_a_bound_both_ends_are_told(advisor: Advisor) -> None:
    """By the math 70 / 121 x 900 = 521 h, by the bandwidth 600 / 300 x 900 = 1,800 h."""
    told = same("Wir hatten 900 Stunden g5.12xlarge; dieselbe Arbeit auf g6.12xlarge, was kostet das?", advisor)
    assert told.by == "both"
    assert (round(told.others[0].hours), round(told.others[0].hours_high)) == (521, 1800)


def test_hours_of_chips_are_those_of_machines_by_their_count(advisor: Advisor) -> None:
    """3,200 / 8 = 400 machine-hours x 312 / 989 = 126 h."""
    told = same(
        "We burned 3,200 GPU-hours on A100 40GB. Same work on H100, compute bound: hours and dollars?", advisor
    )
    assert round(told.first.hours) == 400 and round(told.others[0].hours) == 126
    assert told.others[0].usd == pytest.approx(126.18 * 55.04, rel=0.01)
