"""A workload as the program sees it: what has to be done in which months, and the ways to do it."""

from __future__ import annotations

from typing import Literal

from engine.base.computed import Computed
from engine.fleet.asked import Asked
from engine.fleet.months import hours_left, runs_of_month
from engine.fleet.ways import LeftOut, PortKey, Way
from engine.options.assumptions import Filled
from knowledge.units import HOURS_PER_MONTH

Rhythm = Literal["monthly", "in_all", "serving"]  # runs of every month; runs whenever they fit; months of serving
TINY = 1e-6


class Work(Computed):
    """One workload. `units` of each month from the first on; of a workload done whenever it fits, `total` alone.

    `closing_hours`: what a block loses at its end; `margin`: what a run is planned to take before a deadline.
    """

    name: str
    priority: int
    rhythm: Rhythm
    first: int
    last: int
    units: tuple[int, ...]
    total: float
    family: str
    ways: tuple[Way, ...]
    left_out: tuple[LeftOut, ...] = ()
    deadline_days: float | None = None
    margin: float = 1.0
    closing_hours: float = 0.5
    filled: Filled | None = None

    @property
    def months(self) -> range:
        return range(self.first, self.last + 1)

    def units_of(self, month: int) -> int:
        return self.units[month - self.first] if self.units and self.first <= month <= self.last else 0

    def hours_left(self, way: Way, month: int) -> float:
        return hours_left(
            month,
            first=self.first,
            last=self.last,
            lead_days=way.lead_days,
            deadline_days=self.deadline_days if self.rhythm == "in_all" else None,  # else it is of the first of many
            margin=self.margin,
        )

    def is_whole(self, way: Way) -> bool:
        """Whether its units are done within a month each; a run that is longer goes on in the next one."""
        return any(self.fits(way, month) for month in self.months)

    def fits(self, way: Way, month: int) -> bool:
        """Whether a unit of it fits into what a month leaves. Serving takes a month from its first day."""
        if self.rhythm == "serving":
            return self.hours_left(way, month) >= HOURS_PER_MONTH - 1.0
        return self.hours_left(way, month) + TINY >= way.hours

    def port_key(self, way: Way) -> PortKey | None:
        """What a migration is paid once for: a target, a model family, and a cloud where the work moves."""
        if way.option is None or way.port_usd == 0:
            return None
        port = way.option.port
        return port.target, self.family, way.option.cloud if port.moves_cloud else ""


def work_of(asked: Asked, filled: Filled, months: int, ways: tuple[Way, ...], left_out: tuple[LeftOut, ...]) -> Work:
    """The workload by what was said of its runs: traffic of every day, a rhythm, or so many whenever they fit."""
    profile, said = filled.profile, filled.reading.profile
    first, last = asked.from_month, min(asked.to_month or months, months)
    span = range(first, last + 1)
    rhythm: Rhythm = "monthly"
    if profile.by_month:
        rhythm, units = "serving", tuple(1 for _ in span)
    elif profile.runs_per_month and said.runs is None:
        units = tuple(runs_of_month(profile.runs_per_month, month - first + 1) for month in span)
    else:
        rhythm, units = "in_all", ()
    return Work(
        name=asked.name,
        priority=asked.priority,
        rhythm=rhythm,
        first=first,
        last=last,
        units=units,
        total=float(sum(units)) if units else float(max(1, round(profile.runs or 1))),
        family=profile.model or asked.name,  # of a model that was not named nobody knows who shares it
        ways=ways,
        left_out=left_out,
        deadline_days=profile.deadline_days,
        filled=filled,
    )
