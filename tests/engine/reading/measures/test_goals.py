"""The quantities that a text asks for."""

from __future__ import annotations

import pytest

from tests.engine.reading.measures.texts import asked


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("How many L4s and what per month?", [("count", "", ""), ("usd", "month", "")]),
        ("how long is that?", [("hours", "", "")]),
        ("60B tokens: days and dollars?", [("days", "", ""), ("usd", "", "")]),
        ("price per 1M tokens?", [("usd", "token", "")]),
        ("how many tokens a day can it make?", [("things", "day", "token")]),
        ("Is that enough?", [("count", "", "")]),
        ("when does it pay off?", [("payback", "", "")]),
        ("how much do we save a month?", [("saved", "month", "")]),
        ("Was kostet das im Monat?", [("usd", "month", "")]),
        ("要几张卡？", [("count", "", "")]),
        ("How much VRAM does it need?", []),
        ("We pay $31k a month.", []),
    ],
)
def test_each_with_its_period(text: str, expected: list[tuple[str, str, str]]) -> None:
    assert asked(text) == expected
