"""Whether a sum of money pays for so many chips or machines over so long: yes or no first, then who sells it so.

USD of all = machines x hours x the price an hour; machines are rented whole.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

from engine.answers.model import FactAnswer
from engine.answers.rank_prices import RankedPrice, instances_asked, lines_named, ranked, ways_out
from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.workload.conditions import FAMILIES
from knowledge.facts import Purchase

ASKED = frozenset({"fit", "able", "judge"})  # predicates of yes or no
KEPT: frozenset[Purchase] = frozenset({"on_demand", "capacity_block"})  # nobody takes it back, and no years are owed
# Slots of work of which the hours or machines are still to be worked out, and of money by the month.
OF_WORK = frozenset({
    "parameters", "model", "variant", "tokens", "samples", "tokens_per_day", "requests_per_second", "runs",
    "runs_per_month", "budget_period", "utilization", "deadline_days", "steps", "flops",
})  # fmt: skip
SHOWN = 4  # other sellers and ways


class Sold(NamedTuple):
    """All of it from one seller in one way. `usd` of all, `machines` of `instance` at `usd_per_hour` each."""

    instance: str
    cloud: str
    purchase: Purchase
    region: str
    machines: int
    usd_per_hour: float
    usd: float


class WithinBudget(Reason, code="within_budget"):
    """The first line. `pays`: whether the cheapest that is kept costs no more than the budget; `spot`: USD on spot,
    where only that does, else 0. `chips` 0 where machines were counted. `paid_hours`: of all, for the budget."""

    pays: bool
    spot: float
    budget: float
    chip: str
    chips: int
    machines: int
    instance: str
    hours: float
    place: str
    best: Sold
    limit: float  # USD an hour of one chip or machine that the budget is
    paid_hours: float
    chip_hours: float


class SoldSo(Reason, code="sold_so"):
    """What all of it costs elsewhere or in another way, the cheapest first; `budget`."""

    each: tuple[Sold, ...]
    budget: float


def within_budget(asked: Asked) -> FactAnswer | None:
    """None where no budget, number or time was said, or work is told that these follow from."""
    said = asked.profile
    usd, hours, shown = said.budget_usd, said.run_hours, set(asked.reading.sought.predicates)
    if not usd or not hours or not OF_WORK.isdisjoint(said.stated()) or shown.isdisjoint(ASKED):
        return None
    named = said.instances or tuple(name for name in said.candidates if name not in FAMILIES)
    count = said.instance_count if said.instances else said.accelerator_count
    if len(named) != 1 or not count:
        return None
    plain = said.model_copy(update={"accelerator_count": None})
    types = instances_asked(plain, lines_named(asked.reading), asked.facts)
    rows = ranked(types, asked.library, asked.day, said.region, said.purchase, without=ways_out(asked.reading))
    found = sorted(_each(rows, count, hours, chips=not said.instances), key=lambda one: (one[0].usd, one[0].instance))
    kept = [one for one in found if one[0].purchase in KEPT or one[0].purchase == said.purchase]
    if not kept:
        return None
    spot = min(one.usd for one, _ in found)
    (best, cites), chip = kept[0], asked.facts.accelerators[types[0].accelerator]
    first = WithinBudget(
        pays=best.usd <= usd,
        spot=spot if best.usd > usd >= spot else 0.0,
        budget=usd,
        chip=chip.name,
        chips=0 if said.instances else count,
        machines=count if said.instances else best.machines,
        instance=best.instance,
        hours=hours,
        place=said.region or "",
        best=best,
        limit=usd / count / hours,
        paid_hours=usd / (best.usd / hours),
        chip_hours=0.0 if said.instances else count * hours,
        cites=cites,
    )
    others = [one for one in _one_of_each(found) if one[0] != best][:SHOWN]
    below = SoldSo(
        each=tuple(one for one, _ in others),
        budget=usd,
        cites=tuple(dict.fromkeys(cite for _, more in others for cite in more)),
    )
    return FactAnswer(headline=first, sentences=(below,) if others else (), whole=True)


def _each(
    rows: Iterable[RankedPrice], count: int, hours: float, *, chips: bool
) -> Iterable[tuple[Sold, tuple[str, ...]]]:
    """Without terms of years, which are owed beyond the time."""
    for row in rows:
        way, rate = row.quote.purchase, row.quote.seen.likely
        if row.is_current and (way in KEPT or way == "spot"):
            machines = math.ceil(count / row.instance.count) if chips else count
            usd = machines * rate * hours
            place = row.quote.region
            yield Sold(row.instance.id, row.instance.cloud, way, place, machines, rate, usd), row.quote.cites


def _one_of_each(found: Iterable[tuple[Sold, tuple[str, ...]]]) -> list[tuple[Sold, tuple[str, ...]]]:
    """The cheapest of each seller and way."""
    first: dict[tuple[str, Purchase], tuple[Sold, tuple[str, ...]]] = {}
    for one in found:
        first.setdefault((one[0].cloud, one[0].purchase), one)
    return list(first.values())
