"""Watts x hours x the price of a kilowatt-hour."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card import sentences
from engine.forms.told.energy import EnergyPaid


@pytest.mark.parametrize(
    "text",
    [
        "How much electricity does a RTX 4090 use if I train 720 hours? At 0.30 EUR per kWh what do I pay?",
        "I train 720 h on one RTX 4090, 0.30 EUR/kWh: what is the power bill?",
    ],
)
def test_the_electricity_of_a_card(text: str, advisor: Advisor) -> None:
    """450 W x 720 h = 324 kWh, x 0.30 = 97.20."""
    told = advisor.ask(text).facts.headline
    assert isinstance(told, EnergyPaid) and told.kwh == pytest.approx(324) and told.cost == pytest.approx(97.2)
    assert "324 kWh, €97.20" in sentences.fact(told)
