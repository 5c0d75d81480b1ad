"""What a pace that the asker measured comes to: cards for a load, or hours and dollars of an amount.

busy = items a second x seconds of one on a card; cards = busy / share of the time that each may be busy, or so many
that at most `LATE` of what comes waits beyond the limit that is told (Erlang's formula for arrivals at random:
C(c, a) x exp(-(c - a) x t / s)). hours = amount / items a second.
"""

from __future__ import annotations

import math
import re
from typing import Literal

from engine.answers.model import FactAnswer
from engine.base.interval import Interval
from engine.base.measures import in_whole
from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.forms.own.figures import HOUR, bare_hours, limit, sentence, window
from engine.forms.own.joins import Load, Pace, amount_of, closes, is_any, load_of, of_each, pace_of
from engine.forms.own.machines import Machine, hour_of, kilowatts, machines, times_as_fast
from engine.workload.told_prices import told_kwh
from knowledge.units import HOURS_PER_DAY, MILLISECONDS_PER_SECOND

BUSY = "steady_utilization"  # the constant: share of the time that a card is busy
LATE = 0.01  # share of what comes that may wait longer than the limit
MOST_CARDS, OTHERS = 100_000, 3
SURE = 1.2  # times the rate that is needed, below which it is close
ENOUGH = re.compile(
    r"enough|suffic|suffit|basta|reicht|reichen|хватит|够|sufficient|handle|cope|carry", re.IGNORECASE
)
A_NUMBER = re.compile(
    r"(?<![\w.,])(one|two|three|four|single|\d{1,3}|ein\w*|zwei|une?|deux|una|un|dos|um|uma|одно\w*|один|两|一)"
    r"(?![\w.,]*\d)",
    re.IGNORECASE,
)
SLICED = re.compile(r"(?<![\d.])[1-6]\s*/\s*7(?![\d.])|\bmig\b|of (?:the )?7 slices", re.IGNORECASE)  # of a card
BEFORE = 34  # characters before "enough", or behind "basta", in which the number stands
NUMBERS = {"two": 2, "zwei": 2, "deux": 2, "dos": 2, "两": 2, "three": 3, "four": 4}
Verdict = Literal["yes", "close", "no", ""]


class CardsBusy(Reason, code="cards_busy"):
    """Cards, or machines of `each` cards, for a load. `busy`: at once; `least`: that many, rounded up; `limit`:
    seconds that one may wait, 0 where none were told; `usd`: of an hour of all, 0 where no price is known; `enough`:
    whether the `asked` number is, "" where none was asked; `one_for_each`: nouns differ, and one is counted for each.
    """

    number: int
    each: int
    machine: str
    busy: float
    least: int
    share: float
    used: float
    noun: str
    of: str
    a_second: float
    pace: float
    seconds: float
    milliseconds: float
    load_number: float
    hours: float
    parts: tuple[float, ...]
    each_seconds: float
    peak: float
    limit: float
    usd: float
    usd_each: float
    sign: str
    told: bool
    instance: str
    asked: int
    enough: Verdict
    one_for_each: bool
    sound: bool


class HoursAre(Reason, code="hours_are"):
    """An amount at a pace. `hours` on the machine; `within`: hours that were set, 0 where none, `needed` an
    hour or a second (`per`) for these, `times` the pace; `number` of the same machines that keep them;
    `kwh` and `power` with a price of it."""

    amount: float
    noun: str
    per: str
    rate: float
    seconds: float
    milliseconds: float
    machine: str
    count: int
    hours: float
    within: float
    needed: float
    times: float
    number: int
    usd: float
    usd_each: float
    sign: str
    told: bool
    kilowatts: float
    kwh: float
    power: float
    kwh_price: float
    kwh_sign: str
    others: tuple[tuple[str, int, float, float, float, float, float, str, str], ...]


class BoundsOnly(Reason, code="bounds_only"):
    """What another card does is by its data sheet; and what else may bound the pace."""


class HeadroomIs(Reason, code="headroom_is"):
    """Why not all are busy all the time."""

    share: float


def at_pace(asked: Asked) -> FactAnswer | None:
    """None where no pace on a machine is told, or nothing that it is to do."""
    text, named = asked.reading.text, machines(asked)
    pace = pace_of(text, named) if not SLICED.search(text) else None
    if pace is None or pace.a_second <= 0:
        return None
    load = load_of(text, pace)
    amount = amount_of(text, pace, asked.profile.epochs)
    if load is not None and not closes(load, pace) and amount is not None:
        load, amount = of_each(text, load, pace), None  # else the two do not close
    if amount is not None and load is None:
        return _of_amount(amount, pace, named, asked)
    if load is not None and (closes(load, pace) or is_any(pace.noun) or is_any(load.noun)):
        return _of_load(load, pace, named, asked)
    return None


def waits_longer(cards: int, busy: float, times: float) -> float:
    """The share of what comes at random that waits longer than `times` the time of one, with so many cards."""
    if cards <= busy:
        return 1.0
    free = 1.0
    for number in range(1, cards + 1):  # Erlang B by its recursion
        free = busy * free / (number + busy * free)
    waits = cards * free / (cards - busy * (1 - free))
    return waits * math.exp(-(cards - busy) * times)


