"""How a machine that is not to be had is held for a time, and what each way costs."""

from __future__ import annotations

import re

from engine.answers.mentioned import machines, meant
from engine.forms.form import Asked
from engine.forms.symptoms.symptom_reasons import SymptomReserve, SymptomTold
from engine.prices.capacity_blocks import block_hours
from engine.prices.price_book import UNSTATED, Quote
from engine.workload.hours.told_times import span_in
from knowledge.facts import Instance
from knowledge.units import DAYS_PER_WEEK, HOURS_PER_DAY

TYPES, REGIONS = 3, 5
_FOR = r"\bfor\s+"
_OF_CARD = re.compile(r"\b[a-z][\w-]*:(\d+)\b", re.IGNORECASE)  # of a launcher: "H200:8" is one machine of eight
LEAD = "block_lead_days"  # the constant


def held(told: SymptomTold, asked: Asked) -> SymptomTold:
    """With what holding the first machine that is named costs; without, where none is named or priced."""
    said, book, constants = asked.profile, asked.library.prices(asked.day), asked.library.constants
    gone = next(iter(asked.reading.unavailable), None)
    thing = asked.facts.instances.get(gone.id) if gone else None
    thing = thing or next(iter(_sold_there(meant(asked.reading, asked.facts, book, TYPES), asked)), None)
    if thing is None:
        return told
    block = book.near(thing, "capacity_block", said.region)
    free = book.near(thing, "on_demand", said.region)
    if block is None and free is None:
        return told
    count = machines(said, thing) or 1
    if count == thing.count and str(count) in _OF_CARD.findall(asked.reading.text):
        count = 1
    hours = said.run_hours or span_in(asked.reading.text, _FOR) or 0.0
    paid = block_hours(hours, constants) if hours and block else hours
    return SymptomReserve(
        **told.values,
        cites=(*told.cites, *(quote.source for quote in (block, free) if quote)),
        cloud=thing.cloud,
        instance=thing.id,
        machines=count,
        days=paid / HOURS_PER_DAY,
        hours=hours,
        block=_rate(block),
        block_usd=_rate(block) * count * paid,
        block_day=str(block.observed_on) if block else "",
        block_place=_place(block),
        free=_rate(free),
        free_usd=_rate(free) * count * hours,
        free_place=_place(free),
        weeks=constants.likely(LEAD) / DAYS_PER_WEEK,
        asked=said.region or "",
        elsewhere=_elsewhere(thing, asked) if said.region else (),
    )


def _rate(quote: Quote | None) -> float:
    return quote.usd_per_hour.likely if quote else 0.0


def _place(quote: Quote | None) -> str:
    return quote.told_region if quote and quote.told_region != UNSTATED else ""


def _elsewhere(thing: Instance, asked: Asked) -> tuple[str, ...]:
    """Where else it is sold than where it was asked for."""
    sold = asked.library.prices(asked.day).sold_in(thing)
    return tuple(place for place in sold if place not in (asked.profile.region, UNSTATED))[:REGIONS]


def _sold_there(things: tuple[Instance, ...], asked: Asked) -> list[Instance]:
    """Those of the cloud that is meant, where its place or name is told."""
    place = asked.facts.regions.get(asked.profile.region or "")
    clouds = (place.cloud,) if place else asked.profile.clouds
    return [one for one in things if one.cloud in clouds] or list(things)
