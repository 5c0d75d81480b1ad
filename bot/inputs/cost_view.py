"""Two views of the same cost: what was paid for a commitment in one file, and what it comes to an hour in another.

Azure exports either: actual cost has the payment and bills what it covers at nothing, amortized cost spreads the
payment over the hours. Files of both count the same hours twice.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from bot.wording.errors import UserError
from knowledge.facts import BillLine, Cloud

APART: frozenset[Cloud] = frozenset({"azure"})  # clouds that export each view in files of its own
OPEN = frozenset({"", "on_demand", "spot"})  # ways that no commitment pays for


class CostViews:
    """The files of one bill, read one after another: the first of each view."""

    def __init__(self) -> None:
        self._paid: Path | None = None
        self._spread: Path | None = None

    def of(self, lines: Iterator[BillLine], path: Path) -> Iterator[BillLine]:
        """The lines of the next file.

        Raises:
            UserError: it is of the other view than an earlier one.
        """
        for line in lines:
            if line.cloud in APART and line.way not in OPEN:
                self._see(line, path)
            yield line

    def _see(self, line: BillLine, path: Path) -> None:
        if line.kind == "fee" or (line.kind == "machine" and line.hours and not line.amount):
            self._paid = self._paid or path
        elif line.kind in ("idle", "machine"):
            self._spread = self._spread or path
        if self._paid is not None and self._spread not in (None, self._paid):
            raise UserError("bill_two_views", paid=str(self._paid), spread=str(self._spread))
