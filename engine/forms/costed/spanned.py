"""A machine for a time that is told, each way to buy it: what is paid by the hour, and what is owed in full."""

from __future__ import annotations

import math
from datetime import date
from typing import NamedTuple

from engine.answers.commitment import types_meant
from engine.answers.commitment_rates import on_demand, rates
from engine.answers.mentioned import machines
from engine.base.measures import unit
from engine.base.reason import Reason
from engine.library import Library
from engine.prices.capacity_blocks import block_hours
from engine.prices.commitments import term_hours
from engine.workload.profile import Reading
from knowledge.facts import Purchase
from knowledge.units import HOURS_PER_DAY, HOURS_PER_MONTH

LEAST_HOURS = 48.0  # for less nobody commits
MOST_HOURS = 3 * 365 * HOURS_PER_DAY
# Slots of work that comes again, or whose hours are other than those of a machine.
AGAIN = frozenset({
    "runs", "runs_per_month", "cadence", "utilization", "parameters", "model", "tokens", "samples", "tokens_per_day",
})  # fmt: skip


class WayOfSpan(NamedTuple):
    """USD for the whole time, at `rate` an hour of one; `hours` that are paid of each machine. `owed`: used or not.

    `pays_from`: months from which a term costs less than on demand, 0 where none does or it is no term.
    """

    way: Purchase
    usd: float
    rate: float
    hours: float
    owed: bool
    pays_from: float


class ForSpan(Reason, code="for_span"):
    """`count` machines day and night for so many days: the ways to buy them, the cheapest first."""

    instance: str
    count: int
    hours: float
    days: float
    ways: tuple[WayOfSpan, ...]


def for_span(reading: Reading, library: Library, day: date) -> ForSpan | None:
    """None where no time is told, the work comes again, or only one way has a price."""
    said, hours = reading.profile, reading.profile.run_hours or _told_hours(reading)
    again = AGAIN - ({"utilization", "cadence"} if said.utilization in (None, 1.0) else set())  # "24/7"
    if hours is None or not LEAST_HOURS <= hours < MOST_HOURS or not again.isdisjoint(said.stated()):
        return None
    book = library.prices(day)
    thing = next(iter(types_meant(reading, library, book)), None)
    free = on_demand(thing, said, book) if thing else None
    if thing is None or free is None:
        return None
    count = machines(said, thing) or said.instance_count or 1
    rate = free.usd_per_hour.likely
    ways = [WayOfSpan("on_demand", rate * hours * count, rate, hours, owed=False, pays_from=0.0)]
    cites = [free.source]
    for known in rates(thing, said, book):
        owed = term_hours(known.purchase) if known.is_term else 0.0
        paid = owed * math.ceil(hours / owed) if owed else block_hours(hours, library.constants)
        pays = known.usd * owed / rate / HOURS_PER_MONTH if owed and known.usd < rate else 0.0
        ways.append(
            WayOfSpan(known.purchase, known.usd * paid * count, known.usd, paid, owed=bool(owed), pays_from=pays)
        )
        cites += known.cites
    if len(ways) == 1:
        return None
    ways.sort(key=lambda one: (one.usd, one.way))
    return ForSpan(
        instance=thing.id,
        count=int(count),
        hours=hours,
        days=hours / HOURS_PER_DAY,
        ways=tuple(ways),
        cites=tuple(dict.fromkeys(cites)),
    )


def _told_hours(reading: Reading) -> float | None:
    """Of the one stretch of days that is told: "for 90 days 24/7"."""
    days = [one.value for one in reading.measured.measures if one.units[0] == unit(day=1) and not one.role]
    return days[0] * HOURS_PER_DAY if len(days) == 1 else None
