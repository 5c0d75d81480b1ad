"""A figure that is not believed, as a value."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from engine.changes.doubted import DoubtedFigure

DAY = date(2026, 11, 20)
ONCE = DoubtedFigure(Decimal("5.38"), False, DAY, DAY, "outside", looks=1, needed=3)


def test_what_was_seen_once_of_three_times_waits_for_two_more() -> None:
    assert (ONCE.figure, ONCE.looks_to_come) == (5.38, 2)


def test_what_no_look_settles_waits_for_none_and_what_is_gone_has_no_figure() -> None:
    gone = ONCE._replace(usd_per_hour=None, is_gone=True, needed=0)
    assert (gone.figure, gone.looks_to_come) == (None, None)
