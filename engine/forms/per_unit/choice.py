"""Which machine, where the work is known and nobody said how much of it: dollars an hour and a unit, and the amount
from which a port pays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from engine.answers.model import AnswerRow, AnswerTable, Cell, FactAnswer, Passage
from engine.base.reason import Reason
from engine.forms.parts.doubts import SpeedOfOthers
from engine.forms.per_unit.fastest import WAITS, asks_fastest, fastest
from engine.forms.per_unit.fastest import told as fastest_on
from engine.forms.per_unit.only_on import keeps_to
from engine.forms.per_unit.ports import SAVING, NeverPaysPort, pays_from
from engine.forms.per_unit.rates import (
    FEW,
    OPEN,
    SIZES,
    WORTH_MORE,
    Question,
    UnitCost,
    fillable,
    sensible,
    unit_case,
    unit_costs,
    without_amounts,
)
from engine.options.assumptions import refill
from engine.options.named import is_named
from engine.options.option import Named
from engine.verdict.decide import BEYOND_DOLLARS
from engine.verdict.forks import Case
from engine.workload.conditions import FAMILIES
from engine.workload.samples import cost_unknown
from knowledge.facts import Lean, Purchase, Rule
from knowledge.units import HOURS_PER_DAY

ROWS, METHODS = 6, ("full", "lora")
BOUGHT = ("machine", "buy", "hourly", "seen_on")


class UnitReason(Reason):
    """An offering: its price, and what a unit of the work costs on it."""

    unit: str
    instance: str
    machines: int
    chips: int
    chip: str
    purchase: Purchase
    region: str
    usd_per_hour: float
    usd: float
    hours: float | None = None
    basis: str


class TrainsOn(UnitReason, code="trains_on"):
    """The machine to train on. `method`: the way, where it was not said and this is one of them."""

    model: str | None
    parameters: float | None
    work: str
    method: str | None = None


class ServesOn(UnitReason, code="serves_on"):
    """The machine to serve on: one copy of the model, as busy as `utilization` says."""

    model: str | None
    parameters: float | None
    usd_per_month: float
    precision: str
    utilization: float
    is_assumed: bool  # nobody said how busy
    tokens_per_second: float
    requests: float  # at once
    size_taken: bool = False  # nobody said the size


class OtherMethod(UnitReason, code="other_method"):
    """The same for the other way to fine-tune."""

    method: str


class LeastPerUnit(UnitReason, code="least_per_unit"):
    """The least for a unit, where another machine is the least an hour."""


class NamedUnit(UnitReason, code="named_unit"):
    """What was named and is not the first line's."""


FEW_SAMPLES = 10_000  # of one unit of an answer
CHEAPEST = frozenset({"money_cheapest", "cheapest_of"})  # cues: what costs the least, of which nobody said how much
ABOUT = 1.15  # times the least an hour, up to which what is served decides
CARDS = "cards"  # the unit of "which card"


class WithinBounds(Reason, code="within_bounds"):
    """How much work the dollars and the days that were said are enough for, on the machine of the first line."""

    unit: str
    budget_usd: float | None
    by_budget: float | None
    days: float | None
    by_deadline: float | None


class ChosenBy(Reason, code="chosen_by"):
    """By what the machine of the first line was chosen."""

    serving: bool
    share: float


class RuleForWork(Reason, code="rule_for_work"):
    """What a rule says of the work that was described."""

    lean: Lean
    because: str


class HowMuchTraining(Reason, code="how_much_training"):
    """How much, and how often."""

    in_samples: bool


class HowMuchTraffic(Reason, code="how_much_traffic"):
    """How much is served, and how fast it must be."""


