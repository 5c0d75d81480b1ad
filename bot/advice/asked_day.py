"""The day that is asked about: any of the past, and not far ahead."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from bot.wording.errors import UserError
from engine.base.constants import Constants
from knowledge.facts import Facts


def require_known_day(day: date, facts: Facts, today: date | None = None) -> None:
    """
    Raises:
        UserError: it lies far ahead of `today` (by default that of this machine) and of the newest price.
    """
    now = today or datetime.now(UTC).date()
    newest = max((offer.observed_on for offer in facts.offers), default=now)
    last = max(now, newest) + timedelta(days=Constants(facts).likely("days_ahead"))
    if day > last:
        raise UserError("no_day_ahead", day=day, last=last)
