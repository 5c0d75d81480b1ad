"""A run that takes hours and is wanted in minutes: what more cards make of it, and where they stop helping.

times as fast at most = cards x speed of one over that of the own; usually the share of linear that cards of one
machine bring.
"""

from __future__ import annotations

import re

from engine.answers.model import FactAnswer
from engine.base.interval import Interval
from engine.base.reason import Reason
from engine.forms.claims.context import Claims, Named, machine_of, named
from engine.forms.own.machines import Machine, named_in, times_as_fast
from engine.forms.paced.paces import groups_in
from knowledge.units import MINUTES_PER_HOUR, SECONDS_PER_HOUR

SHARE = "scaling_share"  # the constant
HOUR, MOST_WANTED = 1.0, 2.0  # hours taken as an example where none are told; of minutes that are wanted
TAKES = re.compile(
    r"\b(?:takes?|took|taking|needs?|runs?|spend\w*|lasts?)\b[^.?!;]{0,40}\bhours?\b|\bhours on\b", re.I
)
WANTS = re.compile(
    r"\b(?:want|need|like|hope|wish|get|bring|cut|down|reduce)\b[^.?!;]{0,50}?\bmin(?:ute)?s?\b|\b"
    r"min(?:ute)?s?,? (?:not|instead of|rather than) hours\b|\bin minutes\b", re.I,
)  # fmt: skip
MORE = re.compile(
    r"\b(\d{1,3}|eight|four|two|sixteen)[\s-]*(?:x\s*)?(?:-?\s*)(?:gpu|card|accelerator)s?\b|"
    r"\b(?:more|bigger|larger|several|multiple|faster) (?:gpus?|cards?|hardware|machines?|box(?:es)?|nodes?)\b", re.I,
)  # fmt: skip
_NUMBERS = {"two": 2, "four": 4, "eight": 8, "sixteen": 16}
EIGHT = 8


class MinutesWanted(Reason, code="minutes_wanted"):
    """The first line. `most`: times as fast by the number and the cards; `low` to `high`: usually.

    `hours`: of the run now, 1 as an example where `told` is False; `minutes_low` to `minutes_high` there; `wanted`
    minutes, 0 untold."""

    own: Named
    cards: int
    chip: str  # of the other, "" of the same card
    most: float
    low: float
    high: float
    hours: float
    told: bool
    minutes_low: float
    minutes_high: float
    wanted: float
    reaches: bool
    perhaps: bool  # at the best of the range alone
    needed: float  # times as fast that is wanted, 0 untold
    where: bool  # where more stops helping is asked


def minutes_wanted(claims: Claims) -> FactAnswer | None:
    """None unless a run of hours on a card is wanted in minutes, and more cards are asked about."""
    text = claims.text
    more = MORE.search(text)
    if not WANTS.search(text) or "?" not in text:
        return None
    runs = [one for one in claims.seen if one.of.kind == "time" and not one.of.thing]
    now = [one for one in runs if not one.of.wanted and one.of.value >= SECONDS_PER_HOUR and one.on is not None]
    taken = now[-1] if now else None
    own = machine_of(taken) if taken else _first(claims) if TAKES.search(text) else None
    if own is None:
        return None
    other = _other(claims, own)
    if other is None and more is None:
        return None
    number = other.cards if other else _number(more)
    ratio = times_as_fast(own, other) if other else Interval.exactly(number / own.cards)
    if ratio is None or ratio.high <= 1:
        return None
    share = claims.turn.problem.constants.spread(SHARE)
    low, high = ratio.low * share.low, ratio.high * share.high
    hours = taken.of.value / SECONDS_PER_HOUR if taken else HOUR
    wishes = [one.of.value / SECONDS_PER_HOUR for one in claims.now if one.of.wanted and one.of.kind == "time"]
    wanted = wishes[-1] if wishes and wishes[-1] < MOST_WANTED else 0.0
    best, target = hours / high, wanted or HOUR
    first = MinutesWanted(
        own=named(own), cards=number, chip=other.chip.name if other and other.chip.id != own.chip.id else "",
        most=ratio.high, low=low, high=high, hours=hours, told=taken is not None,
        minutes_low=best * MINUTES_PER_HOUR, minutes_high=hours / low * MINUTES_PER_HOUR,
        wanted=wanted * MINUTES_PER_HOUR, reaches=hours / low <= target, perhaps=best < target,
        needed=hours / wanted if wanted else 0.0,
        where=bool(re.search(r"stop|limit|diminish|plateau|enough", text, re.I)),
        cites=(claims.turn.problem.constants.entry(SHARE).source,),
    )  # fmt: skip
    return FactAnswer(headline=first, of_told=True, whole=True)


def _first(claims: Claims) -> Machine | None:
    """The machine that is named first, of the turn or the thread."""
    found = named_in(claims.whole.reading, claims.turn.facts)
    return found[0] if found else None


def _other(claims: Claims, own: Machine) -> Machine | None:
    """The last one that the turn names beside it."""
    groups = [one for one in groups_in(claims.alone) if one.chip is not None]
    named_now = named_in(claims.alone.reading, claims.turn.facts)
    for one in reversed(groups):
        kind = next((m for m in named_now if m.at < one.last and one.first < m.end), None)
        cards = one.cards or (kind.cards if kind else 1)
        if one.chip is not None and (one.chip.id, cards) != (own.chip.id, own.cards):
            return Machine(one.chip, cards, kind.type if kind else None, one.first, one.last, True)
    return None


def _number(more: re.Match[str] | None) -> int:
    word = (more[1] or "").lower() if more else ""
    return (_NUMBERS.get(word) or int(word)) if word else EIGHT
