"""An older price that lies beyond what is told: not compared, and not kept back."""

from __future__ import annotations

from collections.abc import Sequence

from engine.answers.rank_prices import RankedPrice
from engine.base.reason import Reason
from engine.forms.money.rows import Priced, priced


class OlderBeyond(Reason, code="older_beyond"):
    """A price seen long before those that are compared, dearer than the dearest of them or cheaper than the least."""

    one: Priced
    dearer: bool


def beyond(rows: Sequence[RankedPrice], low: float | None, high: float | None) -> tuple[OlderBeyond, ...]:
    """Of older rows, the cheapest first, that below `low` and that above `high`, USD a chip-hour; None: neither."""
    least = [row for row in rows[:1] if low is not None and row.usd_per_chip_hour < low]
    most = [row for row in rows[-1:] if high is not None and row.usd_per_chip_hour > high]
    return tuple(
        OlderBeyond(one=priced(row), dearer=dearer, cites=(row.quote.source,))
        for found, dearer in ((least, False), (most, True))
        for row in found
    )
