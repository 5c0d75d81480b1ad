"""How many machines work side by side on a run, and how many hours that takes."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

from engine.base.evidence import Achieved
from engine.memory.fit import Fit
from engine.options.port import PortCost
from engine.options.problem import Problem
from engine.options.run_cost import hours_on, instances_needed, machines_within, planned_hours
from engine.options.run_overheads import compile_hours
from engine.prices.capacity_blocks import booking
from engine.prices.commitments import TERMS, term_hours
from engine.prices.price_book import Quote
from knowledge.facts import Instance
from knowledge.units import DAYS_PER_WEEK, HOURS_PER_DAY

TINY = 1e-9
ROUNDS = 8  # on spot more machines are interrupted more often: how many times the number is corrected


class Sized(NamedTuple):
    """`instances` side by side, and the likely hours of a run on them (0 in a month of serving).

    `wanted`: how many the deadline takes, where that is more than the `most` that may be held.
    """

    instances: int
    hours: float
    most: int
    wanted: int | None = None


def sized(problem: Problem, instance: Instance, quote: Quote, speed: Achieved, placed: Fit, port: PortCost) -> Sized:
    """As many as were said; else as hold the work and end a run within the days that the deadline leaves for it."""
    most = max_held(problem, instance, quote)
    profile = problem.profile
    if problem.monthly:
        return Sized(instances_needed(problem, instance, speed, placed), 0.0, most)

    hours = hours_on(problem, instance, quote, speed)

    fewest = held = instances_needed(problem, instance, speed, placed)
    if problem.counts(instance):
        return Sized(fewest, hours(fewest), most)
    left = days_left(problem, quote, port)
    startup = 0.0
    if left is not None or quote.purchase in TERMS:
        startup = problem.constants.likely("startup_hours") + compile_hours(problem, problem.chip(instance)).likely
    if quote.purchase in TERMS:
        fewest = max(fewest, _fewest_terms(problem, hours, startup, most))
    if left is None:
        usual = machines_within(problem, instance, speed, _usual_days(problem, quote))
        count = max(fewest, min(max(held, usual), most))
        return Sized(count, hours(count), most)
    wanted = max(fewest, _within(hours, startup, left * HOURS_PER_DAY))
    count = max(fewest, min(wanted, most))
    if quote.purchase == "capacity_block" and profile.cadence == "one_off" and wanted <= most:
        count = _cheapest_block(problem, hours, count, most)
    return Sized(count, hours(count), most, wanted if wanted > count else None)


def max_held(problem: Problem, instance: Instance, quote: Quote) -> int:
    """Machines one run may hold at a time without an agreement: one Capacity Block's, or so many chips' worth."""
    block = quote.purchase == "capacity_block"
    most = int(problem.constants.likely("block_max_chips" if block else "on_demand_max_chips")) // instance.count
    if block:
        most = min(most, int(problem.constants.likely("block_max_instances")))
    return max(1, most)


def queue_days(problem: Problem, quote: Quote) -> float:
    """Days from the order to the first hour of work, by way of buying and how tight capacity is."""
    way = "commitment" if quote.purchase in TERMS else quote.purchase
    tight = "_tight" if problem.profile.capacity == "tight" else ""
    return problem.constants.likely(f"queue_days_{way}{tight}")


def days_left(problem: Problem, quote: Quote, port: PortCost) -> float | None:
    """Days the deadline leaves for the run, its margin taken off. Where port and queue leave none: as if without."""
    deadline = problem.profile.deadline_days
    if deadline is None:
        return None
    left = deadline - port.first_job_weeks.likely * DAYS_PER_WEEK - queue_days(problem, quote)
    return (left if left > 0 else deadline) / problem.constants.likely("run_time_margin")


def _usual_days(problem: Problem, quote: Quote) -> float:
    """Days a run may take where no deadline was said. A term is paid by the machine: as few as end within it."""
    if quote.purchase in TERMS:
        return term_hours(quote.purchase) / HOURS_PER_DAY
    return problem.constants.likely("run_days_at_most")


def _within(hours: Callable[[int], float], startup: float, allowed: float) -> int:
    """The fewest machines on which a run ends within `allowed` hours; 1 where start-up alone takes longer."""
    if allowed <= startup:
        return 1
    count = max(1, math.ceil((hours(1) - startup) / (allowed - startup) - TINY))
    for _ in range(ROUNDS):
        taken = hours(count)
        if taken <= allowed * (1 + TINY):
            break
        count = max(count + 1, math.ceil(count * taken / allowed))
    return count


def _fewest_terms(problem: Problem, hours: Callable[[int], float], startup: float, most: int) -> int:
    """A set of machines is paid for a whole term: as many as do the planned runs in the fewest sets side by side."""
    planned = planned_hours(problem)
    if planned is None:
        return 1
    a_run = planned / (problem.profile.runs or 1.0)
    sets = math.ceil(_within(hours, startup, a_run) / most)
    return _within(hours, startup, sets * a_run)


def _cheapest_block(problem: Problem, hours: Callable[[int], float], fewest: int, most: int) -> int:
    """A single run pays for whole days of a block: the number of machines that leaves the least of them idle."""
    step = problem.constants.likely("block_step_hours")
    best, paid = fewest, math.inf
    for count in range(fewest, most + 1):
        booked = booking(hours(count), count, problem.constants).hours
        if booked * count < paid - TINY:
            best, paid = count, booked * count
        if booked <= step:
            break
    return best
