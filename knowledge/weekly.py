"""The weekly digest's rooms in the store: who gets one, and which were posted."""

from __future__ import annotations

from knowledge import digests, subscriptions
from knowledge.digests import Digests
from knowledge.file import File, Migration
from knowledge.holdings import Holding
from knowledge.subscriptions import Subscriptions

MIGRATIONS: tuple[Migration, ...] = (subscriptions.make_subscriptions, digests.make_digests)
HELD: tuple[Holding, ...] = (subscriptions.HELD, digests.HELD)


class WeeklyRooms(File):
    @property
    def subscriptions(self) -> Subscriptions:
        """The channels that get a digest."""
        return Subscriptions(self.db, self.writing)

    @property
    def digests(self) -> Digests:
        """The digests that were begun and posted."""
        return Digests(self.db, self.writing)
