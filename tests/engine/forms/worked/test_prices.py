"""The price that a sum takes."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.worked.worked_reasons import WorkedOut
from knowledge.facts import Facts
from tests.day import DAY


@pytest.mark.parametrize(
    ("text", "instance", "usd"),
    [
        ("9 hours a day of one L4 instance for 3 weeks, total cost?", "g6.xlarge", 0.8048),  # the smallest with one
        ("17 experiments of 9 hours on g6e.xlarge on spot, total cost?", "g6e.xlarge", 0.5918),
    ],
)
def test_it_is_of_the_machine_that_is_meant(facts: Facts, text: str, instance: str, usd: float) -> None:
    first = Advisor(facts, DAY).ask(text).facts.headline
    assert isinstance(first, WorkedOut) and first.paid is not None
    assert first.paid.instance == instance
    assert first.paid.usd_per_hour == pytest.approx(usd, abs=0.005)


def test_a_way_without_a_price_is_said(facts: Facts) -> None:
    first = Advisor(facts, DAY).ask("8 sweeps x 50 trials x 25 minutes on a g6.xlarge, spot: total dollars?")
    assert isinstance(first.facts.headline, WorkedOut)
    assert first.facts.headline.unheld_way == "spot"
