"""Hours that a run took on one machine, on another one: by what the chips of both reach in training, and in dollars.

hours there = hours x cards here x TFLOP/s reached here / (cards there x TFLOP/s reached there). The range is that of
the speed there.
"""

from __future__ import annotations

from engine.answers.model import FactAnswer
from engine.base.interval import Interval
from engine.base.measures import Measure, unit
from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.forms.own.machines import Machine, held_hour
from engine.forms.worked.prices import Prices
from knowledge.units import HOURS_PER_DAY

ASKED = frozenset({"hours", "days", "usd"})
OF_HARDWARE = frozenset({"machine", "chip"})
QUOTED = "quoted"  # the role of a machine of others
LEAST_HOURS = 0.25  # of a run; less is a step


class CarriedOver(Reason, code="carried_over"):
    """`took` hours on `own` are `hours` on `other`; each with its number of cards. USD of both on demand, 0 where no
    price is known; `cheaper`: the name of the one that likely costs less, "" where one has no price."""

    own: str
    own_cards: int
    took: float
    other: str
    other_cards: int
    hours: Interval
    usd_own: float
    usd: Interval
    cheaper: str


class CarriedMeans(Reason, code="carried_means"):
    """That nothing was measured there. `reached`: TFLOP/s of one card here and there; `ported`: another maker's."""

    own: float
    other: float
    ported: bool


def carried(asked: Asked, named: list[Machine]) -> FactAnswer | None:
    """None unless one time is told, of one of two machines, and hours or dollars are asked for.

    A run of others has the hours of their machines: engine/forms/reported.
    """
    told = asked.reading.measured
    if any(one.role == QUOTED for one in asked.reading.hardware):
        return None
    times = [one for one in told.measures if one.units[0] in (unit(h=1), unit(day=1)) and not one.role]
    others = [one for one in told.measures if one not in times]
    if len(named) != 2 or len(times) != 1 or not all(map(_is_count, others)):
        return None
    if not any(goal.wants in ASKED and not goal.idle for goal in told.goals):
        return None
    own, other = (_whole(asked, one, named) for one in sorted(named, key=lambda one: _apart(one, times[0])))
    speeds = [asked.problem.speed(one.chip) for one in (own, other)]
    if own.chip.id == other.chip.id or speeds[0] is None or speeds[1] is None:
        return None
    here, there = speeds[0].speed, speeds[1].speed
    took = times[0].value * (HOURS_PER_DAY if times[0].units[0] == unit(day=1) else 1.0)
    if took < LEAST_HOURS:
        return None  # of a step, no run
    work = took * own.cards * here.likely / other.cards
    hours = Interval(work / there.high, work / there.likely, work / there.low)
    rates = [held_hour(one, asked) for one in (own, other)]
    mine = rates[0].amount * own.cards * took if rates[0] else 0.0
    each = rates[1].amount * other.cards if rates[1] else 0.0
    cheaper = "" if not mine or not each else other.name if hours.likely * each < mine else own.name
    first = CarriedOver(
        own=own.name, own_cards=own.units, took=took, other=other.name, other_cards=other.units, hours=hours,
        usd_own=mine, usd=hours.times(each), cheaper=cheaper,
        cites=tuple(dict.fromkeys(cite for rate in rates if rate for cite in rate.cites)),
    )  # fmt: skip
    ported = own.chip.vendor != other.chip.vendor
    means = CarriedMeans(own=here.likely, other=there.likely, ported=ported)
    return FactAnswer(headline=first, sentences=(means,), of_told=True, whole=True)


def _whole(asked: Asked, machine: Machine, named: list[Machine]) -> Machine:
    """A line of which one type is meant, as that machine: "p4d"."""
    prices = Prices(asked, machine)
    if prices.line and prices.type is not None and not any(one.type for one in named if one is machine):
        number = max(1, machine.cards // prices.type.count)
        return machine._replace(type=prices.type, cards=prices.type.count * number)
    return machine


def _is_count(one: Measure) -> bool:
    """Whether it says how many machines or chips, or how much data, of which there is as much there."""
    own = dict(one.units[0])
    return not own.keys() & {"h", "usd", "day"} and (not one.role)


def _apart(machine: Machine, time: Measure) -> int:
    """Characters between a machine and a time; what is named before it is farther."""
    behind = machine.at - time.at - len(time.words)
    return behind if behind >= 0 else time.at - machine.end
