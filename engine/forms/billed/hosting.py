"""A machine of SageMaker that stays on: what its hour, day and month come to, and why it is billed while unused."""

from __future__ import annotations

import re

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.forms.money.amounts import dollars
from engine.forms.money.rows import Priced, priced, rows_of
from engine.forms.sold.span import unit_of
from engine.prices.areas import JOINT
from knowledge.units import HOURS_PER_DAY, HOURS_PER_MONTH

_NAMED = re.compile(r"(?<![\w.])ml\.([a-z][\w-]*\.\w+)", re.IGNORECASE)
CHARGED = frozenset({"asks_charge", "stays_on"})  # cues
ASKS = frozenset({"asks_cost", "asks_bill", "price", "price_strong", "cost_of_month", "asks_charge"})  # cues
NO_HOSTING = frozenset({"training_words", "money_gap", "money_versus"})  # cues: a job ends by itself
SURCHARGE = "sagemaker_surcharge"  # the constant


class Hosting(Reason, code="hosting"):
    """The first line: `low` to `high` USD of an hour as the service bills it, `one` on EC2; the same of a month.

    `told`: what was charged, and the days of it at these rates. `idle`: why it is billed at all is asked.
    """

    name: str
    one: Priced
    low: float
    likely: float
    high: float
    low_share: float
    high_share: float
    day: float
    month: float
    month_low: float
    month_high: float
    told: float | None
    days_low: float | None
    days_high: float | None
    idle: bool


def hosting(asked: Asked) -> FactAnswer | None:
    """None unless one machine is named as SageMaker names it, and its month or what it was charged is asked."""
    cues, text = frozenset(asked.reading.cues), asked.reading.text
    names = {one[1].casefold() for one in _NAMED.finditer(text)}
    if len(names) != 1 or cues.isdisjoint(ASKS) or not cues.isdisjoint(NO_HOSTING):
        return None
    thing = asked.facts.instances.get(names.pop())
    unit, idle = unit_of(text), not cues.isdisjoint(CHARGED)
    if thing is None or not (idle or (unit and unit[0] == "month")) or JOINT in (asked.profile.region or ""):
        return None
    place = asked.profile.region
    rows = rows_of(asked, (thing,), ("on_demand",), place) or rows_of(asked, (thing,), ("on_demand",), None)
    if not rows:
        return None
    usd, extra = rows[0].quote.seen.likely, asked.library.constants.entry(SURCHARGE)
    low, likely, high = (usd * (1 + share) for share in (extra.value.low, extra.value.likely, extra.value.high))
    told = dollars(text) if idle else None
    first = Hosting(
        name=f"ml.{thing.id}",
        one=priced(rows[0]),
        low=low,
        likely=likely,
        high=high,
        low_share=extra.value.low,
        high_share=extra.value.high,
        day=likely * HOURS_PER_DAY,
        month=likely * HOURS_PER_MONTH,
        month_low=low * HOURS_PER_MONTH,
        month_high=high * HOURS_PER_MONTH,
        told=told,
        days_low=told / (high * HOURS_PER_DAY) if told else None,
        days_high=told / (low * HOURS_PER_DAY) if told else None,
        idle=idle,
        cites=(rows[0].quote.source, extra.source),
    )
    return FactAnswer(headline=first, of_told=True, whole=True)
