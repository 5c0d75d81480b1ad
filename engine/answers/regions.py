"""Regions a text names, compared on grid and PUE; and the cleanest and dirtiest of each cloud."""

from __future__ import annotations

import re
from collections.abc import Iterable

from engine.base.reason import Reason
from engine.carbon.footprint import is_comparable, site_pue
from engine.library import Library
from engine.workload.profile import Reading
from knowledge.facts import Cloud, Facts, Region

CLOUDS: tuple[Cloud, ...] = ("aws", "gcp", "azure")
NAMED = 4


class CleanerRegion(Reason, code="cleaner"):
    """Of the regions of a cloud that were named, the cleanest against the dirtiest; g for each kWh used."""

    cloud: Cloud
    region: str
    place: str
    grams: float
    other: str
    other_place: str
    other_grams: float
    share: float


class GridUnknown(Reason, code="grid_unknown"):
    region: str
    place: str


class GridOf(Reason, code="grid_of"):
    """A region's grid and PUE; `cfe` is the carbon-free share its operator states."""

    region: str
    place: str
    grid: float
    basis: str
    year: int
    pue: float
    grams: float
    comparable: bool
    note: str
    cfe: float | None = None
    cfe_year: int | None = None


class Grids(Reason, code="grids"):
    """The cleanest and the dirtiest region of a cloud; `next` and `unranked` are joined by commas."""

    cloud: Cloud
    best: str
    best_place: str
    best_grid: float
    worst: str
    worst_place: str
    worst_grid: float
    next: str
    ranked: int
    unranked: str


def regions_named(text: str, facts: Facts, clouds: Iterable[Cloud] = ()) -> tuple[Region, ...]:
    """Every region whose id or place is in `text`, in that order; a place may be a region of several clouds."""
    wanted = tuple(clouds) or CLOUDS
    words = {
        word: None
        for region in facts.regions.values()
        for word in (region.id, *region.aliases)
        if word in text.casefold()
    }
    if not words:
        return ()
    longest_first = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
    mentions = re.findall(rf"(?<![\w-])(?:{longest_first})(?![\w-])", text.casefold())
    named = {
        region.id: region
        for word in mentions
        for region in facts.regions.values()
        if word in (region.id, *region.aliases) and region.cloud in wanted
    }
    return tuple(named.values())


def several_places(text: str, facts: Facts) -> bool:
    """Whether one cloud has at least two of the regions named, so that they can be compared."""
    named = regions_named(text, facts)
    return any(sum(region.cloud == cloud for region in named) > 1 for cloud in CLOUDS)


def compared_regions(regions: Iterable[Region], library: Library) -> list[Reason]:
    """Per cloud: which region is cleaner by the same method, and each region's grid and PUE."""
    sentences: list[Reason] = []
    named = list(regions)
    for cloud in CLOUDS:
        here = [region for region in named if region.cloud == cloud]
        if len(here) < 2:
            continue
        ranked = sorted(
            (region for region in here if is_comparable(region, library)), key=lambda region: _grams(region, library)
        )
        if len(ranked) > 1:
            best, worst = ranked[0], ranked[-1]
            cleaner = CleanerRegion(
                cloud=cloud,
                region=best.id,
                place=best.place,
                grams=_grams(best, library),
                other=worst.id,
                other_place=worst.place,
                other_grams=_grams(worst, library),
                share=1 - _grams(best, library) / _grams(worst, library),
                cites=tuple(dict.fromkeys((best.source, worst.source))),
            )
            sentences.append(cleaner)
        sentences += [grid_of(region, library) for region in here]
    return sentences


def grid_of(region: Region, library: Library) -> GridOf | GridUnknown:
    """One region's grid, PUE and stated carbon-free share; or that its grid is unknown."""
    if region.grid_g_per_kwh is None:
        return GridUnknown(region=region.id, place=region.place, cites=(region.source,))
    return GridOf(
        region=region.id,
        place=region.place,
        grid=region.grid_g_per_kwh,
        basis=region.grid_basis or "",
        year=region.grid_year or 0,
        pue=site_pue(region, library).likely,
        grams=_grams(region, library),
        comparable=is_comparable(region, library),
        note=region.note or "",
        cfe=region.cfe_share,
        cfe_year=None if region.cfe_share is None else region.cfe_year or 0,
        cites=tuple(filter(None, (region.source, region.pue_source, region.cfe_source))),
    )


def greenest_of_all(reading: Reading, library: Library) -> list[Reason]:
    """The cleanest regions and the dirtiest one of each cloud, by the same method."""
    sentences: list[Reason] = []
    for cloud in reading.profile.clouds or ("aws", "gcp"):
        here = [candidate for candidate in library.facts.regions.values() if candidate.cloud == cloud]
        ranked = sorted(
            (candidate for candidate in here if is_comparable(candidate, library)),
            key=lambda candidate: (_grams(candidate, library), candidate.id),
        )
        if len(ranked) > 1:
            best, worst = ranked[0], ranked[-1]
            grids = Grids(
                cloud=cloud,
                best=best.id,
                best_place=best.place,
                best_grid=_grams(best, library),
                worst=worst.id,
                worst_place=worst.place,
                worst_grid=_grams(worst, library),
                next=", ".join(region.id for region in ranked[1:NAMED]),
                ranked=len(ranked),
                unranked=", ".join(region.id for region in here if not is_comparable(region, library)),
                cites=(best.source,),
            )
            sentences.append(grids)
    return sentences


def _grams(region: Region, library: Library) -> float:
    """g per kWh the machines use: grid x PUE."""
    return (region.grid_g_per_kwh or 0.0) * site_pue(region, library).likely
