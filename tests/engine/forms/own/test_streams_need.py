"""What one machine carries against all that there are."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.own.streams_need import StreamsNeed
from knowledge.facts import Facts
from tests.day import DAY


@pytest.mark.parametrize(
    ("text", "number", "hours"),
    [
        # 120 / 14 = 8.6: 9 and 2
        (
            "Captions: 120 streams at the same time. On one A10G we manage "
            "14 streams. How many g5.xlarge do we need if I want two spare, what's the bill if it runs 24/7, and "
            "what if we only run it 10h a day on 22 working days?",
            11,
            {730, 220},
        ),
    ],
)
def test_machines_and_bills(facts: Facts, text: str, number: int, hours: set[float]) -> None:
    first = Advisor(facts, DAY).ask(text).facts.headline
    assert isinstance(first, StreamsNeed)
    assert first.number == number
    assert {bill[0] for bill in first.bills} == hours
