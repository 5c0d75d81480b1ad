"""What a table of prices leaves out, and why some of its rows stand last."""

from __future__ import annotations

from collections.abc import Sequence

from engine.answers.rank_prices import RankedPrice, with_every_way
from engine.base.reason import Reason
from knowledge.facts import Cloud, Purchase

NAMED = 4  # ways to buy that are told


class RowsLeftOut(Reason, code="rows_left_out"):
    """So many more prices are known; `ways`: of a cloud and a way to buy of which no row is shown the cheapest."""

    rows: int
    ways: tuple[tuple[Cloud, Purchase, float], ...]


class RowsAside(Reason, code="rows_aside"):
    """Rows stand last that cost less than others above them: nobody knows that they hold."""


def left_out(rows: Sequence[RankedPrice], shown: Sequence[RankedPrice]) -> tuple[Reason, ...]:
    """() where every price is shown, and those above are the cheaper ones."""
    told: list[Reason] = []
    above = frozenset(shown)
    rest = [row for row in with_every_way(rows, len(rows)) if row not in above]
    if rest:
        known = {(row.instance.cloud, row.quote.purchase) for row in shown}
        ways: dict[tuple[Cloud, Purchase], float] = {}
        for row in rest:
            if row.is_current and (way := (row.instance.cloud, row.quote.purchase)) not in known:
                ways.setdefault(way, row.usd_per_chip_hour)
        named = tuple((*way, usd) for way, usd in list(ways.items())[:NAMED])
        told.append(RowsLeftOut(rows=len(rest), ways=named))
    current = [row.compared_usd for row in shown if row.is_current]
    if current and any(not row.is_current and row.compared_usd < max(current) for row in shown):
        told.append(RowsAside())
    return tuple(told)
