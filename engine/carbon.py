"""Grams of CO2 equivalent of a run, location-based."""

from __future__ import annotations

from engine.interval import Interval
from engine.library import Library
from knowledge.facts import Accelerator


def gco2e(chip: Accelerator, chip_hours: Interval, region: str | None, library: Library) -> Interval | None:
    """chip-hours x power x PUE x grid intensity, in grams; None where power or grid is unknown.

    Location-based average intensity on one method for all clouds (Lacoste et al. 2019). Host power is
    a share on top of the chip's; chips whose power is an analyst's estimate keep that grade in the data.
    """
    place = library.facts.regions.get(region or "")
    if chip.tdp_w is None or place is None or place.grid_g_per_kwh is None:
        return None
    constants = library.constants
    power = constants.spread("power_share_of_tdp").times(1 + constants.likely("host_power_share"))
    pue = place.pue or constants.likely("pue_unknown")
    kwh = chip_hours.times(power).times(chip.tdp_w.value * pue / 1000)
    return kwh.times(place.grid_g_per_kwh)
