"""Whether a Savings Plan takes anything off what is named: off what is sold by the hour, not off blocks and spot."""

from __future__ import annotations

from engine.answers.model import FactAnswer
from engine.base.computed import Computed
from engine.base.reason import Reason
from engine.forms.money.rows import bound, types_of
from engine.forms.money.said import MoneySaid
from engine.forms.parts.asked_on import AskedOn
from knowledge.facts import Purchase

PLAN: Purchase = "savings_plan"
MOST = "savings_plan_most_off"


class PlanOf(Computed):
    """One line of machines: whether a plan covers it, and how it is sold."""

    name: str
    covered: bool
    ways: tuple[Purchase, ...]


class PlanHolds(Reason, code="plan_holds"):
    """`each` thing named; `block`: Capacity Blocks are asked about. The most that any type gets off: 0 to 1."""

    each: tuple[PlanOf, ...]
    block: bool
    spot: bool
    compute: float
    ec2: float


def plan_holds(asked: AskedOn, said: MoneySaid) -> FactAnswer | None:
    """None where nothing of AWS is named."""
    asked = bound(asked, said)
    types = [one for one in types_of(asked) if one.cloud == "aws"]
    lines: dict[str, list[Purchase]] = {}
    for thing in types:
        lines.setdefault(str(thing.line), []).extend(thing.sold)
    if not lines:
        return None
    each = tuple(
        PlanOf(name=name, covered=PLAN in ways, ways=tuple(dict.fromkeys(way for way in ways if way != PLAN)))
        for name, ways in lines.items()
    )
    most = asked.library.constants.entry(MOST)
    told = PlanHolds(
        each=each,
        block="capacity_block" in said.ways,
        spot="spot" in said.ways,
        compute=most.value.likely,
        ec2=most.value.high,
        cites=tuple(dict.fromkeys((most.source, *(thing.source for thing in types)))),
    )
    return FactAnswer(headline=told, of_told=True, whole=True)
