"""How many cards a rate takes, where so many of them, or slices of one, did another rate of the same thing.

cards = wanted / had x cards that had it; of slices of a card, as many whole cards as hold them. Other cards that are
named stand between the ratios of their 16-bit math and of their memory bandwidth.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from engine.answers.model import FactAnswer
from engine.base.computed import Computed
from engine.base.measures import in_whole
from engine.base.reason import Reason
from engine.forms.fleets.packed import packed_in
from engine.forms.form import Asked
from engine.forms.own import figures
from engine.forms.own.figures import sentence
from engine.forms.own.machines import Machine, held_hour
from engine.forms.served.by_card import between_bounds
from engine.forms.sums.told import bare_numbers, sides
from knowledge.units import HOURS_PER_MONTH

COUNTS = frozenset({"cards", "machines", "nodes"})  # units
ELSE = frozenset({"why", "meaning", "slow", "effect"})  # predicates that no count answers
RATE = re.compile(
    r"(?<![\w.,$€£])(\d[\d,]*(?:\.\d+)?)\s?(k)?\s*"
    r"((?:[^\W\d_]+[\s-]){0,2}?[^\W\d_]+\s*(?:/|per|a|pro|par|por|в|за)\s*s(?:ec|ek)?(?:ond\w*)?\b"
    r"|(?:tps|qps|rps|fps|it/s)(?![a-z]))",
    re.IGNORECASE,
)
SEVENTHS = r"(?<![\d.])([1-6])\s*/\s*7(?![\d.])"
SLICES = re.compile(
    SEVENTHS + r"|(\d{1,2})\s*(?:(?:out\s+)?of\s+(?:the\s+)?7\s*)?[x×-]?\s*(?:(?:mig|sm)[\s-]*)?"
    r"(?:slices?|슬라이스|instances?|分片|tranches?|scheiben)",
    re.IGNORECASE,
)
MIG = re.compile(r"\bmig\b|슬라이스|slices?|" + SEVENTHS, re.IGNORECASE)
SERVED = frozenset({"person", "request", "camera", "stream", "call", "user"})  # things
NAMED = frozenset(
    {"model", "variant", "parameters", "image_side", "sequence_length"}
)  # slots with numbers of a model
SLICES_OF = 7  # slices of one card that can be cut
BUSY = "steady_utilization"  # the constant
DECIMAL = re.compile(r"(?<![\w.,$€£-])(\d+\.\d+)(?![\w%.]|\s*[%$€£])")


class OnOther(Computed):
    """Cards of another kind, between bounds; `busy_high`: at most so busy; dollars a month of these, 0: no price."""

    chip: str
    low: int
    high: int
    busy_high: int
    month: float


class PacedCount(Reason, code="paced_count"):
    """The first line: `cards` busy all the time, `at_busy` at most `busy` of it; `had` by `of` cards or slices."""

    chip: str
    wanted: float
    had: float
    a_second: bool
    of: int
    slices: int
    per_card: int
    exact: float
    cards: int
    at_busy: int
    busy: float
    machines: int  # that hold `at_busy`, of `holds` cards each
    instance: str
    holds: int
    month: float
    others: tuple[OnOther, ...]
    unknown: tuple[str, ...]


class _Rate(NamedTuple):
    value: float
    at: int
    end: int
    bare: bool = False  # a number of nothing that is named


def paced_count(asked: Asked) -> FactAnswer | None:
    """None unless cards are asked for, and two rates of one thing are told, the first of a machine that is named."""
    if not ELSE.isdisjoint(asked.reading.sought.predicates):
        return None  # "why 24 and not 12?"
    goals = [goal for goal in asked.reading.measured.goals if not goal.enough]
    counts = any(goal.wants == "count" for goal in goals) or not COUNTS.isdisjoint(asked.reading.sought.units)
    bare = not asked.reading.measured.goals and NAMED.isdisjoint(asked.profile.stated())
    found = _rates(asked) if counts or bare else []  # "two give us 5,200 tok/s, want 40,000 tok/s"
    rated = bool(found)
    if not found and (counts or any(goal.thing in SERVED for goal in goals)):
        found = _counted(asked)
    every = sides(asked)
    if not every or len(found) != 2:
        return None
    had, wanted = _apart(found)
    if had is None or wanted is None:
        return None
    own = _of(had, every, asked.reading.text)
    cut = SLICES.search(asked.reading.text) if MIG.search(asked.reading.text) else None
    slices = int(cut[1] or cut[2]) if cut else 0
    of = slices or (own.cards if own.said else 1)
    exact = wanted.value / had.value * of
    busy = asked.library.constants.likely(BUSY)
    per = SLICES_OF if slices else 1
    whole = in_whole(exact) / per
    others, unknown = [], []
    for one in {other.chip.id: other for other in every if other.chip.id != own.chip.id}.values():
        ratio = between_bounds(own.chip, one.chip)
        if ratio is None:
            unknown.append(one.chip.name)
            continue
        full = exact / per
        high = in_whole(full / ratio.low / busy)
        others.append(
            OnOther(
                chip=one.chip.name,
                low=in_whole(full / ratio.high),
                high=in_whole(full / ratio.low),
                busy_high=high,
                month=packed_in(asked, one, high, held_hour(one, asked)).usd * HOURS_PER_MONTH,
            )
        )
    packed = packed_in(asked, own, in_whole(exact / busy / per), held_hour(own, asked))
    first = PacedCount(
        chip=own.chip.name,
        wanted=wanted.value,
        had=had.value,
        a_second=rated,
        of=of,
        slices=slices,
        per_card=per,
        exact=exact,
        cards=in_whole(whole),
        at_busy=in_whole(exact / busy / per),
        busy=busy,
        machines=packed.machines,
        instance=packed.instance,
        holds=packed.holds,
        month=packed.usd * HOURS_PER_MONTH,
        others=tuple(others),
        unknown=tuple(unknown),
        cites=(own.chip.hbm_gbps.source,) if others else (),
    )
    return FactAnswer(headline=first, of_told=True, whole=True)


def _rates(asked: Asked) -> list[_Rate]:
    """Those by the second, and a number of nothing beside one alone: "one does 12 req/s, we expect 90"."""
    text = asked.reading.text
    found = {
        match.start(): _Rate(_number(match[1], match[2]), match.start(), match.end()) for match in RATE.finditer(text)
    }
    for one in figures.rates(text):
        if one.seconds == 1.0:
            found.setdefault(one.at, _Rate(one.value, one.at, one.end))
    told = [one for one in found.values() if one.value > 0]
    if len(told) == 1 and NAMED.isdisjoint(asked.profile.stated()):
        free = [one for one in _numbers(asked) if one.at != told[0].at]
        return [*told, *free] if len(free) == 1 else []
    return told


def _counted(asked: Asked) -> list[_Rate]:
    """Two numbers of one thing that is served: "one serves 28 users, how many for 300 users"."""
    measures = asked.reading.measured.measures
    for unit in dict.fromkeys(one.units[0] for one in measures if not one.role):
        kin = [one for one in measures if one.units[0] == unit]
        if len(kin) == 2 and [power for _, power in unit] == [1] and unit[0][0] in SERVED:
            return [_Rate(one.value, one.at, one.at + len(one.words)) for one in kin]
    return []


def _numbers(asked: Asked) -> list[_Rate]:
    text = asked.reading.text
    whole = [_Rate(value, at, at, True) for value, at in bare_numbers(asked)]
    return [*whole, *(_Rate(float(one[1]), one.start(), one.end(), True) for one in DECIMAL.finditer(text))]


def _apart(found: list[_Rate]) -> tuple[_Rate | None, _Rate | None]:
    """What was had has its unit, and is less than what is wanted."""
    had, wanted = sorted(found, key=lambda rate: (rate.bare, rate.value))
    return (had, wanted) if wanted.value > had.value else (None, None)


def _of(had: _Rate, every: list[Machine], text: str) -> Machine:
    """The machine that had it: of the same sentence, the nearest."""
    first, last = sentence(text, had.at)
    near = [one for one in every if first <= one.at < last] or every
    return min(near, key=lambda one: min(abs(one.at - had.end), abs(one.end - had.at)))


def _number(digits: str, scale: str | None) -> float:
    return float(digits.replace(",", "")) * (1e3 if scale else 1.0)
