"""A number of chips that no machine has: so many machines, and what they cost an hour in all."""

from __future__ import annotations

import math
from collections.abc import Sequence

from engine.answers.rank_prices import RankedPrice, ranking
from engine.base.reason import Reason


class NoOneMachine(Reason, code="no_one_machine"):
    """So many chips are sold in no one machine; `whole`: those of the largest, of which many are rented whole."""

    wanted: int
    whole: int


def in_all(rows: Sequence[RankedPrice], wanted: int | None) -> tuple[RankedPrice, ...]:
    """Ranked by what the machines cost together that hold `wanted` chips, or each machine by itself.

    More chips than a machine has are rented as whole machines, whose chips are joined.
    """
    whole = max((row.instance.count for row in rows), default=1)
    kept = [row for row in rows if row.instance.count == whole] if wanted and wanted > whole else rows
    counted = [
        row.model_copy(update={"machines": math.ceil((wanted or 1) / row.instance.count), "in_all": True})
        for row in kept
    ]
    return tuple(sorted(counted, key=ranking))


def is_counted(rows: Sequence[RankedPrice], wanted: int | None) -> bool:
    """Whether so many chips were asked about and no machine has them."""
    return bool(wanted and rows) and all(row.instance.count != wanted for row in rows)


def no_one_machine(rows: Sequence[RankedPrice], wanted: int) -> NoOneMachine:
    """What the rows say of `wanted` chips."""
    return NoOneMachine(wanted=wanted, whole=max(row.instance.count for row in rows))
