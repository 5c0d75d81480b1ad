"""Whether what somebody worked out is right: the chips of a slice, a sum, memory in all, a price a chip-hour."""

from __future__ import annotations

import re
from collections.abc import Callable
from math import isclose

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.parts.hardware import meant
from engine.options.problem import Problem
from engine.workload.profile import Reading
from engine.workload.question import FormCues
from knowledge.facts import Accelerator

CONFIRMS = "confirms"  # the cue
USABLE = "usable_hbm_share"  # the constant
LEAST_EACH = 4  # GB of a card, at least
CLOSE = 0.05  # by which a time that somebody rounded differs
SAME = 0.02  # by which figures that somebody rounded differ
SLICE = re.compile(r"(?<![\w-])(v\d[a-z]{0,7})-(\d{1,4})(?![\w-])", re.IGNORECASE)
COUNTED = re.compile(
    r"(?<![\w.$-])(\d{1,5})\s*(?:x\s*)?(?:tpu\s+)?(cores?|tensor ?cores?|chips?|tpus?|devices?|gpus?)\b",
    re.IGNORECASE,
)
SUM = re.compile(r"(?<![\w.+])\d{1,5}(?:\s*\+\s*\d{1,5})+(?![\w.])")
PLAIN = re.compile(r"(?<![\w.+$-])(\d{1,6})(?![\w.%]|\s*\+)")
PRODUCT = re.compile(
    r"(?<![\w.])(\d+(?:\.\d+)?)\s*([a-z]*)\s*(?:\bx|x\b|\*|\btimes)\s*(\d+(?:\.\d+)?)\s*([a-z]*)\s*"
    r"(?:=|\bis|\bmakes|\bare|\bgives)\s*(?:about\s*)?(\d[\d,]*(?:\.\d+)?)\s*([a-z]*)",
    re.IGNORECASE,
)
FACTORS = re.compile(
    r"(?<![\w.$])(\d[\d,]*(?:\.\d+)?)((?:\s*[a-z]{0,14}){0,2}?\s*(?:[*/x×÷])\s*\d[\d,]*(?:\.\d+)?)"
    r"((?:(?:\s*[a-z]{0,14}){0,2}?\s*(?:[*/x×÷])\s*\d[\d,]*(?:\.\d+)?)*)\s*([a-z]*)[^\d=?]{0,12}="
    r"\s*(?:about\s*|~\s*)?(\d[\d,]*(?:\.\d+)?)\s*([a-z]+)",
    re.IGNORECASE,
)
FACTOR = re.compile(r"([*/x×÷])\s*(\d[\d,]*(?:\.\d+)?)", re.IGNORECASE)
SECONDS = {"s": 1.0, "sec": 1.0, "min": 60.0, "h": 3600.0, "hour": 3600.0, "hr": 3600.0, "day": 86400.0, "d": 86400.0}
PAIR = 2  # factors that a plain product has
TOTAL = re.compile(r"(?<![\w.])(\d[\d,]*(?:\.\d+)?)\s*(gb|gib|tb)\b", re.IGNORECASE)
AN_HOUR = re.compile(r"\$\s*(\d+(?:\.\d+)?)\s*(?:per|an?|/)\s*h(?:ou)?r?\b", re.IGNORECASE)
A_CHIP = re.compile(
    r"\$?\s*(\d+(?:\.\d+)?)\s*(?:\$|usd|dollars?)?\s*(?:per|an?|/)\s*(?:gpu|chip|card)", re.IGNORECASE
)


class SliceCounts(Reason, code="slice_counts"):
    """What the number in the name of a TPU slice counts; `told` of `unit`, where a number of them was told."""

    name: str
    chips: int
    cores: int
    gib: float
    told: int | None
    of_cores: bool
    right: bool


class SumIs(Reason, code="sum_is"):
    """A sum or product that was told, and what it comes to; `right` where that is what was told."""

    written: str
    value: float
    told: float | None
    unit: str
    right: bool


class WeightsOnCard(Reason, code="weights_on_card"):
    """Gigabytes of weights against one card."""

    gb: float
    card: float
    usable: float
    fits: bool


class MemoryInAll(Reason, code="memory_in_all"):
    """The memory of all cards together, and what of it holds a model that is split."""

    count: int
    each: float
    total: float
    told: float
    usable: float
    right: bool


class RateIs(Reason, code="rate_is"):
    """Dollars an hour of a machine over its chips."""

    usd: float
    count: int
    value: float
    told: float
    right: bool


def asks_of_confirm(seen: FormCues) -> bool:
    """Whether it asks if a figure is right that follows from others in the text."""
    if not seen.has(CONFIRMS):
        return False
    text = seen.text
    worked = SLICE.search(text) or SUM.search(text) or FACTORS.search(text) or PRODUCT.search(text)
    paid = seen.says("current_usd_per_hour") or AN_HOUR.search(text)
    priced = paid and seen.says("accelerator_count") and A_CHIP.search(text)
    sized = seen.says("parameters") or seen.says("model")
    count = seen.profile.accelerator_count or 0
    totals = (float(number.replace(",", "")) for number, unit in TOTAL.findall(text) if unit.lower() != "tb")
    counted = not sized and not seen.says("taken_gb") and count > 1  # what it takes is held against them: taken.py
    in_all = counted and max(totals, default=0.0) > count * LEAST_EACH
    return bool(worked or priced or in_all)


def of_confirm(asked: Problem, reading: Reading) -> FactAnswer | None:
    """None where nothing in the text can be worked out."""
    if CONFIRMS not in reading.cues:
        return None
    tries: tuple[Callable[[Problem, Reading], Reason | None], ...] = (
        _slice,
        _sum,
        _factors,
        _product,
        _rate,
        _in_all,
    )
    first = next((line for made in tries if (line := made(asked, reading)) is not None), None)
    return FactAnswer(headline=first, sentences=_weights(first, asked, reading)) if first else None


