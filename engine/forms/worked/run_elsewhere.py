"""A run whose time was told, of one machine, on others: hours and dollars there, of all its stages together.

hours there = hours x cards here x speed of one here / (cards there x speed of one there). Speeds are by the data
sheets (16-bit math and memory bandwidth are the bounds), of other makers what both reach in training. Where the work
is known (6 FLOPs a parameter and token), the bounds are the share of peak of those hours, and what is usual there.
"""

from __future__ import annotations

import re
from itertools import pairwise
from math import ceil
from typing import Literal, NamedTuple

from engine.answers.model import FactAnswer
from engine.base.computed import Computed
from engine.base.interval import Interval
from engine.base.measures import Measure, Unit, unit
from engine.base.reason import Reason
from engine.forms.billed.each_its_way import each_its_way
from engine.forms.form import Asked
from engine.forms.joined.timed import WHOLE, Timed, plainly, told_of
from engine.forms.money.said import money_said
from engine.forms.own.figures import sentence
from engine.forms.own.machines import Machine, hour_of, named_in, times_as_fast
from engine.forms.parts.own_speed import flops_each
from engine.forms.told.scaling import least_usual
from engine.forms.worked.prices import Prices
from engine.workload.conditions import FAMILIES
from knowledge.units import HOURS_PER_DAY, SECONDS_PER_HOUR, TERA

TOGETHER = ("several",)  # what is asked of prices
WANTED = frozenset({"hours", "days", "usd"})  # goals
OF_ELSE = frozenset({"carbon", "commit", "meaning", "judge", "why", "slow", "rate"})  # predicates
# Slots of traffic, of a rhythm, of a budget or a run that goes on.
ELSE = frozenset({
    "runs_per_month", "budget_usd", "tokens_per_day", "requests_per_second", "current_tokens_per_second",
    "share_done", "elapsed_hours", "utilization", "seconds_per_step", "credits_usd", "current_usd_per_month",
})  # fmt: skip
BARE, CHIP_HOUR = (unit(h=1), unit(day=1)), unit(chip=1, h=1)
NOT_DONE = frozenset({"chip", "machine", "usd", "person", "run", "gb", "repeat", "letter"})  # of what is no work done
SOUND, DATA_HOURS = unit(sound=1), 500.0  # hours of sound; so many are no time of a run beside them
TOKEN, STEP, EACH_STEP = unit(token=1), unit(step=1), unit(token=1, step=-1)
LEAST, OTHERS, NEXT = 0.25, 3, 2  # hours of a run; machines told of; characters between a type and its chip
MEASURED = "measured"  # the basis of a speed
ALIKE = 1.1  # bounds of both data sheets that lie so near to each other are one
SHARES = (0.02, 0.75)  # of the peak, between which a run may have been
STAGE = re.compile(
    r"\b(?:and|another|plus|then|further|additional|followed by|und|weitere|et|puis|y|luego|mais)\b|\+|以及|加上",
    re.I,
)  # fmt: skip
By = Literal["number", "sheets", "reached", "work"]


class There(Computed):
    """The run on `units` of a name, `cards` of a chip in all: hours between the bounds; USD, 0 without a price.

    `likely`: hours, where what both reach is known, else 0. `way`: how it is bought, "" at a price that was told;
    `usual`: the share of peak that is usual, of known work.
    """

    name: str
    units: int
    chip: str
    cards: int
    low: float
    high: float
    likely: float
    usd_low: float
    usd_high: float
    instance: str
    way: str
    by: By
    usual: float = 0.0


class CarriedOver(Reason, code="carried_over"):
    """`took` hours on `own`, in `stages` where several were told, and `times` as much work now, on each of `others`.

    `usd_own`: what the hours that were told cost, 0 of a machine of others or without a price; `cheaper`: the name of
    the one that likely costs less, "" where only one has a price. `share` of the peak that they were
    (0: not known); `of_chip`: they are chip-hours; `paid`: dollars are asked for.
    """

    own: str
    own_units: int
    own_cards: int
    took: float
    stages: tuple[float, ...]
    times: float
    others: tuple[There, ...]
    usd_own: float
    cheaper: str
    of_chip: bool
    paid: bool
    money_first: bool
    share: float


class CarriedMeans(Reason, code="carried_means"):
    """That nothing was measured there. `reached`: TFLOP/s of one card here and there, 0 by data sheets."""

    own: float
    other: float
    ported: bool


SLICED = "tpu"  # the family
BY_MACHINE = 8  # chips from which a line is rented by the machine alone: "4 p4d", not "g5"


class _Hour(NamedTuple):
    """USD an hour of all, of which type, how it is bought ("": as told), and where that is from."""

    usd: float
    instance: str
    way: str
    cites: tuple[str, ...]


