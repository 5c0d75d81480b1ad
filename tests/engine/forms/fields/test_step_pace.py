"""The pace of steps, and the length that is claimed beside it."""

from __future__ import annotations

import pytest

from engine.forms.fields.step_pace import claimed_hours, seconds_each


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("ten iterations take 5 s", 0.5),
        ("100 steps every 90 seconds", 0.9),
        ("2.5 s/step", 2.5),
        ("I get 4 it/s", 0.25),
        ("50 steps/min", 1.2),
        ("10 Iterationen in 12 s", 1.2),
        ("100ステップ45秒", 0.45),
    ],
)
def test_a_pace_is_seconds_of_a_step(text: str, seconds: float) -> None:
    told = seconds_each(text)
    assert told is not None and told[0] == pytest.approx(seconds)


def test_a_claim_is_another_length_than_the_pace() -> None:
    text = "10 steps in 21 s, so 4-5 days"
    pace = seconds_each(text)
    assert pace is not None
    claim = claimed_hours(text, pace[1])
    assert claim is not None and (claim.low, claim.hours, claim.bound) == (96, 120, "range")
