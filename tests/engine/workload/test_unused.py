"""Amounts that were not understood stand beside the figures."""

from __future__ import annotations

import pytest

from engine.workload.profile import Profile, Reading
from engine.workload.unused import LONGEST, unused_amounts


def left(*unread: str, deciding: tuple[str, ...] = ()) -> tuple[str, ...]:
    reading = Reading(text="", intent="advise", profile=Profile(), unread=unread, deciding=deciding)
    return tuple(amount.words for amount in unused_amounts(reading))


@pytest.mark.parametrize("stretch", ["24 cores", "36000 steps", "20% interruption rate", "$294", "512*384"])
def test_a_number_with_its_unit_is_an_amount(stretch: str) -> None:
    assert left("nobody", stretch) == (stretch,)


@pytest.mark.parametrize(
    "stretch",
    [
        "third",
        "at https://example.com/1234",
        "2.1.0",
        "2026-05-01",
        "#4521",
        "a 2",
        "kgCO2e",
        "d20",
        "Text-Chat-1M",
        "teslav100",
        "x-en-2048",
    ],
)
def test_versions_dates_links_and_ordinals_are_none(stretch: str) -> None:
    assert left(stretch) == ()


def test_a_long_stretch_is_cut_around_its_amount() -> None:
    (told,) = left("of what we had to say about all of it in the end 4500 warp schedulers and so on and so forth")
    assert "4500 warp" in told and len(told) <= LONGEST


def test_what_decides_comes_first() -> None:
    assert left("24 cores", "36000 steps", deciding=("36000 steps",)) == ("36000 steps", "24 cores")
