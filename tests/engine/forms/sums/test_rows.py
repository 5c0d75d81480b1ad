"""The sums, a line each: which replaces a first line, and which does not."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.sums.rows import ROWS


def test_each_sum_stands_once() -> None:
    assert len({row.work for row in ROWS}) == len(ROWS)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("our T4 does 8 images/s, need 100 images per second. how many T4s, and what a month?", "cards_busy"),
        ("16 H100 for 5 days in Ireland, how much CO2?", "emitted_in_all"),
        ("our 24 L4 ran for 3 weeks, electricity used?", "energy_used"),
    ],
)
def test_a_line_that_tells_the_same_stays(advisor: Advisor, text: str, code: str) -> None:
    first = advisor.ask(text).facts.headline
    assert first is not None and first.code == code
