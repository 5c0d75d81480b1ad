"""A time on one card, and on another."""

from __future__ import annotations

from bot.advice.advisor import Advisor


def test_two_times_are_set_against_the_math_in_training(advisor: Advisor) -> None:
    """365 / 2 = 182 times as long on the card that has 5.9 times the math: no card explains it."""
    text = "it took you 2 days to train for 8 epochs on a Titan XP. Then why will it take me 1 Year on a RTX 3090?"
    first = advisor.ask(text).facts.headline
    assert first is not None and first.code == "two_times"
    assert round(first.values["times"]) == 182 and first.values["bound"] < 1


def test_numbers_of_cards_count(advisor: Advisor) -> None:
    """10 h on 4 are 40 card-hours, 5 h on 8 of the same chip; 312 / 125 = 2.5 times the math: 2 h."""
    first = advisor.ask("Training took 10 hours on 4 V100. How long would it take on 8 A100?").facts.headline
    assert first is not None and first.code == "hours_there" and round(first.values["low"], 1) == 2.0
