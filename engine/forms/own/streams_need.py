"""What one machine carries at once, as the asker found, against all that there are: machines with spare ones, a bill.

machines = all / what one carries, rounded up, + spare ones.
"""

from __future__ import annotations

import math
import re

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.forms.own.figures import Figure, counts, rates, sentence
from engine.forms.own.hour_prices import hour_prices
from engine.forms.own.joins import KEEPS, is_same
from engine.forms.own.machines import Machine, held_hour, machines
from engine.workload.hours.told_spans import Span, spans
from knowledge.units import HOURS_PER_MONTH

_CARRIES = re.compile(
    r"\b(?:manages?|managed|handles?|holds?|carries|carry|copes?|serves?|sustains?|supports?|do|does|fits?|takes?"
    r"|schafft|schaffen|trägt|verkraftet|bedient|gère|tient|encaisse|supporte|aguanta|soporta|maneja|aguenta|suporta"
    r"|atende|regge|gestisce|тянет|держит|выдерживает)\b|能跑|能带|支持",
    re.IGNORECASE,
)
_ONE = re.compile(
    r"\b(?:one|an?|each|per|single|eine?[rm]?|jede|pro"
    r"|une?|par|chaque|una?|cada|por|um|uma|una|al|один|одна|одной)\b|每|一",
    re.I,
)
_SPARE = re.compile(
    r"\b(\d|one|two|three|an?|ein\w*|zwei|drei|une?|deux|trois|una?|dos|tres|um|uma|dois|duas|due|один|одна|две|два)\s+"
    r"(?:(?:more|extra|machines?|as|in|als|en|de|di|in|в)\s+){0,2}?"
    r"(?:spares?|reserv\w*|réserve|secours|scorta|repuesto|backup|standby|запас\w*)",
    re.IGNORECASE,
)
_BEHIND = re.compile(
    r"[\d.,]+\s*(?:(?:concurrent|simultaneous|live|parallel|active|gleichzeitige\w*)\s+)?([^\W\d][\w-]*)",
    re.IGNORECASE,
)
_NUMBERS = {"two": 2, "zwei": 2, "deux": 2, "dos": 2, "dois": 2, "duas": 2, "due": 2, "две": 2, "два": 2, "three": 3,
            "drei": 3, "trois": 3, "tres": 3}  # fmt: skip
NEAR, MOST = 45, 5000.0
TIMED, COUNTED = "asks_time", "how_many"  # cues


class StreamsNeed(Reason, code="streams_need"):
    """`number` of a machine: `total` of a `noun` at `each` on one, and `spare` ones; what it costs for each time."""

    machine: str
    number: int
    least: int
    spare: int
    total: float
    each: float
    noun: str
    usd_hour: float
    sign: str
    told: bool
    bills: tuple[tuple[float, str, float], ...]


def streams_need(asked: Asked) -> FactAnswer | None:
    """None unless what one carries is told beside a machine, and more of the same elsewhere."""
    if TIMED in asked.reading.cues and COUNTED not in asked.reading.cues:
        return None  # "200 videos took 6 hours, how long do 5,000 take?"
    text, named = asked.reading.text, machines(asked)
    if not named or any(machine.cards > 1 and machine.type is None for machine in named):
        return None
    paces = rates(text)
    spoilt = [(one.at, one.end) for one in paces]
    found = [one for one in counts(text) if 1 <= one.value <= MOST and not KEEPS.match(one.noun)]
    found = [one for one in found if not any(at <= one.at < end for at, end in spoilt)]
    carried = [one for one in found if _is_of_one(text, one, named)]
    if len(carried) != 1:
        return None
    each = carried[0]
    words = _first_word(text, each)
    more = [one for one in found if one.value > each.value]
    same = [one for one in more if is_same(_first_word(text, one), words)]
    if len({one.value for one in same}) != 1:
        return None
    total = same[0].value
    match = _SPARE.search(text)
    spare = (int(match[1]) if match[1].isdecimal() else _NUMBERS.get(match[1].lower(), 1)) if match else 0
    least = math.ceil(total / each.value)
    machine = next((one for one in named if one.type), named[0])
    told, held = hour_prices(text), held_hour(machine, asked)
    of_one = held.amount * (machine.type.count if machine.type else 1) if held else 0.0
    usd = told[0].amount if len(told) == 1 else of_one
    times = [one for one in spans(text) if one.period] or [Span(HOURS_PER_MONTH, "month", True, 0)]
    number = least + spare
    first = StreamsNeed(
        machine=machine.name, number=number, least=least, spare=spare, total=total, each=each.value,
        noun=words, usd_hour=usd, sign=told[0].sign if len(told) == 1 else "$", told=len(told) == 1,
        bills=tuple((one.hours, one.period, number * one.hours * usd) for one in times),
        cites=held.cites if held and len(told) != 1 else (),
    )  # fmt: skip
    return FactAnswer(headline=first, of_told=True)


def _first_word(text: str, one: Figure) -> str:
    """What stands right behind a number, but for words of being at once: "120 live streams"."""
    match = _BEHIND.match(text, one.at)
    return match[1] if match else one.noun.split()[0]


def _is_of_one(text: str, one: Figure, named: list[Machine]) -> bool:
    """As in "On one A10G we manage 14 streams", "14 streams per L4"."""
    first, last = sentence(text, one.at)
    for machine in named:
        ahead, behind = one.at - machine.at, machine.at - one.end
        before = text[max(first, machine.at - 12) : machine.at + 9]
        if first <= machine.at and 0 <= ahead <= NEAR and _CARRIES.search(text[machine.at : one.at]):
            return _ONE.search(before) is not None
        near = machine.at <= last and -NEAR // 3 <= behind <= NEAR // 2
        if near and _ONE.search(text[max(one.at, machine.at - 12) : machine.at]):
            return True
    return False
