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
    """Posts the digests that are due. `client_of` gives a workspace's client, None if it uninstalled the app."""

    def __init__(
        self, facts: Facts, store: Store, poster: DigestPoster, client_of: ClientOf, clock: Callable[[], float]
    ) -> None:
        self._store, self._poster, self._client_of, self._clock = store, poster, client_of, clock
        self._late_hours = Constants(facts).likely("digest_late_hours")

    def run(self) -> None:
        """Posts all that are due. One that cannot be sent is retried at the next run, unless it is too late."""
        for subscription in self._store.subscriptions.all():
            try:
                self._post_if_due(subscription)
            except (SlackApiError, OSError, HTTPException) as problem:
                log.warning("a digest could not be sent: %s", _error_code(problem))
            except ZoneInfoNotFoundError:
                log.error("a channel's time zone is unknown here: %s", subscription.zone)

    def _post_if_due(self, subscription: Subscription) -> None:
        due_time = due(subscription, datetime.fromtimestamp(self._clock(), UTC), self._late_hours)
        if due_time is None:
            return
        record = self._store.digests.get(subscription.team, subscription.channel, due_time.week)
        if record is not None and record.state != "begun":
            return
        client = self._client_of(subscription.team)
        if client is not None:
            self._poster.post(client, subscription, due_time.week)


def _error_code(problem: Exception) -> str:
    return str(problem.response.get("error")) if isinstance(problem, SlackApiError) else type(problem).__name__
