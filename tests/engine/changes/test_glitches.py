"""Glitches are removed from a price line."""

from __future__ import annotations

from engine.changes.glitches import Glitch, without_glitches
from tests.engine.changes.looks import line, week

LEAST_SHARE, DAYS = 0.01, 21.0


def cleaned(prices: str) -> tuple[list[float | None], tuple[Glitch, ...]]:
    runs, glitches = without_glitches(line(prices).runs, LEAST_SHARE, DAYS)
    return [run.usd_per_hour for run in runs], glitches


def test_one_different_look_between_two_of_the_same_price_is_a_glitch() -> None:
    prices, (glitch,) = cleaned("50 50 5 50")
    assert prices == [50.0]
    assert (glitch.shown.usd_per_hour, glitch.back_on) == (5.0, week(3))


def test_a_price_that_lasted_longer_than_glitch_days_was_real() -> None:
    """Five weeks are more than 21 days: a promotion that ended, not a mistake."""
    prices, glitches = cleaned("50 40 40 40 40 40 50")
    assert prices == [50.0, 40.0, 50.0] and glitches == ()


def test_a_stale_file_within_a_real_cut_is_the_glitch() -> None:
    prices, glitches = cleaned("50 40 40 50 40 40")
    assert prices == [50.0, 40.0]
    assert [glitch.shown.usd_per_hour for glitch in glitches] == [50.0]


def test_an_offer_seen_at_several_looks_is_no_glitch_when_it_ends() -> None:
    """Two weeks are less than 21 days, but nothing came back: it was listed, and is not any more."""
    assert cleaned("- - 40 40 -") == ([None, 40.0, None], ())
    prices, (glitch,) = cleaned("- - 40 - -")
    assert prices == [None] and glitch.shown.usd_per_hour == 40.0


def test_prices_that_are_each_near_the_next_do_not_join_what_is_apart() -> None:
    """40.37 is within 1 % of 40 and of 40.69, which is 1.7 % above 40: the dip to 32 and the time at 41 are over,
    and the three prices stay apart.
    """
    prices, glitches = cleaned("40 41 41 40.37 32 40.69")
    assert prices == [40.0, 40.37, 40.69]
    assert [glitch.shown.usd_per_hour for glitch in glitches] == [32.0, 41.0]


def test_small_steps_on_one_side_are_no_return() -> None:
    """40.16, 40.32 and 40.48 are within 1 % of each other; nothing of them was ever left."""
    assert cleaned("40 40.16 40.16 40.32 40.32 40.48") == ([40, 40.16, 40.32, 40.48], ())