class _Run(NamedTuple):
    """Hours of all stages, those of each, how much of the work there is now, and the machine."""

    hours: float
    stages: tuple[float, ...]
    times: float
    own: Machine
    of_chip: bool  # chip-hours


def carried(asked: Asked) -> FactAnswer | None:
    """None unless the time of one machine is told, others are named, and hours or dollars of these are asked for."""
    told, said = asked.reading.measured, asked.profile
    sought = set(asked.reading.sought.predicates)
    wants = [goal.wants for goal in told.goals if goal.wants in WANTED and not goal.idle]
    if money_said(asked.reading).does[:1] == TOGETHER:
        return None  # machines that are paid together
    if asked.once(each_its_way) is not None:
        return None  # what each costs bought in its own way
    if (
        not wants
        or any(goal.per for goal in told.goals)
        or sought & OF_ELSE
        or told.terms
        or not ELSE.isdisjoint(said.stated())
    ):
        return None
    every = [as_machine(asked, one) for one in named(asked)]
    run = _run(asked, every)
    if run is None or not run.hours >= LEAST:
        return None
    others = [one for one in every if (one.chip.id, one.cards) != (run.own.chip.id, run.own.cards)]
    others = [*(_as_many(one, run.own) for one in others), *([run.own] if run.times != 1 else [])]
    paid = "usd" in wants or "dollars" in sought
    if not 1 <= len(others) <= OTHERS:
        return None
    share = _share(asked, run)
    found = [_there(asked, run, one, every, share) for one in others]
    lines = tuple(one for one in found if one is not None)
    if len(lines) < len(found):
        return None
    return _answer(
        asked, run, every, others, lines, share=share, paid=paid, money_first=wants[0] == "usd" and len(wants) == 1
    )


def leads(asked: Asked) -> FactAnswer | None:
    """The same where more than the hours of one chip on another is asked: dollars, a type, stages, other amounts."""
    made = asked.once(carried)
    first = made.headline if made is not None else None
    if not isinstance(first, CarriedOver):
        return None
    types = any(one.name != one.chip for one in first.others) or first.own_units != first.own_cards
    more = first.times != 1 or len(first.stages) > 1 or len(first.others) > 1 or first.paid
    return made if more or types else None


def _answer(
    asked: Asked, run: _Run, every: list[Machine], others: list[Machine], lines: tuple[There, ...], *, share: float,
    paid: bool, money_first: bool,
) -> FactAnswer:  # fmt: skip
    quoted = any(
        one.role == "quoted" and one.words in asked.reading.text[: run.own.end] for one in asked.reading.hardware
    )
    rate = None if quoted or not paid else _hour(asked, run.own, every)
    usd_own = rate.usd * run.hours * run.times if rate else 0.0
    first = lines[0]
    cheaper = ""
    if usd_own and first.usd_high:
        cheaper = first.name if first.usd_high < usd_own else run.own.name if first.usd_low > usd_own else ""
    prices = [_hour(asked, one, every) for one in others]
    cites = [cite for price in (rate, *prices) if price for cite in price.cites]
    cites += [source for one in (run.own, *others) for source in (one.chip.hbm_gbps.source,)]
    headline = CarriedOver(
        own=run.own.name, own_units=run.own.units, own_cards=run.own.cards, took=run.hours, stages=run.stages,
        times=run.times, others=lines, usd_own=usd_own, cheaper=cheaper if len(lines) == 1 else "",
        of_chip=run.of_chip, paid=paid,
        money_first=money_first and first.usd_high > 0, share=share if first.by == "work" else 0.0,
        cites=tuple(dict.fromkeys(cites)),
    )  # fmt: skip
    own, other = (asked.problem.speed(one.chip) for one in (run.own, others[0]))
    reached = (own.speed.likely, other.speed.likely) if own and other and first.by == "reached" else (0.0, 0.0)
    means = CarriedMeans(own=reached[0], other=reached[1], ported=run.own.chip.vendor != others[0].chip.vendor)
    return FactAnswer(headline=headline, sentences=(means,), of_told=True, whole=True)


def named(asked: Asked) -> list[Machine]:
    """The machines of a question; "GPU" is one only where no other is named, and a chip behind its type is none."""
    told = [one for one in asked.reading.hardware if one.id not in FAMILIES]
    reading = asked.reading.model_copy(update={"hardware": tuple(told) or asked.reading.hardware})
    found = named_in(reading, asked.facts)
    types = [(one.chip.id, one.end) for one in found if one.type is not None]
    beside = [
        one
        for one in found
        if one.type is None and any(chip == one.chip.id and 0 <= one.at - end <= NEXT for chip, end in types)
    ]
    return [one for one in found if one not in beside]


