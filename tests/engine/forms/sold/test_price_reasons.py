"""The reasons of a price carry where, when and how it was seen."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.sold.price_reasons import ChipHour


def test_the_usual_hour_of_a_chip_is_that_of_its_smallest_machine(advisor: Advisor) -> None:
    """6.88 USD: p5.4xlarge on demand in us-east-1."""
    told = advisor.ask("price of H100 per hour").facts.headline
    assert isinstance(told, ChipHour) and (told.instance, told.count) == ("p5.4xlarge", 1)
    assert told.usd_chip == pytest.approx(6.88) and told.machines == 1
