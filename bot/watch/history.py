"""A verdict over time: re-evaluated for each day on which one of its prices changed."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from itertools import pairwise
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
from knowledge.store.base.backend import DATABASE_ERRORS
from knowledge.store.store import Store
from knowledge.store.verdicts import KeptVerdict

Shown = Literal["break_even", "saving"]


class DatedFigures(NamedTuple):
    """The figures of a verdict at the prices of a day."""

    day: date
    figures: VerdictFigures


def through_time(advisor: Advisor, store: Store, kept: KeptVerdict, today: date) -> tuple[DatedFigures, ...]:
    """Oldest first, today last; empty for a verdict stored by an incompatible version.

    Raises:
        UserError: the observed prices cannot be read.
    """
    judge = Rejudge(advisor, store)
    first, now = judge.before(kept), judge.now(kept, today)
    if now is None or now.verdict is None:
        return ()
    options = [option for answer in (first, now) if answer for option in _options(answer)]
    constants = Constants(advisor.facts)
    since = kept.as_of - timedelta(days=constants.likely("watch_history_days"))
    days = _sampled(_days(advisor, store, options, since, today), int(constants.likely("watch_days_most")))
    given = first.verdict if first else None
    points = []
    for day in days:
        answer = judge.now(kept, day)
        if answer is not None and answer.verdict is not None and answer.verdict.kind == "recommend":
            points.append(DatedFigures(day, verdict_figures(answer.verdict, given)))
    return tuple(points)


def turning_points(points: tuple[DatedFigures, ...]) -> tuple[DatedFigures, ...]:
    """The first point, the last, and each that differs from the one before as displayed."""

    def displayed(point: DatedFigures) -> tuple[object, ...]:
        figures = point.figures
        runs, usd = figures.break_even_runs, figures.saving_usd
        return figures.lean, figures.option, runs and significant(runs), usd and significant(usd)

    changed = [point for before, point in pairwise(points) if displayed(before) != displayed(point)]
    return tuple(dict.fromkeys((*points[:1], *changed, *points[-1:])))


def shown(points: tuple[DatedFigures, ...]) -> Shown:
    """The figure to chart: the break-even, or the saving if there never was a break-even."""
    return "break_even" if any(point.figures.break_even_runs is not None for point in points) else "saving"


def _options(answer: Answer) -> Iterator[CostedOption]:
    if answer.verdict is not None:
        yield from costed(answer.verdict.case.options)


def _days(advisor: Advisor, store: Store, options: list[CostedOption], since: date, today: date) -> list[date]:
    instances = tuple(dict.fromkeys(option.instance for option in options))
    regions = {option.region for option in options} | {"unstated"}
    purchases = {option.purchase for option in options}
    try:
        with open_history(store.path) as observed:
            lines = history(advisor.facts, observed, today, PriceQuery(instances=instances), since)
    except DATABASE_ERRORS:
        raise UserError("history_unread", path=str(store.path)) from None
    days = {
        step.day
        for line in lines
        if line.region in regions and line.purchase in purchases
        for step in line.steps
        if since <= step.day <= today
    }
    return sorted(days | {today})


def _sampled(days: list[date], most: int) -> list[date]:
    """At most `most` of the days, evenly spaced, always including the last."""
    step = -(-len(days) // most)
    return days[::-1][::step][::-1]
