"""Chip-hours, and how long that is on the chips that were said."""

from __future__ import annotations

from bot.advice.advisor import Advisor
from engine.forms.quantity.chip_time import ChipTime


def test_chip_hours_lead_and_are_held_against_the_time_that_was_said(advisor: Advisor) -> None:
    answer = advisor.ask("How many H100 hours for pretraining a 3B model on 600B tokens, and can a week on 16 do it?")
    first = answer.facts.headline
    assert isinstance(first, ChipTime)
    assert first.chips == 16 and first.allowed == 168
    assert abs(first.hours.likely * 16 - first.chip_hours) < 1 and first.hours.low > first.allowed


def test_two_questions_on_the_same_hours_have_one_answer(advisor: Advisor) -> None:
    answer = advisor.ask("how many H100 hours to train 1.5B on 100B tokens and is a weekend on 4 enough?")
    first = answer.facts.headline
    assert isinstance(first, ChipTime) and not answer.parts
    assert (first.chips, first.allowed) == (4, 48)


def test_without_chip_hours_asked_the_estimate_leads(advisor: Advisor) -> None:
    answer = advisor.ask("How many days on 64 H100 to pretrain 13B on 1T tokens?")
    assert not isinstance(answer.facts.headline, ChipTime)
