"""Two prices of an hour that are told, and what hours at each come to: which is less."""

from __future__ import annotations

from typing import NamedTuple

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.forms.joined.told_amounts import times
from engine.forms.told.prices import chip_before, of_prices
from engine.options.problem import Problem
from engine.workload.told_prices import told_prices

PAIR = 2
NEAR = 30  # characters between hours and their price
OF_MONEY = frozenset({"dollars", "which", "compare", "able", "fit", "judge", "hours"})  # predicates


class Paid(NamedTuple):
    """Hours of one machine at its price; `name` "" where none stands before it."""

    name: str
    hours: float
    hourly: float
    usd: float


class PaidEach(Reason, code="paid_each"):
    """Each product, the least first."""

    sign: str
    each: tuple[Paid, ...]
    times: float  # the most over the least


def prices(asked: Asked) -> FactAnswer | None:
    """None unless two prices of an hour are told."""
    sought = frozenset(asked.reading.sought.predicates)
    told = [one for one in told_prices(asked.reading.text) if one.hours == 1]
    if len({one.amount for one in told}) < PAIR or (sought and not sought & OF_MONEY):
        return None
    problem = asked.problem
    ratio = of_prices(problem, asked.reading, None)
    paid = _paid(problem, asked)
    if paid is None:
        return ratio.model_copy(update={"of_told": True}) if ratio else None
    below = (ratio.headline, *ratio.sentences) if ratio and ratio.headline else ()
    return FactAnswer(headline=paid, sentences=below, of_told=True)


def _paid(problem: Problem, asked: Asked) -> PaidEach | None:
    """None unless hours stand beside each of them."""
    text = asked.reading.text
    spans = [one for one in times(text) if one.hours >= 1]
    found: list[Paid] = []
    told = [one for one in told_prices(text) if one.hours == 1]
    for price in told:
        near = [one for one in spans if 0 <= price.at - one.last <= NEAR]
        if near:
            name, _ = chip_before(price, problem, asked.reading)
            hours = near[-1].hours
            found.append(Paid(name, hours, price.amount, hours * price.amount))
    if len(found) < PAIR or len(found) != len(told) or len({one.sign for one in told}) != 1:
        return None
    ordered = tuple(sorted(found, key=lambda one: one.usd))
    return PaidEach(sign=told[0].sign, each=ordered, times=ordered[-1].usd / ordered[0].usd)
