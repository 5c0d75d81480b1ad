"""Named things side by side: specifications, prices, software support and measured speed, with sources."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import partial
from statistics import median
from typing import NamedTuple

from engine.answers.mentioned import meant
from engine.answers.model import Property
from engine.base.evidence import Group, Kind
from engine.library import Library
from engine.prices.price_book import PriceBook
from engine.speed.own_measurements import carried
from engine.workload.profile import Profile, Reading
from knowledge.facts import GRADES, Accelerator, Facts, Figure, Instance, Purchase
from knowledge.units import GIGA

SIDES = 4
FRAMEWORKS = ("pytorch", "jax")
PRICED: tuple[Purchase, ...] = ("on_demand", "capacity_block", "spot", "reserved_1yr")
PETA_PER_TERA = 1e-3

NOT_SOLD = "not_sold"

Cell = tuple[str | float | None, tuple[str, ...]]


class ComparedSide(NamedTuple):
    """One thing compared."""

    instance: Instance
    chip: Accelerator


def compared(reading: Reading, library: Library, day: date) -> tuple[tuple[str, ...], tuple[Property, ...]]:
    """The names of the sides, and one property per line; lines without any value are dropped."""
    book = library.prices(day)
    facts = library.facts
    things = meant(reading, facts, book, SIDES)
    sides = [ComparedSide(thing, facts.accelerators[thing.accelerator]) for thing in things]
    if len(sides) < 2:
        return (), ()
    lines = [*_specs(sides), *_prices(sides, book, reading.profile), *_software(sides, facts, reading.profile)]
    lines += _speeds(sides, library, reading.profile)
    return tuple(side.instance.id for side in sides), tuple(
        line for line in lines if set(line.values) - {None, NOT_SOLD}
    )


def _line(code: str, sides: list[ComparedSide], cell: Callable[[ComparedSide], Cell]) -> Property:
    cells = [cell(side) for side in sides]
    cites = dict.fromkeys(cite for _, sources in cells for cite in sources)
    return Property(code=code, values=tuple(value for value, _ in cells), cites=tuple(cites))


def _specs(sides: list[ComparedSide]) -> list[Property]:
    return [
        _line("chips", sides, lambda side: (f"{side.instance.count} x {side.chip.name}", (side.instance.source,))),
        _line("hbm_gib", sides, lambda side: _figure(side.chip.hbm_gib, side.instance.count)),
        _line("hbm_gib_chip", sides, lambda side: _figure(side.chip.hbm_gib)),
        _line("bf16_tflops_chip", sides, lambda side: _figure(side.chip.bf16_dense_tflops)),
        _line("fp8_tflops_chip", sides, lambda side: _figure(side.chip.fp8_dense_tflops)),
        _line("hbm_gbps_chip", sides, lambda side: _figure(side.chip.hbm_gbps)),
        _line("network_gbps", sides, lambda side: (side.instance.network_gbps, (side.instance.source,))),
        _line("host_ram_gib", sides, lambda side: (side.instance.host_ram_gib, (side.instance.source,))),
    ]


def _figure(figure: Figure | None, factor: int = 1) -> Cell:
    return (figure.value * factor, (figure.source,)) if figure else (None, ())


def _prices(sides: list[ComparedSide], book: PriceBook, profile: Profile) -> list[Property]:
    lines = [_line(f"usd_{way}", sides, partial(_price, way=way, book=book, profile=profile)) for way in PRICED]
    lines.append(_line("usd_per_peak_pflop_hour", sides, lambda side: _per_peak(side, book, profile)))
    return lines


def _price(side: ComparedSide, *, way: Purchase, book: PriceBook, profile: Profile) -> Cell:
    if side.instance.sold and way not in side.instance.sold:
        return NOT_SOLD, ()
    quote = book.near(side.instance, way, profile.region)
    return (quote.usd_per_hour.likely, (quote.source,)) if quote else (None, ())


def _per_peak(side: ComparedSide, book: PriceBook, profile: Profile) -> Cell:
    """USD per hour / (chips x peak BF16), on demand, else by block. Peak is not what a chip achieves."""
    for way in PRICED[:2]:
        usd, cites = _price(side, way=way, book=book, profile=profile)
        if isinstance(usd, float):
            return usd / (side.instance.count * side.chip.bf16_dense_tflops.value * PETA_PER_TERA), cites
    return None, ()


def _software(sides: list[ComparedSide], facts: Facts, profile: Profile) -> list[Property]:
    rows = {(row.software, row.feature): row for row in facts.support}

    def level(side: ComparedSide, *, feature: str) -> Cell:
        row = rows.get((side.chip.software, feature))
        return (row.level, (row.source,)) if row else (None, ())

    wanted = (profile.framework,) if profile.framework else FRAMEWORKS
    return [_line(f"support_{name}", sides, partial(level, feature=name)) for name in wanted]


def _speeds(sides: list[ComparedSide], library: Library, profile: Profile) -> list[Property]:
    kinds: tuple[Kind, ...] = ("inference",) if profile.task == "inference" else ("training",)
    lines = []
    for kind in kinds:
        lines.append(_line(f"speed_{kind}", sides, partial(_speed, kind=kind, library=library)))
        lines.append(_line(f"evidence_{kind}", sides, partial(_evidence, kind=kind, library=library)))
    return lines


def _speed(side: ComparedSide, kind: Kind, library: Library) -> Cell:
    """TFLOP/s a chip in training, billion active parameters x tokens/s serving: of the team's newest measurement,
    else the median over independent groups."""
    own = library.own.get((kind, side.chip.id))
    if own:
        newest = max(own, key=lambda row: (row.measured_on, row.id))
        return carried(newest, library) / (1 if kind == "training" else GIGA), (newest.cite,)
    groups = library.evidence.groups(kind, side.chip.id)
    if not groups:
        return None, ()
    value = median(group.value for group in groups)
    return value if kind == "training" else value / GIGA, _sources(groups)


def _evidence(side: ComparedSide, kind: Kind, library: Library) -> Cell:
    own = library.own.get((kind, side.chip.id))
    if own:
        return f"{len(own)} own", ()
    groups = library.evidence.groups(kind, side.chip.id)
    if not groups:
        return "none", ()
    best = min((group.grade for group in groups), key=GRADES.index)
    return f"{len(groups)} {best}", ()


def _sources(groups: tuple[Group, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(group.sources[0] for group in groups))[:2]
