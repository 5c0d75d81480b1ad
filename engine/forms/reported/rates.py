"""How other projects fare: the shares of them that do with so much memory a card, and the hours that their runs take.

One figure a project: the least memory a card that anybody says it runs in, and the middle of the hours of its runs.
"""

from __future__ import annotations

import math
import statistics
from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import NamedTuple

from engine.forms.kinds.kind import Work, within
from engine.forms.reported.reports import chips_of
from engine.forms.reported.room import DOES
from engine.forms.reported.time import bounds
from knowledge.facts import Accelerator, Domain, Facts, ProjectReport

LEAST = 20  # projects, below which a share says little
RUN = "run"
PHASES: dict[str, tuple[frozenset[str], ...]] = {  # what is asked -> the phases that answer it, the nearest first
    "training": (frozenset({"training"}),),
    "fine_tuning": (frozenset({"fine_tuning", "lora"}), frozenset({"training", "fine_tuning", "lora"})),
    "inference": (frozenset({"inference"}),),
}


class Rates(NamedTuple):
    """One figure of each project, the smallest first; `of`: the kind of work they are of, None of any."""

    of: Domain | None
    figures: tuple[float, ...]

    def share(self, at_most: float) -> float:
        """The share of projects with no more than that."""
        return sum(figure <= at_most for figure in self.figures) / len(self.figures)

    def part(self, share: float) -> float:
        """The least figure that such a share of the projects do not exceed."""
        return self.figures[max(0, math.ceil(share * len(self.figures)) - 1)]


def room_rates(work: Work | None, asked: str, facts: Facts) -> Rates | None:
    """GB a card in the phase that is asked; of the nearest kind of work that enough projects are of, else of all."""

    def memory(row: ProjectReport) -> float | None:
        return row.memory_gb if row.memory_is in DOES else None

    return _rates(work, asked, facts, memory, min)


def hour_rates(work: Work | None, asked: str, chip: Accelerator, cards: int, facts: Facts) -> Rates | None:
    """Hours of one `chip` that a whole run takes: hours x cards, carried over from the card it was reported on.

    Between the ratios of math and of memory the geometric mean is taken. Of those alone that ran on so many `cards`
    (0: on any number), as who has eight cards has larger work than who has one.
    """

    times: dict[tuple[str | None, float | None], float] = {}  # hours on the chip over hours on the card reported

    def hours(row: ProjectReport) -> float | None:
        if not row.hours or not row.chips or row.hours_of != RUN or (cards and row.chips != cards):
            return None
        card = row.chip, row.chip_gb
        if card not in times:
            ran_on = chips_of(row, facts)
            times[card] = math.sqrt(math.prod(bounds(ran_on[0], chip))) if ran_on else 0.0
        return row.hours * row.chips * times[card] or None

    return _rates(work, asked, facts, hours, statistics.median)


def _rates(
    work: Work | None,
    asked: str,
    facts: Facts,
    figure: Callable[[ProjectReport], float | None],
    of_project: Callable[[list[float]], float],
) -> Rates | None:
    """None where too few projects tell it."""
    told = [(row, value) for row in facts.reports if (value := figure(row)) is not None]
    for kind, repositories in _groups(work, facts):
        for phases in PHASES[asked]:
            found: dict[str, list[float]] = defaultdict(list)
            for row, value in told:
                if row.phase in phases and (repositories is None or row.repository in repositories):
                    found[row.repository].append(value)
            if len(found) >= LEAST:
                return Rates(kind, tuple(sorted(map(of_project, found.values()))))
    return None


def _groups(work: Work | None, facts: Facts) -> Iterator[tuple[Domain | None, frozenset[str] | None]]:
    """The projects of the kind, then of those it is within, then (None) all."""
    kinds = () if work is None else tuple(kind for kind in work.kinds if not kind.is_open)
    of = {one.repository: facts.domains[one.kind] for one in facts.project_kinds} if kinds else {}
    for kind in kinds:
        yield kind, frozenset(name for name, own in of.items() if kind in within(own, facts))
    yield None, None
