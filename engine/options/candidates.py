"""Every offering that could do the work, costed; what is excluded keeps its reason."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from engine.base.evidence import Achieved
from engine.base.lazy import Lazy
from engine.base.reason import Reason
from engine.base.unpredictable import WrongTask
from engine.carbon.footprint import footprint
from engine.memory.fit import core_memory
from engine.options.constraints import Constraint, constraint, cost_constraint, days_needed, hold_back
from engine.options.eligibility import NotLeading, not_joined, not_leading, thin_network, unpublished
from engine.options.exclusions import (
    FrameworkUnsupported,
    NoPrice,
    NoPriceInRegion,
    NoThroughput,
    NotSoldSo,
    RuledOut,
    SoldOut,
)
from engine.options.hidden_costs import hidden_costs
from engine.options.incumbent import Today, at_hand_today, kept
from engine.options.named import is_asked_for, is_named
from engine.options.option import (
    CostedOption,
    Detail,
    ExcludedOption,
    MemoryFigures,
    Named,
    Option,
    leading,
)
from engine.options.port import PortCost, port
from engine.options.problem import Problem
from engine.options.run_cost import RunCost, instances_needed, likely_usd, run_cost
from engine.options.serving_plan import Chosen, choose, evidence_of, figures, serving_steps
from engine.options.sizing import sized
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
from engine.prices.areas import area_of
from engine.prices.price_book import Quote
from knowledge.facts import Accelerator, Cloud, Instance, Purchase

ALIKE = 0.02  # log-difference below which two sizes of one chip cost the same
TINY = 1e-9
ANY_CLOUD = ""
Ports: TypeAlias = dict[tuple[str, Cloud], PortCost]


class ChipAssessment(NamedTuple):
    """What is the same for every offering of a chip: its speed on this work, or why it is excluded."""

    chip: Accelerator
    speed: Achieved | None
    excluded_because: Reason | None
    named: bool
    served: Chosen | None = None  # serving: how this offering does it


class Offering(NamedTuple):
    """A priced way to rent, ranked by its likely dollars before the full costs are computed."""

    instance: Instance
    assessment: ChipAssessment
    quote: Quote
    not_leading: NotLeading | None
    machines: int
    likely_usd: float


def candidates(problem: Problem) -> tuple[Option, ...]:
    """All offerings: per chip, cloud and purchase the type that is cheapest for the run, plus every named type.

    Where that one may not lead, the cheapest that may stands beside it. Chips and types without an offering appear
    once, with the reason, a named chip in each cloud of the asker. A brief problem costs only what may lead.
    """
    assessments = {chip.id: _assess(problem, chip) for chip in _chips(problem)}
    best: dict[tuple[str, str, Purchase, bool], Offering] = {}
    excluded: dict[tuple[str, str], ExcludedOption] = {}
    ports: Ports = {}
    excluded_clouds = problem.filled.reading.ruled_out.get("clouds", ())
    for instance in problem.facts.instances.values():
        if instance.accelerator not in assessments or instance.cloud in excluded_clouds:
            continue
        if not _is_looked_at(problem, instance):
            continue
        said = instance.id in problem.profile.instances
        offerings, reason = _offerings(problem, instance, assessments[instance.accelerator], ports)
        for offering in offerings:
            name, leads = instance.id if said else instance.accelerator, offering.not_leading is None
            key = name, instance.cloud, offering.quote.purchase, leads
            known = best.get(key)
            if known is None or _preference(offering) < _preference(known):
                best[key] = offering
        if reason and not problem.brief:
            cloud = instance.cloud if asked_for(problem, instance) and problem.is_here(instance) else ANY_CLOUD
            out = instance.id if said else instance.accelerator, cloud
            if said or tells_more(reason, excluded.get(out)):
                excluded[out] = _excluded(problem, instance, assessments[instance.accelerator], reason)
    options = [_option(problem, offering, ports) for key, offering in best.items() if _tells(key, best)]
    incumbent = _incumbent(problem, assessments, ports)
    if incumbent is not None:
        options = [incumbent, *(option for option in options if not _is_same(option, incumbent))]
    if problem.brief:
        return tuple(leading(options))
    offered = {(option.accelerator, cloud) for option in options for cloud in (option.cloud, ANY_CLOUD)}
    shown_excluded: list[Option] = [
        option
        for (_, cloud), option in excluded.items()
        if (option.accelerator, cloud) not in offered or option.instance in problem.profile.instances
    ]
    return tuple(sorted((*options, *shown_excluded), key=_rank))


def _chips(problem: Problem) -> list[Accelerator]:
    """An older chip, or one no cloud leads with, only where it was asked for; `named_alone`: those, and today's."""
    profile, facts = problem.profile, problem.facts
    types = [one for one in facts.instances.values() if not problem.named_alone or asked_for(problem, one)]
    wanted = {one.accelerator for one in (*types, *(running.instance for running in at_hand_today(problem)))}
    offered = (one for one in problem.library.rented if not one.only_if_named or is_asked_for(one, profile, facts))
    return [chip for chip in offered if chip.id in wanted]


