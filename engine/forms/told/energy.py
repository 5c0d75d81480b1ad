"""What the electricity of a card comes to: its watts x the hours that were told x the price of a kilowatt-hour."""

from __future__ import annotations

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.parts.own_speed import chip_of, measured_on
from engine.options.problem import Problem
from engine.workload.conditions import FAMILIES
from engine.workload.equipment import count_of
from engine.workload.profile import Reading
from engine.workload.question import FormCues
from engine.workload.told_prices import told_kwh

WATTS_PER_KW = 1000.0


class EnergyPaid(Reason, code="energy_paid"):
    """Kilowatt-hours of the cards alone, and what they cost; `sign` may be empty."""

    chip: str
    chips: int
    watts: float
    hours: float
    kwh: float
    price: float
    sign: str
    cost: float


def asks_of_energy(seen: FormCues) -> bool:
    """Whether the price of a kilowatt-hour was told, and the hours of a card."""
    return not seen.before and seen.says("run_hours") and seen.specific > 0 and told_kwh(seen.text) is not None


def of_energy(asked: Problem, reading: Reading) -> FactAnswer | None:
    """None where the card, its power or its hours are not known, or no price of a kilowatt-hour was told."""
    price, hours, one = told_kwh(reading.text), reading.profile.run_hours, measured_on(reading)
    chip = chip_of(asked, one) if one and one.id not in FAMILIES else None
    if price is None or hours is None or one is None or chip is None or chip.tdp_w is None:
        return None
    chips = count_of(one, reading) or 1
    kwh = chip.tdp_w.value * chips * hours / WATTS_PER_KW
    paid = EnergyPaid(
        chip=chip.name,
        chips=chips,
        watts=chip.tdp_w.value,
        hours=hours,
        kwh=kwh,
        price=price.amount,
        sign=price.sign,
        cost=kwh * price.amount,
        cites=(chip.tdp_w.source,),
    )
    return FactAnswer(headline=paid)
