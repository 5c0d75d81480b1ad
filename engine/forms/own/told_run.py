"""A run by a pace that was told, of so many steps, passes or folds: how long it takes there and on the other machines
that are named, and what that costs.

hours = time of one x how many; elsewhere by the data sheets of both; dollars = hours x cards x the price of one.
"""

from __future__ import annotations

import math
import re
from typing import NamedTuple

from engine.answers.model import FactAnswer
from engine.base.computed import Computed
from engine.base.interval import Interval
from engine.base.measures import Measure, unit
from engine.base.reason import Reason
from engine.forms.against.against import CausesOfSlow
from engine.forms.form import Asked
from engine.forms.own.figures import sentence
from engine.forms.own.machines import Machine, held_hour, hour_of, machines, times_as_fast
from engine.forms.own.step_paces import steps_at
from engine.forms.parts.own_speed import own_speed
from engine.workload.conditions import FAMILIES
from knowledge.units import HOURS_PER_DAY, HOURS_PER_YEAR, SECONDS_PER_HOUR

WORK = ("step", "epoch", "repeat")  # of what a time is told, the smallest first
DATA = ("image", "sample")  # of which some took a time: a pace of training only where that is said
TOOK = re.compile(r"\b(?:took|has taken|dauerte[n]?|a pris|tardó|levou)\b|花了|用了", re.IGNORECASE)
SETS = ("repeat", "run")  # what a whole run is done so many times of
WANTED = frozenset({"hours", "days", "usd", "chip_hours"})  # goals
# Predicates of something else; slots of traffic, of a model whose speed is known, of a budget.
ELSE = frozenset({"carbon", "commit", "rate", "used", "meaning"})
OF_ELSE = frozenset({
    "runs_per_month", "budget_usd", "tokens_per_day", "requests_per_second", "current_tokens_per_second",
    "share_done", "elapsed_hours", "deadline_days", "utilization",
})  # fmt: skip
BARE = (unit(h=1), unit(day=1))
SLOW = frozenset({"slow", "why"})  # predicates
DEFAULT = "default_epochs_"  # the constants, by the name of a repository
LONGEST = 0.5  # hours of a step
REACH = 45  # characters between a thing and its time: "1 step of that lora takes around 300 seconds"
EACH_PASS = re.compile(
    r"(?:epochs?|époques?|épocas?|epochen|轮)\s*(?:of|x|×|\*|with|at|à|de|mit|each)\s*$", re.IGNORECASE
)
OF_ONE = re.compile(  # behind a time: "(3 h) for an epoch"
    r"[\s)]*(?:for|per|/|in)?\s*(?:an?|one|each|every|per|the)\s+(?:whole\s|full\s)?(epoch|step|fold|seed|trial)\b",
    re.IGNORECASE,
)
AT_ONCE = re.compile(
    r"\b(?:on|at) (?:the )?same (?:card|gpu|time|machine)|\bat once\b|in parallel|side by side|同时|gleichzeitig",
    re.I,
)
MOST, OTHERS = 2 * HOURS_PER_YEAR, 3  # hours: two years are no run; machines told of beside the one


class Part(Computed):
    """So many of a thing."""

    value: float
    noun: str


class There(Computed):
    """The run on other cards: hours between the bounds, and dollars, 0 where no price is known."""

    name: str
    units: int
    low: float
    high: float
    usd: float  # an hour of all
    usd_low: float
    usd_high: float
    instance: str


class RunTold(Reason, code="run_told"):
    """The first line. `each`: hours of one `noun`; `parts`: how many; `once`: of them at the same time; `one`: hours
    of one of the last part, 0 where there is one. `name`, `units`: the machine, "" where none is named.
    """

    hours: float
    each: float
    noun: str
    parts: tuple[Part, ...]
    once: float
    one: float
    name: str
    units: int
    chip_hours: float  # 0 of one card
    usd: float
    usd_hour: float
    told: bool
    instance: str
    paid: bool  # dollars are asked for
    there: tuple[There, ...]
    by_default: bool  # how many was not told: what the program trains by itself


class RunBounds(Reason, code="run_bounds"):
    """What such bounds leave out; `unpriced`: a card without a price; `near`: another was told of."""

    unpriced: str
    near: bool = False


class _Pace(NamedTuple):
    """Hours of one of a thing; the measures that say it."""

    hours: float
    noun: str
    of: tuple[Measure, ...]
    at: int


