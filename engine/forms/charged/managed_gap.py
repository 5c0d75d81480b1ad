"""What a machine of SageMaker costs more than the same on EC2: by the rate that is told, else by the usual share."""

from __future__ import annotations

import re

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.charged.held import Hour, hour_of
from engine.forms.charged.rate_told import rates_told
from engine.forms.parts.asked_on import AskedOn
from knowledge.units import HOURS_PER_MONTH

_NAMED = re.compile(r"(?<![\w.])ml\.([a-z][\w-]*\.\w+)", re.IGNORECASE)
GAP = frozenset({"money_gap", "money_versus", "vs", "asks_worth", "is_normal", "asks_why", "against_list"})  # cues
DOLLAR = "$"


class ManagedGap(Reason, code="managed_gap"):
    """The first line: `name` at `told` USD an hour is `more` of them, a `share`, above `hour` on EC2.

    Where no rate is told: `low` and `high` are what SageMaker usually takes, and `share` is that of `low`.
    """

    name: str
    told: float | None
    hour: Hour
    more: float
    share: float
    month: float
    low: float
    high: float
    most: float


def managed_gap(asked: AskedOn) -> FactAnswer | None:
    """None unless one machine is named as SageMaker names it, and set against the same one without."""
    names = {one[1].casefold() for one in _NAMED.finditer(asked.reading.text)}
    if len(names) != 1 or GAP.isdisjoint(asked.reading.cues):
        return None
    name = names.pop()
    thing = asked.facts.instances.get(name)
    if thing is None or set(asked.profile.instances) != {name}:
        return None
    found = hour_of(asked, (thing,), "on_demand")
    if found is None or found.hour.other_way:
        return None
    rates = [one for one in rates_told(asked.reading.text) if one.sign == DOLLAR and one.unit == "hour"]
    if len(rates) > 1 or not (rates or "money_gap" in asked.reading.cues):
        return None  # what each costs is told by its own price
    usd, extra = found.row.quote.seen.likely, asked.library.constants.entry("sagemaker_surcharge")
    told = rates[0].amount if rates else None
    more = told - usd if told else usd * extra.value.low
    if more <= 0:
        return None
    first = ManagedGap(
        name=f"ml.{name}",
        told=told,
        hour=found.hour,
        more=more,
        share=more / usd,
        month=more * HOURS_PER_MONTH,
        low=extra.value.low,
        high=extra.value.high,
        most=usd * extra.value.high,
        cites=(found.row.quote.source, extra.source),
    )
    return FactAnswer(headline=first, of_told=True, whole=True)
