"""A figure that a feed shows and that is not believed, beside the price that stays in use."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import NamedTuple


class DoubtedFigure(NamedTuple):
    """What a feed shows and nobody should rely on. `looks` at which it was seen, `needed` to believe it; 0: never.

    `usd_per_hour` None: listed without a price, or no longer listed (`is_gone`). `code` is worded in `templates/`.
    """

    usd_per_hour: Decimal | None
    is_gone: bool
    since: date
    last_seen_on: date
    code: str
    looks: int
    needed: int
    limit: float | None = None
    alike: int = 0

    @property
    def figure(self) -> float | None:
        return None if self.usd_per_hour is None else float(self.usd_per_hour)

    @property
    def looks_to_come(self) -> int | None:
        """None: no number of looks settles it."""
        return self.needed - self.looks if self.needed else None
