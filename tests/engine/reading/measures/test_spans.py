"""Times, and how often something is done."""

from __future__ import annotations

import pytest

from tests.engine.reading.measures.texts import amounts, of


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("an epoch takes 30 min", (0.5, "epoch-1 h+1")),
        ("running from 9 to 6", (9, "day-1 h+1")),
        ("running from 8am to 8pm", (12, "day-1 h+1")),
        ("7 times a week", (1, "day-1 run+1")),
        ("3 weeks", (21, "day+1")),
    ],
)
def test_a_time_is_of_what_takes_it(text: str, expected: tuple[float, str]) -> None:
    assert amounts(text)[0] == expected


def test_a_term_is_no_time_and_the_past_is_none() -> None:
    assert of("p5.48xlarge with a 3-year savings plan, what does it cost?").terms
    assert not of("what did p5.48xlarge cost 20 months ago").whole


def test_a_range_of_money_is_no_time_of_day() -> None:
    every = of("H100 quotes go from $0.52 to $14.90 per GPU hour").measures
    assert [(one.value, "usd" in dict(one.units[0])) for one in every] == [(0.52, True), (14.9, True)]
