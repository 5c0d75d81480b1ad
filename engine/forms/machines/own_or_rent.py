"""Cards that are for sale at a price, or owned at a yearly cost, against renting: when renting has cost as much.

hours to break even = price / (rent an hour - power an hour); power = watts x (share drawn + host) x PUE x price of a
kilowatt-hour, while it runs.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine.answers.model import AnswerRow, AnswerTable, FactAnswer
from engine.answers.rank_prices import RankedPrice, instances_asked, lines_named, ranked
from engine.base.reason import Reason
from engine.forms.parts.hardware import meant
from engine.forms.per_unit.rates import Question
from engine.options.problem import Problem
from engine.workload.question import FormCues
from engine.workload.told_prices import told_prices
from knowledge.facts import COMPARED, Accelerator, Purchase
from knowledge.units import HOURS_PER_DAY, HOURS_PER_MONTH, HOURS_PER_YEAR, MONTHS_PER_YEAR, WATTS_PER_KW

BUYS, RENTS, OWNS = "buys_card", "or_rents", "owns_card"  # cues
WAYS: tuple[Purchase, ...] = ("on_demand", "capacity_block", "reserved_1yr", "reserved_3yr")
USED: tuple[Purchase, ...] = ("on_demand", "capacity_block")  # paid for the hours that are booked; others in full
COLUMNS = ("buy", "machine", "hourly", "even_hours", "even_months", "a_day")
MONEY = re.compile(
    r"(?:(us\$|usd|\$|€|eur|£|gbp|chf)\s?(\d[\d,.]*)\s?(k|m|thousand|million)?"
    r"|(?<![\w.,])(\d[\d,.]*)\s?(k|m|thousand|million)?\s?(usd|dollars?|bucks|€|eur|euros?|£|gbp|chf|\$))"
    r"(?!\s*(?:/|per\b|an?\b|each\b|every\b)\s*(?:\w+[\s-])?(?:h|hr|hour|day|week|wk|month|mth|mon|mo|year|yr)s?(?!\w))",
    re.IGNORECASE,
)
SPAN = re.compile(r"(\d+(?:\.\d+)?)[\s-]*(years?|yrs?|y|jahre?n?|年|months?|mo|monate?n?|个月)(?!\w)", re.IGNORECASE)
THOUSANDS = re.compile(r"^\d{1,3}(?:[.,]\d{3})+$")
BOX_OF = re.compile(r"\b(?:dgx|hgx)\b", re.IGNORECASE)
WHOLE = "chips_per_machine"  # the constant: GPUs of a DGX or HGX
LEAST_USD = 300.0
USUAL_YEARS = "owned_years"  # the constant: over which it is judged where nobody said for how long
POWER, HOST, PUE, KWH = "power_share_of_tdp", "host_power_share", "own_pue", "own_usd_per_kwh"  # constants
SIGNS = {"€": "€", "e": "€", "£": "£", "g": "£", "c": "CHF "}


class Sum(NamedTuple):
    """Money that a text tells: a price to buy, or what owning costs an hour."""

    amount: float
    sign: str


class Even(NamedTuple):
    """A way to rent: USD an hour of all machines, and hours, or months day and night, that cost as much as buying."""

    way: Purchase
    usd: float
    hours: float
    months: float


class OwnOrRent(Reason, code="own_or_rent"):
    """`count` of a card for `price` against renting the same number, or the type that is named.

    `by_use`: the cheapest way that is paid while it is used, None where that costs less than one's own power; `term`:
    the cheapest that is owed in full, used or not. It is judged over `months`, `said` or usual, of so many `years`
    where these are whole. `a_day`: hours a day from which buying is cheaper than paying by use, None where it never
    is.
    `beats_term`: whether it is cheaper than the term, day and night.
    """

    chip: str
    count: int
    price: float
    sign: str
    rented: str
    machines: int
    by_use: Even | None
    term: Even | None
    months: float
    years: float
    said: bool
    a_day: float | None
    beats_term: bool
    kilowatts: float
    kwh_usd: float
    pue: float
    power_usd: float
    same: bool


class OwnedOrRent(Reason, code="owned_or_rent"):
    """Cards that are owned and cost `yearly`: hours of renting that cost as much, of the `all_hours` of a month."""

    chip: str
    count: int
    yearly: float
    sign: str
    rented: str
    machines: int
    usd: float
    month_hours: float
    all_hours: float
    least_way: Purchase
    least_usd: float
    least_month_hours: float


class NotInSum(Reason, code="not_in_sum"):
    """What such a sum leaves out."""

    owned: bool


def asks_own_or_rent(seen: FormCues) -> bool:
    """Whether cards to buy, at a price that is told, or one's own are set against rented ones."""
    named = seen.specific + seen.instances > 0
    rents = seen.has(RENTS, "vs") or seen.instances > 0 or bool(seen.profile.clouds)
    money = price_of(seen.text) is not None or yearly_of(seen.text) is not None
    if seen.says("current_hours_per_run"):
        return False  # so long a run takes on what they have: what to run it on is a sum over runs
    return named and seen.has(BUYS, OWNS) and rents and money and not seen.before


