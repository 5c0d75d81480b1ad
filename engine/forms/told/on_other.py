"""What a run that others timed on one chip comes to on another: bounds by the data sheets, in hours and dollars.

hours there = hours x (TFLOP/s of the chip it was timed on / TFLOP/s of the other), for work that waits for math; by
GB/s for work that waits for memory.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.parts.own_speed import chip_of
from engine.options.problem import Problem
from engine.workload.profile import Equipment, Reading
from engine.workload.question import FormCues
from knowledge.facts import Accelerator

PAIR = 2
ASKS = ("asks_time", "asks_cost", "estimate_strong")  # cues
TOLD = "hours_on_chip"  # the cue
OTHERS = (
    "commit_strong", "carbon_strong", "which_hardware", "asks_break_even", "is_normal", "memory_error", "no_room",
)  # fmt: skip
CHIP = r"(?:gpu|tpu|chip|card|core|device|[a-z]+\d[\w-]*)[\s-]+"  # between a number and its hours
HOURS = re.compile(
    rf"(?<![\w.,])(\d[\d,]*(?:\.\d+)?)\s*(k|thousand|m|million)?\s*(?:x\s*)?((?:{CHIP}){{0,2}})(?:hours|hrs?|h)\b",
    re.IGNORECASE,
)
TIMES = {"k": 1e3, "thousand": 1e3, "m": 1e6, "million": 1e6}


class OnOther(Reason, code="on_other"):
    """Hours (0 where none were told) of `source` on `target`; `math` and `band`: hours there over hours here.

    `usd` an hour of one `target` chip on demand, 0 where no price is known; `low` and `high` hours by both bounds.
    """

    source: str
    target: str
    math: float
    band: float
    hours: float
    low: float
    high: float
    usd: float
    usd_low: float
    usd_high: float
    instance: str
    region: str
    day: str


class OnOtherMeans(Reason, code="on_other_means"):
    """What such bounds leave out."""

    asks_hours: bool


def asks_of_other(seen: FormCues) -> bool:
    """Whether a run that was timed on one of two chips is asked about on the other."""
    if seen.before or seen.has(*OTHERS) or seen.specific != PAIR or not seen.has(*ASKS):
        return False
    if seen.says("current_instances"):  # a run of theirs, which the speeds that were measured carry over
        return False
    return seen.has(TOLD) and not (seen.says("parameters") or seen.says("tokens") or seen.says("samples"))


def of_other(asked: Problem, reading: Reading) -> FactAnswer | None:
    """None where no hours of others are spoken of, or it is not two chips of which the figures are held."""
    if TOLD not in reading.cues or not set(OTHERS).isdisjoint(reading.cues) or reading.profile.current_instances:
        return None
    pair = tuple(one for one in reading.hardware if one.id in reading.profile.candidates)
    kinds = [chip_of(asked, one) for one in pair]
    known = [(one, chip) for one, chip in zip(pair, kinds, strict=True) if chip is not None]
    if len({chip.id for _, chip in known}) != PAIR:
        return None
    match = HOURS.search(reading.text)
    (own, source), (_, target) = _in_order(known[:PAIR], reading.text, match.start() if match else None)
    hours = float(match[1].replace(",", "")) * TIMES.get((match[2] or "").casefold(), 1.0) if match else 0.0
    if match and not match[3]:  # hours of a clock, on as many chips as were said
        hours *= own.chips or reading.profile.accelerator_count or 1
    math = source.bf16_dense_tflops.value / target.bf16_dense_tflops.value
    band = source.hbm_gbps.value / target.hbm_gbps.value
    price = hour_of(target, asked)
    low, high = hours * min(math, band), hours * max(math, band)
    told = OnOther(
        source=source.name,
        target=target.name,
        math=math,
        band=band,
        hours=hours,
        low=low,
        high=high,
        usd=price.usd,
        usd_low=low * price.usd,
        usd_high=high * price.usd,
        instance=price.instance,
        region=price.region,
        day=price.day,
        cites=tuple(dict.fromkeys((source.hbm_gbps.source, target.hbm_gbps.source, *price.cites))),
    )
    return FactAnswer(headline=told, sentences=(OnOtherMeans(asks_hours=not hours),))


def _in_order(
    known: list[tuple[Equipment, Accelerator]], text: str, hours_at: int | None
) -> tuple[tuple[Equipment, Accelerator], ...]:
    """The one that the hours stand beside first; where none were told, the one that is named first."""
    plain = text.casefold()
    at = [plain.find(one.words.casefold()) for one, _ in known]
    near = [abs(place - hours_at) if hours_at is not None else place for place in at]
    return tuple(one for _, one in sorted(zip(near, known, strict=True), key=lambda entry: entry[0]))


class ChipPrice(NamedTuple):
    """An hour of one chip on demand, and the machine it is of; nothing where no price is known."""

    usd: float = 0.0
    instance: str = ""
    region: str = ""
    day: str = ""
    cites: tuple[str, ...] = ()


def hour_of(chip: Accelerator, asked: Problem) -> ChipPrice:
    """The cheapest."""
    types = [thing for thing in asked.facts.instances.values() if thing.accelerator == chip.id]
    priced = [
        ChipPrice(
            quote.usd_per_hour.likely / thing.count, thing.id, quote.region, str(quote.observed_on), quote.cites
        )
        for thing in types
        if (quote := asked.prices.near(thing, "on_demand"))
    ]
    return min(priced, key=lambda price: price.usd, default=ChipPrice())
