"""Kilowatt-hours of so many chips over the time that is told."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.sums.energy_told import NoWatts, PowerBill
from engine.forms.told.energy import EnergyUsed


@pytest.mark.parametrize(
    ("text", "chips", "hours"),
    [
        ("how many kWh did 16 H100 on 2 p5 nodes use in 5 days", 16, 120.0),
        ("kWh for 8 A100 over a weekend?", 8, 48.0),
        ("Stromverbrauch von 4 L40S in 10 Tagen", 4, 240.0),
        ("how much energy does a p4d running for a month draw", 8, 730.0),
        ("8 A100 running 6 hours a day for 2 weeks: kWh?", 8, 84.0),
    ],
)
def test_chips_and_a_time_are_kilowatt_hours(advisor: Advisor, text: str, chips: int, hours: float) -> None:
    first = advisor.ask(text).facts.headline
    assert isinstance(first, EnergyUsed)
    assert (first.chips, first.hours) == (chips, hours)


def test_what_they_cost_comes_first_where_money_is_asked(advisor: Advisor) -> None:
    facts = advisor.ask("power bill of 4x 4090 running 12 hours a day for a month").facts
    bill, used = facts.headline, facts.sentences[0]
    assert isinstance(bill, PowerBill) and isinstance(used, EnergyUsed)
    assert used.hours == 365.0 and not bill.said and bill.usd == pytest.approx(0.12 * used.kwh)


def test_a_chip_without_published_watts_is_said_to_have_none(advisor: Advisor) -> None:
    first = advisor.ask("what's the electricity use of 4 trn1.32xlarge over 60 hours").facts.headline
    assert isinstance(first, NoWatts)
    assert (first.cards, first.chip_hours, first.kwh) == (64, 3840.0, 384.0)  # at 100 W
