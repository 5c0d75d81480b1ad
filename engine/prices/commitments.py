"""What a commitment must earn: break-even use, the rate really paid, how much to commit, and what it locks in.

A term (a reservation, a committed-use discount, a Savings Plan) is paid for every hour, used or not.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from engine.base.interval import Interval
from knowledge.facts import Purchase
from knowledge.units import DAYS_PER_YEAR, HOURS_PER_DAY, HOURS_PER_MONTH, HOURS_PER_YEAR

TINY = 1e-9
YEARS: dict[Purchase, int] = {"reserved_1yr": 1, "savings_plan": 1, "reserved_3yr": 3}  # a plan's shorter term
TERMS: frozenset[Purchase] = frozenset(YEARS)


class Term(NamedTuple):
    """A commitment as it is bought: every hour of it is paid for `machines`, used or not.

    `terms`: bought one after another, or side by side, to hold the work. `owed_usd`: what is still to be paid when
    the planned work ends. Nobody takes the rest back.
    """

    purchase: Purchase
    usd_per_hour: Interval
    hours: float  # of one term
    machines: int
    terms: int
    usd: Interval  # of all of them
    owed_usd: float
    run_hours: float  # of one run
    planned_hours: float | None  # from the first run to the last; None: they follow each other without a gap

    @property
    def months(self) -> float:
        """Of one term."""
        return self.hours / HOURS_PER_MONTH

    def total(self, runs: float) -> Interval:
        """Dollars of the terms that so many runs take."""
        return self.usd.times(terms_needed(self.hours, runs * self.run_hours, self.planned_hours)[0] / self.terms)


class SeenPrice(NamedTuple):
    """An on-demand price as it was observed on a day."""

    day: date
    usd_per_hour: float


class LockIn(NamedTuple):
    """What a term paid for, against buying the used hours on demand, for one instance.

    `since` to `until` is the part of the term that prices are known for. `over_usd`: the dollars of all stretches
    in which on demand was the cheaper, `over_since` the first of them.
    """

    since: date
    until: date
    hours: float
    committed_usd: float
    on_demand_usd: float
    over_usd: float
    over_since: date | None

    @property
    def lost_usd(self) -> float:
        """Above zero: the term cost more than no term; below: what it saved."""
        return self.committed_usd - self.on_demand_usd


def term_hours(purchase: Purchase) -> float:
    """Hours of a term; 1 year: 8,760, 3 years: 26,280."""
    return float(YEARS[purchase] * HOURS_PER_YEAR)


def term_usd(usd_per_hour: float, purchase: Purchase, machines: int = 1) -> float:
    """Dollars of one term: the rate x all its hours x machines."""
    return usd_per_hour * term_hours(purchase) * machines


def terms_needed(hours: float, work_hours: float, planned_hours: float | None) -> tuple[int, float]:
    """How many terms of `hours` hold the work, and the hours that are left of them when it ends.

    Machines that cannot do the work within the planned hours are taken in several sets, side by side.
    """
    planned = planned_hours or work_hours
    sets = max(1, math.ceil(work_hours / planned - TINY)) if planned else 1
    in_a_row = max(1, math.ceil(planned / hours - TINY))
    return sets * in_a_row, sets * max(0.0, in_a_row * hours - planned)


def term_bought(
    purchase: Purchase,
    usd_per_hour: Interval,
    machines: int,
    runs: float,
    run_hours: float,
    planned_hours: float | None = None,
) -> Term:
    """What a commitment to the planned runs costs: the rate x all hours x machines, and what is owed at the end."""
    hours = term_hours(purchase)
    terms, left = terms_needed(hours, runs * run_hours, planned_hours)
    usd = usd_per_hour.times(hours * machines * terms)
    return Term(
        purchase=purchase,
        usd_per_hour=usd_per_hour,
        hours=hours,
        machines=machines,
        terms=terms,
        usd=Interval(usd.likely, usd.likely, usd.high),  # never below the rate as quoted
        owed_usd=left * usd_per_hour.likely * machines,
        run_hours=run_hours,
        planned_hours=planned_hours,
    )


def break_even_use(committed_usd: float, on_demand_usd: float) -> float:
    """u* = p_commit / p_on_demand = 1 - discount: the share of all hours of the term from which it is cheaper."""
    return committed_usd / on_demand_usd


def effective_rate(committed_usd: float, use: float) -> float:
    """Dollars for an hour that is used: p_commit / u. Infinite where nothing is used."""
    return committed_usd / use if use > 0 else math.inf


def share_to_commit(count: int, low: float, high: float) -> tuple[int, int]:
    """Whole instances to commit out of a floor of `count`, rounded down: what is committed has to be in use."""
    return math.floor(count * low + TINY), math.floor(count * high + TINY)


def month_usd(count: int, committed: int, use: float, committed_usd: float, on_demand_usd: float) -> float:
    """A month of `count` instances that work `use` of all hours together, `committed` of them under a term.

    The committed ones are paid for all hours, the others for the hours they work.
    """
    return HOURS_PER_MONTH * (committed * committed_usd + (count - committed) * use * on_demand_usd)


def lock_in(
    history: Sequence[SeenPrice], start: date, years: int, committed_usd: float, until: date, use: float = 1.0
) -> LockIn | None:
    """Value at risk of a term on prices that really came: sum over its days of max(0, committed - use x on demand).

    A price counts from the day it was seen to the day another was: a cut between two sightings counts from the
    second, which favours the commitment. Nothing beyond `until` is predicted. None where no price is known on or
    before `start`, or nothing of the term has passed.
    """
    known = sorted(history)
    before = [seen for seen in known if seen.day <= start]
    end = min(until, date.fromordinal(start.toordinal() + years * DAYS_PER_YEAR))
    if not before or end <= start:
        return None
    spans = [before[-1]._replace(day=start), *(seen for seen in known if start < seen.day < end)]
    ends = [seen.day for seen in spans[1:]] + [end]
    committed = on_demand = over = 0.0
    over_since: date | None = None
    for seen, last in zip(spans, ends, strict=True):
        hours = (last - seen.day).days * HOURS_PER_DAY
        committed += hours * committed_usd
        on_demand += hours * use * seen.usd_per_hour
        dearer = hours * (committed_usd - use * seen.usd_per_hour)
        if dearer > 0:
            over += dearer
            over_since = over_since or seen.day
    length = float((end - start).days * HOURS_PER_DAY)
    return LockIn(start, end, length, committed, on_demand, over, over_since)
