"""What interruptions cost: how often to checkpoint, how much longer a run takes on spot, and when to walk away."""

from __future__ import annotations

import math
from typing import NamedTuple

from engine.base.constants import Constants
from engine.base.interval import Interval
from knowledge.facts import Family
from knowledge.units import MINUTES_PER_HOUR, SECONDS_PER_MINUTE


class SpotPlan(NamedTuple):
    """How a run lives with interruptions. Minutes, but for the size; `slowdown` is a ratio of at least 1.

    `walk_away_usd`: spot at this price an instance-hour costs as much as on demand; None where that is unknown.
    """

    checkpoint_gb: float
    checkpoint_minutes: float
    mean_minutes: Interval  # between interruptions of any of the instances
    restart_minutes: float
    interval_minutes: Interval
    slowdown: Interval
    walk_away_usd: float | None = None


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


def first_order_overhead(interval_minutes: float, checkpoint_minutes: float, mean: float, restart: float) -> float:
    """Share of time lost, delta/tau + (tau/2 + R)/M: writing, and at each interruption half an interval and R.

    Good while all three are small against M. `slowdown` is exact; this one says where the time goes.
    """
    return checkpoint_minutes / interval_minutes + (interval_minutes / 2 + restart) / mean


def slowdown(checkpoint_minutes: float, mean_minutes: float, restart_minutes: float) -> float:
    """Expected run time over undisturbed run time at Daly's interval (Daly 2006, eq. 20); >= 1.

    Restart has to count getting the machine again, loading the checkpoint and compiling on a cold cache.
    Infinite where interruptions come so fast that a float cannot hold the answer.
    """
    tau = daly_interval(checkpoint_minutes, mean_minutes)
    cycle = (tau + checkpoint_minutes) / mean_minutes
    try:
        return mean_minutes * math.exp(restart_minutes / mean_minutes) * math.expm1(cycle) / tau
    except OverflowError:
        return math.inf


def restart_minutes(family: Family, constants: Constants) -> float:
    """Getting the machine and the checkpoint back, and compiling again where the cache is lost (Neuron, XLA)."""
    again = constants.likely("restart_minutes")
    if family == "gpu":
        return again
    compiling = constants.likely("xla_compile_hours" if family == "tpu" else "compile_hours") * MINUTES_PER_HOUR
    return again + constants.likely("compile_cache_miss_share") * compiling


def writers(family: Family, chips: int, instances: int, constants: Constants) -> int:
    """Hosts that write a checkpoint side by side: one a machine, several in a TPU slice of `chips` chips."""
    hosts = chips / constants.likely("tpu_chips_per_host") if family == "tpu" else 1
    return instances * max(1, math.ceil(hosts))


def spot_plan(
    constants: Constants, *, checkpoint: float, family: Family, instances: int, hosts: int | None = None
) -> SpotPlan:
    """The plan for a checkpoint of `checkpoint` GB written side by side by `hosts` (default: one an instance).

    A TPU slice is taken as a whole, like a machine. Any of n instances ends the run, so the mean time between
    interruptions is M/n. The interval's ends are those of the interruption rate; writing and restarting are taken
    at their likely length. A slowdown is capped: who sees a run take so much longer stops it.
    """
    write = checkpoint / (constants.likely("checkpoint_gb_per_second_per_host") * (hosts or instances))
    write = max(constants.likely("checkpoint_minutes_at_least"), write / SECONDS_PER_MINUTE)
    restart = restart_minutes(family, constants)
    mean = constants.spread("spot_hours_between_interruptions").times(MINUTES_PER_HOUR / instances)
    most = constants.likely("spot_slowdown_at_most")
    often, usual, seldom = (
        min(most, slowdown(write, mean_minutes, restart)) for mean_minutes in (mean.low, mean.likely, mean.high)
    )
    return SpotPlan(
        checkpoint_gb=checkpoint,
        checkpoint_minutes=write,
        mean_minutes=mean,
        restart_minutes=restart,
        interval_minutes=Interval(
            *sorted(daly_interval(write, mean_minutes) for mean_minutes in (mean.low, mean.likely, mean.high))
        ),
        slowdown=Interval(low=min(seldom, usual), likely=usual, high=max(often, usual)),
    )


def walk_away_price(on_demand_usd: float, slowdown_ratio: float) -> float:
    """The spot price at which a run costs as much as on demand: p_spot * slowdown = p_on_demand."""
    return on_demand_usd / slowdown_ratio


def walk_away_overhead(spot_usd: float, on_demand_usd: float) -> float:
    """omega* = p_on_demand / p_spot - 1: the share of extra time from which spot no longer pays."""
    return on_demand_usd / spot_usd - 1
