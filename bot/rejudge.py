"""A kept verdict given again: as it was, from the prices frozen with it, and as it would be today."""

from __future__ import annotations

from datetime import date

from pydantic import ValidationError

from bot.advisor import Advisor, Answer
from bot.market import Market
from engine.profile import Reading
from engine.verdict import Verdict, verdict
from engine.watch import Judge
from knowledge.facts import Offer
from knowledge.store import Store
from knowledge.verdicts import Kept


class Rejudge:
    """All give None for a verdict kept by another version of chipscout, whose words or prices mean nothing here.

    A team's own measurements are those of today in each, so that prices alone make the difference.
    """

    def __init__(self, advisor: Advisor, store: Store) -> None:
        self._advisor, self._store = advisor, store

    def before(self, kept: Kept) -> Answer | None:
        """The verdict as it was given, whatever feeds said since; None also where no prices were frozen with it."""
        return self.at(kept, kept.as_of, kept.prices)

    def now(self, kept: Kept, today: date) -> Answer | None:
        """The same reading at the prices of `today`."""
        return self._judged(kept, today, None)

    def at(self, kept: Kept, day: date, prices: str | None) -> Answer | None:
        """The same reading on a day at the prices frozen under that name."""
        market = frozen(self._store, kept.team, prices)
        return None if market is None else self._judged(kept, day, market)

    def judge(self, kept: Kept, answer: Answer) -> Judge:
        """The verdict of the answer's day at whatever prices it is handed."""
        reading = _reading(kept) or answer.reading
        plain = self._advisor.library(self._store.measured.held(kept.team))

        def judged(offers: tuple[Offer, ...]) -> Verdict:
            return verdict(reading, plain.at(offers, answer.sources), answer.as_of)

        return judged

    def _judged(self, kept: Kept, day: date, market: Market | None) -> Answer | None:
        reading = _reading(kept)
        if reading is None:
            return None
        own = self._store.measured.held(kept.team)
        return self._advisor.answer(kept.question, reading, own=own, day=day, market=market)


def frozen(store: Store, team: str, prices: str | None) -> Market | None:
    """The prices kept under that name; None where there are none, or those of another version."""
    body = None if prices is None else store.freezes.get(team, prices)
    try:
        return None if body is None else Market.model_validate_json(body)
    except ValidationError:
        return None


def _reading(kept: Kept) -> Reading | None:
    try:
        reading = Reading.model_validate_json(kept.reading)
    except ValidationError:
        return None
    if reading.intent == "followup":
        return reading
    return reading.model_copy(update={"home": ()})  # noted for what follows; it was not there when asked


def freeze(store: Store, advisor: Advisor, team: str, answer: Answer) -> str:
    """Keeps the prices an answer was made of; gives what `Kept.prices` holds to find them again."""
    market = answer.market or advisor.recorded
    store.freezes.keep(team, market.digest, market.body)
    return market.digest
