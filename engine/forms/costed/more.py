"""How many machines end a run before a deadline, or what twice as many do."""

from __future__ import annotations

import math
from collections.abc import Iterator

from engine.base.reason import Reason
from engine.options.option import CostedOption
from engine.options.problem import Problem
from knowledge.units import HOURS_PER_DAY


class OnMore(Reason, code="on_more"):
    """What twice the machines would do; or how many a deadline takes."""

    instance: str
    machines: int
    chips: int
    hours: float
    deadline_days: float | None


def on_more(lead: CostedOption, problem: Problem) -> Iterator[Reason]:
    """How many machines end a run before the deadline that was said; where none was, what twice as many do."""
    startup = problem.constants.likely("startup_hours")
    working = 0.0 if "network" in lead.unpublished else (lead.run.hours.likely - startup) * lead.count
    if working <= 0 or not problem.is_largest_slice(problem.facts.instances[lead.instance]):
        return
    said = problem.filled.reading.profile.deadline_days
    allowed = said * HOURS_PER_DAY if said else (lead.run.hours.likely + startup) / 2
    if said and lead.run.hours.likely <= allowed:
        return
    if allowed <= startup:
        return
    count = math.ceil(working / (allowed - startup) - 1e-9) if said else lead.count * 2
    if not said and lead.run.hours.likely < HOURS_PER_DAY:
        return
    yield OnMore(
        instance=lead.instance,
        machines=count,
        chips=count * lead.chips // lead.count,
        hours=working / count + startup,
        deadline_days=said,
    )
