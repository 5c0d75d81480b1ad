"""Kilowatt-hours and carbon of the chips and hours that were told, of each region: the first line, with its sum.

kWh    = chip-hours x watts x (share drawn + host) x PUE / 1000    (engine/carbon/footprint.py)
kgCO2e = kWh x g/kWh / 1000
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.answers.carbon_reasons import Emissions
from engine.answers.model import FactAnswer
from engine.answers.regions import CleanerRegion, GridOf
from engine.base.reason import Reason
from engine.carbon.footprint import drawn_share
from engine.library import Library
from engine.workload.profile import Reading


class EmittedInAll(Reason, code="emitted_in_all"):
    """kWh and kgCO2e of `chip_hours` in one region, and in another where `other` is not empty.

    `drawn`: watts of chip and host over the rated watts. `unit`: the span by its name, empty for hours.
    """

    chip: str
    chip_hours: float
    chips: int
    hours: float
    unit: str
    of_sum: bool
    watts: float
    estimated: bool
    drawn: float
    region: str
    place: str
    kwh: float
    kg: float
    pue: float
    grid: float
    other: str
    other_place: str
    other_kwh: float
    other_kg: float
    other_pue: float
    other_grid: float


def over_span(reading: Reading, span: tuple[str, float] | None) -> Reading:
    """The same with the hours of a named span, "per month", where chips stand and no hours were said."""
    said = reading.profile
    works = said.run_hours or said.task or said.tokens or said.runs_per_month or reading.chip_hours
    if span is None or not span[0] or works:
        return reading
    return reading.model_copy(update={"profile": said.model_copy(update={"run_hours": span[1]})})


def with_totals(
    stated: FactAnswer, reading: Reading, unit: str, library: Library, *, anywhere: bool = False
) -> FactAnswer:
    """The same below the sums of the regions that were asked about, or, `anywhere`, of the usual one; itself, where
    none were, or no hours."""
    all_summed = [one for one in stated.sentences if isinstance(one, Emissions) and one.said]
    all_summed = [one for one in all_summed if one.as_asked] or (all_summed[:1] if anywhere else [])
    summed = [one for one in all_summed if one.instance == all_summed[0].instance]
    if not summed or summed[0].runs > 1:
        return stated
    constant = library.constants.entry("power_share_of_tdp")
    first, *others = summed
    other = others[0] if others else None
    sums = EmittedInAll(
        chip=first.chip,
        chip_hours=first.chips * first.hours,
        chips=first.chips,
        hours=first.hours,
        unit=unit,
        of_sum=reading.chip_hours is not None,
        watts=first.watts,
        estimated=first.estimated,
        drawn=drawn_share(library.constants).likely,
        region=first.region,
        place=first.place,
        kwh=first.kwh,
        kg=first.likely,
        pue=first.pue,
        grid=first.grid,
        other=other.region if other else "",
        other_place=other.place if other else "",
        other_kwh=other.kwh if other else 0.0,
        other_kg=other.likely if other else 0.0,
        other_pue=other.pue if other else 0.0,
        other_grid=other.grid if other else 0.0,
        cites=tuple(dict.fromkeys((*first.cites, *(other.cites if other else ()), constant.source))),
    )
    rest = _unrepeated(stated.sentences, summed)
    return stated.model_copy(update={"headline": sums, "sentences": rest, "of_told": True})


def _unrepeated(sentences: Sequence[Reason], summed: list[Emissions]) -> tuple[Reason, ...]:
    """Without the grids that the sums name, and which of them is cleaner."""
    told = {one.region for one in summed}
    return tuple(
        one
        for one in sentences
        if not (isinstance(one, GridOf) and one.region in told)
        and not (isinstance(one, CleanerRegion) and {one.region, one.other} <= told)
    )
