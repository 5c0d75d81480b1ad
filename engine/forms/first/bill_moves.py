"""A month's bill on another chip: by measured speeds where one is named, else what is its equal on paper."""

from __future__ import annotations

import math
from dataclasses import replace

from engine.answers.model import FactAnswer
from engine.base.computed import Computed
from engine.base.interval import Interval
from engine.base.reason import Reason
from engine.forms.form import Asked, question_of
from engine.forms.per_unit.pair import PairCosts, pair
from engine.workload.profile import Equipment
from knowledge.facts import Accelerator, Instance, Purchase
from knowledge.units import HOURS_PER_MONTH, MONTHS_PER_YEAR

LESS = 0.05  # of the bill: what saves less is no reason to move
SHOWN = 3


class MovedTo(Computed):
    """As much memory, bandwidth and 16-bit math on another card of the maker: `chips` of it for each machine; USD a
    month for the same hours."""

    instance: str
    chip: str
    count: int
    chips: float
    usd: float
    usd_chip: float
    purchase: Purchase


class AsMuch(Reason, code="as_much"):
    """A machine that has as much of all three for less."""

    to: MovedTo
    bill: float
    base: str


class BillMoves(Reason, code="bill_moves"):
    """The first line where one chip is named to move to. USD a month, `bill` today; `usd` there; `months` until the
    port is paid back, 0 where nothing is saved."""

    bill: float
    base: str
    other: str
    purchase: Purchase
    other_purchase: Purchase
    usd: Interval
    saves: float
    is_sure: bool
    alike: bool  # no difference that counts
    pays: bool  # within a year
    port_usd: Interval | None
    months: float


class BillSpeed(Reason, code="bill_speed"):
    """The working: chip-hours / speed x USD a chip-hour there. `parameters`: where the size was not said."""

    bill: float
    base: str
    usd_chip: float
    chip_hours: float
    speed: Interval
    serving: bool
    parameters: float | None
    other_usd_chip: float


def moved_to(
    asked: Asked, base: Instance, other: Equipment, usd: float, chip_hours: float, way: Purchase
) -> FactAnswer | None:
    """None where nothing says how fast one is against the other, or no price is held."""
    typed = other.id in asked.facts.instances
    said = asked.profile.model_copy(update={
        "instances": (base.id, other.id) if typed else (base.id,), "candidates": () if typed else (other.id,),
        "current_instances": (base.id,),
        "accelerator_count": None, "instance_count": None, "current_count": None, "current_usd_per_month": None,
        "budget_usd": None, "budget_period": None, "purchase": None,
    })  # fmt: skip
    told, first = None, None
    for bought in dict.fromkeys((way, None)):
        reading = asked.reading.model_copy(update={"profile": said.model_copy(update={"purchase": bought})})
        told = pair(question_of(replace(asked, reading=reading, judged=None)))
        first = told.headline if told else None
        if isinstance(first, PairCosts):
            break
    if told is None or not isinstance(first, PairCosts):
        return None
    there = first.speed.inverse().times(chip_hours * first.other_usd)
    saves = usd - there.likely
    port = first.port_usd
    months = port.likely / saves if port and saves > 0 else 0.0
    moves = BillMoves(
        bill=usd,
        base=base.id,
        other=first.other,
        purchase=way,
        other_purchase=first.other_purchase,
        usd=there,
        saves=saves,
        is_sure=there.high < usd if saves > 0 else there.low > usd,
        alike=abs(saves) <= LESS * usd,
        pays=saves > LESS * usd and months <= MONTHS_PER_YEAR,
        port_usd=port,
        months=months,
        cites=first.cites,
    )
    working = BillSpeed(
        bill=usd,
        base=base.id,
        usd_chip=usd / chip_hours,
        chip_hours=chip_hours,
        speed=first.speed,
        serving=first.serving,
        parameters=first.parameters,
        other_usd_chip=first.other_usd,
    )
    rest = (working, *told.sentences)
    return told.model_copy(update={"headline": moves, "sentences": rest, "of_told": True, "lean": None})


def others_alike(asked: Asked, base: Instance, chip_hours: float, usd: float, way: Purchase) -> list[AsMuch]:
    """The cheapest with each other card, one a card, that do it for clearly less."""
    facts, book, out = asked.facts, asked.library.prices(asked.day), asked.reading.ruled_out.get("candidates", ())
    here, found = facts.accelerators[base.accelerator], dict[str, AsMuch]()
    bought: Purchase = way if way == "spot" else "on_demand"
    for thing in facts.instances.values():
        chip = facts.accelerators[thing.accelerator]
        quote = book.near(thing, bought, asked.profile.region) if thing.cloud == base.cloud else None
        if quote is None or chip.id == here.id or not _stands_in(chip, here) or {chip.id, chip.family} & set(out):
            continue
        each = _times(here, chip)
        if thing.count > max(1.0, math.ceil(chip_hours / HOURS_PER_MONTH * each)):
            continue  # more of them in one machine than the work takes
        price = quote.usd_per_hour.likely / thing.count
        to = MovedTo(
            instance=thing.id,
            chip=chip.name,
            count=thing.count,
            chips=base.count * each,
            usd=chip_hours * each * price,
            usd_chip=price,
            purchase=bought,
        )
        if to.usd > usd * (1 - LESS) or (chip.id in found and found[chip.id].to.usd <= to.usd):
            continue
        found[chip.id] = AsMuch(to=to, bill=usd, base=base.id, cites=(*quote.cites, chip.hbm_gbps.source))
    return sorted(found.values(), key=lambda one: one.to.usd)[:SHOWN]


def _stands_in(chip: Accelerator, here: Accelerator) -> bool:
    """The same programs run there, and one card holds what one holds today."""
    same = chip.family == here.family and chip.vendor == here.vendor and not chip.arm_host
    return same and chip.hbm_gib.value >= here.hbm_gib.value and (chip.has_bf16 or not here.has_bf16)


def _times(here: Accelerator, chip: Accelerator) -> float:
    """How many of the other have as much of everything as one of these."""
    return max(
        here.hbm_gib.value / chip.hbm_gib.value,
        here.hbm_gbps.value / chip.hbm_gbps.value,
        here.bf16_dense_tflops.value / chip.bf16_dense_tflops.value,
    )
