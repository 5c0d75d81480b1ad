"""Kilowatt-hours and carbon of each region that is asked about stand in the first line."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.carbon.footprint import drawn_share
from engine.forms.carbon import CARBON
from engine.forms.told.emitted import EmittedInAll


@pytest.mark.parametrize(
    "text",
    [
        "Kindly: kWh and kgCO2e for 3,200 GPU-hours of A100 in eu-west-1 versus eu-north-1, PUE included.",
        "energy and CO2 of 3,200 A100-hours in eu-west-1 vs eu-north-1?",
        "Wie viel CO2 verursachen 3200 A100 GPU hours in eu-west-1 im Vergleich zu eu-north-1?",
    ],
)
def test_hours_of_chips_in_two_regions(text: str, advisor: Advisor) -> None:
    """3,200 h x 400 W = 1,280 kWh at full power, x what chip and host draw x PUE 1.11 or 1.1; x 403 or 24.7 g."""
    answer = advisor.ask(text)
    told = answer.facts.headline
    assert answer.form is CARBON and isinstance(told, EmittedInAll)
    assert {told.region, told.other} == {"eu-west-1", "eu-north-1"}
    drawn = drawn_share(advisor._library.constants).likely
    assert told.kwh == pytest.approx(1280 * drawn * told.pue)
    assert told.kg == pytest.approx(told.kwh * told.grid / 1000)
    assert told.other_kg == pytest.approx(told.other_kwh * told.other_grid / 1000)


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        ("Wie viel CO2 machen 16 H100 über 9 Tage in Frankfurt im Vergleich zu Stockholm?", 3456),
        ("how much CO2 do 5,000 GPU hours of H100 in us-east-1 cause?", 5000),
        ("kWh and kgCO2e per month of 8 A100 running nonstop in eu-central-1", 5840),  # 8 x 730
        ("energy and emissions of 2 x p5.48xlarge for 3 weeks in Ireland vs Sweden", 8064),  # 16 x 21 x 24
    ],
)
def test_the_hours_that_were_said_are_those_of_the_sum(text: str, hours: float, advisor: Advisor) -> None:
    told = advisor.ask(text).facts.headline
    assert isinstance(told, EmittedInAll) and told.chip_hours == pytest.approx(hours)