def _weights(first: Reason, asked: Problem, reading: Reading) -> tuple[Reason, ...]:
    """Whether gigabytes that were worked out fit the card that was told."""
    card = reading.profile.chip_memory_gb
    if not isinstance(first, SumIs) or not card or not first.unit.lower().startswith("g"):
        return ()
    usable = card * asked.constants.likely(USABLE)
    return (WeightsOnCard(gb=first.value, card=card, usable=usable, fits=first.value <= usable),)


def _slice(asked: Problem, reading: Reading) -> SliceCounts | None:
    found = SLICE.search(reading.text)
    if found is None:
        return None
    line, number = found[1].lower(), int(found[2])
    terms = [term for term in asked.facts.terms if term.slot == "slice_of" and line in term.words]
    chip = _chip(asked, str(terms[0].value)) if terms else None
    if chip is None:
        return None
    chips = max(1, round(number * float((terms[0].implies or {}).get("slice", 1.0))))
    rest = SLICE.sub(" ", reading.text)
    counted = COUNTED.search(rest)
    told = int(counted[1]) if counted else None
    of_cores = bool(counted and "core" in counted[2].lower())
    cores = number if chips != number else chips
    return SliceCounts(
        name=found[0],
        chips=chips,
        cores=cores,
        gib=chips * chip.hbm_gib.value,
        told=told,
        of_cores=of_cores,
        right=told == (cores if of_cores else chips),
        cites=(chip.hbm_gib.source,),
    )


def _chip(asked: Problem, name: str) -> Accelerator | None:
    return asked.facts.accelerators.get(name)


def _sum(_asked: Problem, reading: Reading) -> SumIs | None:
    found = SUM.search(reading.text)
    if found is None:
        return None
    value = float(sum(int(part) for part in found[0].split("+")))
    others = [float(number) for number in PLAIN.findall(reading.text[found.end() :])]
    told = value if value in others else next(iter(others), None)
    written = " + ".join(part.strip() for part in found[0].split("+"))
    return SumIs(written=written, value=value, told=told, unit="", right=told == value)


def _factors(_asked: Problem, reading: Reading) -> SumIs | None:
    """A chain of factors and divisors, of which the last may have a unit of time: "3600000/64*0.25s = 4 hours"."""
    found = FACTORS.search(reading.text)
    if found is None:
        return None
    value, written, factors = _number(found[1]), found[1], FACTOR.findall(found[2] + found[3])
    for sign, number in factors:
        by = _number(number)
        if not by:
            return None
        value = value / by if sign in "/÷" else value * by
        written += f" {'/' if sign in '/÷' else 'x'} {number}"
    unit, own = found[6].lower(), found[4].lower()
    wanted, had = _seconds(unit), _seconds(own)
    if len(factors) < PAIR and not (wanted and had and wanted != had):
        return None  # a plain product
    if bool(wanted) != bool(had):
        return None
    value, told = value * (had / wanted if wanted else 1.0), _number(found[5])
    written += f" {found[4]}" if found[4] else ""
    right = isclose(value, told, rel_tol=CLOSE)
    return SumIs(written=written, value=float(f"{value:.4g}"), told=told, unit=unit, right=right)


def _number(digits: str) -> float:
    return float(digits.replace(",", ""))


def _seconds(unit: str) -> float:
    """Of a unit of time; 0 of any other."""
    return SECONDS.get(unit, 0.0) or SECONDS.get(unit.rstrip("s"), 0.0) or (60.0 if unit.startswith("min") else 0.0)


def _product(_asked: Problem, reading: Reading) -> SumIs | None:
    found = PRODUCT.search(reading.text)
    if found is None:
        return None
    value, told = float(found[1]) * float(found[3]), float(found[5].replace(",", ""))
    unit = found[6] or ""
    thousands = 1e3 if unit.lower() == "tb" else 1.0
    right = isclose(value, told * thousands, rel_tol=SAME) or isclose(value, told, rel_tol=SAME)
    first = found[1] + (found[2] if len(found[2]) == 1 else f" {found[2]}" if found[2] else "")
    written = f"{first} x {found[3]}" + (f" {found[4]}" if found[4] else "")
    return SumIs(written=written, value=value, told=told, unit=unit, right=right)


def _rate(_asked: Problem, reading: Reading) -> RateIs | None:
    said, told = reading.profile, A_CHIP.search(reading.text)
    listed = AN_HOUR.search(reading.text)
    usd = said.current_usd_per_hour or (float(listed[1]) if listed else None)
    count = said.accelerator_count
    if not usd or not count or told is None:
        return None
    value, wanted = usd / count, float(told[1])
    return RateIs(usd=usd, count=int(count), value=value, told=wanted, right=isclose(value, wanted, rel_tol=SAME))


def _in_all(asked: Problem, reading: Reading) -> MemoryInAll | None:
    said = reading.profile
    count = said.accelerator_count
    each = said.chip_memory_gb or next((kind.chip_gib for kind in meant(asked, alone=True)), None)
    if not count or not each or said.parameters or said.model or said.taken_gb:
        return None
    found = TOTAL.findall(reading.text)
    totals = [float(number.replace(",", "")) * (1e3 if unit.lower() == "tb" else 1.0) for number, unit in found]
    others = [total for total in totals if total > each]
    if not others:
        return None
    total = each * count
    return MemoryInAll(
        count=int(count), each=each, total=total, told=others[0], usable=total * asked.constants.likely(USABLE),
        right=isclose(total, others[0], rel_tol=SAME),
    )  # fmt: skip
