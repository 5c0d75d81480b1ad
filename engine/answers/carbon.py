"""Carbon of the chips and hours said: location-based, by region, with what the greener region costs."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from engine.answers.named import machines, meant
from engine.carbon import gco2e
from engine.interval import Interval
from engine.library import Library
from engine.options import Why
from engine.pricing import PriceBook, Quote, in_region
from engine.profile import Reading
from knowledge.facts import PURCHASES_IN_ORDER, Accelerator, Facts, Instance, Purchase, Region, Scalar
from knowledge.units import HOURS_PER_DAY

THINGS = 3
GRAMS_PER_KG = 1000.0
PLACES = 3


class Place(NamedTuple):
    """A region that sells a type, with the grams of one kWh at its meter and the price there."""

    region: Region
    grams: float
    quote: Quote


def carbon(reading: Reading, library: Library, day: date) -> tuple[Why, ...]:
    """For each thing named: its emissions where it would run, and the greenest region that sells it."""
    book = library.prices(day)
    here = library.facts.regions.get(reading.profile.region or "")
    things = meant(reading, library.facts, book, THINGS)
    things = tuple(one for one in things if here and one.cloud == here.cloud) or things
    said = [why for thing in things for why in _thing(thing, reading, library, book)]
    return (*said, _method(library)) if said else (*_greenest_of_all(reading, library), _method(library))


def _thing(thing: Instance, reading: Reading, library: Library, book: PriceBook) -> list[Why]:
    facts, profile = library.facts, reading.profile
    chip = facts.accelerators[thing.accelerator]
    places = _places(thing, library, book, profile.purchase)
    if chip.tdp_w is None:
        cites = tuple(place.region.source for place in places[:1])
        values: dict[str, Scalar] = {"chip": chip.name, "instance": thing.id}
        best = places[0] if places else None
        if best:
            values |= {"region": best.region.id, "place": best.region.place, "grams": best.grams}
        return [Why("no_power_place" if best else "no_power", dict(values), (*cites, thing.source))]
    count = machines(profile, thing) or 1
    chips = profile.accelerator_count or count * thing.count
    hours = profile.run_hours or float(HOURS_PER_DAY)
    said = bool(profile.run_hours and (profile.accelerator_count or profile.instance_count))
    here = facts.regions.get(profile.region or "") or _usual(thing, book, facts)
    if here is None:
        return []
    found = [_emits(thing, chip, chips, hours, here, library, said=said, as_asked=profile.region is not None)]
    if places:
        found.append(_greenest(thing, chip, chips * hours, count * hours, here, places, library))
    return [why for why in found if why]


def _emits(
    thing: Instance,
    chip: Accelerator,
    chips: int,
    hours: float,
    here: Region,
    library: Library,
    *,
    said: bool,
    as_asked: bool,
) -> Why | None:
    grams = gco2e(chip, Interval.exactly(chips * hours), here.id, library)
    if grams is None or chip.tdp_w is None:
        return None
    values: dict[str, Scalar] = {
        "chip": chip.name, "instance": thing.id, "chips": chips, "hours": hours, "region": here.id,
        "place": here.place,
        "low": grams.low / GRAMS_PER_KG, "likely": grams.likely / GRAMS_PER_KG, "high": grams.high / GRAMS_PER_KG,
        "grid": here.grid_g_per_kwh or 0.0, "pue": here.pue or library.constants.likely("pue_unknown"),
        "watts": chip.tdp_w.value, "said": said, "as_asked": as_asked, "year": here.grid_year or 0,
        "estimated": chip.tdp_w.grade == "assumed",
    }  # fmt: skip
    return Why("emits", values, (here.source, chip.tdp_w.source))


def _greenest(
    thing: Instance, chip: Accelerator, chip_hours: float, machine_hours: float, here: Region, places: list[Place],
    library: Library,
) -> Why | None:  # fmt: skip
    best = places[0]
    grams = gco2e(chip, Interval.exactly(chip_hours), best.region.id, library)
    now = gco2e(chip, Interval.exactly(chip_hours), here.id, library)
    if grams is None or now is None:
        return None
    same = next((place for place in places if place.region.id == here.id), None)
    values: dict[str, Scalar] = {
        "chip": chip.name, "instance": thing.id, "region": best.region.id, "place": best.region.place,
        "likely": grams.likely / GRAMS_PER_KG, "grid": best.region.grid_g_per_kwh or 0.0,
        "share": 1 - grams.likely / now.likely,
        "usd": best.quote.usd_per_hour.likely, "purchase": best.quote.purchase, "day": str(best.quote.observed_on),
        "total": best.quote.usd_per_hour.likely * machine_hours, "here": here.id,
        "more": (best.quote.usd_per_hour.likely - same.quote.usd_per_hour.likely) * machine_hours if same else 0.0,
        "known_here": same is not None, "next": ", ".join(place.region.id for place in places[1:PLACES]),
    }  # fmt: skip
    code = "already_greenest" if best.region.id == here.id else "greenest"
    return Why(code, values, (best.region.source, best.quote.source))


def _places(thing: Instance, library: Library, book: PriceBook, asked: Purchase | None) -> list[Place]:
    """Regions that sell it, the cleanest grid times PUE first; on demand where it is sold so, else the next way."""
    ways = [asked] if asked else []
    ways += [way for way in PURCHASES_IN_ORDER if way != asked]
    for way in ways:
        places = []
        for quote in book.quotes(thing, way):
            region = library.facts.regions.get(quote.region)
            if region and region.grid_g_per_kwh is not None:
                grams = region.grid_g_per_kwh * (region.pue or library.constants.likely("pue_unknown"))
                places.append(Place(region, grams, quote))
        if places:
            return sorted(places, key=lambda place: (place.grams, place.region.id))
    return []


def _usual(thing: Instance, book: PriceBook, facts: Facts) -> Region | None:
    """Where it is rented when no region was said: that of the newest price."""
    for way in PURCHASES_IN_ORDER:
        quote = in_region([q for q in book.quotes(thing, way) if q.region in facts.regions], None, strict=False)
        if quote:
            return facts.regions[quote.region]
    return None


def _greenest_of_all(reading: Reading, library: Library) -> list[Why]:
    """The cleanest and the dirtiest region of each cloud asked about, when no chip was named."""
    said = []
    for cloud in reading.profile.clouds or ("aws", "gcp"):
        held = [
            one for one in library.facts.regions.values() if one.cloud == cloud and one.grid_g_per_kwh is not None
        ]
        ranked = sorted(held, key=lambda one: one.grid_g_per_kwh or 0.0)
        if len(ranked) >= 2:
            best, worst = ranked[0], ranked[-1]
            values: dict[str, Scalar] = {
                "cloud": cloud, "best": best.id, "best_place": best.place, "best_grid": best.grid_g_per_kwh or 0.0,
                "worst": worst.id, "worst_place": worst.place, "worst_grid": worst.grid_g_per_kwh or 0.0,
            }  # fmt: skip
            said.append(Why("grids", values, (best.source,)))
    return said


def _method(library: Library) -> Why:
    power, host = library.constants.entry("power_share_of_tdp"), library.constants.entry("host_power_share")
    values: dict[str, Scalar] = {
        "power_low": power.value.low, "power_high": power.value.high, "host_low": host.value.low,
        "host_high": host.value.high,
    }  # fmt: skip
    return Why("method", values, (power.source,))
