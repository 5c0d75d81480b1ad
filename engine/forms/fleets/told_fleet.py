"""A fleet from the asker's own times: cards and whole machines for a load, dollars of an item, and other cards.

cards = items a second x seconds of one on a card; of another card of that maker the seconds lie between the ratios of
16-bit math and of memory bandwidth. dollars of an item = seconds x dollars of a card-second.
"""

from __future__ import annotations

import math
import re
from typing import Any

from engine.answers.model import FactAnswer
from engine.base.computed import Computed
from engine.base.interval import Interval
from engine.base.measures import in_whole
from engine.base.reason import Reason
from engine.forms.fleets.paces import AUDIO, ITEM, Load, Pace, batch_of, load_of, noun_of, paces
from engine.forms.fleets.packed import nearest_sold, packed_in
from engine.forms.form import Asked
from engine.forms.kinds.kind import NOMINAL, work_of
from engine.forms.own.at_pace import at_pace
from engine.forms.own.figures import clock_hours, peak, shares, window
from engine.forms.own.machines import Machine, held_hour, hour_of, machines, times_as_fast
from engine.options.named import called, usual_forms
from knowledge.units import HOURS_PER_DAY, HOURS_PER_MONTH, SECONDS_PER_HOUR

BUSY = "steady_utilization"  # the constant
MOST, FEW, SURE = 4, 2, 1.02  # machines; what is less apart costs the same
COSTS = frozenset({"dollars", "compare", "which", "worth"})  # predicates
ITEM_PRICE = re.compile(
    r"(?:\$|\b(?:costs?|price|usd|dollars?|cheaper|cheapest)\b)[^.?!]{0,24}?(?:/|\bper\b|\ban?\b|\beach\b|\bone\b)"
    r"\s*(?:(1[,.]?000|1k|thousand|100|million|1m)\s+)?[a-z]"
    r"|\b(?:an?|one|each|every)\s+[a-z]+\s+costs?\b"
    r"|[$€£]\s?\d[\d.,]*\d\s*(?:/|\bper\b|\ban?\b|\beach\b)\s*"
    r"(?!h\b|hr|hour|mo|month|day|week|year|min|sec|s\b|gpu|card|chip|core|machine|instance|node)[a-z]",
    re.IGNORECASE,
)
TOTALS = {"1,000": 1000, "1.000": 1000, "1000": 1000, "1k": 1000, "thousand": 1000, "100": 100, "million": 1000000,
          "1m": 1000000}  # fmt: skip
PAYS = re.compile(r"\b(?:pays? off|worth|cheaper|better|make sense)\b", re.IGNORECASE)
SAID_GB = re.compile(r"\d\s?gi?b?\b", re.IGNORECASE)
NOT = re.compile(r"\btokens?\b|\btok/s|\bepochs?\b|\btrain(?:s|ing|ed)?\b|\bfine-?tun|\bit/s\b", re.IGNORECASE)
CLAIM = r"[$€£]\s?(\d[\d.,]*\d)\s*(?:/|\bper\b|\ban?\b|\beach\b|\bfor each\b)\s*{noun}"  # of one item
RATE = re.compile(r"[$€£]\s?(\d+\.\d+)(?!\d)")
ALIKE, FURTHER = 0.15, (0.1, 1.0)  # as a share of what the sum gives; of the rate, what else may be one an hour
SLOW = frozenset({"why", "slow", "judge"})  # predicates


class FleetRow(Computed):
    """One machine: seconds of one item, `own` as told or else between bounds; `least` cards busy all the time and
    `number` at most so busy; dollars of an item, and of an hour of the machines that hold `number`. 0: no price."""

    name: str
    cards: int
    own: bool
    low: float  # seconds
    high: float
    busy: tuple[float, float]  # cards
    least: tuple[int, int]
    number: tuple[int, int]
    hours: tuple[float, float]  # of one card, for all there is
    card_hour: float
    item: tuple[float, float]  # dollars
    middle: float  # dollars of an item in the middle of its time
    unit_middle: float
    unit_item: tuple[float, float]  # of so many as a price is of
    item_hours: tuple[float, float]
    total: tuple[float, float]
    machines: int
    instance: str
    holds: int  # cards of one machine
    month: float
    month_each: float  # of that, for one item
    sign: str
    told: bool


class OtherRate(Computed):
    """Another rate an hour that is told, and what an item costs at it."""

    hour: float
    item: float


