"""Prices where no chip was named: of each GPU, or of each chip of a place, the cheapest hour."""

from __future__ import annotations

from datetime import date

from engine.answers.model import FactAnswer
from engine.answers.rank_prices import ranked, ways_out, with_memory
from engine.base.reason import Reason
from engine.forms.parts.price_table import price_table
from engine.library import Library
from engine.workload.profile import Reading
from knowledge.facts import Cloud

ROWS = 10  # told at most


class PriceOfAny(Reason, code="price_of_any"):
    """No chip was named: the cheapest hour of each, on each of the clouds that were said, follows."""

    clouds: tuple[Cloud, ...]


class PriceOfPlace(Reason, code="price_of_place"):
    """A place alone has no price: what is sold there follows."""

    place: str


def price_of_any(reading: Reading, library: Library, day: date, beyond: tuple[Reason, ...]) -> FactAnswer | None:
    """A GPU, whichever: of each chip its cheapest hour, on each cloud that was said."""
    profile, chips = reading.profile, library.facts.accelerators
    gpus = [
        thing
        for thing in library.facts.instances.values()
        if chips[thing.accelerator].is_usual_gpu and (not profile.clouds or thing.cloud in profile.clouds)
    ]
    types = with_memory(gpus, profile.chip_memory_gb, library.facts)
    way, out = profile.purchase or "on_demand", ways_out(reading)
    rows = [row for row in ranked(types, library, day, profile.region, way, without=out) if row.is_current]
    first = {(row.chip, row.instance.cloud): row for row in reversed(rows)}
    shown = sorted(first.values(), key=lambda row: (row.usd_per_chip_hour, row.instance.id))
    if not shown:
        return None
    return FactAnswer(
        headline=PriceOfAny(clouds=profile.clouds), sentences=beyond, table=price_table(shown[:ROWS], chip=True)
    )


def price_of_place(reading: Reading, library: Library, day: date, beyond: tuple[Reason, ...]) -> FactAnswer | None:
    """What is sold in a place: of each chip its cheapest hour."""
    place, out = reading.profile.region, ways_out(reading)
    types = tuple(library.facts.instances.values())
    rows = ranked(types, library, day, place, reading.profile.purchase, without=out)
    first = {row.chip: row for row in reversed(rows) if row.is_current}
    if place is None or not first:
        return None
    shown = sorted(first.values(), key=lambda row: row.usd_per_chip_hour)
    return FactAnswer(
        headline=PriceOfPlace(place=place), sentences=beyond, table=price_table(shown[:ROWS], chip=True)
    )