def _tells(key: tuple[str, str, Purchase, bool], best: dict[tuple[str, str, Purchase, bool], Offering]) -> bool:
    """Whether an offering that may not lead is cheaper than the one of its kind that may."""
    name, cloud, purchase, leads = key
    other = best.get((name, cloud, purchase, True))
    return leads or other is None or best[key].likely_usd < other.likely_usd


def _is_looked_at(problem: Problem, instance: Instance) -> bool:
    """A brief problem looks at nothing that may not lead."""
    if problem.named_alone:
        return asked_for(problem, instance)
    here = problem.is_here(instance) or problem.may_move_to(instance)
    return not problem.brief or (here and problem.is_alternative(instance))


def _assess(problem: Problem, chip: Accelerator) -> ChipAssessment:
    named = is_named(chip, frozenset(problem.profile.candidates))
    reason = _barred(problem, chip)
    if reason:
        return ChipAssessment(chip, None, reason, named)
    speed = evidence_of(problem, chip) if problem.serving else problem.speed(chip)
    if speed is None:
        return ChipAssessment(chip, None, NoThroughput(chip=chip.name), named)
    return ChipAssessment(chip, speed, None, named)


def _barred(problem: Problem, chip: Accelerator) -> Reason | None:
    if is_named(chip, frozenset(problem.filled.reading.ruled_out.get("candidates", ()))):
        return RuledOut(chip=chip.name)
    if not (chip.serves if problem.serving else chip.trains):
        return WrongTask(chip=chip.name, task=problem.profile.task or "")
    framework = problem.profile.framework or ""
    source = problem.library.unsupported.get((chip.software, framework))
    if source:
        return FrameworkUnsupported(chip=chip.name, framework=framework, cites=(source,))
    return None


def _offerings(
    problem: Problem, instance: Instance, assessment: ChipAssessment, ports: Ports
) -> tuple[list[Offering], Reason | None]:
    if assessment.speed is None:
        return [], assessment.excluded_because
    quoted = [(quote, not_leading(problem, instance, quote)) for quote in problem.quotes(instance)]
    if problem.brief:
        quoted = [(quote, reason_not) for quote, reason_not in quoted if reason_not is None]
        if not quoted:
            return [], None
    placed = problem.placed(instance)
    if problem.brief and not placed.fits:
        return [], None
    reason = not_joined(instance, placed.instances) or too_small(problem, instance, placed)
    if reason:
        return [], reason
    served = _served(problem, instance, assessment, placed.instances)
    if isinstance(served, Reason):
        return [], served
    assessment, speed = served, served.speed
    if speed is None:
        return [], assessment.excluded_because
    ruled_out = problem.filled.reading.ruled_out.get("purchase", ())
    offerings, apart = [], None
    for quote, reason_not in quoted:
        unsold = instance.sold and quote.purchase not in instance.sold  # a price once seen is not a channel
        unsold = unsold and quote.own != "rate"
        if unsold or quote.purchase in ruled_out:
            continue
        ported = _ported(problem, assessment.chip, instance.cloud, ports)
        size = sized(problem, instance, quote, speed, placed, ported)
        if size.instances > 1 and not problem.is_largest_slice(instance):
            continue  # a slice does not grow by adding another: the next size is an offering of its own
        lone = not_joined(instance, placed.instances if problem.serving else size.instances)
        apart = apart or lone
        if lone:
            continue
        thin = thin_network(problem, instance, size.instances)
        held = hold_back(reason_not or thin, constraint(problem, instance, quote, ported, size))
        if held and problem.brief:
            continue
        usd = likely_usd(problem, instance, quote, speed, size.instances, None if problem.monthly else size.hours)
        offerings.append(Offering(instance, assessment, quote, held, size.instances, usd))
    return offerings, None if offerings or problem.brief else apart or _unsold(problem, instance)


