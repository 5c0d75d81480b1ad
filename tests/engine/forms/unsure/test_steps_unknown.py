"""Runs of so many steps of a model whose speed nobody here knows."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.unsure.steps_unknown import StepsUnknown


@pytest.mark.parametrize(
    ("text", "in_all"),
    [
        ("5.000 pronósticos con Aurora, 40 pasos cada uno. ¿Cuántas horas de A100 80GB y cuánto en spot?", 200_000),
        ("120 simulations of 600 steps each with GraphCast on H100, how many GPU hours and dollars?", 72_000),
    ],
)
def test_hours_by_the_seconds_of_a_step(advisor: Advisor, text: str, in_all: float) -> None:
    """One second a step: in_all / 3,600 hours of one card."""
    answer = advisor.ask(text)
    first = answer.facts.headline
    assert isinstance(first, StepsUnknown)
    assert first.in_all == in_all
    assert first.taken[0].hours == pytest.approx(in_all / 3600)
    assert first.taken[0].usd == pytest.approx(first.taken[0].hours * first.usd_per_hour)
    assert card_text(answer)
