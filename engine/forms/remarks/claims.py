"""What a paper, a model card or a colleague says of a run, beside what the arithmetic says: hours, energy, carbon."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from engine.answers.mentioned import machines, meant
from engine.answers.model import FactAnswer
from engine.base.interval import Interval
from engine.base.reason import Reason
from engine.carbon.footprint import G_PER_KG, footprint, site_pue
from engine.forms.parts.own_speed import chip_of, flops_each, measured_on
from engine.forms.per_unit.rates import Question
from engine.forms.told.theirs import DATA, SIZED, asks_of_theirs, is_of_theirs, of_theirs
from engine.options.problem import Problem
from engine.workload.equipment import count_of
from engine.workload.question import FormCues
from engine.workload.samples import in_samples
from knowledge.facts import Accelerator, Region
from knowledge.units import SECONDS_PER_HOUR, TERA, WATTS_PER_KW

JUDGED = "judged"
SHARE = "power_share_of_tdp"  # the constant
KG = {
    "kg": 1.0,
    "kilogram": 1.0,
    "kilo": 1.0,
    "t": 1e3,
    "ton": 1e3,
    "tonne": 1e3,
    "tco": 1e3,
    "g": 1e-3,
    "lb": 0.4536,
}
KWH = {"kwh": 1.0, "mwh": 1e3, "gwh": 1e6}
NUMBER = r"(?<![\w.])(\d[\d,]*(?:\.\d+)?)\s*"
MASS = re.compile(
    NUMBER + r"(kg|kilogram|kilo|tonne|ton|tco|t|g|lb)s?\s*(?:of\s+)?(?:co2|co₂|2e|carbon|emission)", re.I
)
ENERGY = re.compile(NUMBER + r"([kmg]wh)\b", re.I)
CHIP_HOURS = re.compile(NUMBER + r"(k|m|million|thousand)?\s*(?:[\w-]+\s+){0,2}?[\w-]*(?:hours?|hrs?)\b", re.I)
TIMES = {"k": 1e3, "thousand": 1e3, "m": 1e6, "million": 1e6}

Judged = Literal["plausible", "low", "high"]


class HoursClaimed(Reason, code="hours_claimed"):
    """Hours told of a model whose data nobody said: for what data they are right, and the hours of the usual amount.

    `per_parameter`: tokens that the hours come to for each parameter; `usual`: that of the usual amount, assumed.
    """

    chip: str
    chips: int
    hours: float
    chip_hours: float
    parameters: float
    tokens: Interval
    per_parameter: float
    usual: float | None  # None of a model that is only tuned: no amount is usual
    usual_tokens: float | None
    expected: Interval | None  # hours for the usual amount
    tflops: Interval
    basis: str


class EnergyClaimed(Reason, code="energy_claimed"):
    """Energy, or carbon where `kg` was told, of chips and hours that were said, against what these come to.

    `alone`: the least kWh of the chips without hosts, where less was told than with them.
    `drawn`: watts of one chip with its share of the host, by the energy that was told, 0 where carbon was.
    `implied`: g/kWh that carbon without a region comes to; `grid_low` and `grid_high`: those of the grids held.
    """

    judged: Judged
    chip: str
    chip_hours: float
    watts: float
    drawn: float
    pue: float
    kwh: Interval
    alone: float
    told_kwh: float | None
    told_kg: float | None
    kg: Interval | None
    region: str | None
    grid: float | None
    implied: float | None
    grid_low: float | None
    grid_high: float | None


class ClaimNeedsRun(Reason, code="claim_needs_run"):
    """Energy or carbon was told, and the chips or the hours were not."""


class ClaimNoPower(Reason, code="claim_no_power"):
    """Energy or carbon of a chip whose power nobody published: the chip-hours it goes with."""

    chip: str
    chip_hours: float


class WhichAmount(Reason, code="which_amount"):
    """The data of the run."""


class Told(NamedTuple):
    """Energy or carbon as it was told."""

    kwh: float | None
    kg: float | None


def is_claimed(seen: FormCues) -> bool:
    """A figure of others that is judged, or what others used or paid."""
    if asks_of_theirs(seen):
        return True
    of_a_run = seen.has("carbon_strong") and seen.says("run_hours", "accelerator_count")
    judged = seen.has(JUDGED, "is_normal", "keep") or of_a_run
    if judged and told_of(seen.text) and not seen.has("greener"):
        return True
    return _is_of_hours(seen)


def _is_of_hours(seen: FormCues) -> bool:
    said = seen.profile.stated().keys()
    judged = seen.has(JUDGED) and not seen.has("asks_cost", "price_strong", "memory_error", "which_hardware")
    named = seen.specific + seen.instances > 0
    return judged and named and "run_hours" in said and bool(SIZED & said) and not DATA & said


def told_of(text: str) -> Told | None:
    """ "5 MWh", "150 kg CO2": the first of either; None where neither was told."""
    energy, mass = ENERGY.search(text), MASS.search(text)
    if energy:
        return Told(_number(energy[1]) * KWH[energy[2].casefold()], None)
    return Told(None, _number(mass[1]) * KG[mass[2].casefold()]) if mass else None


def claimed(asked: Question) -> FactAnswer | None:
    """None where nothing was claimed, or nothing is known to hold it against."""
    cues, said = asked.reading.cues, asked.said.stated().keys()
    if is_of_theirs(cues, asked.said):
        return of_theirs(Problem(asked.filled, asked.library, asked.day, brief=True), asked.reading)
    told = told_of(asked.reading.text)
    if told is not None:
        return FactAnswer(headline=_energy(told, asked) or _no_power(asked) or ClaimNeedsRun())
    hours = _hours(asked) if JUDGED in cues and "run_hours" in said and SIZED & said and not DATA & said else None
    return FactAnswer(headline=hours, questions=(WhichAmount(),)) if hours else None


def _hours(asked: Question) -> HoursClaimed | None:
    problem = Problem(asked.filled, asked.library, asked.day, brief=True)
    one, hours = measured_on(asked.reading), asked.said.run_hours
    chip = chip_of(problem, one) if one else None
    if one is None or chip is None or hours is None or asked.said.task == "inference" or problem.shape.sample:
        return None
    if in_samples(problem.profile, problem.facts):
        return None  # it reads no tokens
    chips = count_of(one, asked.reading) or 1
    reached = problem.speed(chip)
    if reached is None:
        return None
    flops, parameters = flops_each(problem), problem.shape.parameters
    tokens = reached.speed.times(hours * chips * SECONDS_PER_HOUR * TERA / flops)
    source = asked.library.constants.entry("tokens_per_parameter").source
    tuned = asked.said.task == "fine_tuning" or asked.said.method is not None
    usual = asked.library.constants.likely("tokens_per_parameter")
    expected = reached.speed.inverse().times(usual * parameters * flops / TERA / SECONDS_PER_HOUR / chips)
    return HoursClaimed(
        chip=chip.name,
        chips=int(chips),
        hours=hours,
        chip_hours=hours * chips,
        parameters=parameters,
        tokens=tokens,
        per_parameter=tokens.likely / parameters,
        usual=None if tuned else usual,
        usual_tokens=None if tuned else usual * parameters,
        expected=None if tuned else expected,
        tflops=reached.speed,
        basis=reached.basis,
        cites=reached.cites[:2] if tuned else (*reached.cites[:2], source),
    )


def _no_power(asked: Question) -> ClaimNoPower | None:
    found = _run(asked)
    return ClaimNoPower(chip=found[0].name, chip_hours=found[1]) if found and found[0].tdp_w is None else None


def _energy(told: Told, asked: Question) -> EnergyClaimed | None:
    """None where the chip, its power or its hours were not said."""
    found = _run(asked)
    if found is None or found[0].tdp_w is None:
        return None
    chip, hours, power = found[0], found[1], found[0].tdp_w
    place = asked.library.facts.regions.get(asked.said.region or "")
    used = footprint(chip, Interval.exactly(hours), place.id if place else None, asked.library)
    if used.kwh is None:
        return None
    alone = (
        power.value * hours * asked.library.constants.spread(SHARE).low / WATTS_PER_KW
    )  # as trackers measure cards
    kg = used.grams.times(1 / G_PER_KG) if used.grams else None
    grids = [one.grid_g_per_kwh for one in asked.library.facts.regions.values() if one.grid_g_per_kwh]
    implied = told.kg * G_PER_KG / used.kwh.likely if told.kg and kg is None else None
    return EnergyClaimed(
        judged=_judged(told, Interval(min(alone, used.kwh.low), used.kwh.likely, used.kwh.high), kg, implied, grids),
        chip=chip.name,
        chip_hours=hours,
        watts=power.value,
        drawn=told.kwh * WATTS_PER_KW / hours if told.kwh else 0.0,
        pue=site_pue(place, asked.library).likely,
        kwh=used.kwh,
        alone=alone if told.kwh and told.kwh < used.kwh.low else 0.0,
        told_kwh=told.kwh,
        told_kg=told.kg,
        kg=kg if told.kg else None,
        region=place.id if place and told.kg else None,
        grid=place.grid_g_per_kwh if place and kg and told.kg else None,
        implied=implied,
        grid_low=min(grids) if implied else None,
        grid_high=max(grids) if implied else None,
        cites=(power.source, *_cites(place if told.kg else None)),
    )


def _cites(place: Region | None) -> tuple[str, ...]:
    return (place.source,) if place else ()


def _judged(told: Told, kwh: Interval, kg: Interval | None, implied: float | None, grids: list[float]) -> Judged:
    if told.kwh is not None:
        value, low, high = told.kwh, kwh.low, kwh.high
    elif kg is not None and told.kg is not None:
        value, low, high = told.kg, kg.low, kg.high
    else:
        value, low, high = implied or 0.0, min(grids), max(grids)
    return "low" if value < low else "high" if value > high else "plausible"


def _run(asked: Question) -> tuple[Accelerator, float] | None:
    """The chip, and its hours: chips times hours, or chip-hours as they were told."""
    facts, said = asked.library.facts, asked.said
    thing = next(iter(meant(asked.reading, facts, asked.library.prices(asked.day), 1)), None)
    owned = (facts.accelerators[name] for name in said.candidates if name in facts.accelerators)
    chip = facts.accelerators[thing.accelerator] if thing else next(owned, None)  # nobody rents it out
    if chip is None:
        return None
    chips = said.accelerator_count or ((machines(said, thing) or 0) * thing.count if thing else 0)
    if said.run_hours and chips:
        return chip, said.run_hours * chips
    whole = CHIP_HOURS.search(asked.reading.text)
    return (chip, _number(whole[1]) * TIMES.get((whole[2] or "").casefold(), 1.0)) if whole else None


def _number(text: str) -> float:
    return float(text.replace(",", ""))
