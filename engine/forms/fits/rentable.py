"""Which GPUs can be rented in a place, and how many of them hold the work."""

from __future__ import annotations

from engine.answers.model import AnswerRow, AnswerTable, Cell, FactAnswer
from engine.forms.parts.fit_reasons import OnSale, RentedThere
from engine.forms.parts.headline import model_of
from engine.forms.parts.lines import assumed_of, sum_of
from engine.forms.parts.rows import OPEN, Rented, Work
from engine.memory.ways import in_all
from engine.options.problem import Problem
from engine.prices.price_book import Quote
from knowledge.facts import Instance
from knowledge.units import gib

COLUMNS = ("type", "chip", "machines", "chips", "rate", "buy", "seen")
ROWS = 12


def rented_there(problem: Problem, works: tuple[Work, ...], way: str | None) -> FactAnswer | None:
    """The fewest machines of each chip that hold the way that was said, else the one of most memory."""
    place = problem.profile.region
    work = next((one for one in works if one.way == way), works[0])
    if place is None:
        return None
    found: dict[str, Rented] = {}
    small: dict[str, None] = {}
    for instance in problem.facts.instances.values():
        quote = _quote(problem, instance, place)
        chip = problem.chip(instance)
        if quote is None or (chip.family != "gpu" and not problem.asked_for(instance)) or not work.runs_on(chip):
            continue
        held = work.rented((instance,))
        if held is None:
            small.setdefault(chip.name)
            continue
        made = Rented(instance, held.machines, quote)
        known = found.get(chip.id)
        if known is None or _rank(made) < _rank(known):
            found[chip.id] = made
    ordered = sorted(found.values(), key=_rank)
    names = {problem.chip(one.instance).name for one in ordered}
    told = RentedThere(
        place=place,
        way=work.way,
        parameters=work.shape.parameters,
        model=model_of(problem),
        needs_gib=gib(in_all(work.need())),
        machines=tuple(
            OnSale(
                instance=one.instance.id,
                machines=one.machines,
                chips=one.machines * one.instance.count,
                chip=problem.chip(one.instance).name,
                usd_per_hour=one.usd_per_hour or 0.0,
            )
            for one in ordered
        ),
        too_small=tuple(name for name in small if name not in names),
        cites=tuple(dict.fromkeys(cite for one in ordered[:3] if one.quote for cite in one.quote.cites)),
    )
    table = AnswerTable(columns=COLUMNS, rows=tuple(_row(problem, one) for one in ordered[:ROWS]))
    sentences = (sum_of(work), assumed_of(problem, (work,)))
    return FactAnswer(headline=told, sentences=sentences, table=table if ordered else None)


def _quote(problem: Problem, instance: Instance, place: str) -> Quote | None:
    """What it costs there by the first open way to buy it; None where it is not known to be sold there."""
    if not problem.is_here(instance):
        return None
    wanted = problem.profile.purchase
    ways = (wanted,) if wanted else OPEN
    quotes = (problem.prices.at(instance, way, place) for way in ways if not instance.sold or way in instance.sold)
    return next((quote for quote in quotes if quote is not None), None)


def _rank(one: Rented) -> tuple[float, int, str]:
    return one.usd_per_hour or 0.0, one.machines, one.instance.id


def _row(problem: Problem, one: Rented) -> AnswerRow:
    cells: dict[str, Cell] = {
        "type": one.instance.id,
        "chip": problem.chip(one.instance).name,
        "machines": one.machines,
        "chips": one.machines * one.instance.count,
        "rate": one.usd_per_hour,
        "buy": one.quote.purchase if one.quote else None,
        "seen": one.quote.observed_on if one.quote else None,
    }
    return AnswerRow(cells=tuple(cells[name] for name in COLUMNS), cites=one.quote.cites if one.quote else ())
