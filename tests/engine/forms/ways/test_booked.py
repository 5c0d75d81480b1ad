"""From which day on a Capacity Block can be booked, and what is paid up front."""

from __future__ import annotations

from datetime import date

import pytest

from bot.advice.advisor import Advisor
from engine.forms.ways.booked import BookedAhead, start_day


@pytest.mark.parametrize(
    ("text", "start", "opens"),
    [
        (
            "How far ahead do I have to book a capacity block for 4 p5 nodes for 10 days in mid january?",
            "2027-01-15",
            "2026-11-20",  # 56 days before
        ),
        ("when can I book 4 p5 for 10 days starting March 1 2027 as capacity block?", "2027-03-01", "2027-01-04"),
        ("How early can we book a Capacity Block, 4 p5 for 10 days from 3 March 2027?", "2027-03-03", "2027-01-06"),
    ],
)
def test_eight_weeks_before_the_day_that_is_told(text: str, start: str, opens: str, advisor: Advisor) -> None:
    told = advisor.ask(text).facts.headline
    assert isinstance(told, BookedAhead)
    assert (told.start, told.opens) == (start, opens)
    assert told.usd == pytest.approx(4 * 240 * told.usd_per_hour)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("in mid january", date(2027, 1, 15)),
        ("on Dec 24", date(2026, 12, 24)),
        ("the 5th of november", date(2027, 11, 5)),
        ("it may take 3 days", None),
    ],
)
def test_the_next_day_of_that_name(text: str, told: date | None) -> None:
    assert start_day(text, date(2026, 11, 21)) == told
