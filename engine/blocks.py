"""Capacity Blocks: how long a block has to be bought to hold a number of hours."""

from __future__ import annotations

import math

from engine.constants import Constants
from knowledge.units import HOURS_PER_DAY

TINY = 1e-9


def block_hours(hours: float, constants: Constants) -> float:
    """Whole steps of a block: one day at first, seven days beyond the days that constant names."""
    step = constants.likely("block_step_hours")
    days = step * math.ceil(hours / step - TINY)
    if days <= constants.likely("block_daily_steps_max_days") * HOURS_PER_DAY:
        return days
    week = constants.entry("block_step_hours").value.high
    return week * math.ceil(hours / week - TINY)
