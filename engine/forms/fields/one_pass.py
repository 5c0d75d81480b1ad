"""One pass over the data by a pace that was timed: whether it is as long as it is taken to be, and what it costs.

Hours = samples / batch x seconds a step x passes / 3,600; chip-hours = those x cards; dollars = those x the price.
"""

from __future__ import annotations

import math
import re
from typing import Literal

from engine.answers.model import FactAnswer
from engine.base.computed import Computed
from engine.base.reason import Reason
from engine.forms.fields.step_pace import Claim, batches, claimed, pace, samples
from engine.forms.form import Asked
from engine.forms.parts.own_speed import chip_of
from engine.forms.told.on_other import hour_of
from engine.workload.conditions import FAMILIES
from engine.workload.hours.told_times import told_times
from knowledge.facts import Accelerator
from knowledge.units import HOURS_PER_DAY, SECONDS_PER_HOUR

CLAIMS = frozenset(
    {"confirms", "judged", "is_normal", "estimate_strong", "asks_if", "asks_time", "asks_cost"}
)  # cues
MARKS = frozenset("?？")
CLOSE = 0.15  # a share within which it is right
EACH = re.compile(
    r"(?<![\w.])(\d{1,5})\s*(?:\w+\s)?(?:per|a|/|on each|je|pro|par|por)\s*(?:gpu|card|chip|device|karte)",
    re.IGNORECASE,
)
WHOLE_BATCH = re.compile(
    r"\b(?:effective|global|total|overall)\s+batch(?:\s?-?size)?\s*(?:of|size|=|:|is|was)?\s*(\d[\d,]*)",
    re.IGNORECASE,
)
ON_EACH = re.compile(
    r"\bper[\s_-]?(?:device|gpu|card|chip)(?:[\s_-]?train)?[\s_-]?(?:batch(?:[\s_-]?size)?|bs|micro[\s_-]?batch)\s*"
    r"(?:of|=|:|is)?\s*(\d[\d,]*)",
    re.IGNORECASE,
)
WHOLE_BESIDE = re.compile(  # of a batch on each card: "12 per GPU, total 384", "12 per GPU (384 in all)"
    r"(?:\b(?:per|a|/|each|je|pro|par|por)\s*-?(?:gpu|card|chip|device|karte)s?\b|on each)[^\d?!]{0,30}?"
    r"(?:(?:effective|global|total|overall|insgesamt|gesamt)\W{0,3}(?:batch\s?(?:size)?\s*)?(?:of|=|:|is)?\s*"
    r"(\d[\d,]*)|(\d[\d,]*)\s*(?:in (?:total|all)|total|global|effective|overall|altogether|insgesamt|gesamt)\b)",
    re.IGNORECASE,
)
SUMMED_UP = re.compile(
    r"\b(?:grad(?:ient)?[\s_-]?acc(?:um\w*)?(?:[\s_-]?steps)?|accumulation(?:\s?steps)?)\s*(?:of|=|:|is|x)?\s*(\d{1,4})\b",
    re.IGNORECASE,
)
EXAMPLE = "a100-80"
SOURCE = "chipscout-arithmetic"
Right = Literal["yes", "no", ""]
Counted = Literal["said", "batch", "one"]


class PassPriced(Computed):
    """`cards` of a chip for so long: chip-hours, an hour's price of one, dollars, and where that is from."""

    chip: str
    cards: int
    chip_hours: float
    usd_hour: float
    usd: float
    instance: str
    region: str
    day: str


class PassChecked(Reason, code="pass_checked"):
    """Hours of a pass by the pace; `claimed` hours, 0 where none were, and whether they are right; `times`: how far
    off they are. `passes`: how many are asked about, and `hours` of all of them."""

    right: Right
    claimed: float
    times: float
    shorter: bool
    samples: float
    batch: float
    steps: float
    seconds: float
    each: float
    passes: float
    hours: float
    days: float
    priced: tuple[PassPriced, ...]  # of the first chip that is named
    of_parts: bool  # the batch was told as that of one card
    each_card: bool  # the price is of one of the cards, whose number nobody said


class PassCosts(Reason, code="pass_costs"):
    """What those hours cost on so many cards."""

    priced: tuple[PassPriced, ...]
    counted: Counted  # where the number of cards is from


