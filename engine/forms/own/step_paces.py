"""Steps at the pace of each machine that a text tells: hours of each, and what they cost.

hours = steps / steps a second / 3,600.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.forms.own.figures import HOUR, sentence
from engine.forms.own.hour_prices import hour_prices
from engine.forms.own.machines import Machine, held_hour, machines, of_all

_STEP = r"(?:it|its|iters?|iterations?|steps?|schritte?n?|pasos?|passos?|étapes?|pas|passi|iteraciones|шаг\w*|步)"
_SECOND = r"(?:s|secs?|seconds?|sek\w*|secondes?|segundos?|secondi|сек\w*|с|秒)"
_PER = r"\s*(?:/|per|an?|each|pro|par|por|al|je|в|на|每)\s*"
_FAST = re.compile(rf"(?<![\w.,])(\d+(?:[.,]\d+)?)\s*{_STEP}{_PER}{_SECOND}(?![\w])", re.IGNORECASE)
_SLOW = re.compile(rf"(?<![\w.,])(\d+(?:[.,]\d+)?)\s*(ms|{_SECOND}){_PER}{_STEP}(?![\w])", re.IGNORECASE)
_PAYS = re.compile(
    r"[$€£]|\bcosts?\b|dollars?|\bbill\b|price|kost\w*|coût\w*|cuesta|cost[ei]\b|custa|стоит\w*|多少钱|费用",
    re.IGNORECASE,
)
SEVERAL = 2


class StepsOn(NamedTuple):
    """`seconds` of a step (`a_second` of them), hours of all on `number` of a machine, dollars of an hour."""

    machine: str
    number: int
    seconds: float
    a_second: float
    hours: float
    usd_hour: float
    usd: float
    sign: str
    told: bool


class StepsAt(Reason, code="steps_at"):
    """What so many steps take and cost on each machine whose pace is told."""

    steps: float
    each: tuple[StepsOn, ...]


class StepsOnly(Reason, code="steps_only"):
    """What a sum over steps leaves out."""


def steps_at(asked: Asked) -> FactAnswer | None:
    """None unless steps are told, and a pace of two machines, or of one whose cost is asked for."""
    text, steps, named = asked.reading.text, asked.profile.steps, machines(asked)
    if not steps or not named or (asked.profile.run_hours or 0) > 0 or (asked.profile.epochs or 1) > 1:
        return None
    paces = [(match.start(), match.end(), _number(match[1])) for match in _FAST.finditer(text)]
    for match in _SLOW.finditer(text):
        seconds = _number(match[1]) * (0.001 if match[2].lower() == "ms" else 1.0)
        paces.append((match.start(), match.end(), 1 / seconds if seconds else 0.0))
    found: dict[int, float] = {}
    for at, end, pace in sorted(paces):
        one = _machine(text, at, end, [one for one in named if named.index(one) not in found])
        if one is None or pace <= 0:
            return None
        found[named.index(one)] = pace
    if not found or (len(found) < SEVERAL and (len(named) > 1 or not _PAYS.search(text))):
        return None
    told = hour_prices(text)
    rows, cites = [], list[str]()
    for index, pace in found.items():
        machine, hours = named[index], steps / pace / HOUR
        mine = [price for price in told if _owner(price.at, [named[at] for at in found]) is machine]
        held = held_hour(machine, asked)
        if told:
            usd = of_all(mine[0].amount, machine, held) if mine else 0.0
            held = None
        else:
            usd = held.amount * machine.cards if held else 0.0
        cites += held.cites if held else ()
        rows.append(StepsOn(machine.name, machine.units, 1 / pace, pace, hours, usd, usd * hours,
                            mine[0].sign if mine else "$", bool(mine)))  # fmt: skip
    first = StepsAt(steps=steps, each=tuple(rows), cites=tuple(dict.fromkeys(cites)))
    return FactAnswer(headline=first, sentences=(StepsOnly(),), of_told=True)


def _machine(text: str, at: int, end: int, named: list[Machine]) -> Machine | None:
    """The last that is named before a pace in its sentence, else the next behind it, else the only one."""
    first, last = sentence(text, at)
    before = [one for one in named if first <= one.at < at]
    behind = [one for one in named if end <= one.at <= last]
    if before or behind:
        return before[-1] if before else behind[0]
    return named[0] if len(named) == 1 else None


def _owner(at: int, named: list[Machine]) -> Machine:
    """Whose price it is: the last named before it, else the first."""
    before = [one for one in named if one.at < at]
    return before[-1] if before else named[0]


def _number(digits: str) -> float:
    return float(digits.replace(",", "."))
