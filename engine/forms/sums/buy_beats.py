"""At which use a machine that is for sale beats renting: the share of the hours of its life after which it has.

hours = price / (rent an hour - power an hour); share = hours / all hours of the years it is judged over. Both ends
of a range are worked out: of the rents that are told, or from the cheapest that lists such a chip to a large cloud.
"""

from __future__ import annotations

import math
import re
from typing import NamedTuple

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.form import Asked, question_of
from engine.forms.machines.own_or_rent import OwnOrRent, Sum, bought_at, price_of
from engine.forms.sums.told import OF_WORK, sides
from engine.forms.sums.told_rents import ToldRent, told_rents
from engine.prices.specialists import per_chip_hour, specialists
from knowledge.facts import SpecialistPrice
from knowledge.units import HOURS_PER_MONTH

SHARE = frozenset({"percent", "break_even"})  # units
WORTH = "asks_worth"  # a cue: of a rent that is told it asks the same
BARE = re.compile(r"(?<![\w.,$€£])(\d[\d.,]*)\s?k(?![\w-])(?!\s*(?:tok|ctx|context|param|step|sampl|imag|req))", re.I)
ON_DEMAND = "on_demand"
PLAIN = re.compile(r"(?<![\w.,$€£])(\d{4,6}|\d{1,3},\d{3})(?![\w%]|[.,]\d)")
THOUSAND, LEAST_USD, LEAST_CARD = 1e3, 2000.0, 1000.0


class RentEnd(NamedTuple):
    """The other end of the rents: USD an hour, of `seller` where it is held, and from when buying is the cheaper."""

    seller: str
    rate: float
    share: float
    month_hours: float
    hours: float
    never: bool


class BuyBeats(Reason, code="buy_beats"):
    """The first line. `share` of the hours of `months` above which buying is the cheaper, 0 where it never is, with
    its power taken off; `bare`: the same without. `hours`: that the price pays for, so many a month."""

    never: bool
    share: float
    bare: float
    hours: float
    month_hours: float
    months: float
    years: float
    said: bool
    price: float
    sign: str
    count: int
    chip: str
    rented: str
    machines: int
    part: bool  # `rate` is of as many of its chips
    told: bool  # `rate` is what the asker says, for so many
    way: str
    rate: float
    power_usd: float
    listed: float  # the share against the price on demand, 0 where that is the way
    listed_rate: float
    least: RentEnd | None  # of what is held by specialists, where it is below `rate`
    most: RentEnd | None  # of a range that is told, whose least is `rate`


def buy_beats(asked: Asked) -> FactAnswer | None:
    """None where the work is told, no price is, or no use is asked for."""
    rents = told_rents(asked.reading.text)
    shares = not SHARE.isdisjoint(asked.reading.sought.units) or (bool(rents) and WORTH in asked.reading.cues)
    if not shares or not OF_WORK.isdisjoint(asked.profile.stated()):
        return None
    every = sides(asked)
    price = price_of(asked.reading.text) or _bare(asked)
    if not every or price is None or price.amount < LEAST_USD:
        return None
    own = next((one for one in every if one.type is None), every[0])
    count = max(own.cards, asked.profile.accelerator_count or 1)
    if price.amount < LEAST_CARD * count:
        return None
    made = bought_at(question_of(asked), own.chip, count, price)
    first = made.headline if made is not None else None
    if made is None or not isinstance(first, OwnOrRent):
        return None
    span, part = first.months * HOURS_PER_MONTH, _part(asked, first)
    even = first.by_use
    alike = [one for one in rents if one.sign == price.sign]
    told = alike[0] if alike else None
    rate = even.usd * part if even else 0.0
    rate = _of_all(told, count, rate) if told else rate
    hours = price.amount / (rate - first.power_usd) if rate > first.power_usd else 0.0
    held = _cheapest(asked, own.chip.id, count) if told is None else None
    below = held is not None and per_chip_hour(held) * count < rate
    listed = 0.0 if told else _listed(made) * part
    beside = listed > first.power_usd and even is not None and even.way != ON_DEMAND
    first_line = BuyBeats(
        never=not 0 < hours <= span,
        share=hours / span,
        bare=price.amount / rate / span if rate else 0.0,
        hours=hours,
        month_hours=hours / first.months,
        months=first.months,
        years=first.years,
        said=first.said,
        price=price.amount,
        sign=price.sign,
        count=count,
        chip=first.chip,
        rented=first.rented,
        machines=first.machines,
        part=part < 1,
        told=told is not None,
        way=even.way if even else "",
        rate=rate,
        power_usd=first.power_usd,
        listed=price.amount / (listed - first.power_usd) / span if beside else 0.0,
        listed_rate=listed,
        least=_end(held.provider, per_chip_hour(held) * count, first) if held and below else None,
        most=_end("", _of_all(alike[-1], count, rate), first) if len(alike) > 1 else None,
        cites=(*first.cites, held.source) if held and below else first.cites,
    )
    return made.headed(first_line).model_copy(update={"whole": True, "sentences": made.sentences})


def _cheapest(asked: Asked, chip: str, count: int) -> SpecialistPrice | None:
    """What a specialist lists for the chip at the least; None where a cloud, a machine or a place is named."""
    said = asked.profile
    if said.instances or said.clouds or said.region:
        return None
    return next(iter(specialists(asked.facts, {chip}, asked.day, count=count, named=said.providers)), None)


def _end(seller: str, rate: float, first: OwnOrRent) -> RentEnd:
    span = first.months * HOURS_PER_MONTH
    hours = first.price / (rate - first.power_usd) if rate > first.power_usd else 0.0
    return RentEnd(seller, rate, hours / span, hours / first.months, hours, not 0 < hours <= span)


def _of_all(told: ToldRent, count: int, held: float) -> float:
    """USD an hour of as many chips: the price of one or of all of them, whichever is nearer to the one held."""
    either = (told.amount * count, told.amount)
    return either[0] if told.per_chip or not held else min(either, key=lambda usd: abs(math.log(usd / held)))


def _part(asked: Asked, made: OwnOrRent) -> float:
    """The share of what is rented that as many chips are; 1 where it has no more."""
    kind = asked.facts.instances.get(made.rented)
    rented = kind.count * made.machines if kind is not None else made.count
    return min(1.0, made.count / rented)


def _listed(made: FactAnswer) -> float:
    """USD an hour on demand; 0 where there is none."""
    cells = [row.cells for row in made.table.rows if row.cells[0] == ON_DEMAND] if made.table else []
    return float(str(cells[0][2])) if cells else 0.0


def _bare(asked: Asked) -> Sum | None:
    """A price without a sign: "offers it for 280k"."""
    text = asked.reading.text
    found = [float(match[1].rstrip(".,").replace(",", ".")) * THOUSAND for match in BARE.finditer(text)]
    named = [(one.at, one.end) for one in sides(asked)]
    found = found or [
        float(match[1].replace(",", ""))
        for match in PLAIN.finditer(text)
        if not any(first <= match.start() < last for first, last in named)  # "RTX 6000"
    ]
    return Sum(found[0], "$") if len(found) == 1 else None
