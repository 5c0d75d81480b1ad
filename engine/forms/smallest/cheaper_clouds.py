"""Clouds that rent the same GPUs for less than the large ones, where such are asked for: what each lists."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.answers.model import FactAnswer
from engine.answers.rank_prices import ranked
from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.options.named import called_by
from engine.prices.specialists import per_chip_hour, specialists
from engine.workload.conditions import FAMILIES
from knowledge.facts import COMPARED, SPECIALISTS, Accelerator, Cloud, Purchase

ASKED = "cheaper_clouds"  # the cue
WAY: Purchase = "on_demand"
MOST, SELLERS = 3, 3  # chips that are told, and clouds of each
VENDOR, SEVERAL = "nvidia", 2  # of chips that nobody named; specialists that list one


class ChipThere(NamedTuple):
    """An hour of a chip at each specialist, the cheapest first, and on the large cloud that takes the least."""

    chip: str
    listed: tuple[tuple[str, float], ...]
    cloud: Cloud | None
    usd: float
    instance: str


class CheaperClouds(Reason, code="cheaper_clouds"):
    """`each` chip; `than`: the large clouds that are asked about. `none_of`: chips that no specialist lists, instead
    of which usual ones are told. `cheaper`: whether one of the chips is."""

    each: tuple[ChipThere, ...]
    than: tuple[Cloud, ...]
    none_of: tuple[str, ...]
    cheaper: bool
    day: str


def cheaper_clouds(asked: Asked) -> FactAnswer | None:
    """None where that is not asked, or a specialist is named, whose own prices are told."""
    said = asked.profile
    if ASKED not in asked.reading.cues or not set(SPECIALISTS).isdisjoint(said.clouds):
        return None
    than: tuple[Cloud, ...] = tuple(one for one in said.clouds if one in COMPARED) or COMPARED
    facts, chips = asked.facts, asked.facts.accelerators
    named = called_by(facts, frozenset(said.candidates) - FAMILIES)
    types = [facts.instances[name].accelerator for name in said.instances if name in facts.instances]
    wanted = dict.fromkeys((*(chip.id for chip in named), *types))
    held = [chips[name] for name in wanted if specialists(facts, {name}, asked.day)]
    shown = held or _usual(asked)[:MOST]
    each = tuple(found for chip in shown if (found := _there(chip, than, asked)) is not None)[:MOST]
    if not each:
        return None
    sources = [price for chip in shown for price in specialists(facts, {chip.id}, asked.day)]
    line = CheaperClouds(
        each=each,
        than=than,
        none_of=() if held else tuple(chips[name].name for name in wanted)[:MOST],
        cheaper=any(one.cloud is None or one.listed[0][1] < one.usd for one in each),
        day=str(max(price.observed_on for price in sources)),
        cites=tuple(dict.fromkeys(price.source for price in sources)),
    )
    return FactAnswer(headline=line, of_told=True, whole=True)


def _usual(asked: Asked) -> Sequence[Accelerator]:
    """GPUs that are sold on the large clouds too and that several specialists list, the cheapest hour first."""
    facts = asked.facts
    sold = {thing.accelerator for thing in facts.instances.values() if thing.cloud in COMPARED}
    found: list[tuple[float, str, Accelerator]] = []
    for chip in facts.accelerators.values():
        listed = specialists(facts, {chip.id}, asked.day) if chip.id in sold and chip.form_of is None else ()
        if len(listed) >= SEVERAL and chip.is_usual_gpu and chip.vendor == VENDOR:
            found.append((per_chip_hour(listed[0]), chip.id, chip))
    return [chip for _, _, chip in sorted(found, key=lambda one: one[:2])]


def _there(chip: Accelerator, than: tuple[Cloud, ...], asked: Asked) -> ChipThere | None:
    facts = asked.facts
    listed = specialists(facts, {chip.id}, asked.day)
    if not listed:
        return None
    kin = [one for one in facts.instances.values() if one.accelerator == chip.id and one.cloud in than]
    rows = ranked(kin, asked.library, asked.day, None, WAY)
    row = next((one for one in rows if one.is_current), None)
    return ChipThere(
        chip=chip.name,
        listed=tuple((facts.providers[one.provider].name, per_chip_hour(one)) for one in listed[:SELLERS]),
        cloud=row.instance.cloud if row else None,
        usd=row.usd_per_chip_hour if row else 0.0,
        instance=row.instance.id if row else "",
    )
