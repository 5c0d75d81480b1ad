"""A kept verdict given again: as it was, from the prices frozen with it, and as it would be today."""

from __future__ import annotations

from datetime import date

from pydantic import ValidationError

from bot.advisor import Advisor, Answer
from bot.market import Market
from engine.profile import Reading
from knowledge.store import Store
from knowledge.verdicts import Kept


class Rejudge:
    """Both give None for a verdict kept by another version of chipscout, whose words or prices mean nothing here.

    A team's own measurements are those of today in both, so that prices alone make the difference.
    """

    def __init__(self, advisor: Advisor, store: Store) -> None:
        self._advisor, self._store = advisor, store

    def before(self, kept: Kept) -> Answer | None:
        """The verdict as it was given, whatever feeds said since; None also where no prices were frozen with it."""
        market = frozen(self._store, kept)
        return None if market is None else self._judged(kept, kept.as_of, market)

    def now(self, kept: Kept, today: date) -> Answer | None:
        """The same reading at the prices of `today`."""
        return self._judged(kept, today, None)

    def _judged(self, kept: Kept, day: date, market: Market | None) -> Answer | None:
        reading, before = _reading(kept.reading), _reading(kept.before)
        if reading is None:
            return None
        home = before.home if before and reading.intent == "followup" else ()  # what it was when this was asked
        reading = reading.model_copy(update={"home": home})
        own = self._store.measured.held(kept.team)
        return self._advisor.answer(kept.question, reading, before=before, own=own, day=day, market=market)


def frozen(store: Store, kept: Kept) -> Market | None:
    """The prices a verdict was given at; None where none were kept, or another version kept them."""
    body = None if kept.prices is None else store.freezes.get(kept.team, kept.prices)
    if body is None:
        return None
    try:
        return Market.model_validate_json(body)
    except ValidationError:
        return None


def _reading(stored: str | None) -> Reading | None:
    try:
        return None if stored is None else Reading.model_validate_json(stored)
    except ValidationError:
        return None


def freeze(store: Store, advisor: Advisor, team: str, answer: Answer) -> str:
    """Keeps the prices an answer was made of; gives what `Kept.prices` holds to find them again."""
    market = answer.market or advisor.recorded
    store.freezes.keep(team, market.digest, market.body)
    return market.digest