def _served(
    problem: Problem, instance: Instance, assessment: ChipAssessment, instances: int
) -> ChipAssessment | Reason:
    """How this type serves, where serving is asked; the assessment unchanged for training."""
    if not problem.serving or assessment.speed is None:
        return assessment
    chosen = choose(problem, instance, instances)
    if isinstance(chosen, Reason):
        return chosen
    speed = assessment.speed
    if speed.grade != "own":
        speed = speed.model_copy(update={"speed": chosen.at.tokens_per_second, "cites": chosen.at.cites})
    return assessment._replace(speed=speed, served=chosen)


def _incumbent(problem: Problem, assessments: Mapping[str, ChipAssessment], ports: Ports) -> CostedOption | None:
    """What runs today, beside what could be rented: it is there, whatever keeps an offering like it from leading."""
    found = [(running, _today(problem, running, assessments)) for running in at_hand_today(problem)]
    ways = [(running, offering) for running, offering in found if offering is not None]
    if not ways:
        return None
    running, offering = min(ways, key=lambda way: _preference(way[1]))
    return kept(_option(problem, offering, ports), problem, running)


def _is_same(option: CostedOption, today: CostedOption) -> bool:
    """Whether renting it is nothing else than keeping what runs today, at the same list price."""
    return (
        option.instance == today.instance
        and (option.count, option.purchase) == (today.count, today.purchase)
        and option.run.usd.likely == today.run.usd.likely
    )


def _today(problem: Problem, running: Today, assessments: Mapping[str, ChipAssessment]) -> Offering | None:
    """What runs today as an offering: as many machines as were said, else as hold the work."""
    assessment = assessments.get(running.instance.accelerator)
    if assessment is None or assessment.speed is None:
        return None
    placed = problem.placed(running.instance)
    if running.machines is None and not placed.fits:
        return None
    served = _served(problem, running.instance, assessment, running.machines or placed.instances)
    if isinstance(served, Reason) or served.speed is None:
        return None
    count = running.machines or instances_needed(problem, running.instance, served.speed, placed)
    usd = likely_usd(problem, running.instance, running.quote, served.speed, count)
    return Offering(running.instance, served, running.quote, None, count, usd)


def _ported(problem: Problem, chip: Accelerator, cloud: Cloud, ports: Ports) -> PortCost:
    """The port to a chip in a cloud, worked out once for all its types."""
    key = chip.family, cloud
    if key not in ports:
        ports[key] = port(problem.filled, chip, cloud, problem.library)
    return ports[key]


def _unsold(problem: Problem, instance: Instance) -> Reason:
    gone = problem.gone(instance)
    if gone and not problem.quotes(instance):
        return SoldOut(name=gone[0].id, there=gone[0].region or "")
    wanted = problem.wanted_purchase
    if wanted and instance.sold and wanted not in instance.sold:
        sold = ", ".join(instance.sold)
        return NotSoldSo(instance=instance.id, purchase=wanted, sold=sold, cites=(instance.source,))
    place = problem.profile.region
    if place is None or problem.quotes(instance):
        return NoPrice(instance=instance.id)
    area = area_of(place, problem.facts)
    sold_in = ", ".join(problem.prices.sold_in(instance))
    name = area.name if area else place
    return NoPriceInRegion(instance=instance.id, region=place, place=name, sold_in=sold_in, cites=(instance.source,))


def _preference(offering: Offering) -> tuple[int, int, int, str]:
    """Prices within a hair of each other are the same; then fewer machines are better, then smaller ones."""
    alike = round(math.log(max(offering.likely_usd, TINY)) / ALIKE)
    return alike, offering.machines, offering.instance.count, offering.instance.id


