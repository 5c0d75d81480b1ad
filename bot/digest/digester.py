"""A digest put together: the changes of a time, narrowed to a channel, with what its verdicts become and what the
feeds could not tell.
"""

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
    """Whose digest, and of which days: what is new after `since` and known by `until`."""

    team: str
    channel: str
    since: date
    until: date
    filters: Filters = Filters()


class Digester:
    """Makes digests. The changes of a time are worked out once for all channels, while no feed says anything new."""

    def __init__(self, advisor: Advisor, store: Store, thinking: AbstractContextManager[object]) -> None:
        self._advisor, self._store, self._thinking = advisor, store, thinking
        self._made: dict[tuple[object, ...], tuple[Change, ...]] = {}

    def make(self, asked: DigestRequest) -> Digest:
        facts, version = self._advisor.facts, self._store.history.version()
        found = self._changes(asked, version)
        filters = asked.filters
        clouds = filters.clouds or get_args(Cloud)
        unread = unread_clouds(self._store.history.newest_snapshots(), asked.since)
        return digest(
            found,
            asked.since,
            asked.until,
            facts,
            takes=DigestFilter(facts, filters).takes,
            least_percent=filters.least_percent,
            affected=affected(
                self._advisor, self._store, self._thinking,
                asked.team, asked.channel, asked.since, asked.until, found,
            ),
            failing=[each for each in failing_feeds(self._store.history.attempts()) if each.cloud in clouds],
            unread=[each for each in unread if each.cloud in clouds] if version else (),
            recorded_until=None if version else recorded_until(facts),
        )  # fmt: skip

    def _changes(self, asked: DigestRequest, version: int) -> tuple[Change, ...]:
        """A channel may want smaller moves than the data tells of."""
        facts, percent = self._advisor.facts, asked.filters.least_percent
        usual = facts.constants["change_least_share"].value.likely
        least = None if percent is None else min(percent / PER_CENT, usual)
        key = (version, asked.since, asked.until, least)
        if key not in self._made:
            series = price_history(facts, self._store.history.series())
            found = changes(series, asked.since, asked.until, facts, least_share=least)
            self._made = {held: made for held, made in self._made.items() if held[0] == version} | {key: found}
        return self._made[key]