def amount_free(asked: Question, beside: tuple[Passage, ...] = ()) -> FactAnswer | None:
    """None where nothing says how fast the work is anywhere."""
    if cost_unknown(asked.filled.profile, asked.library.facts):
        return None
    case = unit_case(asked)
    costs = fillable(unit_costs(case), asked)
    rule = deciding(costs, asked)
    lead = lead_of(costs, asked)
    if lead is None:
        return None
    by_rule = (RuleForWork(lean=rule.lean, because=rule.because, cites=(rule.source,)),) if rule else ()
    first, pays = first_of(lead, asked, case, costs), tuple(_pays(costs, lead, asked))
    named = tuple(_named(costs, lead))
    if pays and _weighs_a_port(asked) and lead.unit != "samples":  # of small work the small machine comes first
        first, pays = pays[0], (first,)
    elif named:
        first, named = named[0], (first,)  # what was asked about comes first
    sentences = (
        *_within(lead, asked),
        *named,
        *_other_method(asked, case),
        *_least(costs, lead, asked),
        *pays,
        *by_rule,
        ChosenBy(serving=lead.hours is None, share=WORTH_MORE),
    )
    return FactAnswer(
        headline=first,
        sentences=sentences,
        table=_table(costs, lead, asked),
        questions=(_question(lead),),
        passages=beside,
        filled=without_amounts(asked.filled),
        lean=rule.lean if rule else lead.option.family,
        doubts=(SpeedOfOthers(instance=lead.option.instance),) if lead.option.speed.basis == "extrapolated" else (),
    )


def _weighs_a_port(asked: Question) -> bool:
    """Whether a chip that takes a port was named beside one that takes none, or beside what runs today."""
    said, facts = asked.said, asked.library.facts
    words = set(said.candidates)
    chips = [chip for chip in facts.accelerators.values() if is_named(chip, words)]
    chips += [
        facts.accelerators[facts.instances[name].accelerator] for name in said.instances if name in facts.instances
    ]
    families = {chip.family for chip in chips}
    return bool(families - {"gpu"}) and ("gpu" in families or bool(said.current_instances))


def open_to(costs: Iterable[UnitCost], asked: Question) -> list[UnitCost]:
    """Those that may lead, on demand where they are sold so; by block where that was asked for or is the only way."""
    said = asked.said
    ways = (said.purchase,) if said.purchase else OPEN
    may = [cost for cost in costs if cost.option.may_lead and not cost.option.at_hand]
    found = [cost for cost in may if cost.option.purchase in ways] or may
    if said.purchase or said.capacity == "tight":
        return found
    plain = {cost.option.accelerator for cost in found if cost.option.purchase == "on_demand"}
    return [cost for cost in found if cost.option.purchase == "on_demand" or cost.option.accelerator not in plain]


def lead_of(costs: Sequence[UnitCost], asked: Question) -> UnitCost | None:
    """The machine to take: of the family a rule leans to, unless a port to it never pays; else what takes no port."""
    found = open_to(costs, asked)
    cheapest = not CHEAPEST.isdisjoint(asked.reading.cues)
    if keeps_to(asked.reading, asks_card=cheapest or CARDS in asked.reading.sought.units):
        found = [cost for cost in found if cost.option.named] or found  # "which TPU", "cheapest TPU to serve ..."
    rule = deciding(costs, asked)
    ported = [cost for cost in found if rule is not None and cost.option.family == rule.lean]
    kept = [cost for cost in found if cost.option.port.usd.likely == 0]
    plain = [cost for cost in kept if cost.option.purchase == "on_demand"]
    fit = _in_format(ported or plain or kept or found, asked)
    served = [cost for cost in fit if cost.option.serving and cost.requests >= FEW]
    if served and cheapest and WAITS not in asked.reading.signals:
        least = min(cost.usd_per_hour for cost in served)
        near = [
            cost for cost in served if cost.usd_per_hour <= ABOUT * least
        ]  # a little more may serve ten times as much
        return min(near, key=lambda cost: (cost.choice_usd, cost.usd_per_hour, cost.option.id))
    if asks_fastest(asked) and all(cost.option.serving for cost in fit):
        return fastest(fit, asked)
    return sensible(fit, asked)


def _in_format(costs: list[UnitCost], asked: Question) -> list[UnitCost]:
    """Those that serve in the number format that was said; all where none does."""
    said = asked.said.precision
    kept = [cost for cost in costs if cost.option.serving and cost.option.serving.precision == said]
    return kept if said is not None and kept else costs


