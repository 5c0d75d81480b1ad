"""Posts digests when they are due, while `serve` runs: several at a time, so that none waits for another channel."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from datetime import UTC, datetime
from http.client import HTTPException
from queue import Empty, SimpleQueue
from zoneinfo import ZoneInfoNotFoundError

from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError

from bot.digest.due import due
from bot.digest.poster import DigestPoster
from engine.base.constants import Constants
from knowledge.facts import Facts
from knowledge.store.deliveries import HeldElsewhereError
from knowledge.store.store import Store
from knowledge.store.subscriptions import Subscription

log = logging.getLogger(__name__)

AT_ONCE = 8  # they mostly wait for Slack, which limits each channel by itself
ClientOf = Callable[[str], WebClient | None]


class DigestJob:
    """Posts the digests that are due. `client_of` gives a workspace's client, None if it uninstalled the app."""

    def __init__(
        self, facts: Facts, store: Store, poster: DigestPoster, client_of: ClientOf, clock: Callable[[], float]
    ) -> None:
        self._store, self._poster, self._client_of, self._clock = store, poster, client_of, clock
        self._late_hours = Constants(facts).likely("digest_late_hours")

    def run(self) -> None:
        """Posts all that are due. One that cannot be sent is retried at the next run, unless it is too late.

        Of several replicas one does it.
        """
        with self._store.alone("digests") as is_ours:
            if is_ours:
                self._post_all()

    def _post_all(self) -> None:
        waiting = SimpleQueue[tuple[Subscription, str]]()
        for subscription in self._store.subscriptions.all():
            week = self._week_due(subscription)
            if week is not None:
                waiting.put((subscription, week))

        def work() -> None:
            while True:
                try:
                    subscription, week = waiting.get_nowait()
                except Empty:
                    return
                self._post(subscription, week)

        threads = [threading.Thread(target=work, daemon=True) for _ in range(min(AT_ONCE, waiting.qsize()))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def _week_due(self, subscription: Subscription) -> str | None:
        """The week whose digest is due and not posted."""
        try:
            due_time = due(subscription, datetime.fromtimestamp(self._clock(), UTC), self._late_hours)
        except ZoneInfoNotFoundError:
            log.error("a channel's time zone is unknown here: %s", subscription.zone)
            return None
        if due_time is None:
            return None
        record = self._store.digests.get(subscription.team, subscription.channel, due_time.week)
        return due_time.week if record is None or record.state == "begun" else None

    def _post(self, subscription: Subscription, week: str) -> None:
        try:
            client = self._client_of(subscription.team)
            if client is not None:
                self._poster.post(client, subscription, week)
        except (SlackApiError, OSError, HTTPException) as problem:
            log.warning("a digest could not be sent: %s", _error_code(problem))
        except HeldElsewhereError:
            log.warning("another process is posting a digest")
        except Exception:
            log.exception("a digest was not posted; it is tried again in a minute")


def _error_code(problem: Exception) -> str:
    return str(problem.response.get("error")) if isinstance(problem, SlackApiError) else type(problem).__name__