def own_of(every: list[Machine], at: int, text: str) -> Machine | None:
    """The machine a time is of: the nearest in its sentence, else the first of all."""
    first, last = sentence(text, at)
    near = [one for one in every if first <= one.at <= last] or every[:1]
    return min(near, key=lambda one: _apart(one, at), default=None)


def _run(asked: Asked, every: list[Machine]) -> _Run | None:
    told, text = asked.reading.measured.measures, asked.reading.text
    sound = any(one.units[0] == SOUND for one in told)
    every_time = [one for one in told_of(asked).times if not (sound and one.hours >= DATA_HOURS)]
    if any(one.wished for one in every_time):
        return None
    kept = plainly(told_of(asked)._replace(times=tuple(every_time))).times or _measured(told)
    if not kept or any((one.unit != WHOLE and one.number <= 1) or one.rate for one in kept):
        return None
    owners = [_owner(one, every, text) for one in kept]
    own = owners[0]
    if own is None or any(one != own for one in owners):
        return None
    hours = [one.hours * one.number for one in kept]
    if any(not STAGE.search(text[one.first : other.first]) for one, other in pairwise(kept)):
        return None
    if len(hours) > 2 and abs(sum(hours[:-1]) / hours[-1] - 1) < 0.02:
        hours = hours[:-1]  # the last is what they make together
    if sound:  # "5,000 hours of speech ... how long for 20,000 hours"
        told = tuple(
            one.model_copy(update={"units": (SOUND,)}) if one.units[0] in BARE and one.value >= DATA_HOURS else one
            for one in told
        )
    amounts = _amounts(told, kept[0], text)
    of_chip = own.cards == 1 and any(one.units[0] == CHIP_HOUR for one in told)
    return _Run(sum(hours), tuple(hours), amounts[1] / amounts[0], own, of_chip) if amounts else None


def _owner(one: Timed, every: list[Machine], text: str) -> Machine | None:
    """The machine the time was bound to where it was read, else the nearest."""
    if one.on is None or one.on.chip is None:
        return own_of(every, one.first, text)
    kin = [machine for machine in every if one.on.chip.id == machine.chip.id] or every
    return min(kin, key=lambda machine: abs(machine.at - (one.on.first if one.on else 0)), default=None)


def _measured(told: tuple[Measure, ...]) -> tuple[Timed, ...]:
    """Times of other languages, and chip-hours, which are hours of one chip."""
    hours = [(one, one.value * (HOURS_PER_DAY if one.units[0] == BARE[1] else 1.0)) for one in told if not one.role]
    return tuple(
        Timed(value, WHOLE, None, None, False, False, one.at)
        for one, value in hours
        if one.units[0] in (*BARE, CHIP_HOUR) and one.value > 0
    )


def _amounts(told: tuple[Measure, ...], time: Timed, text: str) -> tuple[float, float] | None:
    """What the time is of, and how much of it there is now; (1, 1) where none is told twice, None where more are.

    Both before the time, in one sentence, are of the same work: "400k docs in 512 chunks took 10 days".
    """
    counted: dict[Unit, list[Measure]] = {}
    for one in told:
        own = one.units[0]
        if one.role or own in BARE or list(dict(own).values()) != [1] or not NOT_DONE.isdisjoint(dict(own)):
            continue
        counted.setdefault(own, []).append(one)
    pairs = [ones for ones in counted.values() if len({one.value for one in ones}) > 1]
    if not pairs:
        return 1.0, 1.0
    if len(pairs) > 1 or len(pairs[0]) > 2:
        return None
    near, far = sorted(pairs[0], key=lambda one: abs(one.at - time.first))
    if max(near.at, far.at) < time.first and sentence(text, near.at) == sentence(text, far.at):
        return 1.0, 1.0
    return near.value, far.value


def _share(asked: Asked, run: _Run) -> float:
    """The share of the dense BF16 peak that those hours were; 0 where the work is not known, or it cannot be."""
    tokens = _tokens(asked.reading.measured.measures, asked.profile.run_hours or run.hours)
    sized = asked.profile.parameters or asked.profile.variant
    if not tokens or not sized or asked.profile.task == "inference" or len(run.stages) > 1:
        return 0.0
    peak = run.own.cards * run.own.chip.bf16_dense_tflops.value * TERA
    share = flops_each(asked.problem) * tokens / (run.hours * SECONDS_PER_HOUR * peak)
    return share if SHARES[0] <= share <= SHARES[1] else 0.0


def _tokens(told: tuple[Measure, ...], hours: float) -> float:
    """All that the run trained on: as told, in the words of its hours, or of its steps."""
    by_hours = [hours / one.value for one in told if one.units[0] == unit(h=1, token=-1) and one.value]
    plain = [one.value for one in told if one.units[0] == TOKEN]
    steps = [one.value for one in told if one.units[0] == STEP]
    each = [one.value for one in told if one.units[0] == EACH_STEP]
    return max((*by_hours, *plain, *(many * one for many in steps for one in each)), default=0.0)


