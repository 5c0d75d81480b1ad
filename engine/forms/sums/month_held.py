"""What hours that come back every day or week cost a month on a machine that is named, against a sum for the month.

USD a month = hours a day x 30.4 days x the price an hour x machines.
"""

from __future__ import annotations

import re
from math import prod
from typing import NamedTuple

from engine.answers.model import FactAnswer
from engine.base.measures import unit
from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.forms.own.figures import clock_hours
from engine.forms.sums.told import A_DAY, DAY, MACHINE, sides
from engine.forms.worked.prices import Prices
from knowledge.facts import Purchase
from knowledge.units import HOURS_PER_DAY, HOURS_PER_MONTH

MONTH = "month"
USD_A_DAY, RUN_A_DAY = unit(usd=1, day=-1), unit(run=1, day=-1)
PLAIN = re.compile(r"[\d.,]+\s?k?\s*(?:\w+\s+|/\s*)?[^\W\d]+")  # a number by the month, of nothing that is named
LEAST_USD = 20.0
WORK = frozenset({"parameters", "model", "variant", "tokens", "samples", "flops", "dataset", "requests_per_second"})


class _Daily(NamedTuple):
    hours: float
    words: str


class MonthHeld(Reason, code="month_held"):
    """The first line: `usd` a month for so many hours a month of each of `machines`, against `budget`.

    `holds`: whether the budget pays for it; `paid_hours`: those of one machine that it pays for in a month.
    """

    holds: bool
    usd: float
    budget: float
    words: str
    hours: float
    all_hours: float
    machines: int
    name: str
    by: str
    rate: float
    purchase: Purchase
    region: str
    share: float
    paid_hours: float


def month_held(asked: Asked) -> FactAnswer | None:
    """None without a sum for the month, hours that come back, or a machine whose price is known."""
    said, measures = asked.profile, asked.reading.measured.measures
    budget, daily = monthly(asked), _daily(asked)
    every = sides(asked)
    if budget is None or daily is None or len(every) != 1 or not WORK.isdisjoint(said.stated()):
        return None
    prices = Prices(asked, every[0])
    counted = next((one for one in measures if one.units[0] == MACHINE), None)
    number = int(counted.value) if counted is not None else every[0].units if every[0].said else 1
    row = prices.row(0 if prices.type else number)
    if row is None or daily.hours >= HOURS_PER_DAY:
        return None
    rate = prices.usd(row, 0 if prices.type else number)
    hours = daily.hours * HOURS_PER_MONTH / HOURS_PER_DAY
    usd = rate * hours * number
    told = MonthHeld(
        holds=usd <= budget,
        usd=usd,
        budget=budget,
        words=daily.words,
        hours=hours,
        all_hours=HOURS_PER_MONTH,
        machines=number,
        name=prices.name,
        by=row.instance.id,
        rate=rate,
        purchase=row.quote.purchase,
        region=row.quote.region,
        share=usd / budget,
        paid_hours=budget / (rate * number),
        cites=(row.quote.source,),
    )
    return FactAnswer(headline=told, of_told=True, whole=True)


def _daily(asked: Asked) -> _Daily | None:
    """Hours of an average day, as told of each or between two times of day, on so many days of a week."""
    measures = asked.reading.measured.measures
    times = [one for one in measures if one.units[0] == A_DAY and not one.role]
    share = prod(one.value for one in measures if one.role == "of" and not one.units[0])
    if len(times) == 1:
        return _Daily(times[0].value * share, times[0].words)
    if not times and (each := _each(asked)) is not None:
        return each
    clock = clock_hours(asked.reading.text, bare=share < 1) if not times else None
    return _Daily(clock[0] * share, "") if clock is not None else None


def _each(asked: Asked) -> _Daily | None:
    """Hours of an average day of runs that are told as so many a week, each of one length."""
    said = asked.profile
    if not said.run_hours or not said.runs_per_month:
        return None
    return _Daily(said.run_hours * said.runs_per_month * HOURS_PER_DAY / HOURS_PER_MONTH, "")


def monthly(asked: Asked) -> float | None:
    """Dollars of a month: said to be a budget, or the one sum that is told by the month."""
    said = asked.profile
    if said.budget_usd and said.budget_period == MONTH:
        return said.budget_usd
    measures = asked.reading.measured.measures
    found = [
        one.value * HOURS_PER_MONTH / HOURS_PER_DAY
        for one in measures
        if one.units[0] == USD_A_DAY or (one.units[0] == RUN_A_DAY and PLAIN.fullmatch(one.words))
    ]
    month = HOURS_PER_MONTH / HOURS_PER_DAY
    found += [one.value / month for one in measures if one.units[0] == DAY and "/" in one.words]  # "3,200/month"
    least = [one for one in found if one >= LEAST_USD]
    return least[0] if len(least) == 1 else None
