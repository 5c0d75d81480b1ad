"""A discount that is told, off the list: what an hour of the machine is then, and what it comes to in a month.

an hour = list on demand x (1 - discount); a month = an hour x 730 x machines.
"""

from __future__ import annotations

import re
from dataclasses import replace

from engine.answers.mentioned import meant
from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.charged.afforded import PERIODS
from engine.forms.charged.held import Hour, hour_of
from engine.forms.money.amounts import dollars, number_of
from engine.forms.parts.asked_on import AskedOn
from engine.workload.hours.told_spans import times
from engine.workload.told_prices import told_prices
from knowledge.units import HOURS_PER_MONTH

_OFF = re.compile(
    r"(?<![\w.,])(\d{1,2}(?:[.,]\d+)?)\s?%\s*(?:\w+[ -]){0,2}?"
    r"(?:off|discounts?|edp|ppa|macc|rabatt|nachlass|reduction|de remise|de descuento)\b"
    r"|\bdiscounts?\s+(?:of|is|at)\s+(\d{1,2}(?:[.,]\d+)?)\s?%",
    re.IGNORECASE,
)
_MANY = re.compile(
    r"\bfor\s+(\d{1,3}|two|three|four|five|six|eight|ten)\s*(?:of (?:them|these)\s*)?(?:[?.,]|$)", re.I
)
_WORDS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "eight": 8, "ten": 10}
_WEIGHED = re.compile(
    r"\b(?:worth|break[ -]?even|lohnt|vale la pena|better than|cheaper than|vs|versus|spot)\b", re.I
)
PRICED = frozenset({"price", "price_strong", "asks_cost", "asks_charge", "cost_of_month", "asks_bill"})  # cues
WORK = ("parameters", "model", "tokens", "samples", "tokens_per_day", "requests_per_second", "budget_usd")  # slots


class Discounted(Reason, code="discounted"):
    """The first line: `share` off the hour that is held is `usd` of one machine; of `machines` for `hours` `sum`.

    `least`: what the list takes for the same. `unit`: of a span that is told, "" for an hour alone.
    """

    share: float
    hour: Hour
    usd: float
    machines: int
    hours: float
    unit: str
    sum: float
    least: float


def discounted(asked: AskedOn) -> FactAnswer | None:
    """None where no one discount, no machine or no price of it is told, or where something is weighed against it."""
    reading, text = asked.reading, asked.reading.text
    shares = {number_of(one[1] or one[2]) / 100 for one in _OFF.finditer(text)}
    judged = "judge" in reading.sought.predicates or _WEIGHED.search(text) is not None
    if len(shares) != 1 or judged or PRICED.isdisjoint(reading.cues):
        return None
    if any(map(asked.profile.says, WORK)) or told_prices(text) or dollars(text):
        return None
    plain = reading.model_copy(update={"profile": asked.profile.model_copy(update={"purchase": None})})
    on = replace(asked, reading=plain)
    types = meant(plain, on.facts, on.library.prices(on.day), 1)
    found = hour_of(on, types, None) if types else None
    if found is None or found.hour.other_way or not (asked.profile.instances or asked.profile.candidates):
        return None
    share, span = shares.pop(), next((one for one in times(text) if one.unit and one.unit != "year"), None)
    hours = float(PERIODS.get(span.unit, span.hours)) if span else float(HOURS_PER_MONTH)
    many = _MANY.search(text)
    told = int(_WORDS.get(many[1].casefold(), 0) or many[1]) if many else 1
    machines = int(asked.profile.instance_count or told)
    usd = found.row.quote.seen.likely
    first = Discounted(
        share=share,
        hour=found.hour,
        usd=usd * (1 - share),
        machines=machines,
        hours=hours,
        unit=span.unit if span else "",
        sum=usd * (1 - share) * hours * machines,
        least=usd * hours * machines,
        cites=(found.row.quote.source,),
    )
    return FactAnswer(headline=first, of_told=True, whole=True)
