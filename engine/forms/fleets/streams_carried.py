"""How many machines so many streams take, where it is told how many one carries, or its real-time factor.

machines = streams wanted / streams of one; those of one are 1 / the real-time factor of a stream. Another card of the
same maker stands between the ratios of 16-bit math and of memory bandwidth.
"""

from __future__ import annotations

import math
import re
from typing import NamedTuple

from engine.answers.model import FactAnswer
from engine.base.computed import Computed
from engine.base.interval import Interval
from engine.base.measures import in_whole
from engine.base.reason import Reason
from engine.forms.fleets.packed import Packed, packed_in
from engine.forms.form import Asked
from engine.forms.own.figures import sentence, shares
from engine.forms.own.machines import Machine, hour_of, machines, times_as_fast
from engine.forms.own.streams_need import streams_need
from knowledge.units import HOURS_PER_MONTH

BUSY = "steady_utilization"  # the constant
LATE, MOST, SEVERAL = 1.0, 3, 2  # a real-time factor above which sound comes late; other cards; figures
_STREAM = (
    r"(?:(?:live|video|audio|camera|rtsp|phone|voice|concurrent|simultaneous|parallel|real[- ]?time|active"
    r"|darknet|yolo)[\s-]+)*(streams?|cameras?|cams?|feeds?|channels?|calls?|callers?|clients?|sessions?|speakers?|users?|viewers?"
    r"|people|(?:tts\s+|asr\s+)?requests?(?!\s*(?:/|per|an?|each)\s*s)|concurrent|at once)"
)
_COUNTED = re.compile(rf"(?<![\w.,$€£-])(\d{{1,3}}(?:,\d{{3}})+|\d{{1,6}})\s*\+?\s*{_STREAM}(?![a-z])", re.IGNORECASE)
_CARRIES = re.compile(
    r"\b(?:do(?:es)?|runs?|handles?|carr(?:y|ies)|serves?|supports?|manages?|holds?|takes?|collapses?|breaks?|chokes?"
    r"|dies|fine|batch|limit\w*|beyond|up to|tops? out|maxes|saturates?|process\w*|per|each|keeps? up|batch(?:es)?"
    r"|on (?:an?|one|our|my|a single))\b",
    re.IGNORECASE,
)
_WANTS = re.compile(
    r"\b(?:need|needs|want|wants|require|target|expect|plan(?:ning)?|for|have|moving|serve|scale|get)\b[^.?!]{0,40}?"
    r"(?<![\w.,$€£-])(\d{1,3}(?:,\d{3})+|\d{1,6})(?![\w%]|[.,]\d)",
    re.IGNORECASE,
)
_RTF = re.compile(
    r"(?:\brtf|\breal[- ]?time factor)\s*(?:is|of|was|about|around|at|[\s=:~≈])*(\d+(?:\.\d+)?)", re.IGNORECASE
)
_RTF_ON = re.compile(r"(?<![\w.])(\d+\.\d+)\s*(?:on|for|with)\s+(?:an?\s+|our\s+|the\s+)?", re.IGNORECASE)
_SOUND_IN = re.compile(
    r"(\d+(?:\.\d+)?)\s*(ms|s|sec\w*)\s+(?:of\s+)?(?:audio|speech|sound)\s+in\s+(?:about\s+|~)?(\d+(?:\.\d+)?)\s*(ms|s|sec\w*)",
    re.IGNORECASE,
)
_WILL = re.compile(r"\b(?:will|can|could|would|is|does|do)\b[^.?!]{0,30}?\b(?:an?|one|single|1)\s+$", re.IGNORECASE)
_OF_ANY = frozenset({"user", "people", "person", "client", "request"})  # who may also be of a model that writes text
_LIVE = re.compile(
    r"stream|real[- ]?time|whisper|\btts\b|\basr\b|\bstt\b|speech|voice|audio|camera|video|concurrent", re.IGNORECASE
)
_CONCURRENCY = re.compile(
    r"(?:max(?:imum)?\s+)?\bconcurrency\s*(?:of|is|=|:|at|around|about)?\s*(\d{1,5})(?!\d|\.\d)", re.IGNORECASE
)
_FPS = re.compile(r"(\d+(?:\.\d+)?)\s*(?:fps|frames? per second|hz)\b", re.IGNORECASE)