def _of_load(load: Load, pace: Pace, named: list[Machine], asked: Asked) -> FactAnswer | None:
    machine, text = pace.machine, asked.reading.text
    share = asked.library.constants.likely(BUSY)
    busy = load.a_second / pace.a_second
    number = in_whole(busy / share)
    late = limit(text)
    if late is not None and pace.seconds is not None and late > pace.seconds and number < MOST_CARDS:
        spare = late / pace.seconds - 1
        number = max(math.ceil(busy), 1)
        while waits_longer(number, busy, spare) > LATE or busy / number > 1:
            number += 1
    wanted = _asked_number(text)
    hour = hour_of(machine, asked, named)
    each = machine.cards if wanted != machine.units else machine.cards // machine.units  # the pace is that of one
    first = CardsBusy(
        number=number, each=each, machine=machine.name, busy=busy, least=in_whole(busy),
        share=share, used=busy / number, noun=load.noun, of=pace.noun, a_second=load.a_second, pace=pace.a_second,
        seconds=pace.seconds or 0.0, milliseconds=(pace.seconds or 0.0) * MILLISECONDS_PER_SECOND,
        load_number=load.number, hours=load.hours, parts=load.parts,
        each_seconds=load.each_seconds, peak=load.peak, limit=late or 0.0,
        usd=hour.amount * each * number if hour else 0.0, usd_each=hour.amount * each if hour else 0.0,
        sign=hour.sign if hour else "", told=bool(hour and hour.told), instance=hour.instance if hour else "",
        asked=wanted, enough=_enough(wanted, busy, number),
        one_for_each=not closes(load, pace), sound=pace.noun == "seconds of sound",
        cites=hour.cites if hour else (),
    )  # fmt: skip
    return FactAnswer(headline=first, sentences=(HeadroomIs(share=share),), of_told=True)


def _enough(wanted: int, busy: float, number: int) -> Verdict:
    if not wanted:
        return ""
    if wanted >= number:
        return "yes"
    return "close" if wanted > busy else "no"


def _asked_number(text: str) -> int:
    """How many it is asked whether they are enough; 0 where that is not asked."""
    match = ENOUGH.search(text)
    if match is None:
        return 0
    before = A_NUMBER.findall(text[max(sentence(text, match.start())[0], match.start() - BEFORE) : match.start()])
    behind = A_NUMBER.findall(text[match.end() : match.end() + BEFORE // 2])
    word = (before[-1] if before else behind[0] if behind else "").lower()
    return int(word) if word.isdecimal() else NUMBERS.get(word, 1)


def _of_amount(amount: float, pace: Pace, named: list[Machine], asked: Asked) -> FactAnswer:
    machine, text = pace.machine, asked.reading.text
    hours = amount / pace.a_second / HOUR
    said = asked.profile
    within = window(text) or (said.deadline_days or 0.0) * HOURS_PER_DAY or bare_hours(text) or 0.0
    needed = amount / (within * HOUR) if within else 0.0
    per, each = ("second", 1.0) if pace.a_second >= 1 else ("hour", HOUR)
    hour = hour_of(machine, asked, named)
    kwh, drawn = told_kwh(text), kilowatts(machine, asked)
    others, cites = [], list(hour.cites if hour else ())
    for other in (one for one in named if one != machine and not (one.chip == machine.chip and not one.said)):
        ratio = times_as_fast(machine, other)
        if ratio is None:
            continue
        paid = hour_of(other, asked, named)
        span = Interval(hours / ratio.high, hours / ratio.likely, hours / ratio.low)
        usd = paid.amount * other.cards if paid else 0.0
        verdict = _in_time(span, within)
        others.append((other.name, other.units, span.low, span.high, usd * span.low, usd * span.high, usd,
                       paid.sign if paid else "", verdict))  # fmt: skip
        cites += paid.cites if paid else ()
    number = said.accelerator_count or 0
    if len(named) == 1 and not machine.said and number > machine.cards:  # "how long on 16 of them"
        alone = hours * machine.cards / number
        usd = hour.amount * number if hour else 0.0
        others.append((machine.chip.name, number, alone, alone, usd * alone, usd * alone, usd,
                       hour.sign if hour else "", _in_time(Interval.exactly(alone), within)))  # fmt: skip
    first = HoursAre(
        amount=amount, noun=pace.noun, per=per, rate=pace.a_second * each,
        seconds=pace.seconds or 0.0, milliseconds=(pace.seconds or 0.0) * MILLISECONDS_PER_SECOND,
        machine=machine.name, count=machine.units, hours=hours, within=within, needed=needed * each,
        times=needed / pace.a_second, number=math.ceil(round(needed / pace.a_second, 6)),
        usd=hour.amount * machine.cards * hours if hour else 0.0,
        usd_each=hour.amount * machine.cards if hour else 0.0,
        sign=hour.sign if hour else "", told=bool(hour and hour.told), kilowatts=drawn or 0.0,
        kwh=(drawn or 0.0) * hours, power=(drawn or 0.0) * hours * kwh.amount if kwh else 0.0,
        kwh_price=kwh.amount if kwh else 0.0, kwh_sign=kwh.sign if kwh else "",
        others=tuple(others[:OTHERS]), cites=tuple(dict.fromkeys(cites)),
    )  # fmt: skip
    return FactAnswer(headline=first, sentences=(BoundsOnly(),) if others else (), of_told=True)


def _in_time(span: Interval, within: float) -> Verdict:
    if not within:
        return ""
    if span.high * SURE <= within:
        return "yes"
    return "close" if span.low <= within else "no"