def deciding(costs: Sequence[UnitCost], asked: Question) -> Rule | None:
    """The weightiest rule that speaks; one that weighs dollars gives way where no amount of work pays the port."""
    rule = asked.rules[0] if asked.rules else None
    if rule is None or rule.group in BEYOND_DOLLARS or rule.lean == "gpu":
        return rule
    never = isinstance(pays_from(costs, "tokens"), NeverPaysPort)
    small = any(cost.unit == "samples" for cost in costs)  # a port of it pays after more than anybody trains on
    return None if never or small else rule


def first_of(lead: UnitCost, asked: Question, case: Case, costs: Sequence[UnitCost] = ()) -> Reason:
    """The first line of the machine to take."""
    profile, said = case.filled.profile, asked.said
    published = profile.variant in asked.library.facts.models
    named: dict[str, Any] = {
        "model": model_of(asked),
        "parameters": None if published else profile.parameters,  # its name says its size
    }
    serving = lead.option.serving
    quick = serving is not None and asks_fastest(asked) and CHEAPEST.isdisjoint(asked.reading.cues)
    if quick:
        return fastest_on(lead, _in_format(open_to(costs or [lead], asked), asked), asked, case, named)
    if serving is not None:
        return ServesOn(
            **_values(lead),
            **named,
            usd_per_month=lead.usd_per_month,
            precision=serving.precision,
            utilization=serving.utilization,
            is_assumed=said.utilization is None,
            tokens_per_second=serving.tokens_per_second * lead.option.count,
            requests=serving.batch * lead.option.chips / serving.chips,
        )
    method = profile.method if said.method is None and _is_open(asked) else None
    return TrainsOn(**_values(lead), **named, work=said.method or said.task or "training", method=method)


def model_of(asked: Question) -> str | None:
    """The published model that was said by name, else the family with its size."""
    profile, facts = asked.filled.profile, asked.library.facts
    if profile.variant in facts.models:
        return facts.models[profile.variant or ""].name
    return facts.families[profile.model].name if profile.model in facts.families else None


def _is_open(asked: Question) -> bool:
    """Whether a model is tuned, and nobody said how."""
    tuned = asked.filled.profile.task == "fine_tuning"
    return tuned and asked.said.method is None and asked.filled.profile.tokens is not None


def _within(lead: UnitCost, asked: Question) -> Iterator[Reason]:
    """Units = dollars / dollars of a unit, and hours / hours of a unit; `SIZES` counts a unit."""
    said, size = asked.said, SIZES[lead.unit]
    usd, days = said.budget_usd or said.credits_usd, said.deadline_days
    if lead.hours is None or not (usd or days):
        return
    yield WithinBounds(
        unit=lead.unit,
        budget_usd=usd,
        by_budget=usd / lead.usd * size if usd else None,
        days=days,
        by_deadline=days * HOURS_PER_DAY / lead.hours * size if days else None,
    )


def _other_method(asked: Question, case: Case) -> Iterator[Reason]:
    """Of full fine-tuning and LoRA the one that the first line is not of."""
    if not _is_open(asked):
        return
    other = next(way for way in METHODS if way != case.filled.profile.method)
    filled = refill(asked.filled, asked.library, method=other)
    costs = fillable(unit_costs(unit_case(asked._replace(filled=filled))), asked)
    found = lead_of(costs, asked)
    if found is not None:
        yield OtherMethod(**_values(found), method=other)


def _least(costs: Sequence[UnitCost], lead: UnitCost, asked: Question) -> Iterator[Reason]:
    """The cheapest a unit among what takes no port, where it is not the machine of the first line."""
    alike = [cost for cost in open_to(costs, asked) if cost.option.port.usd.likely <= lead.option.port.usd.likely]
    alike = [cost for cost in alike if cost.option.purchase == lead.option.purchase]
    best = min(alike, key=lambda cost: (cost.choice_usd, cost.option.id), default=None)
    if best is not None and best.option.id != lead.option.id and best.usd < lead.usd * (1 - SAVING):
        yield LeastPerUnit(**_values(best))