def price_of(text: str) -> Sum | None:
    """The largest sum that is for no time; None below what a card costs."""
    found = []
    for match in MONEY.finditer(text):
        sign, amount, scale = (match[1], match[2], match[3]) if match[2] else (match[6], match[4], match[5])
        found.append(Sum(_number(amount) * _scale(scale), _sign(sign)))
    most = max(found, key=lambda one: one.amount, default=None)
    return most if most and most.amount >= LEAST_USD else None


def yearly_of(text: str) -> Sum | None:
    """What is paid by the month or the year, as a year's."""
    told = [one for one in told_prices(_spelled_out(text)) if one.hours >= HOURS_PER_MONTH]
    return Sum(told[0].hourly * HOURS_PER_YEAR, told[0].sign) if told else None


def own_or_rent(asked: Question) -> FactAnswer | None:
    """None where nothing like it is rented, or no price is told."""
    cues, text = set(asked.reading.cues), asked.reading.text
    if cues.isdisjoint((BUYS, OWNS)):
        return None
    price, yearly = price_of(text), yearly_of(text)
    problem = Problem(asked.filled, asked.library, asked.day, brief=True)
    kinds = [kind for kind in meant(problem, alone=True) if kind.chip is not None]
    chip = next(
        (kind.chip for kind in kinds if kind.type_said is None and kind.chip), kinds[0].chip if kinds else None
    )
    if chip is None or (price is None and yearly is None):
        return None
    whole = BOX_OF.search(text) is not None
    count = round(asked.library.constants.likely(WHOLE)) if whole else int(asked.said.accelerator_count or 1)
    rows = _rents(asked, chip, count)
    if not rows or (price is None and OWNS not in cues):
        return None
    if price is None and yearly is not None:
        return _of_owned(chip, count, yearly, rows)
    return _of_bought(asked, chip, count, price, rows) if price else None


def bought_at(asked: Question, chip: Accelerator, count: int, price: Sum) -> FactAnswer | None:
    """The same of so many of a chip at a price that was read elsewhere; None where nothing like it is rented."""
    rows = _rents(asked, chip, count)
    return _of_bought(asked, chip, count, price, rows) if rows else None


def _rents(asked: Question, chip: Accelerator, count: int) -> dict[Purchase, RankedPrice]:
    """By each way to buy the cheapest machines with so many of the chip, or of the type that is named instead."""
    said, facts = asked.said, asked.library.facts
    types = [facts.instances[name] for name in said.instances if name in facts.instances]
    if not types:
        asks = said.model_copy(update={"accelerator_count": count})
        types = [one for one in instances_asked(asks, lines_named(asked.reading), facts) if one.cloud in COMPARED]
        types = [one for one in types if one.accelerator == chip.id] or types
    found: dict[Purchase, RankedPrice] = {}
    for way in WAYS:
        rows = [row for row in ranked(types, asked.library, asked.day, said.region, way) if row.is_current]
        counted = [
            row.model_copy(update={"machines": math.ceil(count / row.instance.count) if not said.instances else 1})
            for row in rows
        ]
        if counted:
            found[way] = min(counted, key=lambda row: (row.usd_in_all, row.instance.id))
    return found


