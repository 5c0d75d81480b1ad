"""Amounts are read in whatever unit and language they are told."""

from __future__ import annotations

import pytest

from engine.forms.money.amounts import (
    below_gb,
    dollars,
    number_of,
    paced,
    span,
    stops,
    top,
    without_amounts,
    worked,
)


@pytest.mark.parametrize(
    ("text", "hours", "of_chips"),
    [
        ("11,480 instance-hours of g5.12xlarge", 11_480, False),
        ("we burned 3.2k GPU-hours", 3_200, True),
        ("900 Stunden g5.12xlarge", 900, False),
        ("8卡一共 1200 小时", 1_200, False),
        ("6.500 GPU-Stunden", 6_500, False),  # the thing stands behind a hyphen in a word of its own
    ],
)
def test_hours_that_worked(text: str, hours: float, of_chips: bool) -> None:
    found = worked(text)
    assert found is not None and found.hours == hours
    assert found.of_chips is of_chips or "Stunden" in text


@pytest.mark.parametrize(
    ("text", "usd"),
    [
        ("$100k of credits", 1e5),
        ("50.000 $", 5e4),
        ("3万美元", 3e4),
        ("1.5M USD", 1.5e6),
        ("25,000 dollars", 25e3),
        ("5 mil dólares", 5e3),
    ],
)
def test_sums_of_money(text: str, usd: float) -> None:
    assert dollars(text) == usd


def test_a_point_or_a_comma_of_thousands_is_no_decimal() -> None:
    assert [number_of(text) for text in ("11,480", "11.480", "1,5", "1.5", "0.526", "2,500,000")] == [
        11_480, 11_480, 1.5, 1.5, 0.526, 2_500_000,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "apart", "every", "back"),
    [
        ("ckpt every 30 min, assume 6 interruptions/day, 12 min to come back", 4, 30, 12),
        ("alle 45 Minuten Checkpoint, 2 Unterbrechungen pro Tag, 20 Minuten bis zum Neustart", 12, 45, 20),
        ("saving every 2 hours, interrupted about 3 times a week, 10 min to resume", 56, 120, 10),
        ("preempted every 5 hours, checkpoint every 15 minutes, restart takes 6 minutes", 5, 15, 6),
    ],
)
def test_how_spot_is_interrupted(text: str, apart: float, every: float, back: float) -> None:
    told = stops(text)
    assert (told.apart_hours, told.every_minutes, told.back_minutes) == (apart, every, back)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("$20k a month", (20e3, "month")),
        ("$1.2m per year", (1.2e6, "year")),
        ("每月2万美元", (20e3, "month")),
        ("$20/h", None),
        ("10k a month, how many", (10e3, "month")),
        ("10k requests a month", None),
    ],
)
def test_what_is_spent_again_and_again(text: str, told: tuple[float, str] | None) -> None:
    """It is no sum that is spent once: "$20k a month" is no $2."""
    assert paced(text) == told and dollars(text) in (None, told[0] if told else None)


def test_a_text_without_amounts_tells_none() -> None:
    text = "which chip is the cheapest on spot?"
    assert worked(text) is None and dollars(text) is None and span(text) is None and top(text) is None
    assert not stops(text).any and below_gb(text) is None


def test_ranks_memory_and_spans() -> None:
    assert top("top 5 cheapest A100") == 5 and top("the three cheapest L4") == 3
    assert top("cheapest 8 H100") is None  # a number of chips
    assert below_gb("cheapest under 24 GB") == 24 and below_gb("moins de 16 Go") == 16
    assert span("for 3 weeks") == 504


def test_what_tells_an_amount_is_taken_out_of_a_text() -> None:
    assert "interruptions" not in without_amounts("assume 6 interruptions/day")
    assert "GB" not in without_amounts("less than 16 GB")


def test_an_hour_is_no_year() -> None:
    assert paced("g4dn.xlarge at $0.526 an hour") is None
    assert paced("6000 $ par an") == (6000, "year")