def _named(costs: Sequence[UnitCost], lead: UnitCost) -> Iterator[Reason]:
    """The chip or type that was named, where it is not the first line's, as it is bought for the least."""
    named = [
        cost
        for cost in costs
        if cost.option.named >= Named.BY_CHIP and cost.option.purchase in OPEN and not cost.option.at_hand
    ]
    if named and lead.option.accelerator not in {cost.option.accelerator for cost in named}:
        plain = [cost for cost in named if cost.option.purchase == lead.option.purchase]
        yield NamedUnit(**_values(min(plain or named, key=lambda cost: (cost.usd, cost.option.id))))


def _pays(costs: Sequence[UnitCost], lead: UnitCost, asked: Question) -> Iterator[Reason]:
    """From what amount the best chip that takes a port pays; nothing where only chips without one were asked for."""
    words = set(asked.said.candidates)
    if words and words <= {"gpu"}:
        return
    found = pays_from(costs, lead.unit)
    if found is not None:
        yield found


def _question(lead: UnitCost) -> Reason:
    return HowMuchTraffic() if lead.hours is None else HowMuchTraining(in_samples=lead.unit == "samples")


def _values(cost: UnitCost) -> dict[str, Any]:
    """Of samples that take days by the million, what fewer of them come to."""
    option, long = cost.option, cost.unit == "samples" and (cost.hours or 0.0) > HOURS_PER_DAY
    part = FEW_SAMPLES / SIZES["samples"] if long else 1.0
    return {
        "unit": "few_samples" if long else cost.unit,
        "instance": option.instance,
        "machines": option.count,
        "chips": option.chips,
        "chip": option.chip_name,
        "purchase": option.purchase,
        "region": option.region,
        "usd_per_hour": cost.usd_per_hour,
        "usd": cost.usd * part,
        "hours": cost.hours * part if cost.hours is not None else None,
        "basis": option.speed.basis,
        "cites": tuple(dict.fromkeys((*option.price.cites, *option.speed.cites[:2]))),
    }


def _table(costs: Sequence[UnitCost], lead: UnitCost, asked: Question) -> AnswerTable:
    """The first line's machine, what was named, then the cheapest a unit, each bought as it would be."""
    gpus_only = set(asked.said.candidates) & FAMILIES == {"gpu"}
    found = [cost for cost in open_to(costs, asked) if cost.option.family == "gpu" or not gpus_only]
    found = [
        cost
        for cost in found
        if cost.option.purchase == lead.option.purchase or cost.option.family != lead.option.family
    ]
    named = [cost for cost in costs if cost.option.named >= Named.BY_CHIP and cost.option.purchase in OPEN]
    ranked = sorted(found, key=lambda cost: (cost.choice_usd, cost.option.id))
    shown = list({cost.option.id: cost for cost in (lead, *named, *ranked)}.values())[:ROWS]
    hours = "month_usd" if lead.hours is None else f"hours_{lead.unit}"
    columns = (*BOUGHT, hours, f"usd_{lead.unit}", "speed_is")
    return AnswerTable(
        columns=columns,
        rows=tuple(
            AnswerRow(
                cells=tuple(_cells(cost)[column] for column in columns),
                cites=cost.option.cites[:2],
                is_named=cost.option.named >= Named.BY_CHIP,
                is_best=cost.option.id == lead.option.id,
            )
            for cost in shown
        ),
    )


def _cells(cost: UnitCost) -> dict[str, Cell]:
    option = cost.option
    return {
        "machine": f"{option.count} x {option.instance} ({option.chips} x {option.chip_name})",
        "buy": option.purchase,
        "hourly": cost.usd_per_hour,
        "seen_on": option.price.observed_on,
        f"hours_{cost.unit}": cost.hours,
        "month_usd": cost.usd_per_month,
        f"usd_{cost.unit}": cost.usd,
        "speed_is": option.speed.basis,
    }
