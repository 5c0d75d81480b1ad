"""Machines for a time that is told: what it comes to in each way of paying, and from which share of use one pays.

$ = machines x hours x $ an hour; on spot x (1 + the share of work that is done again); a commitment is owed for every
hour, so it pays from its price / the price on demand.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from engine.answers.model import FactAnswer
from engine.base.measures import unit
from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.forms.own.hour_prices import HourPrice, Way, hour_prices
from engine.forms.own.hours import WORK
from engine.forms.own.machines import Machine, held_hour, machines
from engine.workload.hours.told_spans import Span, spans
from knowledge.units import HOURS_PER_MONTH, HOURS_PER_YEAR

_AGAIN = re.compile(
    r"(\d{1,2}(?:[.,]\d+)?)\s?(?:%|percent|prozent)\s*(?:of\s|de\s|di\s)?"
    r"(?:\w+\s){0,2}?(?:repeat\w*|redo\w*|redone"
    r"|rework\w*|rerun\w*|lost|wasted|overhead|interrupt\w*|wiederhol\w*|doppelt\w*|repetid\w*|repetiç\w*|refait\w*|perdu\w*"
    r"|ripetut\w*|повтор\w*)",
    re.IGNORECASE,
)
_TOTAL = re.compile(
    r"come to|total|in all|how much|cost|bill|\bper month|a month|monthly|per year|kost\w*"
    r"|gesamt|coût\w*|cuesta|custa|costa"
    r"|quanto|cuánto|combien|сколько|стоит|多少钱|\bwhat(?:'?s|\sis)\b",
    re.IGNORECASE,
)
FORMS = frozenset({"price", "explain", "ask_back", "estimate"})
REPEAT = unit(repeat=1)  # of what is done so many times


class Paid(NamedTuple):
    """Dollars of `hours` in a `way`, at `usd_hour` of a machine."""

    way: Way
    usd_hour: float
    hours: float
    usd: float


class WaysCost(Reason, code="ways_cost"):
    """`number` of a machine for `hours` in the ways whose prices are told. `pays_from`: the share of hours from which
    a commitment pays, 0 where none is told, and `used` of them; `again`: the share of work that spot repeats."""

    machine: str
    number: int
    hours: float
    period: str
    sign: str
    ways: tuple[Paid, ...]
    again: float
    saves: float
    share: float
    pays_from: float
    used: float


class KeptOn(Reason, code="kept_on"):
    """What a number of machines comes to on demand, for hours in a `period` or in all."""

    machine: str
    number: int
    hours: float
    period: str
    usd_hour: float
    usd: float


def ways_cost(asked: Asked) -> FactAnswer | None:
    """None unless prices of two ways and one time are told, of one machine."""
    text, named = asked.reading.text, machines(asked)
    told = {one.way: one for one in reversed(hour_prices(text)) if one.way}
    on_demand, other = told.get("on_demand"), told.get("spot") or told.get("term")
    times = [one for one in spans(text) if not one.always] or spans(text)
    if on_demand is None or other is None or len(named) != 1 or len(times) != 1 or on_demand.sign != other.sign:
        return None
    return _of_two(on_demand, other, times[0], named[0], asked)


def _of_two(on_demand: HourPrice, other: HourPrice, span: Span, machine: Machine, asked: Asked) -> FactAnswer:
    number = machine.units
    match = _AGAIN.search(asked.reading.text) if other.way == "spot" else None
    again = float(match[1].replace(",", ".")) / 100 if match else 0.0
    whole = {"year": HOURS_PER_YEAR, "month": HOURS_PER_MONTH}.get(span.period, span.hours)
    hours = whole if other.way == "term" else span.hours * (1 + again)
    ways = tuple(
        Paid(price.way, price.amount, time, number * time * price.amount)
        for price, time in ((on_demand, span.hours), (other, hours))
    )
    saves = ways[0].usd - ways[1].usd
    first = WaysCost(
        machine=machine.name, number=number, hours=span.hours, period=span.period, sign=on_demand.sign, ways=ways,
        again=again, saves=saves, share=saves / ways[0].usd,
        pays_from=other.amount / on_demand.amount if other.way == "term" else 0.0, used=span.hours / whole,
    )  # fmt: skip
    return FactAnswer(headline=first, of_told=True)


def kept_on(asked: Asked) -> KeptOn | None:
    """At the prices of the day; None where work is told, or no time, or several machines are."""
    reading, said = asked.reading, asked.profile
    named, times = machines(asked), spans(reading.text)
    many = any(one.units[:1] == (REPEAT,) and one.value > 1 for one in reading.measured.measures)
    if (
        many  # "each of our 12 models trains 5 h": the hours are those of one
        or reading.form not in FORMS
        or any(said.says(slot) for slot in WORK)
        or said.budget_usd
        or hour_prices(reading.text)
    ):
        return None
    if (
        len(named) != 1
        or len(times) != 1
        or not _TOTAL.search(reading.text)
        or said.purchase not in (None, "on_demand")
    ):
        return None
    machine, held = named[0], held_hour(named[0], asked)
    if held is None:
        return None
    usd = held.amount * machine.cards / machine.units
    number = machine.units if machine.said or machine.type else int(said.accelerator_count or 1)
    return KeptOn(
        machine=machine.name, number=number, hours=times[0].hours, period=times[0].period, usd_hour=usd,
        usd=usd * number * times[0].hours, cites=held.cites,
    )  # fmt: skip
