"""How many machines do it in the time that was said: the first figure of the answer."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.parts.estimate_reasons import RunEstimate


@pytest.mark.parametrize("days", [30, 60])
def test_the_number_of_machines_that_end_in_time_leads(advisor: Advisor, days: int) -> None:
    """2e12 x 83e9 FLOP = 1.66e23; at 430 TFLOP/s a chip 107,000 chip-hours, 559 days of one machine."""
    answer = advisor.ask(f"How many nodes of 8xH100 to pretrain 13B on 2T tokens in {days} days?")
    said = answer.facts.headline
    assert isinstance(said, RunEstimate) and said.counts
    assert said.machines == -(-559 // days)
    assert said.chips == said.machines * 8
    assert said.hours.likely <= days * 24


def test_a_run_that_one_machine_ends_in_time_takes_one(advisor: Advisor) -> None:
    said = advisor.ask("How many nodes of 8xH100 to pretrain 1B on 20B tokens in 30 days?").facts.headline
    assert isinstance(said, RunEstimate) and said.machines == 1
