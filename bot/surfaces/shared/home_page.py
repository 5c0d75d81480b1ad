"""What the Home tab shows: a value built from the store, and the view rendered from it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import UTC, date, datetime
from typing import Any

from bot.wording.examples import Example, examples
from bot.wording.words import environment
from knowledge.facts import Cloud, Fact, Facts
from knowledge.history.queries import FetchAttempt
from knowledge.store.subscriptions import Subscription
from knowledge.store.verdicts import KeptVerdict

SHOWN = 5  # verdicts of each list


class HomeEntry(Fact):
    """One verdict. `link` leads to its card; None for a private one."""

    number: str
    headline: str
    lean: str | None
    question: str
    asked_at: datetime
    link: str | None
    is_private: bool
    is_watched: bool


class Freshness(Fact):
    """How fresh a cloud's prices are: when a feed last read them, and which feeds fail since when. Without feeds
    `recorded_on` is the newest day of the bundled prices.
    """

    cloud: Cloud
    read_at: datetime | None = None
    failing: tuple[tuple[str, datetime], ...] = ()
    recorded_on: date | None = None


class Admin(Fact):
    """What an admin of the workspace sees and sets."""

    answers: str  # who sees the command's answers by default: "private" or "channel"
    keep_days: int


class HomePage(Fact):
    """`more_watched`: how many watched verdicts are not listed."""

    examples: tuple[Example, ...]
    watched: tuple[HomeEntry, ...] = ()
    more_watched: int = 0
    recent: tuple[HomeEntry, ...] = ()
    subscriptions: tuple[Subscription, ...] = ()
    freshness: tuple[Freshness, ...] = ()
    admin: Admin | None = None


def page(
    watched: Iterable[HomeEntry],
    recent: Iterable[HomeEntry],
    freshness: tuple[Freshness, ...],
    admin: Admin | None,
    subscriptions: tuple[Subscription, ...] = (),
) -> HomePage:
    """The page; a watched verdict is not listed again among the recent ones."""
    kept = tuple(watched)
    numbers = {entry.number for entry in kept[:SHOWN]}
    return HomePage(
        examples=examples(),
        watched=kept[:SHOWN],
        more_watched=max(0, len(kept) - SHOWN),
        recent=tuple(entry for entry in recent if entry.number not in numbers)[:SHOWN],
        subscriptions=subscriptions,
        freshness=freshness,
        admin=admin,
    )


def home_view(shown: HomePage) -> dict[str, Any]:
    """The view, as `views.publish` takes it."""
    made: dict[str, Any] = json.loads(environment().get_template("slack/home.j2").render(p=shown))
    return made


def entry(kept: KeptVerdict, link: str | None) -> HomeEntry:
    return HomeEntry(
        number=kept.id,
        headline=kept.headline,
        lean=kept.lean,
        question=kept.question,
        asked_at=datetime.fromtimestamp(kept.created, UTC),
        link=link,
        is_private=kept.is_private,
        is_watched=kept.is_watched,
    )


def freshness(looks: Iterable[FetchAttempt], facts: Facts) -> tuple[Freshness, ...]:
    """By cloud, sorted by name; if no feed was ever read, the day of the bundled prices."""
    of_cloud: dict[Cloud, list[FetchAttempt]] = {}
    for look in looks:
        of_cloud.setdefault(look.cloud, []).append(look)
    recorded: dict[Cloud, date] = {}
    for offer in facts.offers:
        recorded[offer.cloud] = max(recorded.get(offer.cloud, date.min), offer.observed_on)
    return tuple(
        _fresh(cloud, of_cloud.get(cloud, ()), recorded.get(cloud)) for cloud in sorted(recorded.keys() | of_cloud)
    )


def _fresh(cloud: Cloud, looks: Iterable[FetchAttempt], recorded_on: date | None) -> Freshness:
    read = [look.succeeded for look in looks if look.succeeded is not None]
    failing: dict[str, float] = {}
    for look in looks:
        if look.failing_since is not None:
            failing[look.feed] = min(look.failing_since, failing.get(look.feed, look.failing_since))
    return Freshness(
        cloud=cloud,
        read_at=datetime.fromtimestamp(max(read), UTC) if read else None,
        failing=tuple((feed, datetime.fromtimestamp(since, UTC)) for feed, since in sorted(failing.items())),
        recorded_on=None if read else recorded_on,
    )
