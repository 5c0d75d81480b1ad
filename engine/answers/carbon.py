"""Carbon of the chips and hours said: location-based, by region, with what the greener region costs."""

from __future__ import annotations

from datetime import date

from engine.answers.carbon_reasons import (
    AlreadyGreenest,
    CarbonMethod,
    Emissions,
    EmitsNoGrid,
    GreenestRegion,
    NoPower,
    NoPowerPlace,
    NoRegion,
    PriceThere,
    WorkFields,
)
from engine.answers.energy import energy_compared
from engine.answers.mentioned import machines, meant
from engine.answers.regions import (
    compared_regions,
    greenest_of_all,
    grid_of,
    regions_named,
)
from engine.base.computed import Computed
from engine.base.interval import Interval
from engine.base.reason import Reason
from engine.carbon.footprint import G_PER_KG, footprint, is_comparable, is_estimated, site_pue
from engine.carbon.regions import Places, places
from engine.library import Library
from engine.prices.price_book import PriceBook
from engine.workload.profile import Profile, Reading
from knowledge.facts import PURCHASES_IN_ORDER, Accelerator, Facts, Instance, Region
from knowledge.units import HOURS_PER_DAY

THINGS = 3
PLACES = 3


class PowerUse(Computed):
    """A type and how much of it: chips at work for hours, in machines paid for as long."""

    thing: Instance
    chip: Accelerator
    chips: int
    machines: int
    hours: float
    said: bool  # chips (or a type, of which one is meant) and hours were said; else a day of one is the example
    runs: float  # how often, where that was said

    @property
    def chip_hours(self) -> Interval:
        return Interval.exactly(self.chips * self.hours)


def carbon(reading: Reading, library: Library, day: date) -> tuple[Reason, ...]:
    """Regions named side by side; what was named to run, and its greenest region; else the grids of the clouds."""
    book, facts, profile = library.prices(day), library.facts, reading.profile
    here = facts.regions.get(profile.region or "")
    things = meant(reading, facts, book, THINGS)
    things = tuple(candidate for candidate in things if here and candidate.cloud == here.cloud) or things
    clouds = profile.clouds or tuple(dict.fromkeys(thing.cloud for thing in things))
    named = regions_named(reading.text, facts, clouds)
    sentences: list[Reason] = [*energy_compared(reading, library), *compared_regions(named, library)]
    for thing in things:
        sentences += _thing(thing, named, reading, library, book)
    if not sentences and here:
        sentences = [grid_of(here, library), *greenest_of_all(reading, library)]
    return (*(sentences or greenest_of_all(reading, library)), _method(library))


def _thing(
    thing: Instance, named: tuple[Region, ...], reading: Reading, library: Library, book: PriceBook
) -> list[Reason]:
    facts, profile = library.facts, reading.profile
    sold = places(thing, library, book, profile.purchase)
    chip = facts.accelerators[thing.accelerator]
    asked = _asked(thing, named, profile, facts)
    if chip.tdp_w is None:
        return [_no_power(thing, chip, sold), *(grid_of(region, library) for region in asked)]
    count = machines(profile, thing) or 1
    chips = profile.accelerator_count or count * thing.count
    summed = reading.chip_hours
    hours = summed / chips if summed else _hours(profile)
    use = PowerUse(
        thing=thing,
        chip=chip,
        chips=chips,
        machines=count,
        hours=hours or float(HOURS_PER_DAY),
        said=bool(summed or (hours and _is_counted(profile, thing))),
        runs=profile.runs or 1,
    )
    usual = _usual(thing, book, facts) or (sold.ranked[0].region if sold.ranked else None)
    heres = asked or ((usual,) if usual else ())
    emitted = [_emits(use, region, library, as_asked=bool(asked)) for region in heres]
    greenest = _greenest(use, heres[0], sold, library) if heres else None
    best = greenest or NoRegion(instance=thing.id, cites=(thing.source,))
    return [*emitted, best] if use.said or asked else [best, *emitted]


def _asked(thing: Instance, named: tuple[Region, ...], profile: Profile, facts: Facts) -> tuple[Region, ...]:
    """The regions asked about: those named of the type's cloud, else the one of the thread."""
    here = tuple(region for region in named if region.cloud == thing.cloud)
    of_thread = facts.regions.get(profile.region or "")
    return here or ((of_thread,) if of_thread else ())


def _is_counted(profile: Profile, thing: Instance) -> bool:
    return bool(profile.accelerator_count or profile.instance_count or thing.id in profile.instances)


def _hours(profile: Profile) -> float | None:
    """The hours said; of chips without any work said, "in a week" is how long they are on and no deadline."""
    if profile.run_hours or profile.task or profile.tokens:
        return profile.run_hours
    return profile.deadline_days * HOURS_PER_DAY if profile.deadline_days else None


