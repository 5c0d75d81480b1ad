"""What the hours of a report cost: on its own cards, else on the cheapest that can be rented in their place."""

from __future__ import annotations

from collections.abc import Iterator

from engine.forms.kinds.kind import NOMINAL
from engine.forms.reported.reported_reasons import ReportedCost
from engine.forms.reported.reports import Reports, chips_of, told
from engine.forms.reported.time import OF_A_RUN, bounds, timed
from engine.forms.told.on_other import hour_of
from engine.options.problem import Problem
from knowledge.facts import Accelerator, ProjectReport


def cost(reports: Reports, problem: Problem) -> Iterator[ReportedCost]:
    """The first report of a run on a number of known cards."""
    rows = (row for row in timed(reports) if row.hours and row.chips and row.hours_of in OF_A_RUN)
    for row in rows:
        found = _on_its_own(row, problem) or _in_its_place(row, problem)
        if found is not None:
            yield found
            return


def _on_its_own(row: ProjectReport, problem: Problem) -> ReportedCost | None:
    """Of cards of one name the one whose hour is cheapest."""
    found = [one for chip in chips_of(row, problem.facts) if (one := _cost(row, chip, chip, problem))]
    return min(found, key=lambda one: one.high, default=None)


def _in_its_place(row: ProjectReport, problem: Problem) -> ReportedCost | None:
    """On the card with as much memory whose cost is least at its worst, of those that run the same software."""
    chips = chips_of(row, problem.facts)
    if not chips:
        return None
    own = chips[0]
    others = [
        chip
        for chip in problem.library.rented
        if chip.software == own.software and chip.trains and chip.hbm_gib.value >= own.hbm_gib.value * NOMINAL
    ]
    found = [one for chip in others if (one := _cost(row, own, chip, problem))]
    return min(found, key=lambda one: one.high, default=None)


def _cost(row: ProjectReport, own: Accelerator, chip: Accelerator, problem: Problem) -> ReportedCost | None:
    price = hour_of(chip, problem)
    if not price.instance or row.hours is None or row.chips is None:
        return None
    low, high = (1.0, 1.0) if chip.id == own.id else bounds(own, chip)
    report, hours = told(row, problem.facts), row.hours * row.chips
    return ReportedCost(
        hours=row.hours,
        hours_of=report.hours_of,
        chips=row.chips,
        chip=report.chip,
        instead="" if chip.id == own.id else chip.name.removeprefix("NVIDIA "),
        usd=price.usd,
        low=hours * low * price.usd,
        high=hours * high * price.usd,
        instance=price.instance,
        region=price.region,
        day=price.day,
        cites=tuple(dict.fromkeys((row.cite, *price.cites))),
    )