def told_run(asked: Asked) -> FactAnswer | None:
    """None unless the time of one and how many there are were told, and hours or dollars are asked for."""
    told, said = asked.reading.measured, asked.profile
    wants = {goal.wants for goal in told.goals} & WANTED
    if not wants or any(goal.idle for goal in told.goals) or not OF_ELSE.isdisjoint(said.stated()):
        return None
    if not ELSE.isdisjoint(asked.reading.sought.predicates) or told.terms or asked.once(steps_at) is not None:
        return None
    paid = "usd" in wants or "dollars" in asked.reading.sought.predicates
    pace = _pace(told.measures, asked.reading.text)
    if pace is None and said.seconds_per_step:
        pace = _Pace(said.seconds_per_step / SECONDS_PER_HOUR, "step", (), 0)
    usual = _usual(asked) if pace is not None and pace.noun == "epoch" else 0.0
    many = _many(told.measures, pace, asked.reading.text, usual) if pace is not None else None
    if pace is None or many is None:
        return None
    if own_speed(asked.reading, asked.problem) is not None:
        return None  # a pace that is judged, of a model whose work is known
    parts, once = many
    hours = pace.hours * math.prod(one.value for one in parts) / once
    if not 0 < hours < MOST or math.prod(one.value for one in parts) <= 1:
        return None
    by_default = bool(usual) and not any(one.value == parts[0].value for one in told.measures)
    return _answer(asked, pace, hours, parts, once, paid=paid, by_default=by_default)


def _answer(
    asked: Asked, pace: _Pace, hours: float, parts: tuple[Part, ...], once: float, *, paid: bool,
    by_default: bool,
) -> FactAnswer | None:  # fmt: skip
    named = [one for one in machines(asked) if one.chip.id not in FAMILIES]
    own = _own(named, pace.at, asked.reading.text)
    counts = [one.value for one in asked.reading.measured.measures if one.units[0] == unit(chip=1)]
    if own is not None and own.type is None and len(named) == len(counts) == 1:
        own = own._replace(cards=max(1, round(counts[0])))  # "one L4, I have 12 seeds"
        named = [own]
    price = hour_of(own, asked, named) if own is not None else None
    there, cites = _elsewhere(asked, own, named, hours)
    unpriced = own.chip.name if own is not None and price is None and paid and not there else ""
    if unpriced and own is not None and (near := _nearest(asked, own, hours)) is not None:
        there, cites = (near[0],), near[1]
    usd_hour = price.amount * own.cards if price is not None and own is not None else 0.0
    first = RunTold(
        hours=hours,
        each=pace.hours,
        noun=pace.noun,
        parts=parts,
        once=once,
        one=hours / parts[-1].value if len(parts) > 1 and parts[-1].noun == "repeat" else 0.0,
        name=own.name if own is not None else "",
        units=own.units if own is not None else 0,
        chip_hours=hours * own.cards if own is not None and own.cards > 1 else 0.0,
        usd=usd_hour * hours,
        usd_hour=usd_hour,
        told=price is not None and price.told,
        instance=price.instance if price is not None else "",
        paid=paid,
        there=there,
        by_default=by_default,
        cites=tuple(dict.fromkeys((*(price.cites if price else ()), *cites))) if paid or not there else (),
    )
    slow = () if SLOW.isdisjoint(asked.reading.sought.predicates) else (CausesOfSlow(several=False, times=False),)
    below = (*slow, *((RunBounds(unpriced=unpriced, near=bool(there)),) if there or unpriced else ()))
    return FactAnswer(headline=first, sentences=below, of_told=True, whole=True)


def _own(named: list[Machine], at: int, text: str) -> Machine | None:
    """The machine the time is of: the nearest in its sentence, else the only one, else the first."""
    if not named:
        return None
    first, last = sentence(text, at)
    near = [one for one in named if first <= one.at <= last]
    return min(near or named[:1], key=lambda one: abs(one.at - at))


def _elsewhere(
    asked: Asked, own: Machine | None, named: list[Machine], hours: float
) -> tuple[tuple[There, ...], tuple[str, ...]]:
    found: list[There] = []
    cites: list[str] = []
    for other in named if own is not None else ():
        if other is own or own is None or (other.chip.id == own.chip.id and not other.said):
            continue
        ratio = times_as_fast(own, other)
        if ratio is None:
            continue
        price = hour_of(other, asked, named)
        found.append(_there(other.name, other.units, hours, ratio, price.amount * other.cards if price else 0.0,
                            price.instance if price else ""))  # fmt: skip
        cites += price.cites if price else ()
    return tuple(found[:OTHERS]), tuple(cites)


def _there(name: str, units: int, hours: float, ratio: Interval, usd: float, instance: str) -> There:
    low, high = hours / ratio.high, hours / ratio.low
    return There(
        name=name, units=units, low=low, high=high, usd=usd, usd_low=usd * low, usd_high=usd * high, instance=instance
    )


def _nearest(asked: Asked, own: Machine, hours: float) -> tuple[There, tuple[str, ...]] | None:
    """On the card of the clouds that were named, with as much memory, that is nearest in speed."""
    clouds = set(asked.profile.clouds or ("aws",))
    facts = asked.facts
    sold = {one.accelerator for one in facts.instances.values() if one.cloud in clouds}
    found: list[tuple[float, There, tuple[str, ...]]] = []
    for chip in (facts.accelerators[name] for name in sold):
        if not chip.is_usual_gpu or chip.hbm_gib.value < own.chip.hbm_gib.value:
            continue
        other = Machine(chip, own.cards, None, 0, 0, True)
        ratio, price = times_as_fast(own, other), held_hour(other, asked)
        if ratio is None or price is None:
            continue
        made = _there(chip.name, own.cards, hours, ratio, price.amount * own.cards, price.instance)
        found.append((abs(math.log(ratio.low * ratio.high)), made, price.cites))
    best = min(found, key=lambda one: one[0], default=None)
    return (best[1], best[2]) if best else None