def _no_power(thing: Instance, chip: Accelerator, sold: Places) -> NoPower | NoPowerPlace:
    if not sold.ranked:
        return NoPower(chip=chip.name, instance=thing.id, cites=(thing.source,))
    best = sold.ranked[0]
    return NoPowerPlace(
        chip=chip.name,
        instance=thing.id,
        region=best.region.id,
        place=best.region.place,
        grams=best.grams,
        cites=(best.region.source, thing.source),
    )


def _emits(use: PowerUse, here: Region, library: Library, *, as_asked: bool) -> Emissions | EmitsNoGrid:
    """kWh and kgCO2e of the chips and hours in one region; energy alone where its grid is unknown."""
    emitted = footprint(use.chip, use.chip_hours, here.id, library)
    if emitted.kwh is None or use.chip.tdp_w is None:
        raise ValueError(f"{use.chip.id} has no known power; only chips with one are asked")
    at_work = WorkFields(
        chip=use.chip.name,
        instance=use.thing.id,
        chips=use.chips,
        hours=use.hours,
        region=here.id,
        place=here.place,
        pue=site_pue(here, library).likely,
        watts=use.chip.tdp_w.value,
        said=use.said,
        as_asked=as_asked,
        runs=use.runs,
        estimated=is_estimated(use.chip),
        kwh_low=emitted.kwh.low,
        kwh=emitted.kwh.likely,
        kwh_high=emitted.kwh.high,
    )
    cites = tuple(filter(None, (here.source, here.pue_source, use.chip.tdp_w.source)))
    if emitted.grams is None:
        return EmitsNoGrid(**at_work, cites=cites)
    market = () if here.cfe_share is None else (here.cfe_source or here.source,)
    return Emissions(
        **at_work,
        low=emitted.grams.low / G_PER_KG,
        likely=emitted.grams.likely / G_PER_KG,
        high=emitted.grams.high / G_PER_KG,
        all_likely=use.runs * emitted.grams.likely / G_PER_KG,
        all_kwh=use.runs * emitted.kwh.likely,
        grid=here.grid_g_per_kwh or 0.0,
        year=here.grid_year or 0,
        basis=here.grid_basis or "",
        cfe=here.cfe_share,
        cfe_year=None if here.cfe_share is None else here.cfe_year or 0,
        cites=(*cites, *market),
    )


def _greenest(use: PowerUse, here: Region, sold: Places, library: Library) -> GreenestRegion | None:
    """The cleanest region known to sell it, its price there and the dollars more than here, where both are known."""
    if not sold.ranked:
        return None
    best, price, now = sold.ranked[0], sold.ranked[0].quote, sold.quotes.get(here.id)
    there = footprint(use.chip, use.chip_hours, best.region.id, library).grams
    as_here = footprint(use.chip, use.chip_hours, here.id, library).grams
    if there is None:
        return None
    machine_hours = use.machines * use.hours
    priced: PriceThere = {}
    if price:
        usd = price.usd_per_hour.likely
        priced = {
            "usd": usd,
            "purchase": price.purchase,
            "day": str(price.observed_on),
            "total": usd * machine_hours,
            "more": (usd - now.usd_per_hour.likely) * machine_hours if now else 0.0,
        }
    kind = AlreadyGreenest if best.region.id == here.id else GreenestRegion
    return kind(
        chip=use.chip.name,
        instance=use.thing.id,
        region=best.region.id,
        place=best.region.place,
        likely=there.likely / G_PER_KG,
        grid=best.region.grid_g_per_kwh or 0.0,
        grams=best.grams,
        here=here.id,
        said=use.said,
        known_here=now is not None,
        sold_here=here.id in {place.region.id for place in sold.ranked} | {region.id for region in sold.unranked},
        priced=price is not None,
        known=len(sold.ranked),
        next=", ".join(place.region.id for place in sold.ranked[1:PLACES]),
        unranked=", ".join(region.id for region in sold.unranked[:PLACES]),
        share=1 - there.likely / as_here.likely if as_here and is_comparable(here, library) else None,
        **priced,
        cites=(best.region.source, price.source) if price else (best.region.source,),
    )


def _usual(thing: Instance, book: PriceBook, facts: Facts) -> Region | None:
    """Where it is rented when no region was said: that of its price; None of a price that names no region."""
    for way in PURCHASES_IN_ORDER:
        quote = book.near(thing, way)
        if quote:
            return facts.regions.get(quote.region)
    return None


def _method(library: Library) -> CarbonMethod:
    power, host = library.constants.entry("power_share_of_tdp"), library.constants.entry("host_power_share")
    return CarbonMethod(
        power_low=power.value.low,
        power_high=power.value.high,
        host_low=host.value.low,
        host_high=host.value.high,
        cites=(power.source,),
    )
