"""Which card does in a time that is wanted what takes longer on one that was timed.

times = seconds as told / seconds wanted; a card does it where both its 16-bit math and its memory bandwidth are that
many times those of the card that was timed.
"""

from __future__ import annotations

import math
import re

from engine.answers.model import FactAnswer
from engine.base.computed import Computed
from engine.base.interval import Interval
from engine.base.reason import Reason
from engine.forms.fleets.paces import Pace, noun_of, paces, seconds_of
from engine.forms.form import Asked, question_of
from engine.forms.own.machines import Machine, hour_of, machines, times_as_fast
from engine.forms.served.by_card import CardRate, card_rates
from knowledge.units import HOURS_PER_DAY, SECONDS_PER_HOUR

MOST, LEAST = 3, 1.05  # cards; times as fast below which nothing is asked
NO_ITEM = re.compile(r"\bepochs?\b|\btrain(?:s|ing|ed)?\b|\bfine-?tun|\btok(?:en)?s?\b", re.IGNORECASE)
COUNTED = re.compile(r"\d\s?(?:k|m|million|thousand)?\s+[a-z]{4,}s\b[^.?!]{0,40}\b(?:takes?|took)\b", re.IGNORECASE)
MANY = re.compile(r"\bhow many (?:more )?(?:gpus?|cards?|machines?|nodes?|boxes|instances?)\b", re.IGNORECASE)
_UNIT = r"(?:ms|s|secs?|seconds?|min|mins|minutes?|h|hrs?|hours?|days?|weeks?)"
WANTED = re.compile(
    r"\b(?:under|below|within|less than|faster than|down to|in at most|(?:bring|get|cut|reduce)s?\b[^.?!]{0,24}?\bto"
    r"|in)\s+(?:about\s+|~\s*)?(an?\s+(?:second|minute|hour|day|week)\b|\d[\d,]*(?:\.\d+)?\s*" + _UNIT + r"\b)",
    re.IGNORECASE,
)
ASKS = re.compile(
    r"\b(?:which|what)\b[^.?!]{0,30}\b(?:gpus?|cards?|machines?|instances?|hardware|setup|equivalent)\b|\bhow many\b"
    r"|\b(?:can|could|would|will)\b[^.?!]{0,40}\b(?:gpus?|cards?|machines?|[a-z]+\d+[a-z]*)\b",
    re.IGNORECASE,
)


class FasterCard(Computed):
    """A card that does it: dollars of an hour of one, and its hours between bounds."""

    name: str
    instance: str
    usd: float
    low: float
    high: float


class FasterCards(Reason, code="faster_cards"):
    """The cheapest that do, by both bounds; none: `best`, the fastest that is sold. `split`: machines of the one that
    was timed, if the work splits evenly over them."""

    machine: str
    noun: str
    hours: float
    wanted: float  # hours
    times: float
    split: int
    many: bool  # how many is asked, of work in parts that each machine does alone
    usd: float  # of all hours of it, on any number of them; 0: no price
    usd_hour: float
    sign: str
    told: bool
    cards: tuple[FasterCard, ...]
    best: tuple[FasterCard, ...]


class FasterSplit(Reason, code="faster_split"):
    """What more cards do for one item."""


def faster(asked: Asked) -> FactAnswer | None:
    """None unless one is timed on a machine, a shorter time is wanted, and a machine for it is asked."""
    text, named = asked.reading.text, machines(asked)
    told = paces(text, named) if named else []
    if len(told) != 1 or not ASKS.search(text):
        return None
    pace = told[0]
    wanted = _wanted(text, pace)
    if wanted is None or pace.seconds < wanted * LEAST:
        return None
    daily = pace.seconds >= HOURS_PER_DAY * SECONDS_PER_HOUR
    if NO_ITEM.search(text) or (daily and not COUNTED.search(text)):
        return None  # a run that is trained is taken elsewhere by what bounds it
    rows = _cards(asked, pace)
    if not rows:
        return None
    times = pace.seconds / wanted
    does = [row for ratio, row in rows if ratio.low >= times]
    best = max(rows, key=lambda one: one[0].likely)[1]
    cites = tuple(dict.fromkeys((pace.machine.chip.hbm_gbps.source,))) if pace.machine.chip.hbm_gbps else ()
    hour = hour_of(pace.machine, asked, named)
    hourly = hour.amount * pace.machine.cards if hour else 0.0
    first = FasterCards(
        machine=pace.machine.name,
        noun=noun_of(text, told),
        hours=pace.seconds / SECONDS_PER_HOUR,
        wanted=wanted / SECONDS_PER_HOUR,
        times=times,
        split=math.ceil(round(times, 6)) * pace.machine.cards,
        many=MANY.search(text) is not None,
        usd=hourly * pace.seconds / SECONDS_PER_HOUR,
        usd_hour=hourly,
        sign=hour.sign if hour else "$",
        told=bool(hour and hour.told),
        cards=tuple(sorted(does, key=lambda row: row.usd)[:MOST]),
        best=() if does else (best,),
        cites=cites,
    )
    return FactAnswer(headline=first, sentences=(FasterSplit(),), of_told=True, whole=True)


def _wanted(text: str, pace: Pace) -> float | None:
    """Seconds that one is to take."""
    for match in WANTED.finditer(text):
        if pace.at <= match.end() and match.start() < pace.end:
            continue
        return seconds_of(match[1])
    return None


def _cards(asked: Asked, pace: Pace) -> list[tuple[Interval, FasterCard]]:
    """Every card of that maker which is sold on demand, in its cheapest machine."""
    chips = asked.facts.accelerators
    found: dict[str, CardRate] = {}
    for rate in card_rates(question_of(asked), lambda one: chips[one.accelerator].vendor == pace.machine.chip.vendor):
        held = found.get(rate.instance.accelerator)
        if held is None or (rate.usd_per_hour, rate.instance.count) < (held.usd_per_hour, held.instance.count):
            found[rate.instance.accelerator] = rate
    rows = []
    for name, rate in found.items():
        one = Machine(chips[name], pace.machine.cards, None, 0, 0, False)
        ratio = times_as_fast(pace.machine, one)
        if ratio is not None and chips[name].id != pace.machine.chip.id and chips[name].serves:
            card = FasterCard(
                name=chips[name].name, instance=rate.instance.id, usd=rate.usd_per_hour,
                low=pace.seconds / ratio.high / SECONDS_PER_HOUR, high=pace.seconds / ratio.low / SECONDS_PER_HOUR,
            )  # fmt: skip
            rows.append((ratio, card))
    return rows