class CarriedOther(Computed):
    """Another card: machines between bounds, and dollars a month of the most, 0 without a price."""

    name: str
    low: int
    high: int
    month: float
    sign: str


class StreamsCarried(Reason, code="streams_carried"):
    """`least` of a machine at the limit that is told, `number` at most so busy; `each` on one, of `cards` cards;
    `rtf` 0: not told so. `machines` of an `instance` hold `number`."""

    machine: str
    cards: int
    noun: str
    wanted: int
    each: float
    rtf: float
    least: int
    number: int
    busy: float
    machines: int
    instance: str
    holds: int
    month: float
    each_month: float
    sign: str
    others: tuple[CarriedOther, ...]
    one: str  # whether one of the first of the others is enough, where that is asked: yes, open, no


class RealTime(Reason, code="real_time_factor"):
    """Factors as told of each machine, the fastest first; `held`: how many of them keep up with live sound; `need`:
    times as fast as the fastest it has to be, 0 where one keeps up; `faster`: cards that are by both bounds."""

    rows: tuple[tuple[str, float], ...]
    held: int
    need: float
    faster: tuple[str, ...]


class CarriedBounds(Reason, code="carried_bounds"):
    """What the limit of one rests on."""


class _Told(NamedTuple):
    machine: Machine
    each: float
    rtf: float
    noun: str
    wanted: int


def streams_carried(asked: Asked) -> FactAnswer | None:
    """None unless what one machine carries is told, and how many there are to be; or factors of several machines."""
    text, named = asked.reading.text, machines(asked)
    if not named:
        return None
    factors = _factors(text, named)
    told = _told(text, named) if not factors and asked.once(streams_need) is None else None
    if told is None:
        return _real_time(asked, named, factors) if factors else None
    share = asked.library.constants.likely(BUSY)
    need = told.wanted / told.each
    least, number = in_whole(need) * told.machine.cards, in_whole(need / share) * told.machine.cards
    hour = hour_of(told.machine, asked, named)
    packed = packed_in(asked, told.machine, number, hour)
    others = [one for one in named if one.chip.id != told.machine.chip.id]
    rows = tuple(row for one in others[:MOST] if (row := _other(asked, told, one, named, share)) is not None)
    first = StreamsCarried(
        machine=told.machine.name, cards=told.machine.cards, noun=told.noun, wanted=told.wanted, each=told.each,
        rtf=told.rtf, least=least, number=number, busy=share, machines=packed.machines, instance=packed.instance,
        holds=packed.holds, month=packed.usd * HOURS_PER_MONTH,
        each_month=packed.usd * HOURS_PER_MONTH / told.wanted, sign=hour.sign if hour else "$",
        others=rows, one=_is_one_enough(text, others, rows),
        cites=hour.cites if hour else (),
    )  # fmt: skip
    return FactAnswer(headline=first, sentences=(CarriedBounds(),), of_told=True, whole=True)


def _told(text: str, named: list[Machine]) -> _Told | None:
    counted = [(int(one[1].replace(",", "")), one) for one in _COUNTED.finditer(text)]
    factor = _RTF.search(text)
    if factor is not None and float(factor[1]):
        machine = _near(text, factor.start(), named)
        left = [(number, one) for number, one in counted if number > 1]
        wanted = left[0][0] if left else _wanted(text, frozenset())
        if machine is None or not wanted or float(factor[1]) > LATE:
            return None
        noun = _plural(left[0][1][2]) if left else "streams"
        return _Told(machine, math.floor(round(1 / float(factor[1]), 6)), float(factor[1]), noun, wanted)
    if (most := _CONCURRENCY.search(text)) and counted and (machine := _near(text, most.start(), named)):
        number, one = max(counted, key=lambda pair: pair[0])
        if number > int(most[1]) > 0:
            return _Told(machine, float(most[1]), 0.0, _plural(one[2]), number)
    for number, one in counted:
        first, last = sentence(text, one.start())
        machine = _near(text, one.start(), [here for here in named if first <= here.at <= last])
        of_any = any(one[2].lower().startswith(word) for word in _OF_ANY)
        if of_any and not _LIVE.search(text):
            continue
        if machine is None or number < 1 or not _CARRIES.search(text[first:last]):
            continue
        more = [other for other, match in counted if match is not one and other > number]
        wanted = more[0] if more else _wanted(text, frozenset({number}))
        wanted = math.ceil(round(wanted * math.prod(part.value for part in shares(text)), 6))
        if wanted > number:
            return _Told(machine, _of_frames(number, text), 0.0, _plural(one[2]), wanted)
        return None
    return None


