"""Rooms of what is noted beside the answers: where private ones are changed, how channels want it, who has Home."""

from __future__ import annotations

from collections.abc import Callable

from knowledge import channel_settings, homes, reply_urls
from knowledge.channel_settings import ChannelSettings
from knowledge.holdings import Holding
from knowledge.homes import Homes
from knowledge.reply_urls import ReplyUrls
from knowledge.team_rooms import TeamRooms

HELD: tuple[Holding, ...] = (reply_urls.HELD, channel_settings.HELD, homes.HELD)


class AsideRooms(TeamRooms):
    _clock: Callable[[], float]

    @property
    def reply_urls(self) -> ReplyUrls:
        """Where an answer that one person alone sees can be changed."""
        return ReplyUrls(self.db, self.writing, self._clock)

    @property
    def channel_settings(self) -> ChannelSettings:
        """How each channel wants it."""
        return ChannelSettings(self.db, self.writing)

    @property
    def homes(self) -> Homes:
        """Who opened Home, and what it shows."""
        return Homes(self.db, self.writing, self._clock)
