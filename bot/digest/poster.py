"""A digest posted: once for each channel and week, whatever crashes, restarts or doubles.

What it says is written down before any of it is posted, each message has a key of its own, and of two processes
one has the claim. Whoever goes on after a crash finds what was begun and posts what is missing.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta

from slack_sdk import WebClient

from bot.digest.digester import Digester, DigestRequest
from bot.digest.message import Part, parts
from bot.slack import post
from engine.base.constants import Constants
from engine.impact.digest import Digest
from knowledge.facts import Facts
from knowledge.store.digests import DigestRecord
from knowledge.store.store import Store
from knowledge.store.subscriptions import Quiet, Subscription

log = logging.getLogger(__name__)

LEASE_SECONDS = 600.0  # longer than posting lasts, rate limits included; a dead owner of this host loses it at once
WEEK = timedelta(days=7)


class DigestPoster:
    """Makes and posts digests. `clock` gives seconds since 1970."""

    def __init__(self, facts: Facts, store: Store, digester: Digester, clock: Callable[[], float]) -> None:
        self._facts, self._store, self._digester, self._clock = facts, store, digester, clock

    def asked(self, wanted: Subscription, until: date | None = None) -> DigestRequest:
        """What the channel's next digest is of: all that is new since the last."""
        until = until or datetime.fromtimestamp(self._clock(), UTC).date()
        last = self._store.digests.last_reported(wanted.team, wanted.channel)
        earliest = until - timedelta(days=Constants(self._facts).likely("digest_days_at_most"))
        since = max(last.until, earliest) if last else until - WEEK
        return DigestRequest(wanted.team, wanted.channel, since, until, wanted.filters)

    def drafted(self, wanted: Subscription) -> tuple[Digest, tuple[Part, ...]]:
        """What the channel would get now."""
        made = self._digester.make(self.asked(wanted))
        return made, parts(self._facts, made, wanted.channel)

    def post(
        self, client: WebClient, wanted: Subscription, week: str, asked: DigestRequest | None = None
    ) -> DigestRecord | None:
        """Posts the digest of a week, or what is missing of it; gives how it stands. None: somebody else is at it.

        Raises:
            OSError, HTTPException, SlackApiError: it could not be sent, or nobody can tell; another try goes on.
        """
        key = f"digest:{wanted.team}:{wanted.channel}:{week}"
        held = self._store.digests.get(wanted.team, wanted.channel, week)
        if held is not None and held.state != "begun":
            return held
        if self._store.deliveries.claim(key, LEASE_SECONDS) != "mine":
            return None
        try:
            held = self._store.digests.get(wanted.team, wanted.channel, week) or self._begin(wanted, week, asked)
            if held.state == "begun":
                self._send(client, held, key)
        finally:
            self._store.deliveries.release(key)
        return self._store.digests.get(wanted.team, wanted.channel, week)

    def _begin(self, wanted: Subscription, week: str, asked: DigestRequest | None) -> DigestRecord:
        asked = asked or self.asked(wanted)
        made = self._digester.make(asked)
        is_silent = wanted.quiet == SILENT and made.is_quiet and not made.is_blind
        drafted = () if is_silent else parts(self._facts, made, asked.channel)
        return self._store.digests.begin(
            DigestRecord(
                team=wanted.team,
                channel=wanted.channel,
                week=week,
                until=asked.until,
                state="quiet" if is_silent else "begun",
                parts=json.dumps([part.model_dump(mode="json") for part in drafted]),
                begun=self._clock(),
            )
        )

    def _send(self, client: WebClient, held: DigestRecord, key: str) -> None:
        parent: str | None = None
        try:
            for part in (Part.model_validate(each) for each in json.loads(held.parts)):
                message = part.message.model_copy(update={"thread_ts": parent})
                ts = post.once(client, self._store, f"{key}:{part.name}", message)
                parent = parent or ts
        except post.RefusedError as refusal:
            log.warning("a digest was refused (%s)", refusal.code)
            self._store.digests.finish(held, "refused", parent_ts=parent, because=refusal.code)
        else:
            self._store.digests.finish(held, "posted", parent_ts=parent)


SILENT: Quiet = "nothing"
