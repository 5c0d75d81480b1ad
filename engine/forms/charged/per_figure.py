"""What a gigabyte, a teraflop or a gigabyte a second of a chip costs an hour: "price per GB of HBM: H100 vs H200"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from engine.answers.model import AnswerRow, AnswerTable, Cell, FactAnswer
from engine.answers.rank_prices import RankedPrice
from engine.base.computed import Computed
from engine.base.reason import Reason
from engine.forms.money.rows import Priced, bound, cites_of, priced, rows_of, types_of
from engine.forms.money.said import MoneySaid, figure_said
from engine.forms.money.things import by_thing
from engine.forms.parts.asked_on import AskedOn
from engine.forms.ways.own_places import own_sides
from engine.options.named import is_named
from engine.workload.conditions import FAMILIES
from knowledge.facts import COMPARED, Accelerator, Facts, Instance, Purchase

COLUMNS = ("chip", "ratio", "usd_chip", "amount", "instance", "bought", "region", "seen")
WAYS: tuple[Purchase, ...] = ("on_demand", "capacity_block", "spot")
ROWS = 8
OTHER = frozenset({"gib", "gbps"})  # figures that are no compute
PETA, TERA_IN_PETA = re.compile(r"\bpeta|\bpflop", re.IGNORECASE), 1000


class PerFigure(Computed):
    """A chip: so much of the figure, and USD an hour of one unit of it."""

    chip: str
    amount: float
    usd: float
    one: Priced


class PriceOfFigure(Reason, code="price_of_figure"):
    """Chips by the USD an hour of one GiB, of one GB/s, or of one TFLOP/s or PFLOP/s at 16 bits or FP8, the cheapest
    first.

    `named`: several were named, else they are the cheapest of all that are held. `less`: by which the first is below
    the last. `unheld`: named, and no such price is held.
    """

    figure: str
    each: tuple[PerFigure, ...]
    named: bool
    way: Purchase
    less: float
    unheld: tuple[str, ...]


class AlsoOnSpecialists(Reason, code="also_on_specialists"):
    """The same at the prices of specialist clouds, where these list a chip of them cheaper."""

    figure: str
    each: tuple[PerFigure, ...]


def per_figure(asked: AskedOn, said: MoneySaid) -> FactAnswer | None:
    """None where no price of what is named is held."""
    figure = _figure(asked)
    way = said.ways[0] if said.ways else "on_demand"
    things = (
        [] if FAMILIES.issuperset(asked.profile.candidates) and not asked.profile.instances else list(by_thing(asked))
    )
    sided = list(_sided(asked))
    asked = bound(asked, said)
    big = [(name, tuple(one for one in types if one.cloud in COMPARED)) for name, types in things]
    named = len(things) > 1 or bool(sided)
    chosen = way
    rows: list[RankedPrice] = []
    for bought in dict.fromkeys((way, *(() if said.ways else WAYS))):
        held = _of_each(asked, big, bought) if things else _cheapest(asked, figure, bought)
        if sided:
            found = (rows_of(side, types, (bought,), side.profile.region) for side, types in sided)
            held = [row[0] for row in found if row]
        if len(held) > len(rows):
            chosen, rows = bought, held
    every = list(by_thing(asked)) if things else []
    if not rows:
        rows = _of_each(asked, every, way)
    rows = [row for row in rows if _amount(asked.facts.accelerators[row.instance.accelerator], figure)]
    if not rows:
        return None
    each = sorted((_of(row, figure, asked.facts) for row in rows), key=lambda one: one.usd)
    held_names = {row.instance.id for row in rows}
    unheld = tuple(name for name, types in things if not sided and held_names.isdisjoint(one.id for one in types))
    first = PriceOfFigure(
        figure=figure,
        each=tuple(each[:ROWS]),
        named=named,
        way=chosen,
        less=1 - each[0].usd / each[-1].usd,
        unheld=unheld,
        cites=cites_of(rows),
    )
    lines: tuple[Reason, ...] = ()
    others = _of_each(asked, every, way) if every and not asked.profile.clouds and not sided else []
    cheaper = [row for row in others if row.instance.cloud not in COMPARED]
    if cheaper and chosen == way:
        also = sorted((_of(row, figure, asked.facts) for row in cheaper), key=lambda one: one.usd)
        lines = (AlsoOnSpecialists(figure=figure, each=tuple(also), cites=cites_of(cheaper)),)
    return FactAnswer(headline=first, sentences=lines, table=_table(each[:ROWS], rows), of_told=True, whole=True)


def _sided(asked: AskedOn) -> Iterator[tuple[AskedOn, tuple[Instance, ...]]]:
    """Each side of a comparison with its own clouds and place, and the types of it that are sold there."""
    for name, side in own_sides(asked.reading, asked.facts).items():
        named = {"instances": (name,), "candidates": ()} if name in asked.facts.instances else {"candidates": (name,)}
        for clouds in dict.fromkeys((side.clouds, ())):
            said = asked.profile.model_copy(update={"instances": (), **named, "clouds": clouds, "region": side.place})
            there = replace(asked, reading=asked.reading.model_copy(update={"profile": said}))
            chips = {one.accelerator for one in asked.facts.instances.values() if one.id == name}
            types = tuple(
                one for one in types_of(there)
                if one.accelerator in chips or is_named(asked.facts.accelerators[one.accelerator], {name})
            )  # fmt: skip
            if types:
                yield there, types
                break


def _figure(asked: AskedOn) -> str:
    """As it is said, of compute with its format and its unit: "PFLOP of FP8"."""
    figure = figure_said(asked.reading)
    if figure != "tflops":
        return figure
    unit = "pflops" if PETA.search(asked.reading.text) else figure
    return f"{unit}_fp8" if asked.profile.precision == "fp8" else unit


def _of_each(asked: AskedOn, things: list[tuple[str, tuple[Instance, ...]]], way: Purchase) -> list[RankedPrice]:
    """Of each thing its cheapest hour of a chip."""
    found = (rows_of(asked, types, (way,), asked.profile.region) for _, types in things)
    return [rows[0] for rows in found if rows]


def _cheapest(asked: AskedOn, figure: str, way: Purchase) -> list[RankedPrice]:
    """Of each chip its cheapest hour, the cheapest by the figure first; of those whose memory is HBM or GDDR."""
    every = types_of(asked)
    first: dict[str, RankedPrice] = {}
    for row in rows_of(asked, every, (way,), asked.profile.region):
        first.setdefault(row.instance.accelerator, row)
    held = [row for row in first.values() if _amount(asked.facts.accelerators[row.instance.accelerator], figure)]
    return sorted(held, key=lambda row: _of(row, figure, asked.facts).usd)[:ROWS]


def _of(row: RankedPrice, figure: str, facts: Facts) -> PerFigure:
    amount = _amount(facts.accelerators[row.instance.accelerator], figure)
    return PerFigure(chip=row.chip, amount=amount, usd=row.usd_per_chip_hour / amount, one=priced(row))


def _amount(chip: Accelerator, figure: str) -> float:
    """0 where it is not held."""
    if figure in OTHER:
        held = {"gib": chip.hbm_gib, "gbps": chip.hbm_gbps}[figure]
        return held.value
    compute = chip.fp8_dense_tflops if figure.endswith("_fp8") else chip.bf16_dense_tflops
    return (compute.value if compute else 0.0) / (TERA_IN_PETA if figure.startswith("pflops") else 1)


def _table(each: list[PerFigure], rows: list[RankedPrice]) -> AnswerTable:
    source = {row.instance.id: row.quote.source for row in rows}

    def cells(one: PerFigure) -> tuple[Cell, ...]:
        of = one.one
        return one.chip, one.usd, of.usd_chip, one.amount, of.instance, of.purchase, of.region, of.day

    lines = tuple(AnswerRow(cells=cells(one), cites=(source[one.one.instance],)) for one in each)
    return AnswerTable(words="per_figure", columns=COLUMNS, rows=lines)