def _rank(option: Option) -> tuple[bool, bool, float, str]:
    if isinstance(option, ExcludedOption):
        return True, False, math.inf, option.id
    return False, not option.may_lead, option.choice_usd(option.runs), option.id


def _excluded(problem: Problem, instance: Instance, assessment: ChipAssessment, reason: Reason) -> ExcludedOption:
    purchase = problem.profile.purchase or "on_demand"
    return ExcludedOption(
        id=f"{instance.id}:{purchase}",
        cloud=instance.cloud,
        instance=instance.id,
        accelerator=assessment.chip.id,
        chip_name=assessment.chip.name,
        family=assessment.chip.family,
        count=1,
        chips=instance.count,
        region=problem.profile.region or "",
        purchase=purchase,
        runs=problem.profile.runs or 1,
        named=_named(problem, instance, assessment),
        reason=with_remedies(problem, instance, reason),
    )


def _named(problem: Problem, instance: Instance, assessment: ChipAssessment) -> Named:
    if instance.id in problem.profile.instances:
        return Named.BY_TYPE
    if asked_for(problem, instance):
        return Named.BY_CHIP
    return Named.BY_FAMILY if assessment.named else Named.NOT


def _option(problem: Problem, offering: Offering, ports: Ports) -> CostedOption:
    """The offering with its costs: intervals, port and total; carbon, memory and the trace when somebody looks."""
    instance, assessment, quote, speed = (
        offering.instance,
        offering.assessment,
        offering.quote,
        offering.assessment.speed,
    )
    if speed is None:
        raise ValueError("an offering is only made for a chip with a speed")
    ported = _ported(problem, assessment.chip, instance.cloud, ports)
    run = run_cost(problem, instance, quote, speed, offering.machines)
    barred, over = offering.not_leading, cost_constraint(problem, instance.id, quote, ported, run)
    chips = run.instances * instance.count
    tokens = problem.tokens_per_run
    per_million = run.usd.times(1e6 / tokens) if tokens else None
    return CostedOption(
        id=f"{instance.id}:{quote.purchase}",
        cloud=instance.cloud,
        instance=instance.id,
        accelerator=assessment.chip.id,
        chip_name=assessment.chip.name,
        family=assessment.chip.family,
        count=run.instances,
        chips=chips,
        region=quote.region,
        purchase=quote.purchase,
        runs=problem.profile.runs or 1.0,
        named=_named(problem, instance, assessment),
        price=quote,
        run=run._replace(usd_per_million_tokens=per_million) if per_million else run,
        port=ported,
        speed=speed,
        serving=figures(problem, assessment.served, instance, speed.speed) if assessment.served else None,
        not_leading=barred if isinstance(barred, Constraint) else hold_back(barred, over),
        too_few=too_few(problem, instance),
        in_time=days_needed(problem, quote, ported, 0.0 if problem.serving else run.hours.likely),
        unpublished=unpublished(instance),
        work_sigma=problem.run_tflop.sigma if not problem.serving else 0.0,
        detail=Lazy(lambda: _detail(problem, offering, speed, ported, run)),
    )


def _detail(problem: Problem, offering: Offering, speed: Achieved, ported: PortCost, run: RunCost) -> Detail:
    """What is told of an offering beside its cost."""
    instance, (chip, *_, served), quote = offering.instance, offering.assessment, offering.quote
    chip_hours = run.hours.times(float(run.instances * instance.count))
    carbon = footprint(chip, chip_hours, quote.region, problem.library)
    memory = _memory(problem, instance, chip, run.instances)
    return Detail(
        carbon=carbon,
        memory=memory,
        hidden_costs=hidden_costs(problem, chip, quote, run, ported),
        steps=(
            *(serving_steps(problem, served) if served else ()),
            *(memory_steps(chip, memory.held) if memory else ()),
            *run_cost(problem, instance, quote, speed, offering.machines, recorded=True).steps,
            *ported.steps,
            *carbon.steps,
        ),
    )


def _memory(problem: Problem, instance: Instance, chip: Accelerator, instances: int) -> MemoryFigures | None:
    core = core_memory(problem.need_on(chip), problem.shape, instance, chip, problem.constants, instances)
    return MemoryFigures(core_name(chip), core, (memory_cite(chip),)) if core else None
