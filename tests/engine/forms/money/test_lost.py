"""Minutes that an interruption takes, as they are told."""

from __future__ import annotations

import pytest

from engine.forms.money.lost import lost_minutes, lost_share, useful_price


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("interrupted twice a day, 30 min lost each", 30),
        ("we lose 25 min plus 10 to come back", 35),
        ("2 interruptions a day costing half an hour each", 30),
        ("wir verlieren 40 Minuten", 40),
        ("interrupted every 4 hours", None),
    ],
)
def test_told_in_words_or_numbers(text: str, minutes: float | None) -> None:
    assert lost_minutes(text) == minutes


def test_of_what_is_lost_nothing_is_paid_back() -> None:
    assert useful_price(12.0, 0.25) == 16.0


@pytest.mark.parametrize(
    ("text", "share"),
    [
        ("20% gets lost to interruptions", 0.2),
        ("we lose about 15% to preemptions", 0.15),
        ("bei Spot gehen 25 % verloren", 0.25),
        ("spot is 60% cheaper", None),
    ],
)
def test_a_share_of_all_hours(text: str, share: float | None) -> None:
    assert lost_share(text) == share
