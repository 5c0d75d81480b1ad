"""What prices come to that the asker tells: a month's as an hour's, two against each other, hours at a price."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.parts.own_speed import chip_of
from engine.options.problem import Problem
from engine.workload.profile import Reading
from engine.workload.question import FormCues
from engine.workload.told_prices import ToldPrice, told_prices
from knowledge.facts import Accelerator
from knowledge.units import HOURS_PER_DAY, HOURS_PER_MONTH

ASKS = ("asks_cost", "price", "price_strong", "better", "for_less", "judged", "vs", "compare")  # cues
WORK = frozenset({"parameters", "tokens", "tokens_per_day", "requests_per_second"})  # slots a choice is made by
PAIR = 2
LONG = 24 * 7.0  # hours; a price of so long or longer is a rent
NEAR = 60  # characters between a chip and its price
DAYS = 2  # of the example


class QuoteHour(Reason, code="quote_hour"):
    """A rent for a month or so as the price of an hour and of `days` days of use."""

    sign: str
    amount: float
    months: float
    hourly: float
    daily: float
    days: int
    example: float


class PriceRatio(Reason, code="price_ratio"):
    """Two prices of an hour: the dearer pays by the job from `times` the speed. The names may be empty."""

    sign: str
    dear: float
    cheap: float
    dear_name: str
    cheap_name: str
    times: float


class SheetRatio(Reason, code="sheet_ratio"):
    """What the data sheets say of the speed of the dearer chip, against `times` of its price."""

    dear: str
    cheap: str
    gbps: float
    tflops: float
    times: float
    cheap_gib: float


class SamePrices(Reason, code="same_prices"):
    """Several prices of one thing, the least first, each with how much more than the least it is."""

    sign: str
    prices: tuple[float, ...]
    more: tuple[float, ...]  # shares


class HoursPaid(Reason, code="hours_paid"):
    """Hours at the price of an hour that was told; of all chips where there are several and it is of one.

    `month`: of as many runs of these hours as a month has; `theirs`: the hours are those of other machines.
    """

    sign: str
    hours: float
    hourly: float
    one: float
    chips: int
    all: float | None
    month: float | None
    theirs: bool


class _Named(NamedTuple):
    """A price of an hour and the chip it stands beside."""

    price: ToldPrice
    name: str
    chip: Accelerator | None


def asks_of_prices(seen: FormCues) -> bool:
    """Whether the asker's own prices answer it: no work is to be placed, and they are a rent, or two of them."""
    if seen.before or not seen.has(*ASKS) or not WORK.isdisjoint(seen.profile.stated()):
        return False
    told = told_prices(seen.text)
    return _rent(told) is not None or len({one.amount for one in told if one.hours == 1}) >= PAIR


def of_prices(asked: Problem, reading: Reading, hours: float | None) -> FactAnswer | None:
    """`hours`: of a run, where they follow from what was told; None where no price was told."""
    told = told_prices(reading.text)
    if not told or not WORK.isdisjoint(reading.profile.stated()):
        return None
    lines = tuple(_lines(told, asked, reading, hours))
    return FactAnswer(headline=lines[0], sentences=lines[1:]) if lines else None


def hours_paid(reading: Reading, hours: float, chips: int) -> HoursPaid | None:
    """None where no single price of an hour was told."""
    told = [one for one in told_prices(reading.text) if one.hours == 1]
    if len({one.amount for one in told}) != 1:
        return None
    one = told[0]
    usd, runs = one.amount * hours, reading.profile.runs_per_month
    return HoursPaid(
        sign=one.sign,
        hours=hours,
        hourly=one.amount,
        one=usd,
        chips=chips,
        all=usd * chips if chips > 1 else None,
        month=usd * runs if runs and runs > 1 else None,
        theirs="told_time" in reading.cues and "first_person" not in reading.cues,
    )


def _lines(told: tuple[ToldPrice, ...], asked: Problem, reading: Reading, hours: float | None) -> Iterator[Reason]:
    hourly = [one for one in told if one.hours == 1]
    if hours and len({one.amount for one in hourly}) == 1:
        chips = reading.profile.accelerator_count or 1
        if line := hours_paid(reading, hours, int(chips)):
            yield line
    elif len({one.amount for one in hourly}) >= PAIR:
        yield from _against(hourly, asked, reading)
    elif (rent := _rent(told)) is not None:
        yield QuoteHour(
            sign=rent.sign,
            amount=rent.amount,
            months=rent.hours / HOURS_PER_MONTH,
            hourly=rent.hourly,
            daily=rent.hourly * HOURS_PER_DAY,
            days=DAYS,
            example=rent.hourly * HOURS_PER_DAY * DAYS,
        )


