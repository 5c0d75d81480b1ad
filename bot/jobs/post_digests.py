"""Posts digests when they are due, while `serve` runs: one channel at a time."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import UTC, datetime
from http.client import HTTPException
from zoneinfo import ZoneInfoNotFoundError

from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError

from bot.digest.due import due
from bot.digest.poster import DigestPoster
from engine.base.constants import Constants
from knowledge.facts import Facts
from knowledge.store.store import Store
from knowledge.store.subscriptions import Subscription

log = logging.getLogger(__name__)

ClientOf = Callable[[str], WebClient | None]


class DigestJob:
    """Posts what is due of all subscriptions. `client_of` gives a workspace's client, None where it left."""

    def __init__(
        self, facts: Facts, store: Store, poster: DigestPoster, client_of: ClientOf, clock: Callable[[], float]
    ) -> None:
        self._store, self._poster, self._client_of, self._clock = store, poster, client_of, clock
        self._late_hours = Constants(facts).likely("digest_late_hours")

    def run(self) -> None:
        """What cannot be sent now is tried again at the next round, as long as it is not late."""
        for wanted in self._store.subscriptions.all():
            try:
                self._one(wanted)
            except (SlackApiError, OSError, HTTPException) as problem:
                log.warning("a digest could not be sent: %s", _named(problem))
            except ZoneInfoNotFoundError:
                log.error("a channel's time zone is unknown here: %s", wanted.zone)

    def _one(self, wanted: Subscription) -> None:
        due_time = due(wanted, datetime.fromtimestamp(self._clock(), UTC), self._late_hours)
        if due_time is None:
            return
        held = self._store.digests.get(wanted.team, wanted.channel, due_time.week)
        if held is not None and held.state != "begun":
            return
        client = self._client_of(wanted.team)
        if client is not None:
            self._poster.post(client, wanted, due_time.week)


def _named(problem: Exception) -> str:
    return str(problem.response.get("error")) if isinstance(problem, SlackApiError) else type(problem).__name__
