"""Energy and carbon of a run: location-based, one formula for all clouds.

    kWh    = chip-hours x W x (share of it drawn + host) x PUE / 1000
    kgCO2e = kWh x g/kWh / 1000

After Lacoste et al. 2019 and Patterson et al. 2021. Location-based means the average of the physical grid; what an
operator buys (market-based, carbon-free share) is shown beside it and never subtracted. The carbon of making the
hardware is not modelled. Each factor is low, likely, high; `Interval.times` combines them as independent errors.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.base.constants import Constants
from engine.base.interval import Interval
from engine.base.trace import Step, step
from engine.library import Library
from knowledge.facts import Accelerator, Region
from knowledge.units import WATTS_PER_KW

G_PER_KG = 1000.0
IDEAL_PUE = 1.0  # all power reaches the machines; no building does better


def energy_kwh(chip_hours: Interval, watts: Interval, drawn: Interval, pue: Interval) -> Interval:
    """chip-hours x W x `drawn` x PUE / 1000, in kWh at the meter of the building.

    `drawn`: watts of chip and host over the rated watts of the chip.
    """
    return chip_hours.times(watts).times(drawn).times(pue).times(1 / WATTS_PER_KW)


def carbon_kg(kwh: Interval, g_per_kwh: Interval) -> Interval:
    """kWh x g/kWh / 1000, in kgCO2e."""
    return kwh.times(g_per_kwh).times(1 / G_PER_KG)


class Footprint(NamedTuple):
    """Energy and carbon of a run, with every step on the way. None: power (or, for `grams`, the grid) is unknown."""

    kwh: Interval | None
    grams: Interval | None
    steps: tuple[Step, ...] = ()


def footprint(chip: Accelerator, chip_hours: Interval, region: str | None, library: Library) -> Footprint:
    """What `chip_hours` on `chip` take in `region`; a factor that nobody publishes or estimates leaves a None."""
    place = library.facts.regions.get(region or "")
    watts = chip_watts(chip, library.constants)
    if watts is None or chip.tdp_w is None:
        return Footprint(None, None)
    drawn, pue = drawn_share(library.constants), site_pue(place, library)
    kwh = energy_kwh(chip_hours, watts, drawn, pue)
    pue_cites = (place.pue_source,) if place and place.pue_source else ()
    steps: tuple[Step, ...] = (
        step("chip_hours", chip_hours, "hours", "hours_per_run", "chips"),
        step("chip_watts", watts, "watts", cites=(chip.tdp_w.source,)),
        step("drawn_share", drawn, "ratio", cites=(library.constants.entry("power_share_of_tdp").source,)),
        step("pue", pue, "ratio", cites=pue_cites),
        step("kwh_per_run", kwh, "kwh", "chip_hours", "chip_watts", "drawn_share", "pue"),
    )
    grid = grid_intensity(place, library)
    if place is None or grid is None:
        return Footprint(kwh, None, steps)
    grams = carbon_kg(kwh, grid).times(G_PER_KG)
    steps += (
        step("grid_g_per_kwh", grid, "g_per_kwh", cites=(place.source,)),
        step("gco2e_per_run", grams, "grams", "kwh_per_run", "grid_g_per_kwh"),
    )
    return Footprint(kwh, grams, steps)


def chip_watts(chip: Accelerator, constants: Constants) -> Interval | None:
    """Rated watts of a chip; an estimate in place of a published figure is wide. None: not even that."""
    if chip.tdp_w is None:
        return None
    rated = Interval.exactly(chip.tdp_w.value)
    return rated.times(constants.spread("estimated_power_spread")) if is_estimated(chip) else rated


def is_estimated(chip: Accelerator) -> bool:
    """Whether its power is somebody's guess and no datasheet's."""
    return chip.tdp_w is not None and chip.tdp_w.grade == "assumed"


def drawn_share(constants: Constants) -> Interval:
    """Watts of chip and host over the rated watts of the chip: what the chip draws, plus its host's part."""
    return constants.spread("power_share_of_tdp").plus(constants.spread("host_power_share"))


def site_pue(place: Region | None, library: Library) -> Interval:
    """Power of the building over power of the machines, never below 1; the fleet's average is less sure."""
    constants = library.constants
    if place is None or place.pue is None:
        return constants.spread("pue_unknown")
    spread = constants.spread("pue_of_site_spread" if place.pue_scope == "site" else "pue_of_fleet_spread")
    pue = spread.times(place.pue)
    return Interval(max(IDEAL_PUE, pue.low), pue.likely, pue.high)


def grid_intensity(place: Region | None, library: Library) -> Interval | None:
    """g/kWh of the grid around the time of the run; wider where it is on another method than most regions."""
    if place is None or place.grid_g_per_kwh is None:
        return None
    spread = library.constants.spread("grid_between_years_spread")
    if not is_comparable(place, library):
        spread = spread.times(library.constants.spread("grid_other_basis_spread"))
    return spread.times(place.grid_g_per_kwh)


def is_comparable(place: Region, library: Library) -> bool:
    """Whether its grid is known on the one method that clouds are compared on."""
    return place.grid_g_per_kwh is not None and place.grid_basis == library.grid_basis
