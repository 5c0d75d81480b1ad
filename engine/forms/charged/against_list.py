"""A price that somebody pays, was quoted or is offered against what is listed: a machine's or a chip's, in the
currency it is told in, on demand on each cloud and by term."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from engine.answers.mentioned import meant
from engine.answers.model import FactAnswer
from engine.answers.rank_prices import RankedPrice
from engine.base.reason import Reason
from engine.forms.charged.rate_told import RateTold, rates_told
from engine.forms.money.rows import Priced, bound, cites_of, priced, rows_of, said_of, types_of
from engine.forms.parts.asked_on import AskedOn
from engine.forms.parts.price_table import price_table
from engine.workload.conditions import FAMILIES
from engine.workload.profile import Reading
from knowledge.facts import SPECIALISTS, Purchase
from knowledge.units import HOURS_PER_DAY, HOURS_PER_MONTH

OWN, LISTED = frozenset({"own_price"}), frozenset({"against_list"})  # cues
OFFERED = "offered"  # the cue of a price that somebody else asks
PAID = ("current_usd_per_hour", "current_usd_per_month")  # slots
TERMS: tuple[Purchase, ...] = ("reserved_1yr", "savings_plan", "reserved_3yr")
OF_WORK = frozenset({"parameters", "model", "tokens", "samples", "tokens_per_day", "requests_per_second"})  # slots
# Cues of a price that is no one's: a bound, a sum of hours, a fact that is taken for granted.
NOT_TOLD = frozenset({"premise", "keep", "training_words", "serving_words", "asks_break_even"})
EQUAL = 0.005  # as a share: what is told is rounded
SIDES = 4
FAR = 8  # times what is listed, or a part of it: no price of it
DOLLAR = "$"
_BOUND = re.compile(
    r"\b(?:under|below|at most|up to|max|less than|limit|cap|budget|unter|moins de|menos de)\s*(?:of\s)?[$€£]?\s?\d",
    re.I,
)


class AgainstList(Reason, code="against_list"):
    """An hour that is paid, in `sign`, of one chip (`by_chip`) or machine, and of a month where that was told.

    `less`: by which share it is below on demand, negative above it. `term`: the cheapest rate of a term that is held,
    or of the one that is named, with `term_less`. `others`: on demand on other clouds. `lowest`: the cheapest on
    demand of any seller, where it is another, with `lowest_less`. `parity`: dollars of one of another currency at
    which it is as listed; then shares are as if one were one.
    """

    paid: float
    month: float | None
    by_chip: bool
    machines: int
    less: float
    equal: bool
    one: Priced
    term: Priced | None
    term_less: float | None
    month_list: float
    month_gap: float
    others: tuple[Priced, ...] = ()
    lowest: Priced | None = None
    lowest_less: float | None = None
    sign: str = DOLLAR
    parity: float | None = None
    together: int = 1  # chips that are told and paid as one, of several machines or a part of one


class Paid(NamedTuple):
    """An hour in `sign`; `by_chip`: None where nothing says of what. `month`: where that was told."""

    amount: float
    by_chip: bool | None
    month: float | None
    sign: str = DOLLAR


def against_list(asked: AskedOn) -> FactAnswer | None:
    """None unless one price of an hour is told, and it is asked how it stands against what is listed."""
    said, count = asked.profile, int(asked.profile.instance_count or 1)
    paid = _paid(asked.reading, count) if _is_asked(asked) else None
    if paid is None:
        return None
    plain = said.model_copy(update={
        "purchase": None, "budget_usd": None, "credits_usd": None, "runs_per_month": None,
        "clouds": () if set(said.clouds) & set(SPECIALISTS) else said.clouds,
    })  # fmt: skip
    wanted = said_of(asked)
    here = replace(asked, reading=asked.reading.model_copy(update={"profile": plain}))
    asked = bound(here, wanted)
    types = types_of(here) or meant(asked.reading, here.facts, here.library.prices(asked.day), SIDES)
    free = _of_each_cloud(rows_of(here, types, ("on_demand",), said.region))
    if not free:
        return None
    by_chip, together = _of_what(paid, free[0], said.accelerator_count, count)
    if by_chip is None:
        return None

    def hour_of(row: RankedPrice) -> float:
        return row.usd_per_chip_hour * together if by_chip or together > 1 else row.quote.seen.likely

    terms = tuple(way for way in TERMS if way in wanted.ways) or TERMS
    own = tuple(one for one in types if one.id == free[0].instance.id)
    term = next((row for way in terms for row in rows_of(here, own, (way,), said.region)), None)
    lowest = next(iter(rows_of(asked, types_of(asked), ("on_demand",), said.region)), None)
    lowest = lowest if lowest and not said.instances and hour_of(lowest) < hour_of(free[0]) else None
    hour, usd = hour_of(free[0]), paid.amount
    others = () if said.instances else tuple(free[1:SIDES])
    shown = [free[0], *([term] if term else []), *others, *([lowest] if lowest else [])]
    told = AgainstList(
        paid=usd,
        month=paid.month,
        by_chip=by_chip,
        machines=count,
        less=1 - usd / hour,
        equal=abs(usd / hour - 1) < EQUAL,
        one=priced(free[0]),
        term=priced(term) if term else None,
        term_less=1 - usd / hour_of(term) if term else None,
        month_list=hour * count * HOURS_PER_MONTH,
        month_gap=abs(hour - usd) * count * HOURS_PER_MONTH,
        others=tuple(map(priced, others)),
        lowest=priced(lowest) if lowest else None,
        lowest_less=1 - usd / hour_of(lowest) if lowest else None,
        sign=paid.sign,
        parity=hour / usd if paid.sign != DOLLAR else None,
        together=together,
        cites=cites_of(shown),
    )
    return FactAnswer(headline=told, table=price_table(shown), of_told=True, whole=True)


def _is_asked(asked: AskedOn) -> bool:
    """Whether somebody's own price or an offer is told, or a price that is to be judged."""
    reading, said = asked.reading, asked.profile
    cues = frozenset(reading.cues)
    if not LISTED & cues or not OF_WORK.isdisjoint(said.stated()):
        return False
    if OWN & cues or OFFERED in cues or any(map(said.says, PAID)):
        return True
    if said.budget_usd and said.run_hours:
        return False  # a limit of the month, beside the hours that are run
    named = len(said.instances) + len(set(said.candidates) - FAMILIES) == 1
    return named and NOT_TOLD.isdisjoint(cues) and not _BOUND.search(reading.text)


