"""Posts a digest exactly once for each channel and week, despite crashes, restarts and several processes.

The messages are stored before any is posted, each has a key of its own, and only the process that holds the claim
posts. After a crash, the messages that are missing are posted.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta

from slack_sdk import WebClient

from bot.advice.audience import MEMBERS, Audience
from bot.digest.digester import Digester, DigestRequest
from bot.digest.message import DigestPart, parts
from bot.digest.told import as_text, told_after
from bot.slack import post, sendings
from bot.slack.permissions import Permissions
from engine.base.constants import Constants
from engine.impact.digest import Digest
from knowledge.facts import Facts
from knowledge.store.digests import DigestRecord
from knowledge.store.store import Store
from knowledge.store.subscriptions import Quiet, Subscription

log = logging.getLogger(__name__)

LEASE_SECONDS = 600.0  # longer than posting takes; the lease of a process that died on this host ends at once
WEEK = timedelta(days=7)


class DigestPoster:
    """Builds and posts digests. `clock` returns seconds since 1970; `permissions` tell who reads a channel."""

    def __init__(
        self,
        facts: Facts,
        store: Store,
        digester: Digester,
        clock: Callable[[], float],
        permissions: Permissions | None = None,
    ) -> None:
        self._facts, self._store, self._digester, self._clock = facts, store, digester, clock
        self._permissions = permissions or Permissions()

    def next_request(self, subscription: Subscription, until: date | None = None) -> DigestRequest:
        """The period of the channel's next digest: since the last one."""
        until = until or datetime.fromtimestamp(self._clock(), UTC).date()
        last = self._store.digests.last_reported(subscription.team, subscription.channel)
        earliest = until - timedelta(days=Constants(self._facts).likely("digest_days_at_most"))
        since = max(last.until, earliest) if last else until - WEEK
        told = told_after(last, since)
        return DigestRequest(subscription.team, subscription.channel, since, until, subscription.filters, told)

    def draft(self, subscription: Subscription) -> tuple[Digest, tuple[DigestPart, ...]]:
        """The digest and messages a channel of members would get now; stores nothing."""
        digest = self._digester.make(self.next_request(subscription)._replace(audience=MEMBERS))
        return digest, parts(self._facts, digest, subscription.channel)

    def post(
        self, client: WebClient, subscription: Subscription, week: str, request: DigestRequest | None = None
    ) -> DigestRecord | None:
        """Posts the digest of a week, or its missing messages. None: another process is posting it.

        Raises:
            OSError, HTTPException, SlackApiError: it was not sent, or it is unknown whether it was; call again.
        """
        key = f"digest:{subscription.team}:{subscription.channel}:{week}"
        record = self._store.digests.get(subscription.team, subscription.channel, week)
        if record is not None and record.state != "begun":
            return record
        if self._store.deliveries.claim(key, LEASE_SECONDS) != "mine":
            return None
        try:
            record = self._store.digests.get(subscription.team, subscription.channel, week)
            readers = self._permissions.of_place(client, subscription.channel)
            record = record or self.begin(subscription, week, request, readers)
            if record.state == "begun":
                self._send(client, record, key)
        finally:
            self._store.deliveries.release(key)
        return self._store.digests.get(subscription.team, subscription.channel, week)

    def begin(
        self, subscription: Subscription, week: str, request: DigestRequest | None, readers: Audience
    ) -> DigestRecord:
        """Stores the digest of a week and what the channel knows after it. Returns it, or the one begun before."""
        request = request or self.next_request(subscription)
        last = self._store.digests.last_reported(subscription.team, subscription.channel)
        told = request.told or told_after(last, request.since)
        digest = self._digester.make(request._replace(told=told, audience=readers))
        is_silent = subscription.quiet == POST_NOTHING and digest.is_quiet and not digest.is_blind
        messages = () if is_silent else parts(self._facts, digest, request.channel)
        return self._store.digests.begin(
            DigestRecord(
                team=subscription.team,
                channel=subscription.channel,
                week=week,
                until=request.until,
                state="quiet" if is_silent else "begun",
                parts=json.dumps([part.model_dump(mode="json") for part in messages]),
                told=as_text(told.after(digest.told, request.until)),
                begun=self._clock(),
            )
        )

    def _send(self, client: WebClient, record: DigestRecord, key: str) -> None:
        parent: str | None = None
        try:
            for part in (DigestPart.model_validate(stored) for stored in json.loads(record.parts)):
                message = part.message.model_copy(update={"thread_ts": parent})
                ts = sendings.once(client, self._store, f"{key}:{part.name}", message)
                parent = parent or ts
        except post.RefusedError as refusal:
            log.warning("a digest was refused (%s)", refusal.code)
            self._store.digests.finish(record, "refused", parent_ts=parent, because=refusal.code)
        else:
            self._store.digests.finish(record, "posted", parent_ts=parent)


POST_NOTHING: Quiet = "nothing"
