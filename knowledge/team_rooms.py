"""The rooms of what a team watches and pays, beside those of its digests."""

from __future__ import annotations

from knowledge import own_prices, watch_reports, weekly
from knowledge.file import Migration
from knowledge.holdings import Holding
from knowledge.own_prices import OwnPrices
from knowledge.watch_reports import WatchReports
from knowledge.weekly import WeeklyRooms

MIGRATIONS: tuple[Migration, ...] = (
    *weekly.MIGRATIONS,
    watch_reports.make_watch_reports,
    own_prices.make_own_prices,
)
HELD: tuple[Holding, ...] = (*weekly.HELD, watch_reports.HELD, own_prices.HELD)


class TeamRooms(WeeklyRooms):
    @property
    def watch_reports(self) -> WatchReports:
        """What was reported of verdicts whose prices moved."""
        return WatchReports(self.db, self.writing)

    @property
    def own_prices(self) -> OwnPrices:
        """What teams pay instead of list prices."""
        return OwnPrices(self.db, self.writing)
