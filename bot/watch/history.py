"""A verdict through time: judged again on each day on which one of its prices changed."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from itertools import pairwise
from sqlite3 import Error
from typing import Literal, NamedTuple

from bot.advice.advisor import Advisor, Answer
from bot.advice.rejudge import Rejudge
from bot.prices.history import history
from bot.prices.lookup import PriceQuery
from bot.wording.errors import UserError
from bot.wording.numbers import significant
from engine.base.constants import Constants
from engine.impact.verdict_figures import VerdictFigures, verdict_figures
from engine.options.option import CostedOption, costed
from knowledge.history.queries import open_history
from knowledge.store.store import Store
from knowledge.store.verdicts import KeptVerdict

Shown = Literal["break_even", "saving"]


class Then(NamedTuple):
    """Where a verdict stood at the prices of a day."""

    day: date
    stand: VerdictFigures


def through_time(advisor: Advisor, store: Store, kept: KeptVerdict, today: date) -> tuple[Then, ...]:
    """The oldest first, the last is today; nothing for a verdict of another version.

    Raises:
        UserError: observed prices cannot be read.
    """
    judge = Rejudge(advisor, store)
    first, now = judge.before(kept), judge.now(kept, today)
    if now is None or now.verdict is None:
        return ()
    options = [option for answer in (first, now) if answer for option in _options(answer)]
    constants = Constants(advisor.facts)
    since = kept.as_of - timedelta(days=constants.likely("watch_history_days"))
    days = _thinned(_days(advisor, store, options, since, today), int(constants.likely("watch_days_most")))
    given = first.verdict if first else None
    found = []
    for day in days:
        answer = judge.now(kept, day)
        if answer is not None and answer.verdict is not None and answer.verdict.kind == "recommend":
            found.append(Then(day, verdict_figures(answer.verdict, given)))
    return tuple(found)


def turns(points: tuple[Then, ...]) -> tuple[Then, ...]:
    """The first, the last, and each that differs from the one before."""

    def told(then: Then) -> tuple[object, ...]:
        stands = then.stand
        runs, usd = stands.break_even_runs, stands.saving_usd
        return stands.lean, stands.option, runs and significant(runs), usd and significant(usd)

    kept = [now for before, now in pairwise(points) if told(before) != told(now)]
    return tuple(dict.fromkeys((*points[:1], *kept, *points[-1:])))


def shown(points: tuple[Then, ...]) -> Shown:
    """The break-even; the saving where there never was one."""
    return "break_even" if any(each.stand.break_even_runs is not None for each in points) else "saving"


def _options(answer: Answer) -> Iterator[CostedOption]:
    if answer.verdict is not None:
        yield from costed(answer.verdict.case.options)


def _days(advisor: Advisor, store: Store, options: list[CostedOption], since: date, today: date) -> list[date]:
    instances = tuple(dict.fromkeys(option.instance for option in options))
    regions = {option.region for option in options} | {"unstated"}
    purchases = {option.purchase for option in options}
    try:
        with open_history(store.path) as past:
            lines = history(advisor.facts, past, today, PriceQuery(instances=instances), since)
    except Error:
        raise UserError("history_unread", path=str(store.path)) from None
    days = {
        step.day
        for line in lines
        if line.region in regions and line.purchase in purchases
        for step in line.steps
        if since <= step.day <= today
    }
    return sorted(days | {today})


def _thinned(days: list[date], most: int) -> list[date]:
    """No more than `most`, evenly, the last always among them."""
    step = -(-len(days) // most)
    return days[::-1][::step][::-1]
