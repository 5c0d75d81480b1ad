"""A week in which prices moved, on file as feeds would have seen it, and a channel whose digest is due now."""

from __future__ import annotations

import time
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from knowledge.store.store import Store
from knowledge.store.subscriptions import Subscription
from tests.bot.observed import P5, price, take
from tests.slack.local.records import TEAM

P4D = P5._replace(instance="p4d.24xlarge")


def today() -> date:
    """The app asks the real clock, so what it is to tell of happened around the real day."""
    return datetime.now(UTC).date()


def week(db: Path, p5: str = "44.03") -> None:
    """p5 fell to `p5` USD/h from 55.04 yesterday, a fifth, and stands today; p4d stayed."""
    with Store(db, time.time) as store:
        for days, usd in ((15, "55.04"), (8, "55.04"), (1, p5), (0, p5)):
            take(store, today() - timedelta(days=days), price(P5, usd), price(P4D, "21.96"))


def due(db: Path, channel: str, **changed: object) -> Subscription:
    """Subscribes a channel to what was due ten minutes ago."""
    then = datetime.now(UTC) - timedelta(minutes=10)
    wanted = Subscription.model_validate(
        {"team": TEAM, "channel": channel, "weekday": then.weekday(), "minute": then.hour * 60 + then.minute}
        | changed
    )
    with Store(db, time.time) as store:
        return store.subscriptions.put(wanted)
