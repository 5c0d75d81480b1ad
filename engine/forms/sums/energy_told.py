"""Kilowatt-hours, and the carbon of them, of so many chips in the time that is told, however it is told."""

from __future__ import annotations

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.carbon.footprint import chip_watts
from engine.forms.carbon import answer as of_places
from engine.forms.form import Asked
from engine.forms.machines.own_or_rent import price_of
from engine.forms.own.machines import Machine
from engine.forms.sums.told import hours_told, line_chips, sides
from engine.forms.told.energy import EnergyUsed, energy_used
from engine.workload.said import said_also
from engine.workload.told_prices import told_kwh
from knowledge.units import WATTS_PER_KW

KWH_USD, DOLLARS = "own_usd_per_kwh", "usd"  # a constant; what is wanted
KWH, CO2 = "kwh", "kg_co2"  # units
# Slots of work whose hours are still to be worked out.
WORK = frozenset({"parameters", "model", "variant", "tokens", "samples", "flops", "dataset", "data_gb", "runs"})
EACH = 100.0  # watts, by which a figure of one's own is scaled
BACK = {"deadline_days": None, "instance_count": None, "current_instances": None, "current_count": None}


class PowerBill(Reason, code="power_bill"):
    """The first line: what the electricity of cards costs, at `each` a kilowatt-hour, `said` or usual."""

    low: float
    usd: float
    high: float
    kwh: float
    each: float
    sign: str
    said: bool


class NoWatts(Reason, code="no_watts"):
    """The first line: the maker publishes no power of the chip; `kwh` at `each` watts, which any figure scales."""

    chip: str
    cards: int
    hours: float
    chip_hours: float
    each: float
    kwh: float


def energy_told(asked: Asked) -> FactAnswer | None:
    """None where no energy or carbon is asked for, the chips or the time are not told, or several are."""
    units = asked.reading.sought.units
    text = asked.reading.text
    priced = told_kwh(text) is not None and price_of(text) is None  # of no machine that is for sale
    if not ({KWH, CO2} & set(units) or priced) or not WORK.isdisjoint(asked.profile.stated()):
        return None
    hours = hours_told(asked)
    share = asked.profile.utilization
    if hours is not None and share:
        hours *= share  # at work; idle it draws a part of that
    machine = _alone(asked)
    if hours is None or machine is None:
        return None
    if asked.profile.region or (CO2 in units and asked.profile.clouds):
        return _there(asked, machine, hours)
    cards = _cards(asked, machine)
    if chip_watts(machine.chip, asked.library.constants) is None:
        kwh = cards * hours * EACH / WATTS_PER_KW
        line = NoWatts(chip=machine.chip.name, cards=cards, hours=hours, chip_hours=cards * hours, each=EACH, kwh=kwh)
        return FactAnswer(headline=line, of_told=True, whole=True)
    made = energy_used(machine.chip, cards, hours, asked.library)
    paid = any(goal.wants == DOLLARS for goal in asked.reading.measured.goals)
    return _billed(made, asked) if made is not None and paid else made


def _billed(made: FactAnswer, asked: Asked) -> FactAnswer:
    """The same below what the electricity costs at the usual price of a kilowatt-hour."""
    used, price, told = made.headline, asked.library.constants.entry(KWH_USD), told_kwh(asked.reading.text)
    if not isinstance(used, EnergyUsed):
        return made
    each = told.amount if told else price.value.likely
    bill = PowerBill(
        low=used.kwh_low * each,
        usd=used.kwh * each,
        high=used.kwh_high * each,
        kwh=used.kwh,
        each=each,
        sign=told.sign if told else "$",
        said=told is not None,
        cites=() if told else (price.source,),
    )
    return made.headed(bill)


def _there(asked: Asked, machine: Machine, hours: float) -> FactAnswer | None:
    """By the grid of the place that was said."""
    values = {**BACK, "run_hours": hours, "accelerator_count": _cards(asked, machine)}
    profile = said_also(asked.profile, values)
    placed = Asked(asked.reading.model_copy(update={"profile": profile}), asked.library, asked.day)
    made = of_places(placed)
    return made if made.headline is not None else None


def _alone(asked: Asked) -> Machine | None:
    """The one kind of chip that is named, with the number that was told of it."""
    every = sides(asked)
    if len({one.chip.id for one in every}) != 1:
        return None
    return next((one for one in every if one.said), every[0])


def _cards(asked: Asked, machine: Machine) -> int:
    """As told of it; of machines of a line those that all of them hold."""
    if machine.said or machine.type is not None:
        return machine.cards
    if each := line_chips(machine, asked):
        return each * (asked.profile.instance_count or 1)
    return asked.profile.accelerator_count or 1