def _there(asked: Asked, run: _Run, other: Machine, every: list[Machine], share: float) -> There | None:
    own, work = run.own, run.hours * run.times
    usual = 0.0
    by: By = "sheets"
    reached = [asked.problem.speed(one.chip) for one in (own, other)]
    known = (
        reached[0] is not None and reached[1] is not None and all(one and one.basis == MEASURED for one in reached)
    )
    if own.chip.id == other.chip.id:
        even = work * own.cards / other.cards
        by, hours = "number", Interval(even, even, even)
        if other.cards > own.cards:
            hours = Interval(even, even, even / least_usual(asked.library.constants))
    elif share and reached[1] is not None:
        by = "work"
        usual = reached[1].speed.likely / other.chip.bf16_dense_tflops.value
        peaks = own.cards * own.chip.bf16_dense_tflops.value, other.cards * other.chip.bf16_dense_tflops.value
        same = work * peaks[0] / peaks[1]
        low, high = sorted((same, same * share / usual))
        hours = Interval(low, same, high)
    elif not known and (ratio := times_as_fast(own, other)) is not None:
        hours = Interval(work / ratio.high, work / ratio.likely, work / ratio.low)
        if hours.high < hours.low * ALIKE:  # of a run that waits for data, as many hours of one card as there
            hours = Interval(hours.low, hours.likely, max(hours.high, work * own.cards / other.cards))
    elif reached[0] is not None and reached[1] is not None:
        by, here, there = "reached", reached[0].speed, reached[1].speed
        each = work * own.cards * here.likely / other.cards
        hours = Interval(each / there.high, each / there.likely, each / there.low)
    else:
        return None
    price = _hour(asked, other, every)
    usd = price.usd if price else 0.0
    return There(
        name=other.name, units=other.units, chip=other.chip.name, cards=other.cards, low=hours.low, high=hours.high,
        likely=hours.likely if by == "reached" else 0.0,
        usd_low=usd * hours.low, usd_high=usd * hours.high, instance=price.instance if price else "",
        way=price.way if price else "", by=by, usual=usual,
    )  # fmt: skip


def _hour(asked: Asked, machine: Machine, every: list[Machine]) -> _Hour | None:
    """As told, else the cheapest in the way that was said, of so many chips."""
    told = hour_of(machine, asked, every)
    if told is not None and told.told:
        return _Hour(told.amount * machine.cards, told.instance, "", told.cites)
    prices = Prices(asked, machine)
    wanted = asked.profile.purchase or "on_demand"
    ways = ([row for row in prices.rows if row.quote.purchase == way] for way in (wanted, "on_demand"))
    rows = next((found for found in ways if found), list(prices.rows))
    row = min(rows, key=lambda one: (one.usd_per_chip_hour, abs(one.instance.count - machine.cards)), default=None)
    if row is None:
        return None
    return _Hour(row.usd_per_chip_hour * machine.cards, row.instance.id, row.quote.purchase, row.quote.cites)


def _as_many(other: Machine, own: Machine) -> Machine:
    """Without a number as many as it ran on: "128 H100 ... what is that on p5.48xlarge?"; of a type of another chip
    one."""
    if other.said or own.cards <= other.cards or (other.type is not None and other.chip.id != own.chip.id):
        return other
    each = other.type.count if other.type else 1
    return other._replace(cards=ceil(own.cards / each) * each)


def as_machine(asked: Asked, machine: Machine) -> Machine:
    """A line of which one type is meant, as that machine: "p4d"; as many of it as were said: "4 p4d"."""
    if machine.type is not None or machine.chip.family == SLICED:  # a name of a TPU is of chips
        return machine
    prices, words = Prices(asked, machine), asked.reading.text[machine.at : machine.end].lower().split()
    line = words[-1].rstrip("s") if words else ""
    told = next((one.machines for one in asked.reading.hardware if one.words and one.words.lower().endswith(line)), 1)
    if prices.line and prices.type is not None and prices.type.accelerator == machine.chip.id:
        number = max(1, machine.cards // prices.type.count, (told or 1) if prices.line == line else 1)
        return machine._replace(type=prices.type, cards=prices.type.count * number)
    sizes = [one for one in asked.facts.instances.values() if one.line == line and one.accelerator == machine.chip.id]
    largest = max(sizes, key=lambda one: one.count, default=None)
    if largest is None or largest.count < BY_MACHINE or machine.chip.graphics:
        return machine
    return machine._replace(type=largest, cards=largest.count * (told or 1))


def _apart(machine: Machine, at: int) -> int:
    """Characters between a machine and a time; what is named before it is farther."""
    return machine.at - at if machine.at >= at else at - machine.end
