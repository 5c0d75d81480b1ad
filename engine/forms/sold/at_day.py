"""A price of a day that is past."""

from __future__ import annotations

from datetime import date

from engine.base.reason import Reason


class AtDay(Reason, code="at_day"):
    """That the prices are those that were known at the end of a day."""

    day: date