def _pace(measures: tuple[Measure, ...], text: str) -> _Pace | None:
    """The time of one thing: told as such, or a time beside one, or so many, of a thing of which more are told."""
    for one in measures:
        own = dict(one.units[0])
        nouns = (*WORK, *DATA) if TOOK.search(one.words) else WORK
        of = [name for name in nouns if own.get(name) == -1]
        clock = next((name for name in ("h", "day") if own.get(name) == 1), "")
        slow = of == ["step"] and one.value > LONGEST  # "10,000 steps took 65 h, sec a step?"
        if not one.role and len(of) == 1 and clock and len(own) == 2 and not slow:
            return _Pace(one.value * (HOURS_PER_DAY if clock == "day" else 1.0), of[0], (one,), one.at)
        rate = next((name for name in WORK if own == {name: 1, "h": -1} or own == {name: 1, "day": -1}), "")
        if rate and not one.role and one.value > 0:  # "100k steps per day"
            return _Pace((HOURS_PER_DAY if "day" in own else 1.0) / one.value, rate, (one,), one.at)
    bare = [one for one in measures if not one.role and one.units[0] in BARE]
    for one in bare:
        if behind := OF_ONE.match(text[one.at + len(one.words) :]):
            hours = one.value * (HOURS_PER_DAY if one.units[0] == unit(day=1) else 1.0)
            noun = behind[1].lower() if behind[1].lower() in WORK else "repeat"
            itself = tuple(it for it in measures if it.units[0] == unit(**{noun: 1}) and it.value == 1)
            return _Pace(hours, noun, (one, *itself), one.at)
    for noun in WORK:
        counts = [one for one in measures if one.units[0] == unit(**{noun: 1}) and not one.role]
        if len(counts) < 2 and noun != "epoch":
            continue
        beside = [
            (abs(time.at - count.at), time, count)
            for time in bare
            for count in counts
            if abs(time.at - count.at) <= REACH + len(count.words)
            and sentence(text, time.at) == sentence(text, count.at)
        ]
        if beside:
            _, time, count = min(beside, key=lambda entry: (entry[2].value != 1, entry[0]))
            hours = time.value * (HOURS_PER_DAY if time.units[0] == unit(day=1) else 1.0)
            return _Pace(hours / count.value, noun, (time, count), time.at)
    return None


def _many(
    measures: tuple[Measure, ...], pace: _Pace, text: str, usual: float
) -> tuple[tuple[Part, ...], float] | None:
    """How many of the thing, and of what it is repeated for; and how many of those run at the same time."""
    left = [one for one in measures if one not in pace.of and not one.role]
    own = sorted((one for one in left if _counts(one, pace.noun)), key=lambda one: one.value)
    parts: list[Part] = []
    if pace.noun == "step":
        epochs = [one for one in left if _counts(one, "epoch")]
        each = next((one for one in left if dict(one.units[0]) == {"step": 1, "epoch": -1}), None)
        if each is None and own and epochs and EACH_PASS.search(text[: own[0].at]):
            each = own[0]
        if each is not None and epochs:
            parts = [Part(value=each.value, noun="step"), Part(value=epochs[-1].value, noun="epoch")]
        elif own:
            parts = [Part(value=own[-1].value, noun="step")]
    elif pace.noun == "epoch":
        steps = sorted((one for one in left if _counts(one, "step")), key=lambda one: one.value)
        if own:
            parts = [Part(value=own[-1].value, noun="epoch")]
        elif len(steps) == 2 and steps[0].value > 1:  # so many steps in all, so many of them a pass
            parts = [Part(value=steps[1].value / steps[0].value, noun="epoch")]
        elif usual:
            parts = [Part(value=usual, noun="epoch")]
    elif pace.noun in SETS:
        parts = [Part(value=one.value, noun=pace.noun) for one in own]
    elif own:
        parts = [Part(value=own[-1].value, noun=pace.noun)]
    if not parts:
        return None
    once = 1.0
    if pace.noun != "repeat":
        first, last = sentence(text, pace.at)
        for one in left:
            if not any(_counts(one, name) for name in SETS) or one.value == 1 or one.value > 1000:
                continue
            if first <= one.at <= last and AT_ONCE.search(text[first:last]):
                once = one.value
            else:
                parts.append(Part(value=one.value, noun="repeat"))
    return tuple(parts), once


def _usual(asked: Asked) -> float:
    """Passes that the public program which is named trains by itself; 0 where that is not held."""
    names = {one.rsplit("/")[-1].lower() for project in asked.reading.projects for one in project.repositories}
    held = (asked.facts.constants.get(DEFAULT + name) for name in sorted(names))
    return next((one.value.likely for one in held if one is not None), 0.0)


def _counts(one: Measure, noun: str) -> bool:
    return not one.role and (one.units[0] == unit(**{noun: 1}))
