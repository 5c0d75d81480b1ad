"""What hours that were worked on one machine would be and cost on others, by bandwidth or math of the data sheets."""

from __future__ import annotations

from engine.answers.model import AnswerRow, AnswerTable, FactAnswer
from engine.answers.rank_prices import RankedPrice
from engine.base.computed import Computed
from engine.base.reason import Reason
from engine.forms.money.rows import Priced, bound, cites_of, priced, rows_of
from engine.forms.money.said import PAIR, MoneySaid
from engine.forms.money.things import one_of_each
from engine.forms.parts.asked_on import AskedOn
from knowledge.facts import Instance, Purchase

WAYS: tuple[Purchase, ...] = ("on_demand", "capacity_block", "spot")
COLUMNS = ("side", "bought", "gbps", "tflops", "hours", "usd", "total")


class WorkThere(Computed):
    """One machine: hours that do the work, and what they cost; `high`: by the other bound, where none was said.

    `one`: None where no price is held.
    """

    instance: str
    count: int
    chip: str
    gbps: float
    tflops: float
    hours: float
    hours_high: float
    one: Priced | None
    usd: float | None
    usd_high: float | None
    is_range: bool


class SameWork(Reason, code="same_work"):
    """`hours` of the first machine (`of_chips`: of one chip) on the others; `by`: bandwidth, compute, or both.

    hours there = hours x figure of the machine it ran on / figure of the other.
    """

    hours: float
    of_chips: bool
    by: str
    first: WorkThere
    others: tuple[WorkThere, ...]
    priced: tuple[str, ...]  # the days of the prices


def same_work(asked: AskedOn, said: MoneySaid) -> FactAnswer | None:
    """None where fewer than two machines are named, or no hours are."""
    asked = bound(asked, said)
    things = one_of_each(asked)
    if said.worked is None or len(things) < PAIR:
        return None
    hours, by = said.worked.hours, "both" if len(said.by) != 1 else next(iter(said.by))
    machine_hours = hours / things[0].count if said.worked.of_chips else hours
    rows = [_price(asked, thing, said) for thing in things]
    each = [_there(asked, thing, row, things[0], machine_hours, by) for thing, row in zip(things, rows, strict=True)]
    held = [row for row in rows if row is not None]
    if not held:
        return None
    chips = (asked.facts.accelerators[thing.accelerator].hbm_gbps.source for thing in things)
    told = SameWork(
        hours=hours,
        of_chips=said.worked.of_chips,
        by=by,
        first=each[0],
        others=tuple(each[1:]),
        priced=tuple(dict.fromkeys(str(row.quote.observed_on) for row in held)),
        cites=tuple(dict.fromkeys((*cites_of(held), *chips))),
    )
    lines = tuple(
        AnswerRow(
            cells=(
                one.instance,
                one.one.purchase if one.one else None,
                one.gbps,
                one.tflops,
                one.hours,
                one.one.usd if one.one else None,
                one.usd,
            ),
            cites=(row.quote.source,) if row else (),
        )
        for one, row in zip(each, rows, strict=True)
    )
    table = AnswerTable(words="same_work", columns=COLUMNS, rows=lines)
    return FactAnswer(headline=told, table=table, of_told=True, whole=True)


def _price(asked: AskedOn, thing: Instance, said: MoneySaid) -> RankedPrice | None:
    for way in dict.fromkeys((*said.ways, *WAYS)):
        if found := rows_of(asked, (thing,), (way,), asked.profile.region):
            return found[0]
    return None


def _there(
    asked: AskedOn, thing: Instance, row: RankedPrice | None, first: Instance, hours: float, by: str
) -> WorkThere:
    chips = asked.facts.accelerators
    own, base = chips[thing.accelerator], chips[first.accelerator]
    band = base.hbm_gbps.value * first.count / (own.hbm_gbps.value * thing.count)
    math_of = base.bf16_dense_tflops.value * first.count / (own.bf16_dense_tflops.value * thing.count)
    low, high = {"bandwidth": (band, band), "compute": (math_of, math_of)}.get(by) or sorted((band, math_of))
    rate = row.quote.seen.likely if row else None
    return WorkThere(
        instance=thing.id,
        count=int(thing.count),
        chip=own.name,
        gbps=own.hbm_gbps.value * thing.count,
        tflops=own.bf16_dense_tflops.value * thing.count,
        hours=hours * low,
        hours_high=hours * high,
        one=priced(row) if row else None,
        usd=rate * hours * low if rate else None,
        usd_high=rate * hours * high if rate else None,
        is_range=low < high,
    )
