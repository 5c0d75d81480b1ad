"""How fresh prices are: when feeds were last read, which cannot be read now, and what nobody looked at.

The one answer for the digest, the Home tab and the lines under a table of prices.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime

from bot.wording.words import say
from engine.impact.digest import Failing, Unread
from knowledge.facts import COMPARED, Cloud, Fact, Facts
from knowledge.history.queries import FetchAttempt, HistoryReader, NewestSnapshot

WORDS = "words/prices/prices.j2"


class Freshness(Fact):
    """How fresh a cloud's prices are: when a feed last read them, and which cannot be read, since when. Without feeds
    `recorded_on` is the newest day of the prices that come with chipscout.
    """

    cloud: Cloud
    read_at: datetime | None = None
    failing: tuple[tuple[str, datetime], ...] = ()
    recorded_on: date | None = None


def freshness(facts: Facts, attempts: Iterable[FetchAttempt]) -> tuple[Freshness, ...]:
    """By cloud, in the order of their names."""
    of_cloud: dict[Cloud, list[FetchAttempt]] = {}
    for attempt in attempts:
        of_cloud.setdefault(attempt.cloud, []).append(attempt)
    recorded: dict[Cloud, date] = {}
    for offer in facts.offers:
        recorded[offer.cloud] = max(recorded.get(offer.cloud, date.min), offer.observed_on)
    clouds = sorted(recorded.keys() | of_cloud)
    return tuple(_of_cloud(cloud, of_cloud.get(cloud, ()), recorded.get(cloud)) for cloud in clouds)


def freshness_sentences(facts: Facts, history: HistoryReader | None) -> list[str]:
    """A sentence for each feed; where no feed was ever read, how old the prices are that come with chipscout."""
    sentences = [say(WORDS, "read_last", newest) for newest in history.newest_snapshots()] if history else []
    for feed in failing_feeds(history.attempts()) if history else ():
        sentences.append(say(WORDS, "failing", feed, feed.since))
    return sentences or [say(WORDS, "recorded_only", recorded_until(facts))]


def failing_feeds(attempts: Iterable[FetchAttempt]) -> tuple[Failing, ...]:
    """Feeds that cannot be read now, each once for a cloud, since the first failure after the last success."""
    return tuple(
        Failing(attempt.feed, attempt.cloud, _at(since).date(), attempt.because)
        for attempt, since in _failing(attempts)
    )


def unread_clouds(newest: Iterable[NewestSnapshot], since: date) -> tuple[Unread, ...]:
    """Clouds of which nothing was read after `since`: a price may have moved, and nobody looked."""
    read: dict[str, date] = {}
    for snapshot in newest:
        read[snapshot.cloud] = max(snapshot.seen_on, read.get(snapshot.cloud, date.min))
    clouds: tuple[Cloud, ...] = COMPARED
    return tuple(Unread(cloud, read.get(cloud)) for cloud in clouds if read.get(cloud, date.min) <= since)


def recorded_until(facts: Facts) -> date | None:
    """The newest day of the prices that come with chipscout."""
    return max((offer.observed_on for offer in facts.offers), default=None)


def _of_cloud(cloud: Cloud, attempts: Iterable[FetchAttempt], recorded_on: date | None) -> Freshness:
    attempts = tuple(attempts)
    read = [attempt.succeeded for attempt in attempts if attempt.succeeded is not None]
    return Freshness(
        cloud=cloud,
        read_at=_at(max(read)) if read else None,
        failing=tuple(sorted((attempt.feed, _at(since)) for attempt, since in _failing(attempts))),
        recorded_on=None if read else recorded_on,
    )


def _failing(attempts: Iterable[FetchAttempt]) -> Iterator[tuple[FetchAttempt, float]]:
    """The earliest failing attempt of each feed and cloud, and since when it fails."""
    first: dict[tuple[str, Cloud], tuple[FetchAttempt, float]] = {}
    for attempt in attempts:
        since, key = attempt.failing_since, (attempt.feed, attempt.cloud)
        if since is not None and (key not in first or since < first[key][1]):
            first[key] = attempt, since
    yield from first.values()


def _at(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)
