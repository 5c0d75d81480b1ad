"""Which offerings stand for decision, each costed; what is left out keeps its reason."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from engine.base.evidence import Achieved
from engine.base.reason import Reason
from engine.base.unpredictable import WrongTask
from engine.carbon.footprint import Footprint, footprint
from engine.memory.fit import core_memory, fit
from engine.options.eligibility import NotLeading, SpeedUnknown, at_once, beyond_blocks, not_leading
from engine.options.exclusions import (
    FrameworkUnsupported,
    NoPrice,
    NoPriceInRegion,
    NoThroughput,
    NotSoldSo,
    RuledOut,
)
from engine.options.hidden_costs import hidden_costs
from engine.options.option import CostedOption, ExcludedOption, MemoryFigures, Named, Option, ServingFigures, leading
from engine.options.port import PortCost, port
from engine.options.problem import Problem, is_named
from engine.options.run_cost import instances_needed, likely_usd, run_cost
from engine.options.serving_plan import Chosen, asked_tokens, choose, evidence_of, meaning, serving_steps
from engine.options.too_small import (
    asked_for,
    core_name,
    memory_cite,
    memory_steps,
    tells_more,
    too_few,
    too_small,
    with_remedies,
)
from engine.prices.price_book import Quote
from knowledge.facts import Accelerator, Cloud, Instance, Purchase

ALIKE = 0.02  # log-difference below which two sizes of one chip cost the same
TINY = 1e-9


class ChipAssessment(NamedTuple):
    """What is the same for every offering of a chip: its speed on this work, or why it is out."""

    chip: Accelerator
    speed: Achieved | None
    out: Reason | None
    named: bool
    served: Chosen | None = None  # serving: how this offering does it


class Offering(NamedTuple):
    """A priced way to rent, ranked by its likely dollars before anything else is worked out."""

    instance: Instance
    seen: ChipAssessment
    quote: Quote
    not_leading: NotLeading | None
    machines: int
    likely_usd: float


def candidates(scene: Problem) -> tuple[Option, ...]:
    """All offerings: per chip, cloud and purchase the type that is cheapest for the run, plus every named type.

    Chips and types with nothing to offer are there once each, with the reason. In a brief scene just those that
    may lead are worked out.
    """
    rented = [chip for chip in scene.facts.accelerators.values() if chip.id in scene.library.largest]
    seen = {chip.id: _seen(scene, chip) for chip in rented}
    best: dict[tuple[str, str, Purchase], Offering] = {}
    out: dict[str, ExcludedOption] = {}
    away = scene.filled.reading.ruled_out.get("clouds", ())
    for instance in scene.facts.instances.values():
        if instance.cloud in away or (scene.brief and not scene.is_here(instance)):
            continue
        said = instance.id in scene.profile.instances
        offerings, reason = _offerings(scene, instance, seen[instance.accelerator])
        for offering in offerings:
            key = (instance.id if said else instance.accelerator, instance.cloud, offering.quote.purchase)
            held = best.get(key)
            if held is None or _standing(offering) < _standing(held):
                best[key] = offering
        if reason and (said or tells_more(reason, out.get(instance.accelerator))):
            out[instance.id if said else instance.accelerator] = _excluded(scene, instance, seen, reason)
    ports: dict[tuple[str, Cloud], PortCost] = {}
    options = [_option(scene, offering, ports) for offering in best.values()]
    if scene.brief:
        return tuple(sorted(_evidence_first(options), key=_rank))
    offered = {option.accelerator for option in options}
    left: list[Option] = [
        option for option in out.values() if option.accelerator not in offered or option.instance in _said(scene)
    ]
    return tuple(sorted((*_evidence_first(options), *left), key=_rank))


def _seen(scene: Problem, chip: Accelerator) -> ChipAssessment:
    named = is_named(chip, frozenset(scene.profile.candidates))
    reason = _barred(scene, chip)
    if reason:
        return ChipAssessment(chip, None, reason, named)
    speed = evidence_of(scene, chip) if scene.serving else scene.speed(chip)
    if speed is None:
        return ChipAssessment(chip, None, NoThroughput(chip=chip.name), named)
    return ChipAssessment(chip, speed, None, named)


def _barred(scene: Problem, chip: Accelerator) -> Reason | None:
    if is_named(chip, frozenset(scene.filled.reading.ruled_out.get("candidates", ()))):
        return RuledOut(chip=chip.name)
    if not (chip.serves if scene.serving else chip.trains):
        return WrongTask(chip=chip.name, task=scene.profile.task or "")
    framework = scene.profile.framework or ""
    source = scene.library.unsupported.get((chip.software, framework))
    if source:
        return FrameworkUnsupported(chip=chip.name, framework=framework, cites=(source,))
    return None


def _offerings(scene: Problem, instance: Instance, seen: ChipAssessment) -> tuple[list[Offering], Reason | None]:
    if seen.speed is None:
        return [], seen.out
    placed = fit(scene.need, scene.shape, instance, seen.chip, scene.constants)
    reason = too_small(scene, instance, placed)
    if reason:
        return [], reason
    speed = seen.speed
    if scene.serving:
        chosen = choose(scene, instance, placed.instances)
        if isinstance(chosen, Reason):
            return [], chosen
        if seen.speed.grade != "own":
            speed = seen.speed.model_copy(update={"speed": chosen.at.tokens_per_second, "cites": chosen.at.cites})
        seen = seen._replace(speed=speed, served=chosen)
    ruled_out = scene.filled.reading.ruled_out.get("purchase", ())
    here = scene.is_here(instance)
    said = here and scene.profile.region is not None and not scene.filled.assumed("region")
    quotes = scene.prices.pick(instance, scene.profile.region if here else None, strict=said)
    offerings = []
    for quote in quotes:
        reason_not = not_leading(scene, instance, quote)
        unsold = instance.sold and quote.purchase not in instance.sold  # a price once seen is not a channel
        unsold = unsold and quote.own != "rate"
        if unsold or quote.purchase in ruled_out or (reason_not and scene.brief):
            continue
        machines = instances_needed(scene, instance, speed, placed)
        if machines > 1 and not scene.is_largest_slice(instance):
            continue  # a slice does not grow by adding another: the next size is an offering of its own
        machines = at_once(scene, quote, machines, placed.instances)
        reason_not = reason_not or beyond_blocks(scene, quote, machines)
        usd = likely_usd(scene, instance, quote, speed, machines)
        offerings.append(Offering(instance, seen, quote, reason_not, machines, usd))
    return offerings, None if offerings else _unsold(scene, instance)


def _unsold(scene: Problem, instance: Instance) -> Reason:
    wanted = scene.profile.purchase
    if wanted and instance.sold and wanted not in instance.sold:
        sold = ", ".join(instance.sold)
        return NotSoldSo(instance=instance.id, purchase=wanted, sold=sold, cites=(instance.source,))
    if scene.profile.region and not scene.filled.assumed("region"):
        return NoPriceInRegion(instance=instance.id, region=scene.profile.region)
    return NoPrice(instance=instance.id)


def _said(scene: Problem) -> tuple[str, ...]:
    return scene.profile.instances


def _standing(offering: Offering) -> tuple[bool, int, int, int, str]:
    """Prices within a hair of each other are the same; then fewer machines are better, then smaller ones."""
    alike = round(math.log(max(offering.likely_usd, TINY)) / ALIKE)
    return offering.not_leading is not None, alike, offering.machines, offering.instance.count, offering.instance.id


def _rank(option: Option) -> tuple[bool, bool, float, str]:
    if isinstance(option, ExcludedOption):
        return True, False, math.inf, option.id
    return False, not option.may_lead, option.run.usd.likely, option.id


def _evidence_first(options: list[CostedOption]) -> Iterator[CostedOption]:
    """A speed inferred from other chips does not lead where a measured or claimed one of the same family may."""
    known = {option.family for option in leading(options) if option.speed.basis != "extrapolated"}
    for option in options:
        inferred = option.may_lead and option.speed.basis == "extrapolated"
        if inferred and option.family in known and option.named is Named.NOT:
            yield replace(option, not_leading=SpeedUnknown(cites=option.speed.cites[:1]))
        else:
            yield option


def _excluded(scene: Problem, instance: Instance, seen: dict[str, ChipAssessment], reason: Reason) -> ExcludedOption:
    view = seen[instance.accelerator]
    purchase = scene.profile.purchase or "on_demand"
    return ExcludedOption(
        id=f"{instance.id}:{purchase}",
        cloud=instance.cloud,
        instance=instance.id,
        accelerator=view.chip.id,
        chip_name=view.chip.name,
        family=view.chip.family,
        count=1,
        chips=instance.count,
        region=scene.profile.region,
        purchase=purchase,
        runs=scene.profile.runs or 1,
        named=_named(scene, instance, view),
        reason=with_remedies(scene, instance, reason),
    )


def _named(scene: Problem, instance: Instance, seen: ChipAssessment) -> Named:
    if instance.id in scene.profile.instances:
        return Named.BY_TYPE
    if asked_for(scene, instance):
        return Named.BY_CHIP
    return Named.BY_FAMILY if seen.named else Named.NOT


def _option(scene: Problem, offering: Offering, ports: dict[tuple[str, Cloud], PortCost]) -> CostedOption:
    """The offering worked out: intervals, port, total, carbon, and every step on the way."""
    instance, seen, quote, speed = offering.instance, offering.seen, offering.quote, offering.seen.speed
    if speed is None:
        raise ValueError("an offering is only made for a chip with a speed")
    key = seen.chip.family, instance.cloud
    if key not in ports:
        ports[key] = port(scene.filled, seen.chip, instance.cloud, scene.library)
    run = run_cost(scene, instance, quote, speed, offering.machines)
    chips = run.instances * instance.count
    place = quote.region if quote.region in scene.facts.regions else scene.profile.region
    carbon = Footprint(None, None)
    if scene.recorded:
        carbon = footprint(seen.chip, run.hours.times(float(chips)), place, scene.library)
    memory = _memory(scene, instance, seen.chip, run.instances)
    tokens = scene.profile.tokens if scene.recorded else None
    per_million = run.usd_per_million_tokens or (run.usd.times(1e6 / tokens) if tokens else None)
    return CostedOption(
        id=f"{instance.id}:{quote.purchase}",
        cloud=instance.cloud,
        instance=instance.id,
        accelerator=seen.chip.id,
        chip_name=seen.chip.name,
        family=seen.chip.family,
        count=run.instances,
        chips=chips,
        region=quote.region,
        purchase=quote.purchase,
        runs=scene.profile.runs or 1.0,
        named=_named(scene, instance, seen),
        price=quote,
        run=run._replace(usd_per_million_tokens=per_million),
        port=ports[key],
        speed=speed,
        carbon=carbon,
        serving=_serving(scene, seen.served) if seen.served else None,
        memory=memory,
        hidden_costs=hidden_costs(scene, seen.chip, quote, run, ports[key]) if scene.recorded else (),
        not_leading=offering.not_leading,
        too_few=too_few(scene, instance),
        steps=(
            *(serving_steps(scene, seen.served) if seen.served and scene.recorded else ()),
            *(memory_steps(seen.chip, memory.held) if memory else ()),
            *run.steps,
            *ports[key].steps,
            *carbon.steps,
        ),
    )


def _memory(scene: Problem, instance: Instance, chip: Accelerator, instances: int) -> MemoryFigures | None:
    core = (
        core_memory(scene.need, scene.shape, instance, chip, scene.constants, instances) if scene.recorded else None
    )
    return MemoryFigures(core_name(chip), core, (memory_cite(chip),)) if core else None


def _serving(scene: Problem, chosen: Chosen) -> ServingFigures:
    prompt, answer = asked_tokens(scene)
    return ServingFigures(
        ttft_ms=chosen.at.ttft_ms,
        tpot_ms=chosen.at.tpot_ms,
        batch=chosen.at.batch,
        chips=chosen.joined,
        latency=meaning(scene),
        prompt_tokens=prompt,
        answer_tokens=answer,
    )