def _of_frames(number: int, text: str) -> float:
    """So many streams at the pace of those that are wanted: "8 at 30 fps each, we need 30 at 10 fps"."""
    told = [float(one[1]) for one in _FPS.finditer(text)]
    return number * told[0] / told[1] if len(told) == SEVERAL and told[1] else float(number)


def _wanted(text: str, taken: frozenset[int]) -> int:
    found = [int(one[1].replace(",", "")) for one in _WANTS.finditer(text)]
    return max((one for one in found if one not in taken), default=0)


def _near(text: str, at: int, named: list[Machine]) -> Machine | None:
    if not named:
        return None
    first, last = sentence(text, at)
    here = [one for one in named if first <= one.at <= last] or named
    return min(here, key=lambda one: abs(one.at - at))


def _other(asked: Asked, told: _Told, one: Machine, named: list[Machine], share: float) -> CarriedOther | None:
    ratio = times_as_fast(told.machine, one)
    if ratio is None:
        return None
    need = told.wanted / told.each / share
    low, high = in_whole(need / ratio.high) * one.cards, in_whole(need / ratio.low) * one.cards
    hour = hour_of(one, asked, named)
    packed: Packed = packed_in(asked, one, high, hour)
    return CarriedOther(
        name=one.name, low=low, high=high, month=packed.usd * HOURS_PER_MONTH, sign=hour.sign if hour else "$"
    )


def _is_one_enough(text: str, others: list[Machine], rows: tuple[CarriedOther, ...]) -> str:
    if not rows or not _WILL.search(text[: others[0].at]):
        return ""
    if rows[0].low > 1:
        return "no"
    return "yes" if rows[0].high <= 1 else "open"


def _factors(text: str, named: list[Machine]) -> list[tuple[Machine, float]]:
    """Real-time factors of several machines, or of one that needs so long for so much sound."""
    if match := _SOUND_IN.search(text):
        heard = float(match[1]) * (1 if match[2].lower() == "ms" else 1000)
        worked = float(match[3]) * (1 if match[4].lower() == "ms" else 1000)
        machine = _near(text, match.end(), named)
        return [(machine, worked / heard)] if machine and heard else []
    if not _RTF.search(text):
        return []
    found = []
    for match in _RTF_ON.finditer(text):
        machine = next((one for one in named if 0 <= one.at - match.end() <= SEVERAL), None)
        if machine is not None:
            found.append((machine, float(match[1])))
    return found if len(found) >= SEVERAL else []


def _real_time(asked: Asked, named: list[Machine], factors: list[tuple[Machine, float]]) -> FactAnswer:
    rows = sorted(factors, key=lambda one: one[1])
    best, factor = rows[0]
    faster = []
    if factor > LATE:
        for chip in asked.facts.accelerators.values():
            ratio: Interval | None = times_as_fast(best, best._replace(chip=chip))
            fast = ratio is not None and ratio.low >= factor and chip.serves
            if ratio and fast and hour_of(best._replace(chip=chip, type=None), asked, named):
                faster.append((ratio.likely, chip.name))
    first = RealTime(
        rows=tuple((machine.name, one) for machine, one in rows),
        held=sum(1 for _, one in rows if one <= LATE),
        need=factor if factor > LATE else 0.0,
        faster=tuple(name for _, name in sorted(faster)[:MOST]),
    )
    return FactAnswer(headline=first, of_told=True, whole=True)


def _plural(noun: str) -> str:
    low = noun.lower()
    return "users" if low in ("concurrent", "at once") else low if low.endswith("s") else f"{low}s"
