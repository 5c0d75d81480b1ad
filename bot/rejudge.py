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
        body = None if kept.prices is None else self._store.freezes.get(kept.team, kept.prices)
        if body is None:
            return None
        try:
            market = Market.model_validate_json(body)
        except ValidationError:
            return None
        return self._judged(kept, kept.as_of, market)

    def now(self, kept: Kept, today: date) -> Answer | None:
        """The same reading at the prices of `today`."""
        return self._judged(kept, today, None)

    def _judged(self, kept: Kept, day: date, market: Market | None) -> Answer | None:
        try:
            reading = Reading.model_validate_json(kept.reading)
        except ValidationError:
            return None
        if reading.intent != "followup":
            reading = reading.model_copy(update={"home": ()})  # noted for what follows; it was not there when asked
        own = self._store.measured.held(kept.team)
        return self._advisor.answer(kept.question, reading, own=own, day=day, market=market)


def freeze(store: Store, advisor: Advisor, team: str, answer: Answer) -> str:
    """Keeps the prices an answer was made of; gives what `Kept.prices` holds to find them again."""
    market = answer.market or advisor.recorded
    store.freezes.keep(team, market.digest, market.body)
    return market.digest
