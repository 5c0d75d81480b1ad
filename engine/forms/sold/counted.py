"""A number of chips that no machine has: so many machines, and what they cost an hour in all."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence

from engine.answers.rank_prices import RankedPrice, ranking
from engine.base.reason import Reason
from knowledge.facts import Facts


class NoOneMachine(Reason, code="no_one_machine"):
    """So many chips are sold in no one machine; `whole`: those of the largest, of which many are rented whole.

    0 where smaller machines are told as well.
    """

    wanted: int
    whole: int


def in_all(
    rows: Sequence[RankedPrice], wanted: int | None, apart: Collection[str] = frozenset()
) -> tuple[RankedPrice, ...]:
    """Ranked by what the machines cost together that hold `wanted` chips, or each machine by itself.

    More chips than a machine has are rented as whole machines, whose chips are joined; those of `apart`, which no
    link joins, as machines of any size that leaves none of them over.
    """
    whole = max((row.instance.count for row in rows), default=1)
    kept = [row for row in rows if _is_kept(row, wanted, whole, apart)] if wanted and wanted > whole else rows
    counted = [
        row.model_copy(update={"machines": math.ceil((wanted or 1) / row.instance.count), "in_all": True})
        for row in kept
    ]
    return tuple(sorted(counted, key=ranking))


def _is_kept(row: RankedPrice, wanted: int, whole: float, apart: Collection[str]) -> bool:
    even = row.instance.accelerator in apart and wanted % whole and not wanted % row.instance.count
    return row.instance.count == whole or bool(even)


def unlinked(facts: Facts) -> frozenset[str]:
    """The GPUs of which several in a machine are joined by no NVLink."""
    chips = facts.accelerators.values()
    return frozenset(chip.id for chip in chips if chip.vendor == "nvidia" and not chip.nvlink)


def is_counted(rows: Sequence[RankedPrice], wanted: int | None) -> bool:
    """Whether so many chips were asked about and no machine has them."""
    return bool(wanted and rows) and all(row.instance.count != wanted for row in rows)


def no_one_machine(rows: Sequence[RankedPrice], wanted: int) -> NoOneMachine:
    """What the rows say of `wanted` chips."""
    sizes = {int(row.instance.count) for row in rows}
    is_mixed = len(sizes) > 1 and max(sizes) < wanted
    return NoOneMachine(wanted=wanted, whole=0 if is_mixed else max(sizes))
