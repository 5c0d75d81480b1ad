"""Hours of chips at hand, against those that the work takes."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.costed.held_hours import HoursHeld, holds_hours

WORK = "Full fine-tuning of Llama 3.1 8B on 2B tokens"


@pytest.mark.parametrize(
    ("text", "enough"),
    [
        (f"{WORK}; we were granted 3,000 GPU-hours of H100, is that enough?", "yes"),
        (f"{WORK}: we have 12 H100 hours left, is that enough?", "no"),
        ("Fine-tuning complet de Llama 3.1 8B sur 2 milliards de tokens, on a 800 heures de H100, ça passe ?", "yes"),
    ],
)
def test_they_are_enough_where_the_work_takes_no_more(advisor: Advisor, text: str, enough: str) -> None:
    answer = advisor.ask(text)
    first = answer.facts.headline
    assert holds_hours(answer.reading)
    assert isinstance(first, HoursHeld) and first.enough == enough
    assert first.needed.low < first.needed.likely < first.needed.high


def test_hours_that_are_bought_are_no_hours_at_hand(advisor: Advisor) -> None:
    assert not holds_hours(advisor.ask("what do 5,000 hours of A100 cost on spot?").reading)
