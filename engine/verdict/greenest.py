"""Offerings ranked by the carbon of a run: the lowest, whether that is sure, and what it costs in dollars."""

from __future__ import annotations

from datetime import date

from engine.base.interval import Interval
from engine.base.reason import (
    Why,
)
from engine.carbon.footprint import (
    G_PER_KG,
    IDEAL_PUE,
    carbon_kg,
    chip_watts,
    drawn_share,
    energy_kwh,
    is_comparable,
)
from engine.carbon.regions import GridPlace, places
from engine.library import Library
from engine.options.option import (
    Option,
)
from engine.prices.price_book import UNSTATED
from engine.verdict.forks import Case
from knowledge.facts import Fact, Instance, Scalar

KG_PER_TONNE = 1000.0
NAMED = 4  # how many of the unranked are named


class Greenest(Fact):
    """Among what may lead and has a known power and grid. `decided`: the lowest of another family is surely above."""

    lowest: Option
    cheapest: Option
    other: Option | None
    decided: bool
    ranked: int
    unknown: tuple[Option, ...]  # may lead, but their power or grid is unknown


def greenest(case: Case, library: Library) -> Greenest | None:
    """The ranking by likely grams a run, cheaper first where grams are equal; None where none can be ranked."""
    leading = [option for option in case.options if option.may_lead]
    ranked = sorted(_rankable(leading, case, library), key=lambda one: (_grams(one), one.total(case.runs)))
    if not ranked:
        return None
    lowest = ranked[0]
    other = next((one for one in ranked if one.family != lowest.family), None)
    return Greenest(
        lowest=lowest,
        cheapest=min(leading, key=lambda one: (one.total(case.runs), one.id)),
        other=other,
        decided=other is None or surely_lower(lowest, other, case, library),
        ranked=len(ranked),
        unknown=tuple(one for one in leading if one not in ranked),
    )


def _rankable(options: list[Option], case: Case, library: Library) -> list[Option]:
    """Those with a known carbon, on the one method clouds are compared on; within one region any method will do."""
    regions = {_region(option, case) for option in options}
    known = [option for option in options if option.gco2e_per_run]
    if len(regions) == 1:
        return known
    held = library.facts.regions
    return [one for one in known if is_comparable(held[_region(one, case)], library)]


def surely_lower(one: Option, other: Option, case: Case, library: Library) -> bool:
    """Whether the 80 % intervals do not overlap. In one region grid and PUE are the same for both and left out."""
    mine, theirs = one.gco2e_per_run, other.gco2e_per_run
    if _region(one, case) == _region(other, case):
        mine, theirs = _at_the_plug(one, library), _at_the_plug(other, library)
    return mine is not None and theirs is not None and mine.high < theirs.low


def _at_the_plug(option: Option, library: Library) -> Interval | None:
    """kWh of a run in an ideal building: what the offering itself brings to its carbon."""
    watts = chip_watts(library.facts.accelerators[option.accelerator], library.constants)
    if option.hours_per_run is None or watts is None:
        return None
    hours = option.hours_per_run.times(float(option.chips))
    return energy_kwh(hours, watts, drawn_share(library.constants), Interval.exactly(IDEAL_PUE))


def carbon_reasons(green: Greenest | None, case: Case, library: Library, day: date) -> tuple[Why, ...]:
    """The order by carbon, whether it is sure, its price in dollars, and the greenest region that sells the chip."""
    if green is None:
        return (Why("carbon_unranked"),)
    found = [_lowest(green, case, library), _costs(green, case)]
    if green.other and _region(green.lowest, case) != _region(green.other, case):
        found.append(_in_one_place(green.lowest, green.other, library))
    if not green.decided and green.other:
        names: dict[str, Scalar] = {"option": green.lowest.instance, "other": green.other.instance}
        names["same"] = _region(green.lowest, case) == _region(green.other, case)
        found.append(Why("carbon_open", names))
    if green.unknown:
        chips = dict.fromkeys(option.chip_name for option in green.unknown)
        found.append(Why("carbon_unknown", {"chips": ", ".join(list(chips)[:NAMED])}))
    return (*found, *_best_region(green.lowest, case, library, day))


def _lowest(green: Greenest, case: Case, library: Library) -> Why:
    low, other = green.lowest, green.other
    values: dict[str, Scalar] = {"serving": case.filled.profile.task == "inference", "ranked": green.ranked}
    values |= _figures(low, case, "")
    if other:
        values |= _figures(other, case, "other_")
    return Why("carbon_lowest", values, _cites((low, other), case, library))


def _figures(option: Option, case: Case, prefix: str) -> dict[str, Scalar]:
    kg = carbon_of(option)
    return {
        f"{prefix}option": option.instance, f"{prefix}purchase": option.purchase,
        f"{prefix}region": _region(option, case), f"{prefix}low": kg.low, f"{prefix}likely": kg.likely,
        f"{prefix}high": kg.high, f"{prefix}kwh": option.kwh_per_run.likely if option.kwh_per_run else 0.0,
    }  # fmt: skip


