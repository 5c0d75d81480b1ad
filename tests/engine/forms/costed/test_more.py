"""How many machines end a run in time."""

from __future__ import annotations

from bot.advice.advisor import Advisor
from engine.forms.costed.more import OnMore

PRETRAIN = "How long does it take to pretrain 7B on 1T tokens on 64 H100?"


def test_a_deadline_says_how_many_it_takes(advisor: Advisor) -> None:
    """476 h on 8 machines are 3,808 machine-hours: 10 days of 240 h take 16 of them."""
    answer = advisor.ask(f"{PRETRAIN} It has to end within 10 days.")
    more = next(reason for reason in answer.facts.sentences if isinstance(reason, OnMore))
    assert more.deadline_days == 10
    assert more.machines == 16
    assert more.hours <= 240