def pass_checked(asked: Asked) -> FactAnswer | None:
    """None where the samples, the batch or the pace was not told, or a size of the model says more."""
    text, said, told = asked.reading.text, asked.profile, asked.reading.measured.measures
    timed, many, batch = pace(told), samples(told) or said.samples, _batch(asked)
    several = len(set(batches(told))) > 1 and _whole_batch(text) is None
    if timed is None or not many or batch is None or several or _is_unasked(asked):
        return None
    claim = claimed(text, told, timed)
    of_one = claim is not None and math.isclose(claim.hours, told_times(text).one_pass or 0.0)
    passes = 1.0 if of_one else float(said.epochs or 1.0)
    steps = math.ceil(many / batch)
    each = steps * timed.seconds / SECONDS_PER_HOUR
    hours = each * passes
    length = claim.hours if claim else 0.0
    right: Right = "yes" if claim and _is_right(claim, hours) else "no" if claim else ""
    times = max(hours / length, length / hours) if length else 0.0
    costs = _costs(asked, hours, batch)
    first = PassChecked(
        right=right,
        claimed=length,
        times=times,
        shorter=length > hours,
        samples=many,
        batch=batch,
        steps=steps,
        seconds=timed.seconds,
        each=each,
        passes=passes,
        hours=hours,
        days=hours / HOURS_PER_DAY,
        priced=costs.priced[:1] if costs else (),
        of_parts=ON_EACH.search(text) is not None,
        each_card=costs is not None and costs.counted == "one",
        cites=(SOURCE,),
    )
    return FactAnswer(headline=first, sentences=(costs,) if costs else (), of_told=True)


def _is_right(claim: Claim, hours: float) -> bool:
    near = abs(claim.hours / hours - 1) <= CLOSE
    return (
        near or (claim.bound == "most" and hours <= claim.hours) or (claim.bound == "least" and hours >= claim.hours)
    )


def _is_unasked(asked: Asked) -> bool:
    """Whether neither a question mark nor a word asks; in a language that is not read, the mark is enough."""
    return CLAIMS.isdisjoint(asked.reading.cues) and not MARKS & set(asked.reading.text)


def _costs(asked: Asked, hours: float, batch: float) -> PassCosts | None:
    """On the chips that are named, else on none."""
    per_card = EACH.search(asked.reading.text)
    said = asked.profile.accelerator_count
    by_batch = round(batch / float(per_card[1])) if per_card and float(per_card[1]) else 0
    cards = said or (by_batch if by_batch > 1 else 1)
    counted: Counted = "said" if said else "batch" if by_batch > 1 else "one"
    chips: dict[str, Accelerator] = {}
    for one in asked.reading.hardware:
        if one.id not in FAMILIES and (chip := chip_of(asked.problem, one)) is not None:
            chips[chip.id] = chip
    priced = []
    cites: list[str] = []
    for chip in chips.values():
        price = hour_of(chip, asked.problem)
        if price.usd:
            used = cards * hours
            priced.append(
                PassPriced(
                    chip=chip.name,
                    cards=cards,
                    chip_hours=used,
                    usd_hour=price.usd,
                    usd=used * price.usd,
                    instance=price.instance,
                    region=price.region,
                    day=price.day,
                )
            )
            cites += price.cites
    if not priced:
        return None
    return PassCosts(priced=tuple(priced), counted=counted, cites=tuple(dict.fromkeys(cites)))


def _whole_batch(text: str) -> float | None:
    """Of all cards, where that is told, also beside what each of them takes."""
    found = WHOLE_BATCH.search(text) or WHOLE_BESIDE.search(text)
    return float(next(one for one in found.groups() if one).replace(",", "")) if found else None


def _batch(asked: Asked) -> float | None:
    """Samples a step on all cards: that of one card, where that is what is told, times them and what accumulates."""
    text = asked.reading.text
    if (whole := _whole_batch(text)) is not None:
        return whole or None
    summed = SUMMED_UP.search(text)
    times = float(summed[1]) if summed else 1.0
    if found := ON_EACH.search(text):
        return float(found[1].replace(",", "")) * times * (asked.profile.accelerator_count or 1) or None
    told = next(batches(asked.reading.measured.measures), float(asked.profile.batch_size or 0))
    if not told and (found := EACH.search(text)):
        told = float(found[1]) * (asked.profile.accelerator_count or 1)
    return told * times or None