def _costs(green: Greenest, case: Case) -> Why:
    low, cheap, runs = green.lowest, green.cheapest, case.runs
    more = low.total(runs) - cheap.total(runs)
    values: dict[str, Scalar] = {
        "option": low.instance, "total": low.total(runs), "more": more, "runs": runs,
        "cheapest": cheap.instance, "purchase": cheap.purchase, "same": cheap.id == low.id,
        "serving": case.filled.profile.task == "inference",
    }  # fmt: skip
    if cheap.gco2e_per_run and cheap.id != low.id:
        saved = (_grams(cheap) - _grams(low)) * runs / G_PER_KG
        values |= {"saved": saved, "per_tonne": more / (saved / KG_PER_TONNE) if saved > 0 else 0.0}
    return Why("carbon_costs", values, (*low.price_cites, *cheap.price_cites))


def _in_one_place(one: Option, other: Option, library: Library) -> Why:
    """What is left of the difference when the grids are not: the energy of the machines themselves."""
    values: dict[str, Scalar] = {"option": one.instance, "other": other.instance}
    for prefix, option in (("", one), ("other_", other)):
        used = _at_the_plug(option, library)
        if used is None:
            raise ValueError(f"{option.id} has no known power; only ranked offerings are asked")
        values |= {f"{prefix}low": used.low, f"{prefix}likely": used.likely, f"{prefix}high": used.high}
    return Why("carbon_in_one_place", values)


def _best_region(option: Option, case: Case, library: Library, day: date) -> tuple[Why, ...]:
    """The greenest region known to sell the type: its carbon and dollars a run against those of the offering."""
    thing = library.facts.instances[option.instance]
    found = places(thing, library, library.prices(day), option.purchase)
    here = _region(option, case)
    if not found.ranked or option.kwh_per_run is None:
        return (Why("carbon_no_region", {"option": option.instance}, (thing.source,)),)
    best = found.ranked[0]
    values = _there(option, thing, best, library) | {
        "here": here, "like": is_comparable(library.facts.regions[here], library),
        "serving": case.filled.profile.task == "inference", "known": len(found.ranked),
        "unranked": ", ".join(region.id for region in found.unranked[:NAMED]),
    }  # fmt: skip
    cites = (best.region.source, best.quote.source if best.quote else thing.source)
    said = Why("carbon_here_is_greenest" if best.region.id == here else "carbon_greenest_region", values, cites)
    bought = library.facts.regions.get(here)
    if bought is None or bought.cfe_share is None:
        return (said,)
    share: dict[str, Scalar] = {"region": here, "share": bought.cfe_share, "year": bought.cfe_year or 0}
    return (said, Why("carbon_market", share, (bought.cfe_source or bought.source,)))


def _there(option: Option, thing: Instance, best: GridPlace, library: Library) -> dict[str, Scalar]:
    """Grams and dollars of a run in the best region. The energy of the machines is the same; PUE and grid are not."""
    at_plug = _at_the_plug(option, library)
    if at_plug is None:
        raise ValueError(f"{option.id} has no known power; only ranked offerings are asked")
    kg = carbon_kg(at_plug, Interval.exactly(best.grams)).likely
    values: dict[str, Scalar] = {
        "option": thing.id, "region": best.region.id, "place": best.region.place, "likely": kg,
        "share": 1 - kg / carbon_of(option).likely, "priced": best.quote is not None,
    }  # fmt: skip
    if best.quote and option.usd_per_hour and option.usd_per_run:
        usd = option.usd_per_run.likely * best.quote.usd_per_hour.likely / option.usd_per_hour.likely
        values |= {
            "usd": best.quote.usd_per_hour.likely, "purchase": best.quote.purchase,
            "day": best.quote.observed_on.isoformat(), "run": usd, "more": usd - option.usd_per_run.likely,
            "other_day": "" if option.price_as_of in (None, best.quote.observed_on) else str(option.price_as_of),
        }  # fmt: skip
    return values


def carbon_of(option: Option) -> Interval:
    """kgCO2e of a run of a ranked offering."""
    if option.gco2e_per_run is None:
        raise ValueError(f"{option.id} has no known carbon; only ranked offerings are asked")
    return option.gco2e_per_run.times(1 / G_PER_KG)


def _grams(option: Option) -> float:
    return option.gco2e_per_run.likely if option.gco2e_per_run else float("inf")


def _region(option: Option, case: Case) -> str:
    """Where it runs; a price that names no region is taken to hold in the region of the question."""
    stated = option.region if option.region != UNSTATED else None
    return stated or case.filled.profile.region or ""


def _cites(options: tuple[Option | None, ...], case: Case, library: Library) -> tuple[str, ...]:
    """The sources of power and grid of the options."""
    found: dict[str, None] = {}
    for option in filter(None, options):
        region = library.facts.regions.get(_region(option, case))
        watts = library.facts.accelerators[option.accelerator].tdp_w
        found |= dict.fromkeys(one.source for one in (watts, region) if one)
    return tuple(found)
