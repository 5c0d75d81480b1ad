"""Spot or a term, for a machine that runs so many of the hours: dollars of a month of each, the cheapest first.

Spot and on demand are paid for the hours that run, a term for all of them: at 37% off it is cheaper than on demand
from 63% of the hours on.
"""

from __future__ import annotations

from typing import Literal

from engine.answers.commitment import types_meant
from engine.answers.commitment_rates import CLAIMED, on_demand
from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.first.term_pays import LONG, OF_WORK, TERM, rates_of, use_said
from engine.forms.form import Asked
from engine.prices.commitments import term_hours
from knowledge.facts import Purchase
from knowledge.units import HOURS_PER_DAY, HOURS_PER_MONTH

SPOT, OTHER = "way_spot", frozenset({"way_block", "carbon_strong"})  # cues
ALWAYS = "continuous"  # a cadence

Best = Literal["spot", "on_demand", "term"]


class SpotOrTerm(Reason, code="spot_or_term"):
    """The first line. `hours` a month that run, of `all_hours`; USD an hour and a month of each way, 0 where no price
    is held; `least`: the share of the hours from which the term is cheaper than on demand, 0 if unknown."""

    best: Best
    instance: str
    hours: float
    all_hours: float
    share: float
    spot: float
    spot_usd: float
    region: str
    seen: str
    free: float
    free_usd: float
    years: int
    purchase: Purchase
    term: float
    term_usd: float
    least: float
    below: float  # USD an hour of a term that would cost as much as on demand
    claimed: bool


def spot_or_term(asked: Asked) -> FactAnswer | None:
    """None where not both are named, no share of the hours is told, or no price of spot is held."""
    said, cues = asked.profile, set(asked.reading.cues)
    if SPOT not in cues or TERM.isdisjoint(cues) or not OTHER.isdisjoint(cues):
        return None
    if not OF_WORK.isdisjoint(said.stated()):
        return None
    book = asked.library.prices(asked.day)
    things = types_meant(asked.reading, asked.library, book)
    if len(things) != 1:
        return None
    thing = things[0]
    way: Purchase = "reserved_3yr" if cues & LONG else "reserved_1yr"
    use = use_said(asked, round(term_hours(way) / HOURS_PER_DAY))
    share = use.share if use and not use.days else 1.0 if said.cadence == ALWAYS else None
    spot, free = book.near(thing, "spot", said.region), on_demand(thing, said, book)
    if share is None or spot is None or free is None or spot.purchase != "spot":
        return None
    held = rates_of(asked, thing)
    known = next((rate for rate in held if rate.purchase == way), next(iter(held), None))
    hours, paid = share * HOURS_PER_MONTH, free.usd_per_hour.likely
    costs: dict[Best, float] = {"spot": spot.usd_per_hour.likely * hours, "on_demand": paid * hours}
    if known is not None:
        costs["term"] = known.usd * HOURS_PER_MONTH
    told = SpotOrTerm(
        best=min(costs, key=lambda one: costs[one]),
        instance=thing.id,
        hours=hours,
        all_hours=HOURS_PER_MONTH,
        share=share,
        spot=spot.usd_per_hour.likely,
        spot_usd=costs["spot"],
        region=spot.region,
        seen=spot.observed_on.isoformat(),
        free=paid,
        free_usd=costs["on_demand"],
        years=3 if (known.purchase if known else way) == "reserved_3yr" else 1,
        purchase=known.purchase if known else "savings_plan",
        term=known.usd if known else 0.0,
        term_usd=costs.get("term", 0.0),
        least=known.share if known else 0.0,
        below=paid * share,
        claimed=known is not None and known.term.grade in CLAIMED,
        cites=tuple(dict.fromkeys((spot.source, free.source, *(known.cites if known else ())))),
    )
    return FactAnswer(headline=told, of_told=True, whole=True)
