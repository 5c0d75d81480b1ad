"""What a sum of GPU-hours is in hours of so many GPUs: 1.3M GPU-hours on 24,576 are 53 hours."""

from __future__ import annotations

import re
from math import isclose

from engine.answers.model import FactAnswer
from engine.base.constants import Constants
from engine.base.reason import Reason
from engine.workload.hours.told_times import SPAN
from engine.workload.profile import Reading
from knowledge.units import HOURS_PER_DAY

ASKS = frozenset({"meaning", "why", "judge", "hours", "used", "compare", "fit", "able"})  # predicates
ELSE = frozenset({"dollars", "carbon"})
MEANS = frozenset({"meaning", "used"})  # then an example is told where no number of GPUs is
SAME = 0.1  # by which figures that somebody rounded differ
USUAL = "chips_per_machine"  # the constant, where no number is told
MOST = 200_000  # GPUs of one run
_SCALE = {"k": 1e3, "m": 1e6, "million": 1e6, "thousand": 1e3, "b": 1e9, "万": 1e4, "": 1.0}
_CHIP = r"(?:gpu|tpu|chip|[ahv]\d{2,3}|accelerator|device|card)s?"
_SUM = re.compile(
    r"(?<![A-Za-z0-9_.,$])(\d[\d,]*(?:\.\d+)?)\s*(k|m|b|million|thousand|万)?\s*(?:\w+\s+)?"
    rf"{_CHIP}[\s-]*(?:core[\s-]*)?(hours?|hrs?|days?|小时|天)(?![a-z])",
    re.IGNORECASE,
)
_OF = re.compile(
    rf"(?<![A-Za-z0-9_.,$])(\d[\d,]*)(k)?\s*(?:[x×*]\s*)?(?:[A-Z][\w-]*\s+){{0,3}}(?:{_CHIP})(?![a-z])(?![\s-]*(?:hour|hr|day))",
    re.IGNORECASE,
)
_DIVIDED = re.compile(r"[/÷]\s*(\d[\d,]*)(?![\d.]*\s*(?:h|d|gb))")


class ChipHoursAre(Reason, code="chip_hours_are"):
    """`total` GPU-hours are `hours` on `chips`; `told`: hours that the asker works out, `right` where they are these.

    `assumed`: no number of GPUs was told. `total` is in GPU-days where `of_days`.
    """

    total: float
    of_days: bool
    chips: int
    hours: float
    assumed: bool
    told: float
    right: bool


class ChipHoursMean(Reason, code="chip_hours_mean"):
    """What the word means, and what it does not tell."""


def chip_hours(reading: Reading, constants: Constants) -> FactAnswer | None:
    """None unless a sum of GPU-hours is told, and what it means or comes to is asked."""
    text = reading.text
    found = _SUM.search(text)
    predicates = frozenset(reading.sought.predicates)
    if found is None or ASKS.isdisjoint(predicates) or not ELSE.isdisjoint(predicates):
        return None
    if len(reading.profile.candidates) > 1:
        return None  # hours of one chip on another
    of_days = found[3].lower().startswith("d") or found[3] == "天"
    total = float(found[1].replace(",", "")) * _SCALE[(found[2] or "").lower()]
    hours = total * (HOURS_PER_DAY if of_days else 1.0)
    chips = _chips(text, found.span())
    if chips is None and MEANS.isdisjoint(predicates):
        return None
    on = chips or round(constants.likely(USUAL))
    each = hours / on
    told = next((one for one in _spans(text, found.span()) if isclose(one, each, rel_tol=SAME)), 0.0)
    first = ChipHoursAre(
        total=total,
        of_days=of_days,
        chips=on,
        hours=each,
        assumed=chips is None,
        told=told,
        right=bool(told),
    )
    return FactAnswer(headline=first, sentences=(ChipHoursMean(),), of_told=True)


def _chips(text: str, taken: tuple[int, int]) -> int | None:
    """The largest number of GPUs that is told."""
    counts = [
        int(float(one[1].replace(",", "")) * (1e3 if one.re is _OF and one[2] else 1))
        for pattern in (_OF, _DIVIDED)
        for one in pattern.finditer(text)
        if not taken[0] <= one.start() < taken[1]
    ]
    return max((count for count in counts if 1 < count <= MOST), default=None)


def _spans(text: str, taken: tuple[int, int]) -> list[float]:
    """Hours that are told elsewhere."""
    found = []
    for one in re.finditer(SPAN, text, re.IGNORECASE):
        digits, unit = one[1].replace(",", ""), one[2].lower()
        if digits.replace(".", "").isdigit() and not taken[0] <= one.start() < taken[1] and unit[:1] in "hd小天":
            found.append(float(digits) * (HOURS_PER_DAY if unit[:1] in "d天" else 1.0))
    return found
