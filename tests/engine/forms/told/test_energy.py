"""Watts x hours x the price of a kilowatt-hour."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card import sentences
from bot.card.as_text import card_text
from engine.forms.told.energy import EnergyPaid, EnergyUsed
from knowledge.facts import Facts


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


@pytest.mark.parametrize(
    "text",
    [
        "How much CO2 for 24 hours on one RTX 3090?",
        "How much energy do 24 hours on one RTX 3090 use?",
        "I train 24 h on an RTX 3090: what is the carbon footprint?",
        "一张RTX 3090训练24小时耗电多少？",
    ],
)
def test_the_energy_and_carbon_of_a_card_of_ones_own(text: str, advisor: Advisor, facts: Facts) -> None:
    """350 W x 24 h are 8.4 kWh at full power; drawn and host shares of the facts, and two grids of the facts."""
    told = advisor.ask(text).facts.headline
    assert isinstance(told, EnergyUsed)
    share = sum(facts.constants[name].value.likely for name in ("power_share_of_tdp", "host_power_share"))
    assert told.kwh == pytest.approx(8.4 * share)
    assert told.usual_kg == pytest.approx(told.kwh * told.usual_grams / 1000)
    assert told.clean_kg == pytest.approx(told.kwh * told.clean_grams / 1000) and told.clean_kg < told.usual_kg


def test_what_is_rented_goes_by_its_regions(advisor: Advisor) -> None:
    assert advisor.ask("How much CO2 for 24 hours on one A100?").facts.headline is None


@pytest.mark.parametrize(
    "text",
    [
        "C02 per hour\n\nDetermine the amount of C02 equivalents is produced for 1 hour of training",
        "How do I calculate the CO2 emissions of my training run?",
        "训练10小时会产生多少二氧化碳？",
    ],
)
def test_without_a_card_it_is_the_formula_and_what_is_asked_back(text: str, advisor: Advisor) -> None:
    told = " ".join(card_text(advisor.ask(text)).split())
    assert told.startswith("kg CO2e = watts / 1,000 x hours") and "Which card, how many" in told
    assert "on demand" not in told