def _of_bought(
    asked: Question, chip: Accelerator, count: int, price: Sum, rows: dict[Purchase, RankedPrice]
) -> FactAnswer:
    constants = asked.library.constants
    watts = chip.tdp_w.value if chip.tdp_w else 0.0
    drawn = constants.likely(POWER) + constants.likely(HOST)
    kilowatts = watts * count * drawn / WATTS_PER_KW
    power = kilowatts * constants.likely(PUE) * constants.likely(KWH)
    months = _months(asked.reading.text)
    judged = months or constants.likely(USUAL_YEARS) * MONTHS_PER_YEAR
    span = judged * HOURS_PER_MONTH
    evens = {way: _even(way, row, price.amount, power) for way, row in rows.items()}
    by_use = _least(evens, USED)
    term = _least(evens, tuple(way for way in WAYS if way not in USED))
    free = rows.get("on_demand", next(iter(rows.values())))
    first = OwnOrRent(
        chip=chip.name,
        count=count,
        price=price.amount,
        sign=price.sign,
        rented=free.instance.id,
        machines=free.machines,
        by_use=by_use,
        term=term,
        months=judged,
        years=judged / MONTHS_PER_YEAR if judged % MONTHS_PER_YEAR == 0 and judged > MONTHS_PER_YEAR else 0.0,
        said=months is not None,
        a_day=by_use.hours / span * HOURS_PER_DAY if by_use and by_use.hours <= span else None,
        beats_term=term is None or term.hours <= span,
        kilowatts=kilowatts,
        kwh_usd=constants.likely(KWH),
        pue=constants.likely(PUE),
        power_usd=power,
        same=free.instance.accelerator == chip.id,
        cites=tuple(dict.fromkeys((*(row.quote.source for row in rows.values()), constants.entry(KWH).source))),
    )
    table = [_row(way, row, evens[way], span) for way, row in rows.items()]
    return FactAnswer(
        headline=first,
        sentences=(NotInSum(owned=False),),
        table=AnswerTable(words="own_or_rent", columns=COLUMNS, rows=tuple(table)),
        of_told=True,
    )


def _of_owned(chip: Accelerator, count: int, yearly: Sum, rows: dict[Purchase, RankedPrice]) -> FactAnswer:
    """What is owned costs so much whether it works or not; renting only while it does."""
    free = rows.get("on_demand", next(iter(rows.values())))
    by_use = {way: row for way, row in rows.items() if way in USED} or rows
    way, least = min(by_use.items(), key=lambda one: one[1].usd_in_all)
    monthly = yearly.amount / MONTHS_PER_YEAR
    first = OwnedOrRent(
        chip=chip.name,
        count=count,
        yearly=yearly.amount,
        sign=yearly.sign,
        rented=free.instance.id,
        machines=free.machines,
        usd=free.usd_in_all,
        month_hours=monthly / free.usd_in_all,
        all_hours=HOURS_PER_MONTH,
        least_way=way,
        least_usd=least.usd_in_all,
        least_month_hours=monthly / least.usd_in_all,
        cites=tuple(dict.fromkeys(row.quote.source for row in rows.values())),
    )
    return FactAnswer(headline=first, sentences=(NotInSum(owned=True),), of_told=True)


def _row(way: Purchase, row: RankedPrice, even: Even | None, span: float) -> AnswerRow:
    """Of a way that is owed in full no hours a day are told."""
    name = f"{row.machines} x {row.instance.id}" if row.machines > 1 else row.instance.id
    by_use = even is not None and way in USED and even.hours <= span
    day = even.hours / span * HOURS_PER_DAY if even and by_use else None
    hours, months = (even.hours, even.months) if even else (None, None)
    return AnswerRow(cells=(way, name, row.usd_in_all, hours, months, day), cites=(row.quote.source,))


def _even(way: Purchase, row: RankedPrice, price: float, power: float) -> Even | None:
    """None where the hour costs less than one's own power does."""
    rent = row.usd_in_all
    hours = price / (rent - power) if rent > power else None
    return Even(way, rent, hours, hours / HOURS_PER_MONTH) if hours is not None else None


def _least(evens: Mapping[Purchase, Even | None], ways: Sequence[Purchase]) -> Even | None:
    return min((one for way in ways if (one := evens.get(way))), key=lambda one: one.usd, default=None)


def _months(text: str) -> float | None:
    """The time over which it is judged, of years or months that are told."""
    match = SPAN.search(text)
    if match is None:
        return None
    by_year = match[2].casefold().startswith(("y", "j", "年"))
    return float(match[1]) * (MONTHS_PER_YEAR if by_year else 1)


def _number(text: str) -> float:
    plain = text.rstrip(".,")
    return float(re.sub(r"[.,]", "", plain) if THOUSANDS.match(plain) else plain.replace(",", ""))


def _scale(word: str | None) -> float:
    return {"k": 1e3, "t": 1e3, "m": 1e6}.get((word or " ")[0].casefold(), 1.0)


def _spelled_out(text: str) -> str:
    """ "$15k a year" with all its digits."""
    return re.sub(
        r"(\d+(?:\.\d+)?)k\b", lambda match: f"{float(match[1]) * _scale('k'):.0f}", text, flags=re.IGNORECASE
    )


def _sign(word: str) -> str:
    return SIGNS.get(word.casefold()[0], "$")
