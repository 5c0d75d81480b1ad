"""Machines for longer than a term: on demand, by terms that are owed whole, and by both in turn."""

from __future__ import annotations

import math

from engine.answers.commitment import types_meant
from engine.answers.commitment_rates import on_demand, rates
from engine.answers.mentioned import machines
from engine.answers.model import FactAnswer
from engine.base.measures import unit
from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.forms.money.said import ways_said
from engine.prices.commitments import term_hours
from engine.workload.hours.told_spans import times
from knowledge.facts import Purchase
from knowledge.units import HOURS_PER_DAY, HOURS_PER_MONTH

TERMS: tuple[Purchase, ...] = ("reserved_1yr", "reserved_3yr")
OF_WORK = frozenset({"parameters", "model", "tokens", "samples", "tokens_per_day", "requests_per_second"})  # slots
DAYS_30 = 30 * HOURS_PER_DAY  # hours of a month as they are read
A_DAY = 24.0  # hours: so near to a whole number of terms it is one


class PastTerm(Reason, code="past_term"):
    """USD over `months` of `count` machines: `free_usd` on demand, `terms_usd` of `terms` terms of `years`, owed
    whole, and `mixed_usd` of `before` and then on demand. `best`: free, terms or mixed. `free`, `rate`: an hour."""

    instance: str
    count: int
    months: float
    hours: float
    years: int
    terms: int
    before: int  # one less
    free: float
    rate: float
    free_usd: float
    terms_usd: float
    mixed_usd: float
    rest_months: float
    best: str
    region: str
    claimed: bool


def past_term(asked: Asked) -> FactAnswer | None:
    """None unless a term is named beside a time that is longer, of one type whose rate is held."""
    said, ways = asked.profile, ways_said(frozenset(asked.reading.cues))
    named = [way for way in TERMS if way in ways or way == said.purchase]
    if len(named) != 1 or not OF_WORK.isdisjoint(said.stated()) or said.runs_per_month or said.utilization:
        return None
    way, term = named[0], float(term_hours(named[0]))
    told = (one for one in asked.reading.measured.measures if one.units[0] == unit(day=1))
    text = asked.reading.text  # the 256 of "v5p-256 3-year" is part of a name
    spans = [one.value * HOURS_PER_DAY for one in told if not text[: one.at].endswith("-")]
    spans += [one.hours for one in times(text)]
    spans += [said.run_hours / DAYS_30 * HOURS_PER_MONTH] if said.run_hours else []
    hours = next((one for one in spans if one > term + A_DAY), 0.0)
    book = asked.library.prices(asked.day)
    things = types_meant(asked.reading, asked.library, book)
    free = on_demand(things[0], said, book) if len(things) == 1 else None
    held = rates(things[0], said, book) if free is not None else ()
    known = next((one for one in held if one.purchase == way), None)
    if not hours or free is None or known is None:
        return None
    count, usd = machines(said, things[0]) or 1, free.usd_per_hour.likely
    many = math.ceil((hours - A_DAY) / term)
    rest = hours - (many - 1) * term
    sums = {
        "free": hours * usd * count,
        "terms": many * term * known.usd * count,
        "mixed": ((many - 1) * term * known.usd + rest * usd) * count,
    }
    first = PastTerm(
        instance=things[0].id, count=count, months=hours / HOURS_PER_MONTH, hours=hours,
        years=3 if way == "reserved_3yr" else 1, terms=many, before=many - 1, free=usd, rate=known.usd,
        free_usd=sums["free"], terms_usd=sums["terms"], mixed_usd=sums["mixed"], region=free.told_region,
        rest_months=rest / HOURS_PER_MONTH, best=min(sums, key=lambda name: sums[name]),
        claimed=known.term.grade in ("claim", "assumed"), cites=tuple({free.source: 0, known.term.source: 0}),
    )  # fmt: skip
    return FactAnswer(headline=first, of_told=True, whole=True)
