"""How many machines a budget keeps: the most whose sum stays within it, and what they leave of it."""

from __future__ import annotations

from engine.answers.mentioned import meant
from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.charged.held import Hour, hour_of
from engine.forms.money.rows import Asked, bound
from engine.forms.money.said import MoneySaid
from engine.forms.ways.times import times
from knowledge.units import HOURS_PER_DAY, HOURS_PER_MONTH, HOURS_PER_YEAR

HOURS = frozenset({"hours", "days", "chip_hours"})  # what else is asked of a budget
PERIODS = {"month": HOURS_PER_MONTH, "year": HOURS_PER_YEAR, "week": 7 * HOURS_PER_DAY, "day": HOURS_PER_DAY}


class BudgetKeeps(Reason, code="budget_keeps"):
    """`number` machines for `hours` each within `budget`, `usd` together; one more would be `more_usd`. `unit`: the
    month or week that the budget and the hours are of. `machine_hours`: those that all of the budget buys."""

    thing: str
    budget: float
    unit: str
    number: int
    hours: float
    usd: float
    left_usd: float
    more_usd: float
    machine_hours: float
    chips: int
    hour: Hour
    place: str


def afforded(asked: Asked, said: MoneySaid) -> FactAnswer | None:
    """number = the whole part of budget / (hours x $ an hour); None without a time, or a price."""
    if any(goal.wants in HOURS for goal in asked.reading.measured.goals):
        return None  # how many hours it buys, not how many machines
    asked = bound(asked, said)
    types = meant(asked.reading, asked.facts, asked.library.prices(asked.day), 1)
    told, period = times(asked.reading.text), asked.profile.budget_period or ""
    hours = max((one.hours for one in told), default=asked.profile.run_hours or PERIODS.get(period, 0.0))
    budget = asked.profile.budget_usd or said.usd
    way = said.ways[0] if len(said.ways) == 1 else asked.profile.purchase
    found = hour_of(asked, types, way) if types else None
    if found is None or not budget or not hours:
        return None
    usd_hour = found.row.quote.seen.likely
    number = int(budget / (usd_hour * hours))
    first = BudgetKeeps(
        thing=found.row.instance.id,
        budget=budget,
        unit=period or next((one.unit for one in told if one.unit), ""),
        number=number,
        hours=hours,
        usd=number * hours * usd_hour,
        left_usd=budget - number * hours * usd_hour,
        more_usd=(number + 1) * hours * usd_hour,
        machine_hours=budget / usd_hour,
        chips=int(found.row.instance.count),
        hour=found.hour,
        place=asked.profile.region or "",
        cites=(found.row.quote.source,),
    )
    return FactAnswer(headline=first, of_told=True, whole=True)
