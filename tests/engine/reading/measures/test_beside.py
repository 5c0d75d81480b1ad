"""Rhythms and hours without a number, and what amounts say together."""

from __future__ import annotations

import pytest

from tests.engine.reading.measures.texts import amounts, of


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a g5.xlarge 24/7", (24, "day-1 h+1")),
        ("a g5.xlarge on weekdays", (0.714286, "")),
        ("our nightly eval", (1, "day-1 run+1")),
        ("1,000 images take 30 min, of 5,000 images", (0.0005, "h+1 image-1")),
        ("90 epochs on ImageNet", (90, "epoch+1")),
    ],
)
def test_each_is_an_amount(text: str, expected: tuple[float, str]) -> None:
    assert amounts(text)[0] == expected


def test_hours_of_a_weekday_are_of_no_weekend() -> None:
    """Unless it is told how many of these days there are."""
    assert (0.714286, "") in amounts("4 p5.48xlarge 10 hours each weekday")
    assert (0.714286, "") not in amounts("10 hours per working day, 22 working days a month")


def test_a_data_set_that_is_named_has_its_samples() -> None:
    told = of("how long are 90 epochs on ImageNet at 900 img/s?")
    assert [one.value for one in told.measures] == [90, 1_281_167, 3_240_000]
