"""A time that was told of one card and what it is on another; two times on two cards against their data sheets.

hours there = hours here x (cards here / cards there) x (the chip here / the chip there), by 16-bit math and by memory
bandwidth: between the two it lies, for work that keeps the card busy.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.forms.joined.told_amounts import Time, times
from engine.forms.parts.own_speed import chip_of
from engine.options.assumptions import fill
from engine.options.problem import Problem
from engine.workload.conditions import FAMILIES
from engine.workload.phases import SERVES, phases_said
from engine.workload.profile import Equipment
from knowledge.facts import Accelerator
from knowledge.units import HOURS_PER_DAY

PAIR = 2
TRAINS = frozenset({"training"})
WORK = ("parameters", "tokens", "samples", "model")  # slots by which the speeds that were measured tell more
OF_TIME = frozenset({"hours", "judge", "why", "slow", "able", "rate", "compare", "dollars", "fit"})  # predicates
ENDS = ".?!;\n。！？"


class HoursThere(Reason, code="hours_there"):
    """`hours` on `here_count` of `here` are `low` to `high` on `there_count` of `there`.

    `math`, `band`: how many times the 16-bit math and the bandwidth of one chip there is; `wanted`: hours it shall
    take there, 0 where none were told; `reached`: by the lower bound at least.
    """

    here: str
    there: str
    here_count: int
    there_count: int
    hours: float
    low: float
    high: float
    math: float
    band: float
    wanted: float
    reached: bool


class HoursThereMeans(Reason, code="hours_there_means"):
    """What such bounds leave out."""


class TwoTimes(Reason, code="two_times"):
    """Hours of the same on two cards: `times` as long on `slow`; data sheets give `band` by bandwidth and `math`.

    `bound`: of the two the one that bounds the work; `rest`: what of `times` it leaves over.
    """

    slow: str
    fast: str
    slow_hours: float
    fast_hours: float
    times: float
    band: float
    math: float
    slow_gbps: float
    fast_gbps: float
    serves: bool
    bound: float
    rest: float


class TwoTimesRest(Reason, code="two_times_rest"):
    """What the rest may be."""


class _On(NamedTuple):
    """A card and where it is named, in the order of the text."""

    one: Equipment
    chip: Accelerator
    at: tuple[int, ...]


def there(asked: Asked) -> FactAnswer | None:
    """None unless two cards are named and a time stands with one of them, or one with each."""
    sought = frozenset(asked.reading.sought.predicates)
    pair = _pair(asked)
    if pair is None or (sought and not sought & OF_TIME):
        return None
    told = list(times(asked.reading.text))
    beside = [(one, _nearest(one, pair, asked.reading.text)) for one in told]
    of_each = [[time for time, on in beside if on is card] for card in pair]
    if all(of_each):
        return _two(pair, (of_each[0][0], of_each[1][0]), asked)
    return None


def there_in_hours(asked: Asked) -> FactAnswer | None:
    """None unless two cards are named and hours or days of a whole run with one of them."""
    sought = frozenset(asked.reading.sought.predicates)
    pair = _pair(asked)
    said = asked.profile.stated()
    if pair is None or (sought and not sought & OF_TIME) or any(slot in said for slot in WORK):
        return None
    text = asked.reading.text
    told = [one for one in times(text) if one.hours >= 1]
    wanted = [
        one for one in told if text[max(0, one.first - 8) : one.first].rstrip().lower().endswith(("in", "within"))
    ]
    whole = [one for one in told if one not in wanted]
    if len(whole) != 1:
        return None
    here = _nearest(whole[0], pair, text, before=True)
    if here is None or here.one.id in asked.profile.current_instances:
        return None  # a run of theirs, which the speeds that were measured carry over
    other = pair[1] if here is pair[0] else pair[0]
    math = other.chip.bf16_dense_tflops.value / here.chip.bf16_dense_tflops.value
    band = other.chip.hbm_gbps.value / here.chip.hbm_gbps.value
    counts = (_count(here, asked), _count(other, asked))
    hours = whole[0].hours * counts[0] / counts[1]
    low, high = sorted((hours / math, hours / band))
    target = wanted[0].hours if wanted else (asked.profile.deadline_days or 0.0) * HOURS_PER_DAY
    first = HoursThere(
        here=here.chip.name, there=other.chip.name, here_count=counts[0], there_count=counts[1],
        hours=whole[0].hours, low=low, high=high, math=math, band=band, wanted=target, reached=low <= target,
        cites=tuple(dict.fromkeys((here.chip.hbm_gbps.source, other.chip.hbm_gbps.source))),
    )  # fmt: skip
    return FactAnswer(headline=first, sentences=(HoursThereMeans(),), of_told=True)


def there_misread(asked: Asked) -> FactAnswer | None:
    """The same where the hours were taken for those of the card they are asked on."""
    made = there_in_hours(asked)
    pair = _pair(asked) if made else None
    first = made.headline if made else None
    owned = asked.profile.current_instances
    wrong = isinstance(first, HoursThere) and any(
        on.one.id in owned and on.chip.name == first.there for on in pair or ()
    )
    return made if wrong else None


def _two(pair: tuple[_On, _On], told: tuple[Time, Time], asked: Asked) -> FactAnswer | None:
    (slow, long), (fast, short) = sorted(zip(pair, told, strict=True), key=lambda entry: -entry[1].hours)
    if not short.hours or long.hours == short.hours:
        return None
    band = fast.chip.hbm_gbps.value / slow.chip.hbm_gbps.value
    math = fast.chip.bf16_dense_tflops.value / slow.chip.bf16_dense_tflops.value
    serves = not TRAINS & phases_said(asked.reading) or SERVES in asked.reading.cues
    bound = band if serves else math
    ratio = long.hours / short.hours
    first = TwoTimes(
        slow=slow.chip.name, fast=fast.chip.name,
        slow_hours=long.hours, fast_hours=short.hours, times=ratio, band=band, math=math,
        slow_gbps=slow.chip.hbm_gbps.value, fast_gbps=fast.chip.hbm_gbps.value,
        serves=serves, bound=bound, rest=ratio / bound,
        cites=tuple(dict.fromkeys((slow.chip.hbm_gbps.source, fast.chip.hbm_gbps.source))),
    )  # fmt: skip
    return FactAnswer(headline=first, sentences=(TwoTimesRest(),), of_told=True)


def _pair(asked: Asked) -> tuple[_On, _On] | None:
    """The two cards that are named, each of which the data sheet is held."""
    problem = Problem(fill(asked.reading, asked.library), asked.library, asked.day, brief=True)
    text = asked.reading.text.casefold()
    found: dict[str, _On] = {}
    for one in asked.reading.hardware:
        chip = chip_of(problem, one) if one.id not in FAMILIES else None
        if chip is None or chip.hbm_gbps is None:
            continue
        words = one.words.casefold().split()
        word = next((part for part in words if any(sign.isdigit() for sign in part)), one.words.casefold())
        at = tuple(place for place in range(len(text)) if word and text.startswith(word, place))
        known = found.get(chip.id)
        if known is None or (one.chips and not known.one.chips):
            found[chip.id] = _On(one, chip, at)
    pair = tuple(found.values())
    return (pair[0], pair[1]) if len(pair) == PAIR and all(one.at for one in pair) else None


def _nearest(time: Time, pair: tuple[_On, _On], text: str, *, before: bool = False) -> _On | None:
    """The card of the same clause, else that of the same sentence before it; `before`: of any before it."""
    start = max((text.rfind(sign, 0, time.first) for sign in ENDS), default=-1)
    ends = [at for sign in ENDS if (at := text.find(sign, time.last)) >= 0]
    end = min(ends, default=len(text))
    inside = [
        (abs(at - time.first) + (0 if at < time.first else 1), on) for on in pair for at in on.at if start < at < end
    ]
    if inside:
        behind = [entry for entry in inside if entry[1].at]
        return min(behind, key=lambda entry: entry[0])[1]
    earlier = [(at, on) for on in pair for at in on.at if at < time.first] if before else []
    return max(earlier, key=lambda entry: entry[0])[1] if earlier else None


def _count(on: _On, asked: Asked) -> int:
    counts = {one.chips for one in asked.reading.hardware if one.chips}
    return on.one.chips or (asked.profile.accelerator_count if not counts else None) or 1
