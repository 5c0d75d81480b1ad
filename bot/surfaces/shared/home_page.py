"""What the Home tab shows: a value built from the store, and the view rendered from it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from bot.prices.freshness import Freshness
from bot.wording.examples import Example, examples
from bot.wording.words import environment
from knowledge.facts import Fact
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
    may_watch: bool = True


def page(
    watched: Iterable[HomeEntry],
    recent: Iterable[HomeEntry],
    freshness: tuple[Freshness, ...],
    admin: Admin | None,
    subscriptions: tuple[Subscription, ...] = (),
    *,
    may_watch: bool = True,
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
        may_watch=may_watch,
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
