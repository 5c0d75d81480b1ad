"""The hours a month leaves for a workload, and how many of its runs come in it."""

from __future__ import annotations

import math

from knowledge.units import HOURS_PER_DAY, HOURS_PER_MONTH

TINY = 1e-9


def hours_left(
    month: int,
    *,
    first: int,
    last: int,
    lead_days: float = 0.0,
    deadline_days: float | None = None,
    margin: float = 1.0,
) -> float:
    """Hours of a month between the first day that work can start on and the last it may end on.

    Migration and queue come before: `lead_days` from the start of the plan. Before a deadline, runs are planned to
    take `margin` times their hours, as on the cards.
    """
    if not first <= month <= last:
        return 0.0
    begins = max((month - 1) * HOURS_PER_MONTH, lead_days * HOURS_PER_DAY)
    ends = float(month * HOURS_PER_MONTH)
    if deadline_days is None:
        return max(0.0, ends - begins)
    return max(0.0, min(ends, deadline_days * HOURS_PER_DAY) - begins) / margin


def runs_of_month(runs_per_month: float, month: int) -> int:
    """Whole runs in each month of a rhythm: 4.333 a month are 4, 4, 5, and 52 in a year."""
    return math.floor(runs_per_month * month + TINY) - math.floor(runs_per_month * (month - 1) + TINY)
