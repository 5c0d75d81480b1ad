"""What interruptions cost: expected run time on spot over run time undisturbed."""

from __future__ import annotations

import math

from engine.constants import Constants
from engine.interval import Interval


def young_interval(checkpoint_minutes: float, mean_minutes_between_failures: float) -> float:
    """Checkpoint interval sqrt(2*delta*M), minutes (Young 1974)."""
    return math.sqrt(2 * checkpoint_minutes * mean_minutes_between_failures)


def daly_interval(checkpoint_minutes: float, mean_minutes_between_failures: float) -> float:
    """Higher-order optimum, minutes (Daly 2006, eq. 37); for delta >= 2M it is M itself."""
    delta, mean = checkpoint_minutes, mean_minutes_between_failures
    if delta >= 2 * mean:
        return mean
    root = math.sqrt(delta / (2 * mean))
    return math.sqrt(2 * delta * mean) * (1 + root / 3 + delta / (2 * mean) / 9) - delta


def slowdown(checkpoint_minutes: float, mean_minutes: float, restart_minutes: float) -> float:
    """Expected run time over undisturbed run time at Daly's interval (Daly 2006, eq. 20); >= 1.

    Restart has to count getting the machine again, loading the checkpoint and compiling on a cold cache.
    """
    tau = daly_interval(checkpoint_minutes, mean_minutes)
    cycle = (tau + checkpoint_minutes) / mean_minutes
    return mean_minutes * math.exp(restart_minutes / mean_minutes) * math.expm1(cycle) / tau


def spot_slowdown(constants: Constants) -> Interval:
    """The slowdown at the low, likely and high interruption rate of the constants."""
    checkpoint = constants.likely("checkpoint_minutes")
    restart = constants.likely("restart_minutes")
    hours = constants.spread("spot_hours_between_interruptions")
    return Interval(
        low=slowdown(checkpoint, hours.high * 60, restart),
        likely=slowdown(checkpoint, hours.likely * 60, restart),
        high=slowdown(checkpoint, hours.low * 60, restart),
    )
