"""A run that others told, so many chips for so long, on the machines that the asker has: hours there.

hours = hours told x their chips x speed of one / (own chips x speed of one), as the data sheets bound it.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from engine.answers.model import FactAnswer
from engine.base.interval import Interval
from engine.base.measures import times, unit
from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.forms.own.figures import sentence
from engine.forms.own.machines import Machine, held_hour, times_as_fast
from engine.forms.sums.told import CHIP, bare_numbers, sides, spans
from engine.forms.told.scaling import least_usual
from engine.workload.conditions import FAMILIES
from knowledge.units import HOURS_PER_DAY

HOURS = frozenset({"hours", "days", "chip_hours"})  # goals and units
CHIP_HOURS = times(CHIP, unit(h=1))
DAYS = re.compile(r"[\s-]*(?:gpu[\s-]*|card[\s-]*)?(?:days?|tage|jours|días|dias|дней|天)(?!\w)", re.IGNORECASE)
# Slots with which other sums answer.
ELSE = frozenset({
    "parameters", "variant", "tokens", "runs_per_month", "budget_usd", "credits_usd", "tokens_per_day",
    "requests_per_second", "share_done", "elapsed_hours", "seconds_per_step", "batch_size", "samples",
})  # fmt: skip
LEAST, MOST_CHIPS = 0.2, 4096.0


class ScaledRun(Reason, code="scaled_run"):
    """The first line: `took` hours on `theirs` chips are `low` to `high` on `mine`; `usd_low`, `usd_high` 0 without a
    price. `same`: of one kind of chip, by the number alone. `chip_hours`: of all of theirs."""

    took: float
    theirs: int
    their_chip: str
    chip_hours: float
    mine: int
    chip: str
    low: float
    high: float
    usd_low: float
    usd_high: float
    instance: str
    same: bool
    of_one: bool


class ScaledMeans(Reason, code="scaled_means"):
    """What carrying hours over by the number of chips leaves out."""

    fewer: bool


class _Told(NamedTuple):
    own: Machine
    hours: float
    together: bool  # of all chips


def scaled(asked: Asked) -> FactAnswer | None:
    """None unless one machine with its number and one time of it are told, and another number of chips."""
    if not ELSE.isdisjoint(asked.profile.stated()):
        return None
    every = sides(asked)
    if not FAMILIES.isdisjoint(asked.profile.candidates):
        return None  # "GPU" names no chip
    told = _told(asked, every)
    if told is None or told.hours < LEAST or not _wants_hours(asked, told):
        return None
    own = told.own
    others = [one for one in every if one.said and (one.chip.id, one.cards) != (own.chip.id, own.cards)]
    others = [one for one in others if not (told.together and one.at == own.at)]
    if not others:
        others = [
            own._replace(cards=int(value), at=at, end=at)
            for value, at in bare_numbers(asked)
            if 1 <= value <= MOST_CHIPS and value != own.cards and at > own.end
        ]
    of_one = any(goal.wants == "chip_hours" for goal in asked.reading.measured.goals)
    if not others and of_one:  # "how many H100 hours is that?"
        others = [one._replace(cards=1) for one in every if one.chip.id != own.chip.id]
    if len(others) != 1:
        return None
    mine = others[0]
    ratio = times_as_fast(own, mine) or _reached(asked, own, mine)
    if ratio is None:
        return None
    hours = Interval(told.hours / ratio.high, told.hours / ratio.likely, told.hours / ratio.low)
    same = own.chip.id == mine.chip.id
    if same and mine.cards > own.cards:
        hours = Interval(hours.low, hours.likely, hours.high / least_usual(asked.library.constants))
    price = held_hour(mine, asked)
    usd = price.amount * mine.cards if price else 0.0
    first = ScaledRun(
        took=told.hours,
        theirs=own.cards,
        their_chip=own.chip.name,
        chip_hours=told.hours * own.cards,
        mine=mine.cards,
        chip=mine.chip.name,
        low=hours.low,
        high=hours.high,
        usd_low=usd * hours.low,
        usd_high=usd * hours.high,
        instance=price.instance if price else "",
        same=same,
        of_one=of_one and mine.cards == 1,
        cites=tuple(dict.fromkeys((*(price.cites if price else ()), own.chip.hbm_gbps.source))),
    )
    return FactAnswer(
        headline=first, sentences=(ScaledMeans(fewer=mine.cards < own.cards),), of_told=True, whole=True
    )


def _wants_hours(asked: Asked, told: _Told) -> bool:
    if told.together:
        return "usd" not in {goal.wants for goal in asked.reading.measured.goals}  # "what is that on 64 H100?"
    wants = {goal.wants for goal in asked.reading.measured.goals if not goal.per}
    return not HOURS.isdisjoint(wants | set(asked.reading.sought.units))


def _told(asked: Asked, every: list[Machine]) -> _Told | None:
    """The one time that is told of one counted machine: chip-hours, or hours of the machine of its sentence."""
    measures, text = asked.reading.measured.measures, asked.reading.text
    together = [one.value for one in measures if not one.role and one.units[0] == CHIP_HOURS]
    together += [
        one.value * HOURS_PER_DAY
        for one in measures
        if one.units[0] == CHIP and DAYS.match(text, one.at + len(one.words))
    ]
    if len(together) == 1 and every:
        return _Told(every[0]._replace(cards=1, said=True), together[0], True)
    found = spans(asked)
    counted = [one for one in every if one.said]
    if len(found) != 1 or not counted:
        return None
    at = found[0][0].at
    first, last = sentence(text, at)
    near = [one for one in counted if first <= one.at <= last] or counted
    own = min(near, key=lambda one: (one.at > at, abs(one.at - at)))
    return _Told(own, found[0][1], False)


def _reached(asked: Asked, own: Machine, mine: Machine) -> Interval | None:
    """Of other makers: by what both reach in training."""
    here, there = asked.problem.speed(own.chip), asked.problem.speed(mine.chip)
    if here is None or there is None:
        return None
    return there.speed.times(here.speed.inverse()).times(mine.cards / own.cards)
