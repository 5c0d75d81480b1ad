"""What terms of one year and of three are owed for in all, and the use from which each pays."""

from __future__ import annotations

from datetime import date

from engine.answers.commitment_rates import CLAIMED, usual_one_year_discount
from engine.answers.mentioned import machines, meant
from engine.answers.model import FactAnswer
from engine.answers.prices import YEARS
from engine.answers.rank_prices import ranked
from engine.base import named_terms
from engine.base.computed import Computed
from engine.base.reason import Reason
from engine.forms.parts.price_table import price_table
from engine.forms.sold.span import unit_of
from engine.library import Library
from engine.prices.price_book import Quote
from engine.workload.profile import Reading
from knowledge.units import HOURS_PER_YEAR

TOTAL, OWED = "term_total", "money_owed"  # cues; of one term that is owed: engine/forms/billed/bill.py
TERM = named_terms.YEARS | {"way_1yr": 1, "way_3yr": 3}  # cues


class TermOwed(Computed):
    """A term of so many years, of all machines: `usd` an hour of one, None where no rate is held.

    `free`: what the same hours are on demand. `pays_from`: the share of the hours from which it pays.
    """

    years: int
    hours: float
    usd: float | None
    owed: float | None
    free: float | None
    pays_from: float | None
    region: str = ""
    day: str = ""
    age: int = 0
    old: bool = False
    claimed: bool = False


class TermsOwed(Reason, code="terms_owed"):
    """Each of the terms that were asked about, the shorter first.

    `free`: USD an hour on demand, where it is held. `plan_alone`: a Savings Plan is the only term that it is sold
    with. `usual`: the discount of one year that is seen most on its cloud, where no rate is held.
    """

    instance: str
    machines: int
    each: tuple[TermOwed, ...]
    held: bool
    free: float | None
    plan_alone: bool
    usual: float | None


def terms_owed(reading: Reading, library: Library, day: date) -> FactAnswer | None:
    """None where the total of no term is asked, or no machine is named."""
    cues, facts, book = set(reading.cues), library.facts, library.prices(day)
    told = {number for cue, number in TERM.items() if cue in cues}
    is_term = len(told) == len(YEARS) or reading.profile.purchase in YEARS
    if (
        not is_term
        or TOTAL not in cues
        or (OWED in cues and len(told) < len(YEARS))
        or reading.profile.clouds[1:]
        or unit_of(reading.text)
    ):
        return None
    terms = {way: years for way, years in YEARS.items() if years in told or way == reading.profile.purchase}
    types = meant(reading, facts, book, 1)
    if not types or not (reading.profile.instances or reading.profile.candidates):
        return None
    thing, place = types[0], reading.profile.region
    number, free = machines(reading.profile, thing) or 1, book.near(thing, "on_demand", place)
    quotes = {way: book.near(thing, way, place) for way in terms}
    if free is None and not any(quotes.values()):
        return None
    each = tuple(_owed(quotes[way], years, free, number) for way, years in terms.items())
    held = [quote for quote in (*quotes.values(), free) if quote is not None]
    usual = None if any(quotes.values()) else usual_one_year_discount(thing.cloud, library, book)
    cites = [cite for quote in held for cite in quote.cites] + [usual[1] if usual else ""]
    owed = TermsOwed(
        instance=thing.id,
        machines=number,
        each=each,
        held=any(one.usd is not None for one in each),
        free=free.seen.likely if free else None,
        plan_alone="savings_plan" in thing.sold and YEARS.keys().isdisjoint(thing.sold),
        usual=usual[0] if usual else None,
        cites=tuple(filter(None, dict.fromkeys(cites))),
    )
    places = {(quote.purchase, quote.told_region) for quote in held}
    rows = [
        row
        for row in ranked((thing,), library, day, place, None, everywhere=True)
        if (row.quote.purchase, row.quote.told_region) in places
    ]
    return FactAnswer(headline=owed, table=price_table(rows) if rows else None, of_told=True, whole=True)


def _owed(quote: Quote | None, years: int, free: Quote | None, number: int) -> TermOwed:
    hours = float(HOURS_PER_YEAR * years)
    listed = free.seen.likely if free else None
    if quote is None:
        return TermOwed(
            years=years, hours=hours, usd=None, owed=None, free=listed * hours * number if listed else None,
            pays_from=None,
        )  # fmt: skip
    usd = quote.seen.likely
    return TermOwed(
        years=years,
        hours=hours,
        usd=usd,
        owed=usd * hours * number,
        free=listed * hours * number if listed else None,
        pays_from=usd / listed if listed else None,
        region=quote.told_region,
        day=str(quote.observed_on),
        age=quote.age_days,
        old=quote.is_outdated,
        claimed=quote.grade in CLAIMED,
    )
