"""What a card takes in the hours that were told: kilowatt-hours, what they cost, and the carbon of them on a grid.

kWh    = watts x (share drawn + host) x chips x hours / 1000    (engine/carbon/footprint.py, in no building's PUE)
kgCO2e = kWh x g/kWh / 1000
"""

from __future__ import annotations

from engine.answers.model import FactAnswer
from engine.base.interval import Interval
from engine.base.reason import Reason
from engine.carbon.footprint import IDEAL_PUE, carbon_kg, chip_watts, drawn_share, energy_kwh, grid_intensity
from engine.forms.parts.own_speed import chip_of, measured_on
from engine.library import Library
from engine.options.problem import Problem
from engine.workload.conditions import FAMILIES
from engine.workload.equipment import count_of
from engine.workload.profile import Reading
from engine.workload.question import FormCues
from engine.workload.told_prices import told_kwh
from knowledge.facts import Accelerator
from knowledge.units import WATTS_PER_KW

ENERGY, CARBON = "energy_asked", "carbon_strong"  # cues
GRIDS = ("eu-north-1", "us-east-1")  # of few grams a kilowatt-hour, and of about what the world has on average


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


class EnergyUsed(Reason, code="energy_used"):
    """Kilowatt-hours of the cards with their part of the computer, and kgCO2e of them on grids of few and many grams.

    `host`: the part of the computer, over the rated watts.
    """

    chip: str
    chips: int
    watts: float
    hours: float
    host: float
    kwh_low: float
    kwh: float
    kwh_high: float
    clean_place: str
    clean_grams: float
    clean_kg: float
    usual_place: str
    usual_grams: float
    usual_kg: float


def asks_of_energy(seen: FormCues) -> bool:
    """Whether hours of a card were told, and the price of a kilowatt-hour, or how many of these it takes is asked."""
    asks = told_kwh(seen.text) is not None or (seen.has(ENERGY) and not seen.has(CARBON))
    return not seen.before and seen.says("run_hours") and seen.specific > 0 and asks


def of_energy(asked: Problem, reading: Reading) -> FactAnswer | None:
    """None where the card, its power or its hours are not known, or no price of a kilowatt-hour was told."""
    price, hours, one = told_kwh(reading.text), reading.profile.run_hours, measured_on(reading)
    chip = chip_of(asked, one) if one and one.id not in FAMILIES else None
    if hours is None or one is None or chip is None or chip.tdp_w is None:
        return None
    line = {kind.count for kind in asked.facts.instances.values() if kind.id.partition(".")[0] == one.words.lower()}
    chips = count_of(one, reading) or (line.pop() if len(line) == 1 else 1)  # "p4d" is a machine of eight
    if price is None:
        asks = not {ENERGY, CARBON}.isdisjoint(reading.cues)
        return energy_used(chip, chips, hours, asked.library, reading.profile.region) if asks else None
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


def energy_used(
    chip: Accelerator, chips: int, hours: float, library: Library, place: str | None = None
) -> FactAnswer | None:
    """Of cards wherever they stand, on two grids: a clean one, and that of the place that was said, else a usual one.

    None where no power is published.
    """
    watts = chip_watts(chip, library.constants)
    grids = [library.facts.regions.get(name) for name in GRIDS]
    said = library.facts.regions.get(place or "")
    if said is not None and grid_intensity(said, library) is not None:
        grids = [grids[said in grids[:1]], said]
    grams = [grid_intensity(region, library) for region in grids]
    clean, usual = grids
    if watts is None or chip.tdp_w is None or clean is None or usual is None or None in grams:
        return None
    drawn = drawn_share(library.constants)
    kwh = energy_kwh(Interval.exactly(chips * hours), watts, drawn, Interval.exactly(IDEAL_PUE))
    kilos = [carbon_kg(kwh, one) for one in grams if one]
    used = EnergyUsed(
        chip=chip.name,
        chips=chips,
        watts=chip.tdp_w.value,
        hours=hours,
        host=library.constants.likely("host_power_share"),
        kwh_low=kwh.low,
        kwh=kwh.likely,
        kwh_high=kwh.high,
        clean_place=clean.place,
        clean_grams=clean.grid_g_per_kwh or 0.0,
        clean_kg=kilos[0].likely,
        usual_place=usual.place,
        usual_grams=usual.grid_g_per_kwh or 0.0,
        usual_kg=kilos[1].likely,
        cites=(chip.tdp_w.source, clean.source, library.constants.entry("power_share_of_tdp").source),
    )
    return FactAnswer(headline=used, of_told=True)
