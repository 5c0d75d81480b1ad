"""A commitment of a length that nobody sells, "reserve it for 14 months": what its months cost in other ways."""

from __future__ import annotations

import math
import re

from engine.answers.commitment import types_meant
from engine.answers.commitment_rates import CLAIMED, CommitmentRate, on_demand, rates
from engine.answers.model import FactAnswer
from engine.base.computed import Computed
from engine.base.of_texts import read_once
from engine.base.reason import Reason
from engine.forms.parts.asked_on import AskedOn
from engine.prices.commitments import YEARS
from knowledge.facts import Purchase
from knowledge.units import HOURS_PER_MONTH, HOURS_PER_YEAR, MONTHS_PER_YEAR

SOLD = (12, 36)  # months of the terms that are sold
LONGEST = 120
OF_WORK = frozenset({"parameters", "model", "tokens", "samples", "tokens_per_day", "requests_per_second"})  # slots
TERMS: tuple[Purchase, ...] = ("reserved_1yr", "reserved_3yr")
_SPELT = {"two": 2, "four": 4, "five": 5, "six": 6, "nine": 9, "zwei": 2, "fünf": 5, "sechs": 6, "deux": 2, "cinq": 5,
          "dos": 2, "cinco": 5, "seis": 6, "eighteen": 18, "半": 6}  # fmt: skip
_LENGTH = (
    r"(?<![\w.,$])(\d{1,3}|" + "|".join(_SPELT) + r")[\s-]*"
    r"(months?|mos?|monate?n?|monats|monatige?\w*|mois|mes(?:es)?|mesi|years?|yrs?|yr|jahre?n?s?|jährige?\w*|ans|"
    r"a[ñn]os|anni|个月|か月|ヶ月|年)(?![a-z])"
)
_BOUND = (
    r"(?:reserv\w*|commit\w*|terms?|contract\w*|plans?|ris?|cuds?|savings|lock\w*|sign\w*|engage\w*|bindung|vertrag\w*|"
    r"reservier\w*|laufzeit|contrat|contrato|compromiso|预留|合约|予約|契約)"
)
_OF = re.compile(
    rf"{_LENGTH}[\s-]*(?:\w+[\s-]+)?{_BOUND}|{_BOUND}(?:\s+(?:it|them|that|this|one|a|an|[\w.-]+))?\s*"
    rf"(?:for|of|over|to|for about|für|von|über|pour|de|sur|por|per)?\s*{_LENGTH}",
    re.IGNORECASE,
)


class Bought(Computed):
    """What all the months cost one way: `terms` whole terms of `years`, then `rest` months on demand."""

    years: int
    terms: int
    rest: float
    rate: float
    usd: float
    claimed: bool


class OddTerm(Reason, code="odd_term"):
    """USD over `months` of `count` machines: on demand `free_usd` at `free` an hour, and by the terms that are sold,
    the cheapest first; `best`: the least of all."""

    instance: str
    count: int
    months: float
    free: float
    free_usd: float
    region: str
    day: str
    bought: tuple[Bought, ...]
    best: float


@read_once
def odd_months(text: str) -> int | None:
    """The months of a commitment that is sold for neither one year nor three; None where none is told."""
    for one in _OF.finditer(text):
        number, unit = (one[1], one[2]) if one[1] else (one[3], one[4])
        many = int(number) if number.isdigit() else _SPELT[number.casefold()]
        of_years = unit[0].casefold() in "yja年"
        months = many * (MONTHS_PER_YEAR if of_years else 1)
        if months not in SOLD and 1 <= months <= LONGEST:
            return int(months)
    return None


def odd_term(asked: AskedOn) -> FactAnswer | None:
    """None unless such a commitment is told of one machine that is sold on demand."""
    months, said = odd_months(asked.reading.text), asked.profile
    if months is None or not OF_WORK.isdisjoint(said.stated()):
        return None
    book = asked.library.prices(asked.day)
    plain = said.model_copy(update={"purchase": None})
    things = types_meant(asked.reading, asked.library, book)
    free = on_demand(things[0], plain, book) if len({one.line for one in things}) == 1 else None
    if free is None:
        return None
    thing = max((one for one in things if one.line == things[0].line), key=lambda one: one.count)
    free = on_demand(thing, plain, book) or free
    count, hours = int(said.instance_count or 1), months * HOURS_PER_MONTH
    usd = free.usd_per_hour.likely
    held = [one for one in rates(thing, plain, book) if one.purchase in TERMS]
    bought = sorted((each for one in held for each in _ways(one, months, usd, count)), key=lambda each: each.usd)
    told = OddTerm(
        instance=thing.id,
        count=count,
        months=months,
        free=usd,
        free_usd=hours * usd * count,
        region=free.told_region,
        day=str(free.observed_on),
        bought=tuple(bought),
        best=min(hours * usd * count, *(one.usd for one in bought)) if bought else hours * usd * count,
        cites=tuple(dict.fromkeys((free.source, *(one.term.source for one in held)))),
    )
    return FactAnswer(headline=told, of_told=True, whole=True)


def _ways(one: CommitmentRate, months: int, free: float, count: int) -> list[Bought]:
    """Whole terms that cover all the months; and as many as they hold, with the rest on demand."""
    years = YEARS[one.purchase]
    length = years * MONTHS_PER_YEAR
    many, claimed = math.ceil(months / length), one.term.grade in CLAIMED
    owed = years * HOURS_PER_YEAR * one.usd * count
    whole = Bought(years=years, terms=many, rest=0.0, rate=one.usd, usd=many * owed, claimed=claimed)
    rest = months - (many - 1) * length
    if many == 1 or rest == length:
        return [whole]
    mixed = (many - 1) * owed + rest * HOURS_PER_MONTH * free * count
    return [whole, Bought(years=years, terms=many - 1, rest=rest, rate=one.usd, usd=mixed, claimed=claimed)]
