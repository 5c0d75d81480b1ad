"""The amounts of a text, and whether every number is one."""

from __future__ import annotations

import pytest

from tests.engine.reading.measures.texts import amounts, of


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("12 g6e.xlarge, 12 h per day", [(12, "machine+1"), (12, "day-1 h+1")]),
        ("3M docs a day of 800 tokens each", [(3e6, "day-1 sample+1"), (800, "sample-1 token+1")]),
        ("40k steps at 3.6 s/step", [(40_000, "step+1"), (0.001, "h+1 step-1")]),
        ("500 hours of audio a day at 20x real time", [(500, "day-1 sound+1"), (20, "h-1 sound+1")]),
        ("$180 per run, 30.4 runs a month", [(180, "run-1 usd+1"), (0.999452, "day-1 run+1")]),
        ("2,000 A100 hours", [(2000, "chip+1 h+1")]),
        ("an H100 at $2.49/h", [(2.49, "h-1 machine-1 usd+1")]),
        ("5 Stunden, 7 Läufe pro Woche", [(5, "h+1"), (1, "day-1 run+1")]),
    ],
)
def test_each_number_has_its_unit(text: str, expected: list[tuple[float, str]]) -> None:
    assert amounts(text) == expected


def test_a_number_that_is_no_amount_leaves_the_text_open() -> None:
    assert of("8 A100 for 10 hours, what does it cost?").whole
    assert not of("8 A100 for 10 hours, and 17 frobnications, what does it cost?").whole
    assert not of("8 A100 for 10 hours at 2 EUR, what does it cost?").whole  # no rate of exchange is held


def test_what_only_describes_is_no_amount() -> None:
    told = of("A 7B on one A100 does 900 tokens/s at 720p, what do 1M tokens cost?")
    assert [one.words for one in told.measures][:2] == ["one A100", "900 tokens/s"]


def test_a_text_that_asks_for_no_amount_has_its_amounts() -> None:
    """Whether a job is done within a week asks for none, and is a sum."""
    told = of("We have 8 A100 for 10 hours.")
    assert ([one.value for one in told.measures], told.goals) == ([8, 10], ())