def _rent(told: tuple[ToldPrice, ...]) -> ToldPrice | None:
    """The one price that is charged for a week or longer; None beside others."""
    found = [one for one in told if one.hours >= LONG and one.quoted]
    return found[0] if len(found) == 1 and len(told) == 1 else None


def _against(hourly: list[ToldPrice], asked: Problem, reading: Reading) -> Iterator[Reason]:
    named = [_Named(one, *chip_before(one, asked, reading)) for one in hourly]
    if len(named) == PAIR and len({one.name for one in named if one.name}) < PAIR:
        named = _by_distance(hourly, asked, reading) or named
    cheap, dear = min(named, key=lambda one: one.price.amount), max(named, key=lambda one: one.price.amount)
    names = {one.name for one in named if one.name}
    times = dear.price.amount / cheap.price.amount
    if len(named) == PAIR and len(names) == PAIR:
        yield PriceRatio(
            sign=cheap.price.sign,
            dear=dear.price.amount,
            cheap=cheap.price.amount,
            dear_name=dear.name,
            cheap_name=cheap.name,
            times=times,
        )
        if dear.chip and cheap.chip and dear.chip.hbm_gbps and cheap.chip.hbm_gbps:
            yield SheetRatio(
                dear=dear.name,
                cheap=cheap.name,
                gbps=dear.chip.hbm_gbps.value / cheap.chip.hbm_gbps.value,
                tflops=dear.chip.bf16_dense_tflops.value / cheap.chip.bf16_dense_tflops.value,
                times=times,
                cheap_gib=cheap.chip.hbm_gib.value,
                cites=tuple(dict.fromkeys((dear.chip.hbm_gbps.source, cheap.chip.hbm_gbps.source))),
            )
        return
    if len(names) > 1:
        return
    prices = tuple(sorted({one.price.amount for one in named}))
    more = tuple(price / prices[0] - 1 for price in prices)
    yield SamePrices(sign=cheap.price.sign, prices=prices, more=more)


def _by_distance(hourly: list[ToldPrice], asked: Problem, reading: Reading) -> list[_Named]:
    """Two prices and the two chips that are named, as near to each other as can be; else nothing."""
    text, chips = (
        reading.text.casefold(),
        {chip.id: (one, chip) for one in reading.hardware if (chip := chip_of(asked, one))},
    )
    if len(chips) != PAIR or len(hourly) != PAIR:
        return []

    def far(price: ToldPrice, words: str) -> int:
        """Signs between them, either way: "a T4 at $0.11/h", "$2.49/h for an H100"."""
        word, places = words.casefold(), range(len(text))
        return min((abs(price.at - at) for at in places if text.startswith(word, at)), default=len(text))

    one, other = chips.values()
    both = ((one, other), (other, one))
    ways = tuple(
        sorted(both, key=lambda way: sum(far(price, on[0].words) for price, on in zip(hourly, way, strict=True)))
    )
    if any(far(price, on[0].words) >= len(text) for price, on in zip(hourly, ways[0], strict=True)):
        return []
    return [_Named(price, on[1].name, on[1]) for price, on in zip(hourly, ways[0], strict=True)]


def chip_before(
    price: ToldPrice, asked: Problem, reading: Reading, near: int = NEAR
) -> tuple[str, Accelerator | None]:
    """The last card or machine that is named shortly before the price; "" and None where none is."""
    before = reading.text[max(0, price.at - near) : price.at].casefold()
    best: tuple[int, str, Accelerator | None] = (-1, "", None)
    for one in reading.hardware:
        words = rf"(?<!\w){re.escape(one.words.casefold())}(?!\w)"
        at = max((found.start() for found in re.finditer(words, before)), default=-1) if one.words else -1
        chip = chip_of(asked, one)
        if at > best[0] and chip is not None:
            best = (at, chip.name, chip)
    return best[1], best[2]
