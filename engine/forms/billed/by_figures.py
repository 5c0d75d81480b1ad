"""A chip told by what it computes, and a price of it: "TPUs with 197 TFLOPS at $0.6 an hour, right?"."""

from __future__ import annotations

import re

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.forms.money.rows import Priced, priced, rows_of, way_of
from engine.forms.money.said import WORK
from engine.forms.parts.price_table import price_table
from engine.options.named import CLOUDS
from engine.workload.conditions import FAMILIES
from engine.workload.told_prices import told_prices
from knowledge.facts import Accelerator, Purchase

NEAR, FAR = 0.005, 0.10  # as shares: of a figure of a data sheet, of a price
ROWS = 8
_TFLOPS = re.compile(r"(?<![\w.])(\d{2,4}(?:\.\d)?)\s?(?:bf16\s?|fp16\s?)?(?:tflops?|teraflops?|tflop/s)\b", re.I)


class ByFigures(Reason, code="by_figures"):
    """The first line: the chip with that figure, an hour of it on demand and on spot; `told` against the lowest and
    the highest that is held bought so."""

    chip: str
    tflops: float
    gib: float
    told: float | None
    way: Purchase
    low: Priced | None
    high: Priced | None
    listed: Priced | None
    fits: bool
    below: bool


def by_figures(asked: Asked) -> FactAnswer | None:
    """None unless one chip alone has the figure, no chip is named, and a price is told."""
    text, profile = asked.reading.text, asked.profile
    found = _TFLOPS.search(text)
    told = next((one.amount for one in told_prices(text) if one.hours == 1), None)
    if found is None or told is None or profile.instances or set(profile.candidates) - FAMILIES:
        return None
    if any(map(profile.says, WORK)):
        return None
    chips = [one for one in _of(asked) if abs(float(found[1]) / one.bf16_dense_tflops.value - 1) <= NEAR]
    sold = [one for one in asked.facts.instances.values() if one.cloud in CLOUDS]
    chips = [one for one in chips if any(thing.accelerator == one.id for thing in sold)]
    if len(chips) != 1:
        return None
    chip, way = chips[0], way_of(asked)
    types = tuple(one for one in sold if one.accelerator == chip.id)
    rows, listed = rows_of(asked, types, (way,), None, everywhere=True), rows_of(asked, types, ("on_demand",), None)
    rows = tuple(sorted(rows, key=lambda row: row.usd_per_chip_hour))
    low, high = (rows[0], rows[-1]) if rows else (None, None)
    first = ByFigures(
        chip=chip.name,
        tflops=chip.bf16_dense_tflops.value,
        gib=chip.hbm_gib.value,
        told=told,
        way=way,
        low=priced(low) if low else None,
        high=priced(high) if high else None,
        listed=priced(listed[0]) if listed else None,
        fits=bool(low and high and low.usd_per_chip_hour * (1 - FAR) <= told <= high.usd_per_chip_hour * (1 + FAR)),
        below=bool(low and told < low.usd_per_chip_hour),
        cites=tuple(dict.fromkeys(row.quote.source for row in (low, *listed[:1]) if row)),
    )
    return FactAnswer(headline=first, table=price_table(rows[:ROWS]), of_told=True, whole=True)


def _of(asked: Asked) -> list[Accelerator]:
    """Of the family that is named, else every one, with what it computes."""
    families = set(asked.profile.candidates) & FAMILIES
    every = asked.facts.accelerators.values()
    return [
        one for one in every if one.bf16_dense_tflops and one.hbm_gib and (not families or one.family in families)
    ]
