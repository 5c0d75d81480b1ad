"""How many machines a budget keeps: the most whose sum stays within it, and what they leave of it.

Of chips that are named the machine counts that gives the most of them: two machines of one chip are more than none of
eight. Where no chip is named each is told with its number.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.answers.mentioned import meant
from engine.answers.model import FactAnswer
from engine.answers.rank_prices import lines_named
from engine.base.computed import Computed
from engine.base.reason import Reason
from engine.forms.charged.held import Hour, hour_of, hours_of
from engine.forms.money.amounts import paced
from engine.forms.money.rows import bound, types_of
from engine.forms.money.said import MoneySaid
from engine.forms.parts.asked_on import AskedOn
from engine.options.named import is_named
from engine.workload.conditions import FAMILIES
from engine.workload.hours.schedule import schedule
from engine.workload.hours.told_spans import times
from knowledge.facts import SPECIALISTS, Purchase
from knowledge.units import HOURS_PER_DAY, HOURS_PER_MONTH, HOURS_PER_YEAR

HOURS = frozenset({"hours", "days", "chip_hours"})  # what else is asked of a budget
PERIODS = {
    "month": HOURS_PER_MONTH, "year": HOURS_PER_YEAR, "week": 7 * HOURS_PER_DAY, "day": HOURS_PER_DAY,
    "quarter": 3 * HOURS_PER_MONTH,
}  # fmt: skip
TOLD = 6  # chips, where none is named


class Kept(Computed):
    """`number` machines within the budget, `chips` of them together, for `usd`; `more_usd`: of one more.
    `specialist`: who sells them is one."""

    hour: Hour
    number: int
    chips: int
    usd: float
    left_usd: float
    more_usd: float
    specialist: bool


class BudgetKeeps(Reason, code="budget_keeps"):
    """What a `budget` keeps for `hours` each; `unit`: the month or week that the budget and the hours are of.

    `machine_hours`: those that all of the budget buys. `elsewhere`: at the specialist where it is most, if no
    cloud was said. `of_chips`: a chip was named and no machine. `way`: as was said, where no price of it is held.
    """

    budget: float
    unit: str
    hours: float
    kept: Kept
    machine_hours: float
    place: str
    of_chips: bool
    elsewhere: Kept | None = None
    way: Purchase | None = None


class BudgetKeepsEach(Reason, code="budget_keeps_each"):
    """The same of each chip, the fastest first; `hours`, `unit`, `place`, `way` as there."""

    budget: float
    unit: str
    hours: float
    each: tuple[Kept, ...]
    place: str
    way: Purchase | None = None


def afforded(asked: AskedOn, said: MoneySaid) -> FactAnswer | None:
    """number = the whole part of budget / (hours x $ an hour); None without a time, or a price."""
    if any(goal.wants in HOURS for goal in asked.reading.measured.goals):
        return None  # how many hours it buys, not how many machines
    asked = bound(asked, said)
    told, again = times(asked.reading.text), paced(asked.reading.text)
    unit = again.unit if again else asked.profile.budget_period or ""
    hours = max((one.hours for one in told), default=asked.profile.run_hours or PERIODS.get(unit, 0.0))
    if unit:  # of a budget of every month the hours of one
        hours = next((one.hours for one in told if one.unit == unit), float(PERIODS[unit]))
    hours = _of_days(asked.reading.text, float(PERIODS[unit])) or hours if unit else hours
    budget = asked.profile.budget_usd or (again.usd if again else said.usd)
    if not budget or not hours:
        return None
    way = said.ways[0] if len(said.ways) == 1 else asked.profile.purchase
    unit = unit or next((one.unit for one in told if one.unit), "")
    place = asked.profile.region or ""
    by_type = bool(asked.profile.instances) or _names_line(asked)
    if by_type:
        types = meant(asked.reading, asked.facts, asked.library.prices(asked.day), 1)
        held = tuple(one for one in (hour_of(asked, types, way) if types else None,) if one)
    else:
        held = hours_of(asked, types_of(asked), way)
    found = [(_kept(one.hour, budget, hours), one.row.quote.source) for one in held]
    if not found:
        return None
    unheld = way if way and found[0][0].hour.other_way else None
    if not by_type and set(asked.profile.candidates) <= FAMILIES:
        speeds = {chip.name: chip.bf16_dense_tflops.value for chip in asked.facts.accelerators.values()}
        return _each(found, speeds, budget, unit, hours, place, unheld)
    ours = [one for one in found if not one[0].specialist] or found
    kept, source = max(ours, key=_most)
    more = [one for one in found if one not in ours and one[0].chips > kept.chips]
    elsewhere, other = max(more, key=_most) if more else (None, source)
    headline = BudgetKeeps(
        budget=budget,
        unit=unit,
        hours=hours,
        kept=kept,
        machine_hours=budget / kept.hour.one.usd,
        place=place,
        of_chips=not by_type,
        elsewhere=elsewhere,
        way=unheld,
        cites=tuple(dict.fromkeys((source, other))),
    )
    return FactAnswer(headline=headline, of_told=True, whole=True)


def _of_days(text: str, whole: float) -> float | None:
    """Hours of the `whole` time in which machines are on for so many of each day; None where they are on all day."""
    plan = schedule(text)
    if plan is None or plan.of_day >= HOURS_PER_DAY:
        return None
    return plan.hours if plan.hours <= whole else plan.of_day * plan.share * whole / HOURS_PER_DAY


def _names_line(asked: AskedOn) -> bool:
    """Whether a line of machines was named and no chip: "p5" is a machine."""
    chips, lines = asked.facts.accelerators.values(), {one.line for one in asked.facts.instances.values()}
    named = lines_named(asked.reading) & lines
    return any(not any(is_named(chip, {line}) for chip in chips) for line in named)


def _kept(hour: Hour, budget: float, hours: float) -> Kept:
    usd = hour.one.usd * hours
    number = int(budget / usd)
    return Kept(
        hour=hour,
        number=number,
        chips=number * hour.one.count,
        usd=number * usd,
        left_usd=budget - number * usd,
        more_usd=(number + 1) * usd,
        specialist=hour.one.cloud in SPECIALISTS,
    )


def _most(one: tuple[Kept, str]) -> tuple[float, ...]:
    """By the chips, then by the dollars that are left, then the smaller machine; where there is none by what one
    costs."""
    kept = one[0]
    return kept.chips, round(kept.left_usd if kept.chips else -kept.more_usd), -kept.hour.one.count


def _each(
    found: Sequence[tuple[Kept, str]],
    speeds: Mapping[str, float],
    budget: float,
    unit: str,
    hours: float,
    place: str,
    way: Purchase | None,
) -> FactAnswer | None:
    """The most of each chip; those that do most math come first."""
    best: dict[str, tuple[Kept, str]] = {}
    for one in found:
        chip = one[0].hour.one.chip
        best[chip] = max((best[chip], one), key=_most) if chip in best else one
    told = sorted((one for one in best.values() if one[0].number), key=lambda one: -speeds[one[0].hour.one.chip])
    if not told:
        return None
    headline = BudgetKeepsEach(
        budget=budget,
        unit=unit,
        hours=hours,
        each=tuple(kept for kept, _ in told[:TOLD]),
        place=place,
        way=way,
        cites=tuple(dict.fromkeys(source for _, source in told[:TOLD])),
    )
    return FactAnswer(headline=headline, of_told=True, whole=True)
