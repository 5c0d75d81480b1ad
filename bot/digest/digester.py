"""Builds a digest: price changes filtered for a channel, the verdicts they affect, and gaps in the feeds."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import AbstractContextManager
from datetime import date
from typing import NamedTuple

from bot.advice.advisor import Advisor
from bot.advice.audience import OUTSIDERS, Audience
from bot.digest.affected import affected
from bot.digest.filters import DigestFilter
from bot.prices.believed import believed_prices
from bot.prices.freshness import failing_feeds, recorded_until, unread_clouds
from bot.prices.gaps import gaps, unknown_types
from bot.prices.held_files import held_files
from bot.prices.rejected import doubtful_changes
from engine.changes.change import Change
from engine.changes.changes import changes_told, limits_for
from engine.changes.judged import JudgedPrices
from engine.changes.recorded import price_history
from engine.changes.told import Told
from engine.impact.digest import Digest, UnknownTypes, digest
from knowledge.facts import COMPARED, Cloud
from knowledge.store.store import Store
from knowledge.store.subscriptions import Filters

PER_CENT = 100
KEPT = 8  # days whose prices are kept judged


class DigestRequest(NamedTuple):
    """The channel, and the period: changes after `since`, up to `until`.

    `told` is what the channel was told before; None: everything up to `since`. `audience` reads it.
    """

    team: str
    channel: str
    since: date
    until: date
    filters: Filters = Filters()
    told: Told | None = None
    audience: Audience = OUTSIDERS


class Digester:
    """Builds digests. The prices of a day are judged once for all channels, until a feed brings new ones."""

    def __init__(self, advisor: Advisor, store: Store, thinking: AbstractContextManager[object]) -> None:
        self._advisor, self._store, self._thinking = advisor, store, thinking
        self._judged: dict[tuple[int, date, float | None], JudgedPrices] = {}

    def make(self, request: DigestRequest) -> Digest:
        facts, version = self._advisor.facts, self._store.history.version()
        price_changes = self._changes(request, version)
        filters, least = request.filters, self._least(request.filters)
        clouds = filters.clouds or COMPARED
        unread = unread_clouds(self._store.history.newest_snapshots(), request.since)
        return digest(
            price_changes,
            request.since,
            request.until,
            facts,
            takes=DigestFilter(facts, filters).takes,
            with_graphics=filters.graphics or bool(filters.chips),
            affected=affected(
                self._advisor, self._store, self._thinking,
                request.team, request.channel, request.since, request.until, price_changes, request.audience,
            ),
            failing=[
                feed
                for feed in failing_feeds(self._store.history.attempts())
                if feed.cloud in clouds and feed.since <= request.until
            ],
            held=[one for one in held_files(facts, self._store.history, request.until) if one.cloud in clouds],
            unread=[cloud for cloud in unread if cloud.cloud in clouds] if version else (),
            recorded_until=None if version else recorded_until(facts),
            unknown=self._unknown(request.until, clouds),
            least_share=least,
        )  # fmt: skip

    @staticmethod
    def _least(filters: Filters) -> float | None:
        return None if filters.least_percent is None else filters.least_percent / PER_CENT

    def _unknown(self, day: date, clouds: Collection[Cloud]) -> UnknownTypes:
        """What feeds sell on these clouds and the facts do not know."""
        history, facts = self._store.history, self._advisor.facts
        found = gaps(facts, believed_prices(facts, history, day), history.chips_named())
        return unknown_types(gap for gap in found if gap.cloud in clouds)

    def _changes(self, request: DigestRequest, version: int) -> tuple[Change, ...]:
        """The changes for a channel, which may want smaller ones than the default threshold, or larger ones only."""
        least = self._least(request.filters)
        told = request.told or Told(request.since)
        days = (request.until, told.base)
        keys = [(version, day, least) for day in days]
        if any(key not in self._judged for key in keys):
            limits = limits_for(self._advisor.facts, least)
            series = price_history(self._advisor.facts, self._store.history.series())
            current = {key: judged for key, judged in self._judged.items() if key[0] == version}
            asked = {key: current.get(key) or JudgedPrices(series, key[1], limits) for key in keys}
            others = [entry for entry in current.items() if entry[0] not in asked]
            self._judged = dict([*others, *asked.items()][-KEPT:])  # those asked for are the last to go
        now, then = (self._judged[key] for key in keys)
        found = changes_told(now, then, request.since, told, least_share=least)
        return (*found, *self._not_taken(request.since, request.until))

    def _not_taken(self, since: date, until: date) -> list[Change]:
        """What feeds listed that no parser took for a price."""
        doubts = list(self._store.history.doubts(since, until))
        types = {doubt.doubt.key.instance for doubt in doubts}
        return doubtful_changes(doubts, list(self._store.history.series(instances=types))) if doubts else []
