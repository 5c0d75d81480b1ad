"""Builds a digest: price changes filtered for a channel, the verdicts they affect, and gaps in the feeds."""

from __future__ import annotations

from contextlib import AbstractContextManager
from datetime import date
from typing import NamedTuple, get_args

from bot.advice.advisor import Advisor
from bot.digest.affected import affected
from bot.digest.filters import DigestFilter
from bot.prices.freshness import failing_feeds, recorded_until, unread_clouds
from engine.changes.change import Change
from engine.changes.changes import changes
from engine.changes.recorded import price_history
from engine.impact.digest import Digest, digest
from knowledge.facts import Cloud
from knowledge.store.store import Store
from knowledge.store.subscriptions import Filters

PER_CENT = 100


class DigestRequest(NamedTuple):
    """The channel, and the period: changes after `since`, up to `until`."""

    team: str
    channel: str
    since: date
    until: date
    filters: Filters = Filters()


class Digester:
    """Builds digests. The changes of a period are computed once for all channels, until a feed brings new prices."""

    def __init__(self, advisor: Advisor, store: Store, thinking: AbstractContextManager[object]) -> None:
        self._advisor, self._store, self._thinking = advisor, store, thinking
        self._cache: dict[tuple[object, ...], tuple[Change, ...]] = {}

    def make(self, request: DigestRequest) -> Digest:
        facts, version = self._advisor.facts, self._store.history.version()
        price_changes = self._changes(request, version)
        filters = request.filters
        clouds = filters.clouds or get_args(Cloud)
        unread = unread_clouds(self._store.history.newest_snapshots(), request.since)
        return digest(
            price_changes,
            request.since,
            request.until,
            facts,
            takes=DigestFilter(facts, filters).takes,
            least_percent=filters.least_percent,
            affected=affected(
                self._advisor, self._store, self._thinking,
                request.team, request.channel, request.since, request.until, price_changes,
            ),
            failing=[
                feed
                for feed in failing_feeds(self._store.history.attempts())
                if feed.cloud in clouds and feed.since <= request.until
            ],
            unread=[cloud for cloud in unread if cloud.cloud in clouds] if version else (),
            recorded_until=None if version else recorded_until(facts),
        )  # fmt: skip

    def _changes(self, request: DigestRequest, version: int) -> tuple[Change, ...]:
        """The changes of the period; a channel may want smaller ones than the default threshold."""
        facts, percent = self._advisor.facts, request.filters.least_percent
        usual = facts.constants["change_least_share"].value.likely
        least = None if percent is None else min(percent / PER_CENT, usual)
        key = (version, request.since, request.until, least)
        if key not in self._cache:
            series = price_history(facts, self._store.history.series())
            current = {other: cached for other, cached in self._cache.items() if other[0] == version}
            self._cache = current | {key: changes(series, request.since, request.until, facts, least_share=least)}
        return self._cache[key]
