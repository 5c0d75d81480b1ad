"""A commitment whose terms are said where no rate by its payment or class is held: that, and the one that is held."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from engine.answers.mentioned import meant
from engine.answers.model import FactAnswer
from engine.answers.rank_prices import lines_named
from engine.base.named_terms import CUE, KINDS, PAYMENTS, PLANS, YEARS
from engine.base.reason import Reason
from engine.forms.sold.named_term import WEIGHS, by_terms
from engine.forms.ways.terms_owed import terms_owed
from engine.library import Library
from engine.prices.price_book import PriceBook, Quote
from engine.prices.term_rates import sells_by_payment
from engine.workload.profile import Reading
from knowledge.facts import Instance, Purchase
from knowledge.units import HOURS_PER_YEAR

LEAST, STANDARD = "no_upfront", "standard"  # what a rate is of that names neither payment nor class
COMPARES = frozenset({"vs", "compare", "better", "which_hardware", "choice"})  # cues that two payments may have
RESERVED: dict[int, Purchase] = {1: "reserved_1yr", 3: "reserved_3yr"}


class TermUnheld(Reason, code="term_unheld"):
    """`asked`: payments and classes of which no rate is held; `held`: those that were asked and are; `less`: the
    share by which it is below on demand.

    The rate beside it is of `years`, nothing paid ahead where `least`: USD an hour of one machine, `owed` by `count`
    of them over all years; `free`: on demand. All None where no rate of a term is held.
    """

    instance: str
    asked: tuple[str, ...]
    held: tuple[str, ...]
    is_plan: bool
    wanted_years: int
    years: int
    least: bool
    usd: float | None
    owed: float | None
    count: int
    region: str
    day: str
    age: int
    old: bool
    caveat: str
    free: float | None
    less: float | None = None


def of_commitment(reading: Reading, library: Library, day: date) -> FactAnswer | None:
    """The very rate of the terms that are said, or that it is not held and the nearest; what terms are owed for.
    None where none are said."""
    if owed := terms_owed(reading, library, day):
        return owed
    if told := by_terms(reading, library, day):
        return told
    missing = unheld_term(reading, library, day)
    return FactAnswer(headline=missing, of_told=True, whole=True) if missing else None


def unheld_term(reading: Reading, library: Library, day: date) -> TermUnheld | None:
    """None where neither a payment nor a class is said beyond what is held, or another question is asked about it."""
    cues, said, book = set(reading.cues), reading.profile, library.prices(day)
    payments = [name for name in PAYMENTS if CUE + name in cues]
    kinds = [name for name in KINDS if CUE + name in cues]
    years = [number for number, way in RESERVED.items() if way == said.purchase]
    years = years or [number for cue, number in YEARS.items() if cue in cues]
    several = len(payments) > 1
    if len(years) != 1 or not (payments or kinds) or (WEIGHS - (COMPARES if several else set())) & cues:
        return None
    is_plan = said.purchase == "savings_plan" or "way_plan" in cues or bool(PLANS & set(kinds))
    thing = _thing(reading, library, book)
    if thing is None or not sells_by_payment(thing.cloud, library.facts):
        return None
    wanted: tuple[Purchase, ...] = ("savings_plan",) if is_plan else (RESERVED[years[0]],)
    quote = next((one for way in wanted if (one := book.near(thing, way, said.region))), None)
    missing = tuple(name for name in (*payments, *kinds) if name not in (LEAST, STANDARD))
    told = LEAST in payments and quote is not None and quote.grade != "claim" and quote.purchase == RESERVED[1]
    if quote is not None and (quote.own or not (missing or told)):
        return None
    quote = quote or next((one for way in RESERVED.values() if (one := book.near(thing, way, said.region))), None)
    term = next((number for number, way in RESERVED.items() if quote and quote.purchase == way), years[0])
    free, count = book.near(thing, "on_demand", said.region), said.instance_count or 1
    usd = quote.seen.likely if quote else None
    return TermUnheld(
        instance=thing.id, asked=missing or (() if told else tuple(payments)),
        held=tuple(name for name in payments if name == LEAST and quote), is_plan=is_plan, wanted_years=years[0],
        years=term, least=quote is not None and quote.grade != "claim" and term == 1,
        usd=usd, owed=usd * HOURS_PER_YEAR * term * count if usd else None, count=count,
        region=quote.told_region if quote else said.region or "", day=str(quote.observed_on) if quote else "",
        age=quote.age_days if quote else 0, old=quote is not None and quote.is_outdated,
        caveat=(quote.caveat or "") if quote else "", free=free.seen.likely if free else None,
        less=1 - usd / free.seen.likely if free and usd else None,
        cites=_cites([quote, free]),
    )  # fmt: skip


def _cites(quotes: Sequence[Quote | None]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(one.source for one in quotes if one is not None))


def _thing(reading: Reading, library: Library, book: PriceBook) -> Instance | None:
    """The type that is named, or the machine of its line."""
    named = [library.facts.instances[name] for name in reading.profile.instances if name in library.facts.instances]
    lines = lines_named(reading)
    found = named or [one for one in meant(reading, library.facts, book, 2) if one.line in lines]
    return found[0] if len(found) == 1 else None