def _of_each_cloud(rows: Sequence[RankedPrice]) -> list[RankedPrice]:
    """Of each cloud the cheapest of a chip-hour."""
    first: dict[str, RankedPrice] = {}
    for row in sorted(rows, key=lambda one: one.usd_per_chip_hour):
        first.setdefault(row.instance.cloud, row)
    return list(first.values())


def _of_what(paid: Paid, row: RankedPrice, chips: int | None, machines: int) -> tuple[bool | None, int]:
    """Whether it is paid for one chip, and of how many together: where nothing says it, what is nearest to the list.

    None where it is near nothing.
    """
    if paid.by_chip or (paid.by_chip is False and not chips):
        return bool(paid.by_chip), 1
    whole = int(chips or row.instance.count)
    sizes = [(True, 1), (False, whole if chips and chips != row.instance.count else 1)]
    if chips and chips != row.instance.count and machines == 1:
        whole_usd = row.usd_per_chip_hour * chips
    else:
        whole_usd = row.quote.seen.likely
    apart = [abs(math.log(paid.amount / usd)) for usd in (row.usd_per_chip_hour, whole_usd)]
    at = 1 if paid.by_chip is False else apart.index(min(apart))
    return sizes[at] if apart[at] <= math.log(FAR) else (None, 1)


def _paid(reading: Reading, machines: int) -> Paid | None:
    """What an hour of one machine or chip is told to cost; None where none is, or more than one."""
    rates = rates_told(reading.text)
    if len(rates) == 1 and rates[0].unit == "hour":
        return _of_rate(rates[0])
    found: list[Paid] = []
    for one in reading.measured.measures:
        parts = dict(one.units[0])
        if parts.get("usd") == 1 and parts.get("h") == -1:
            found.append(Paid(one.value, "chip" in parts, None))
        elif parts.get("usd") == 1 and parts.get("day") == -1:
            each = one.value / HOURS_PER_DAY / (1 if "machine" in parts else machines)
            found.append(Paid(each, by_chip=False, month=each * machines * HOURS_PER_MONTH))
    if not found and len(rates) == 1:
        return _of_rate(rates[0])
    return found[0] if len(found) == 1 else None


def _of_rate(rate: RateTold) -> Paid:
    return Paid(rate.amount, rate.by_chip, None, rate.sign)