class ToldFleet(Reason, code="told_fleet"):
    """The first line. `number` 0: no load is told; `unit`: items that a price is of; `steps`: all are taken to so
    many; `cheaper`: the place of the row that costs the least an item, -1 where none does; `sure`: at both ends."""

    noun: str
    number: float
    period: str
    unit: int
    steps: float
    busy: float
    rows: tuple[FleetRow, ...]
    weighs: bool  # there are several
    priced: int  # that have a price
    cheaper: int
    sure: bool
    audio: bool
    asks_item: bool  # what one of them costs is asked
    claimed: float  # dollars of one item as the asker has it, 0 where that is not told
    agrees: bool  # it is what the sum gives
    times: float  # how many times the one is of the other, at least 1
    others: tuple[OtherRate, ...]  # by further rates that are told


class FleetBounds(Reason, code="fleet_bounds"):
    """How sure another card's time is."""


def told_fleet(asked: Asked) -> FactAnswer | None:
    """None unless a time of one item is told of a machine, and a load, dollars of an item or the cheaper is asked."""
    text = asked.reading.text
    named = _formed(asked)
    if not named or NOT.search(text):
        return None
    told = paces(text, named)
    if not told or any(one.seconds <= 0 for one in told):
        return None
    noun = noun_of(text, told)
    load = load_of(text, told, noun)
    priced = ITEM_PRICE.search(text)
    wants = set(asked.reading.sought.predicates)
    if load is None and not (priced or (len(told) > 1 and PAYS.search(text))):
        return None
    wants |= COSTS if _claim(text, noun) else set()
    if load is None and ((not COSTS & wants and SLOW & wants) or (noun == ITEM and len(told) == 1)):
        return None
    if clock_hours(text) or peak(text) != 1 or shares(text) or noun == ITEM:
        return None  # what comes at its busiest is summed elsewhere, and so is what nobody names
    due = load is not None and not load.days and noun != AUDIO and (window(text) or asked.profile.deadline_days)
    if due or any(one.seconds >= HOURS_PER_DAY * SECONDS_PER_HOUR for one in told):
        return None  # a job that is due, and runs of days
    if not priced and len(named) == 1 and asked.once(at_pace) is not None:
        return None
    images = batch_of(text) if load_is_image(noun) else 1.0
    most = max(one.steps for one in told) if all(one.steps for one in told) and len(told) > 1 else 0.0
    alike = len({one.steps for one in told}) > 1
    told = [
        one._replace(seconds=one.seconds / images * (most / one.steps if most and alike else 1.0)) for one in told
    ]
    unit = TOTALS.get((priced[1] or "").lower(), 1) if priced else 1
    rows = _rows(asked, named, told, load, unit)
    cheaper, sure = _cheaper(rows)
    first = ToldFleet(
        noun=noun,
        number=load.number if load else 0.0,
        period=load.period if load else "",
        unit=unit,
        steps=most if alike else 0.0,
        busy=asked.library.constants.likely(BUSY),
        rows=tuple(row for row, _ in rows),
        weighs=len(rows) > 1,
        priced=sum(1 for row, _ in rows if row.card_hour),
        cheaper=cheaper,
        sure=sure,
        audio=noun == AUDIO,
        asks_item=priced is not None,
        **_claimed(text, noun, rows[0][0]),
        cites=tuple(dict.fromkeys(cite for _, cites in rows for cite in cites))[:4],
    )
    bounds = (FleetBounds(),) if any(not row.own for row, _ in rows) else ()
    return FactAnswer(headline=first, sentences=bounds, of_told=True, whole=True)


def _claim(text: str, noun: str) -> re.Match[str] | None:
    return re.search(CLAIM.format(noun=re.escape(noun)), text, re.IGNORECASE)


def _claimed(text: str, noun: str, row: FleetRow) -> dict[str, Any]:
    """What the asker says an item costs, against what the first row gives; and by the other rates an hour."""
    item = row.middle
    found = _claim(text, noun) if item else None
    said = float(found[1].replace(",", "")) if found else 0.0
    times = max(said / item, item / said) if said and item else 1.0
    rates = dict.fromkeys(float(match[1]) for match in RATE.finditer(text) if match[1] != (found[1] if found else ""))
    low, high = (share * row.card_hour for share in FURTHER)
    others = [one for one in rates if low <= one < high] if row.told else []
    return {
        "claimed": said,
        "agrees": times <= 1 + ALIKE,
        "times": times,
        "others": tuple(OtherRate(hour=one, item=item * one / row.card_hour) for one in others[:MOST]),
    }


def load_is_image(noun: str) -> bool:
    """Whether a batch that is told is one of these items."""
    return noun in ("image", "picture", "photo", "frame")


def _formed(asked: Asked) -> list[Machine]:
    """The machines of a question, each in the form of its card that has the memory which the work takes."""
    work = work_of(asked.reading, asked.library)
    entries = work.memory("inference") if work else ()
    takes = entries[0].comfortable if entries else 0.0
    return [_with_room(one, takes, asked) for one in machines(asked)]


