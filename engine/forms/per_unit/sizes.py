"""A family of models of several sizes, none of which was said: the machine for each of them, and which it is."""

from __future__ import annotations

import math

from engine.answers.model import AnswerRow, AnswerTable, Cell, FactAnswer
from engine.base.reason import Reason
from engine.forms.parts.doubts import SizeUnsaid
from engine.forms.per_unit.choice import CHEAPEST, HowMuchTraffic, HowMuchTraining, ServesOn, first_of, lead_of
from engine.forms.per_unit.rates import (
    UNSAID,
    Question,
    UnitCost,
    fillable,
    unit_case,
    unit_costs,
    without_amounts,
)
from engine.options.assumptions import refill
from engine.workload.named import version_sizes
from engine.workload.profile import Profile
from knowledge.facts import Facts

MOST = 6  # sizes shown
USUAL = "served_model_parameters"  # the constant


class BySize(Reason, code="by_size"):
    """The family comes in these sizes, and the machine depends on which; `serving`: of what is served."""

    model: str
    sizes: tuple[float, ...]
    serving: bool


class WhichOfSizes(Reason, code="which_of_sizes"):
    """Which of them."""

    sizes: tuple[float, ...]


def open_sizes(said: Profile, facts: Facts) -> tuple[float, ...]:
    """The sizes of the family that was named without one; () where a size was said, or there is one only."""
    if said.parameters is not None or said.model not in facts.families:
        return ()
    family = facts.families[said.model]
    if family.in_samples or family.encoder:
        return ()  # their sizes are small, and of the same machine
    sizes = version_sizes(said, facts) or tuple(family.plausible_parameters)
    return tuple(sorted(sizes)) if len(sizes) > 1 else ()


def by_size(asked: Question) -> FactAnswer | None:
    """None where the size is not open, or nothing of it can be costed."""
    sizes = open_sizes(asked.said, asked.library.facts)
    if not sizes:
        return None
    found = [(size, lead) for size in sizes if (lead := _lead(asked, size)) is not None]
    usual = asked.library.constants.likely(USUAL)
    if not found:
        return None
    model = asked.library.facts.families[asked.said.model or ""].name
    first = found[0][1]
    families = {lead.option.family for _, lead in found}
    rule = asked.rules[0] if asked.rules else None
    question = HowMuchTraffic() if first.hours is None else HowMuchTraining(in_samples=first.unit == "samples")
    opened = BySize(model=model, sizes=sizes, serving=first.hours is None)
    taken = None
    if first.hours is None and not CHEAPEST.isdisjoint(asked.reading.cues):  # one to start with
        size, lead = min(found, key=lambda one: abs(math.log(one[0] / usual)))
        sized = _sized(asked, size)
        taken = first_of(lead, sized, unit_case(sized))
    return FactAnswer(
        headline=taken.model_copy(update={"size_taken": True}) if isinstance(taken, ServesOn) else opened,
        sentences=(opened,) if isinstance(taken, ServesOn) else (),
        table=_table(found[:MOST]),
        questions=(WhichOfSizes(sizes=sizes), question),
        filled=without_amounts(asked.filled, UNSAID | {"parameters"}),
        lean=rule.lean if rule else families.pop() if len(families) == 1 else None,
        doubts=(SizeUnsaid(),),
    )


def _lead(asked: Question, size: float) -> UnitCost | None:
    sized = _sized(asked, size)
    return lead_of(fillable(unit_costs(unit_case(sized)), sized), sized)


def _sized(asked: Question, size: float) -> Question:
    return asked._replace(filled=refill(asked.filled, asked.library, parameters=size))


def _table(found: list[tuple[float, UnitCost]]) -> AnswerTable:
    unit = found[0][1].unit
    hours = "month_usd" if found[0][1].hours is None else f"hours_{unit}"
    columns = ("size", "machine", "buy", "hourly", hours, f"usd_{unit}", "speed_is")
    rows = []
    for size, cost in found:
        option = cost.option
        cells: dict[str, Cell] = {
            "size": size,
            "machine": f"{option.count} x {option.instance} ({option.chips} x {option.chip_name})",
            "buy": option.purchase,
            "hourly": cost.usd_per_hour,
            f"hours_{cost.unit}": cost.hours,
            "month_usd": cost.usd_per_month,
            f"usd_{cost.unit}": cost.usd,
            "speed_is": option.speed.basis,
        }
        rows.append(AnswerRow(cells=tuple(cells[key] for key in columns), cites=option.cites[:2]))
    return AnswerTable(columns=columns, rows=tuple(rows))
