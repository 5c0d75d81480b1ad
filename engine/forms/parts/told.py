"""What hours that were said cost on the chips they were said of, where those are on sale."""

from __future__ import annotations

from typing import NamedTuple

from engine.answers.model import AnswerRow, AnswerTable, Cell, FactAnswer
from engine.forms.parts.estimate_reasons import ToldHours, TwiceTheData
from engine.forms.parts.hardware import Hardware, meant
from engine.options.named import is_named
from engine.options.option import CostedOption, Named
from engine.options.problem import Problem
from engine.prices.price_book import Quote
from engine.workload.conditions import FAMILIES
from engine.workload.profile import Profile
from knowledge.facts import Instance, Purchase

COLUMNS = ("machines", "chips", "buy", "hours", "rate", "usd")
OPEN: tuple[Purchase, ...] = ("on_demand", "capacity_block")
MOST_ROWS = 6
UNSAID_TASK = frozenset({"tokens", "samples", "data_gb", "dataset"})


class Sold(NamedTuple):
    """Machines that have the chips, by one way to buy them."""

    instance: Instance
    machines: int
    quote: Quote

    @property
    def per_chip(self) -> float:
        return self.quote.usd_per_hour.likely / self.instance.count


def told_hours(problem: Problem) -> FactAnswer | None:
    """None where the chips are several kinds, are not on sale, or data say how much work it is."""
    said = problem.filled.reading.profile
    hours = said.run_hours
    if hours is None or said.task == "inference" or said.current_instances or UNSAID_TASK & said.stated().keys():
        return None
    kinds = [kind for kind in meant(problem, alone=True) if kind.chip and kind.types]
    if not kinds or len({kind.name.rsplit(" ", 2)[0] for kind in kinds}) > 1 or len(said.candidates) > 1:
        return None
    chips, sold = _sold(problem, kinds, here=True)
    unheld = "" if sold else ", ".join(problem.profile.clouds)
    if not sold:
        chips, sold = _sold(problem, kinds, here=False)
    if not sold:
        return None
    best = min(sold, key=lambda one: (one.quote.purchase != "on_demand", one.per_chip, one.instance.id))
    chip = problem.chip(best.instance).name
    each = best.per_chip
    larger = best.instance.count * best.machines > chips
    told = ToldHours(
        unheld=unheld or None,
        hours=hours,
        chips=chips,
        chip=chip,
        chip_hours=hours * chips,
        instance=best.instance.id,
        machines=best.machines,
        count=best.instance.count,
        purchase=best.quote.purchase,
        usd_per_chip_hour=each,
        usd=hours * chips * each,
        whole=hours * best.machines * best.quote.usd_per_hour.likely if larger else None,
        cites=best.quote.cites,
    )
    ordered = sorted(sold, key=lambda one: (one.per_chip, one.instance.id))
    first = [best, *(one for one in ordered if one != best)][:MOST_ROWS]
    return FactAnswer(
        headline=told,
        sentences=(TwiceTheData(hours=hours * 2, usd=told.usd * 2),),
        table=AnswerTable(columns=COLUMNS, rows=tuple(_row(one, hours, is_best=one == best) for one in first)),
    )


def _sold(problem: Problem, kinds: list[Hardware], *, here: bool) -> tuple[int, list[Sold]]:
    """The chips that were said, and every machine of them with a price, as few chips beyond those as are sold."""
    found: list[Sold] = []
    chips = kinds[0].said or 1
    wanted = problem.filled.reading.profile.purchase
    known = {kind.chip.id for kind in kinds if kind.chip}
    for instance in problem.facts.instances.values():
        if instance.accelerator not in known:
            continue
        if here and not problem.is_here(instance):
            continue
        for way in (wanted,) if wanted else OPEN:
            quote = problem.prices.near(instance, way, problem.profile.region)
            if quote is not None and (not instance.sold or way in instance.sold):
                found.append(Sold(instance, -(-chips // instance.count), quote))
    least = min((one.machines * one.instance.count for one in found), default=0)
    return chips, [one for one in found if one.machines * one.instance.count == least]


def _row(one: Sold, hours: float, *, is_best: bool) -> AnswerRow:
    cells: dict[str, Cell] = {
        "machines": f"{one.machines} x {one.instance.id}",
        "chips": one.machines * one.instance.count,
        "buy": one.quote.purchase,
        "hours": hours,
        "rate": one.quote.usd_per_hour.likely,
        "usd": hours * one.machines * one.quote.usd_per_hour.likely,
    }
    return AnswerRow(cells=tuple(cells[name] for name in COLUMNS), cites=one.quote.cites[:1], is_best=is_best)


def not_there(lead: CostedOption, said: Profile, problem: Problem) -> str | None:
    """The chip that was named, where the region that was said sells none of it and another is costed."""
    words = frozenset(said.candidates) - FAMILIES
    if said.region is None or not words or lead.named >= Named.BY_CHIP:
        return None
    return next((chip.name for chip in problem.facts.accelerators.values() if is_named(chip, words)), None)