def _with_room(one: Machine, takes: float, asked: Asked) -> Machine:
    said = asked.profile.chip_memory_gb or 0.0
    if one.type is not None or not (takes or said):
        return one
    short = one.chip.id.split("-")[0]
    if SAID_GB.search(asked.reading.text[one.at : one.end]):
        return one
    forms = sorted(usual_forms(called(asked.facts, short)), key=lambda chip: chip.hbm_gib.value)
    need = max(takes, said) * NOMINAL
    fits = [one._replace(chip=chip) for chip in forms if chip.hbm_gib.value >= need]
    if one.chip.hbm_gib.value >= need or not fits:
        return one
    return next((form for form in fits if held_hour(form, asked)), fits[0])


def _rows(
    asked: Asked, named: list[Machine], told: list[Pace], load: Load | None, unit: int
) -> list[tuple[FleetRow, tuple[str, ...]]]:
    """Those with a time of their own, then the others of that maker."""
    own = {named.index(one.machine): one for one in told}
    base = told[0]
    rows = []
    for at, machine in enumerate(named):
        if at in own:
            span: Interval | None = Interval.exactly(own[at].seconds)
        else:
            ratio = times_as_fast(base.machine, machine) if machine.chip.id != base.machine.chip.id else None
            span = Interval(base.seconds / ratio.high, base.seconds / ratio.likely, base.seconds / ratio.low) \
                if ratio else None  # fmt: skip
        if span is not None:
            rows.append(_row(asked, named, machine, span, load, unit, own=at in own))
    listed = {machine.chip.id for machine in named}
    for at, pace in own.items():
        sold = None if hour_of(named[at], asked, named) else nearest_sold(asked, pace.machine)
        if sold is not None and sold[0].chip.id not in listed:
            other, ratio = sold
            listed.add(other.chip.id)
            span = Interval(pace.seconds / ratio.high, pace.seconds / ratio.likely, pace.seconds / ratio.low)
            rows.append(_row(asked, [*named, other], other, span, load, unit, own=False))
    return sorted(rows, key=lambda row: not row[0].own)[:MOST]


def _row(
    asked: Asked, named: list[Machine], machine: Machine, span: Interval, load: Load | None, unit: int, *, own: bool
) -> tuple[FleetRow, tuple[str, ...]]:
    share = asked.library.constants.likely(BUSY)
    hour = hour_of(machine, asked, named)
    card = hour.amount if hour else 0.0
    seconds = (span.low, span.high)
    a_second = load.number / (load.days * HOURS_PER_DAY * SECONDS_PER_HOUR) if load and load.days else 0.0
    busy = tuple(a_second * one * machine.cards for one in seconds)
    least = tuple(in_whole(a_second * one) * machine.cards if a_second else 0 for one in seconds)
    number = tuple(in_whole(a_second * one / share) * machine.cards if a_second else 0 for one in seconds)
    hours = tuple((load.number if load else 0.0) * one / SECONDS_PER_HOUR for one in seconds)
    item = tuple(one / SECONDS_PER_HOUR * card * machine.cards for one in seconds)
    packed = packed_in(asked, machine, number[1], hour)
    monthly = a_second * SECONDS_PER_HOUR * HOURS_PER_MONTH
    row = FleetRow(
        name=machine.name, cards=machine.cards, own=own, low=span.low, high=span.high,
        busy=(busy[0], busy[1]), least=(least[0], least[1]), number=(number[0], number[1]),
        hours=(hours[0], hours[1]),
        card_hour=card * machine.cards, item=(item[0], item[1]),
        middle=math.sqrt(item[0] * item[1]), unit_middle=math.sqrt(item[0] * item[1]) * unit,
        unit_item=(item[0] * unit, item[1] * unit),
        item_hours=(span.low / SECONDS_PER_HOUR, span.high / SECONDS_PER_HOUR),
        total=(hours[0] * card * machine.cards, hours[1] * card * machine.cards),
        machines=packed.machines, instance=packed.instance, holds=packed.holds, month=packed.usd * HOURS_PER_MONTH,
        month_each=packed.usd * HOURS_PER_MONTH / monthly if monthly else 0.0,
        sign=hour.sign if hour else "$", told=bool(hour and hour.told),
    )  # fmt: skip
    return row, hour.cites if hour else ()


def _cheaper(rows: list[tuple[FleetRow, tuple[str, ...]]]) -> tuple[int, bool]:
    """The place of the row whose item costs the least at the middle of its time, and whether it does at both ends;
    -1 where only one has a price, or the first two cost the same."""
    priced = sorted((row.middle, at) for at, (row, _) in enumerate(rows) if row.card_hour)
    if len(priced) < FEW or priced[0][0] * SURE >= priced[1][0]:
        return -1, False
    first = rows[priced[0][1]][0]
    return priced[0][1], all(first.item[1] * SURE < rows[at][0].item[0] for _, at in priced[1:])
