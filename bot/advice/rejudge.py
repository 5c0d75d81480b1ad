"""A stored verdict judged again: at the prices frozen with it, and at the prices of today."""

from __future__ import annotations

from datetime import date

from pydantic import ValidationError

from bot.advice.advisor import Advisor, Answer
from bot.advice.audience import MEMBERS, Audience
from bot.advice.team import TeamData, team_data
from bot.prices.market import Market
from bot.prices.team_market import own_price_sources
from engine.impact.attribution import Judge
from engine.verdict.verdict import Verdict
from engine.workload.profile import Reading
from engine.workload.subject import FirstLine
from knowledge.facts import Offer
from knowledge.store.store import Store
from knowledge.store.verdicts import KeptVerdict


class Rejudge:
    """Stored verdicts, judged again; None for one stored by another version of chipscout that cannot be read here.

    A team's own measurements are those of today in both, so that prices alone make the difference; its own prices
    are part of what is frozen, and those of today in `now`.
    """

    def __init__(self, advisor: Advisor, store: Store) -> None:
        self._advisor, self._store = advisor, store

    def before(self, kept: KeptVerdict) -> Answer | None:
        """The verdict as it was given, whatever feeds said since; None also where no prices were frozen with it."""
        return self.at(kept, kept.as_of, kept.prices)

    def now(self, kept: KeptVerdict, today: date) -> Answer | None:
        """The same reading at the prices of `today`."""
        return self._judged(kept, today, None)

    def at(self, kept: KeptVerdict, day: date, prices: str | None) -> Answer | None:
        """The same reading on a day at the prices frozen under that name."""
        market = frozen(self._store, kept.team, prices)
        return None if market is None else self._judged(kept, day, market)

    def judge(self, kept: KeptVerdict, answer: Answer) -> Judge:
        """The verdict of the answer's day at whatever prices it is handed."""
        reading = as_asked(kept) or answer.reading
        plain = self._advisor.library(_team_of(self._store, kept).own)

        def judged(offers: tuple[Offer, ...]) -> Verdict:
            return self._advisor.judge(reading, plain.at(offers, answer.sources), answer.as_of)

        return judged

    def _judged(self, kept: KeptVerdict, day: date, market: Market | None) -> Answer | None:
        reading, before = as_asked(kept), _reading(kept.before)
        if reading is None:
            return None
        team = _team_of(self._store, kept)
        return self._advisor.answer(kept.question, reading, before=before, team=team, day=day, market=market)


def frozen(store: Store, team: str, prices: str | None) -> Market | None:
    """The prices kept under that name; None where there are none, or those of another version."""
    body = None if prices is None else store.frozen_prices.get(team, prices)
    try:
        market = None if body is None else Market.model_validate_json(body)
    except ValidationError:
        return None
    if market is None or not market.own:
        return market
    return market.model_copy(update={"sources": market.sources | own_price_sources(market.own)})  # in today's words


def counts_own(store: Store, kept: KeptVerdict) -> bool:
    """Whether a stored answer, or the same judged again, may show what its workspace pays or measured."""
    if not Audience.kept(kept.audience).is_ours:
        return False
    market = frozen(store, kept.team, kept.prices)
    return market is None or bool(market.own) or any(team_data(store, kept.team, MEMBERS))


def _team_of(store: Store, kept: KeptVerdict) -> TeamData:
    return team_data(store, kept.team, Audience.kept(kept.audience))


def as_asked(kept: KeptVerdict) -> Reading | None:
    """The reading, with the clouds that were known when it was asked."""
    reading, before = _reading(kept.reading), _reading(kept.before)
    if reading is None:
        return None
    home = before.home if before and reading.follows else ()
    return reading.model_copy(update={"home": home, "first": FirstLine(), "told": ()})


def _reading(stored: str | None) -> Reading | None:
    try:
        return None if stored is None else Reading.model_validate_json(stored)
    except ValidationError:
        return None


def freeze(store: Store, advisor: Advisor, team: str, answer: Answer) -> str:
    """Keeps the prices an answer was made of; gives what `Kept.prices` holds to find them again."""
    market = answer.market or advisor.recorded
    store.frozen_prices.keep(team, market.digest, market.body)
    return market.digest
