"""Embedding tables of a recommender on cards that were named: what they take with an optimizer, and how many cards.

Adam keeps two FP32 numbers of each value, Adagrad one, row-wise Adagrad one of each row, SGD none. Gradients
are those of the rows of a batch alone and take next to nothing.
"""

from __future__ import annotations

import math
import re
from typing import NamedTuple

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.parts.hardware import Hardware, meant
from engine.options.problem import Problem
from engine.workload.profile import Chained, Reading
from engine.workload.question import FormCues
from knowledge.facts import Instance
from knowledge.units import BYTES_PER_GB, gib

TOLD = "tables_told"  # the cue
VALUES, GIGABYTES = "table_values", "table_gb"  # chains
OTHERS = ("asks_time", "carbon", "commit_strong")  # cues of another question
STATE = 4  # bytes of a number that an optimizer keeps
WIDTH = 128  # values of a row where that is not told: what one number a row takes is next to nothing then, too
BYTES = {"fp32": 4, "tf32": 4, "bf16": 2, "fp16": 2, "fp8": 1, "int8": 1}  # of a value
STATES = ("states_adam", "states_row", "states_adagrad", "states_none")  # cues, which are read as they are listed
COUNTED = frozenset({"machines", "nodes", "cards"})  # units: their number is asked
SPARE = "host_ram_spare"  # the constant
KINDS = 3  # of hardware told of
SOURCES = ("domain-practice",)


class TablesOn(Reason, code="tables_on"):
    """How many chips hold such tables with what the optimizer keeps, and whether those that were named do.

    GiB in all of the values and of the states, and what is usable of one chip; `said`: chips named, 0 for none.
    `state`: the cue of the optimizer, "" for tables that are only looked up.
    """

    chip: str
    said: int
    needed: int
    numbers: float
    bytes_each: int
    values_gib: float
    state: str
    state_gib: float
    usable_gib: float
    machine: str = ""  # the type that was named, and how many of it that is
    machines: int = 0

    @property
    def total_gib(self) -> float:
        return self.values_gib + self.state_gib


class TablesWith(TablesOn, code="tables_with"):
    """The same with another optimizer or other numbers."""


class TablesCached(Reason, code="tables_cached"):
    """The fewest machines of a type whose cards and host memory hold the tables together, GiB of each machine."""

    machine: str
    machines: int
    cards_gib: float
    host_gib: float
    total_gib: float


class TablesSpread(Reason, code="tables_spread"):
    """What stands beside the tables on each card, and how they are spread."""


class _Table(NamedTuple):
    """Values, rows, and the bytes of one."""

    values: float
    rows: float
    each: int

    def state(self, name: str) -> float:
        """Bytes of what an optimizer keeps."""
        numbers = {"states_adam": 2 * self.values, "states_adagrad": self.values, "states_row": self.rows}
        return numbers.get(name, 0.0) * STATE


def asks_tables_on(seen: FormCues) -> bool:
    """Whether cards are named beside tables of a size that is told."""
    named = seen.specific + seen.instances > 0
    return not seen.before and seen.has(TOLD) and seen.asks and named and not seen.has(*OTHERS)


def tables_on(problem: Problem, reading: Reading) -> FactAnswer | None:
    """The count first; None where no tables are told, or no card is named."""
    if TOLD not in reading.cues or not set(OTHERS).isdisjoint(reading.cues):
        return None
    table = _table(reading)
    hardware = meant(problem, alone=False)[:KINDS]
    if not COUNTED.isdisjoint(reading.sought.units):
        hardware = tuple(one._replace(said=0) for one in hardware)
    if table is None or not hardware:
        return None
    shown = _states(reading)
    typed = {one.name: _type_of(one, reading) for one in hardware}
    told: list[TablesOn] = [_of_type(_on(one, table, shown[0], TablesOn), typed[one.name]) for one in hardware]
    cached = tuple(
        made
        for one, row in zip(hardware, told, strict=True)
        if (made := _cached(row, typed[one.name], problem.constants.likely(SPARE))) and made.machines < row.machines
    )
    told += [_on(one, table, state, TablesWith) for state in shown[1:] for one in hardware]
    other = table._replace(each=2 if table.each > 2 else 4)
    told += [_of_type(_on(one, other, shown[0], TablesWith), typed[one.name]) for one in hardware]
    rest = (*cached, *told[1:], TablesSpread(cites=SOURCES))
    return FactAnswer(headline=told[0], sentences=rest, of_told=True)


def _type_of(one: Hardware, reading: Reading) -> Instance | None:
    """The type that was named, else the largest of a line that was ("p5en")."""
    words = set(re.findall(r"[a-z0-9]+", reading.text.lower()))
    lines = [kind for kind in one.types if kind.line in words]
    return one.type_said or max(lines, key=lambda kind: kind.count, default=None)


def _of_type(row: TablesOn, typed: Instance | None) -> TablesOn:
    """The same counted in machines of that type, with a card to spare: tables are never split evenly."""
    if typed is None:
        return row
    return row.model_copy(update={"machine": typed.id, "machines": math.ceil((row.needed + 1) / typed.count)})


def _cached(row: TablesOn, typed: Instance | None, spare: float) -> TablesCached | None:
    """Rows that are seldom read stay in the memory of the host, which data and buffers take a part of."""
    if typed is None or not typed.host_ram_gib:
        return None
    cards, host = row.usable_gib * typed.count, typed.host_ram_gib / spare
    return TablesCached(
        machine=typed.id,
        machines=math.ceil(row.total_gib / (cards + host)),
        cards_gib=cards,
        host_gib=host,
        total_gib=row.total_gib,
        cites=(typed.source,) if typed.source else (),
    )


def _states(reading: Reading) -> tuple[str, ...]:
    """The optimizers that are named, the largest first; where none is, tables that are looked up, then both usual."""
    cues = set(reading.cues)
    if "states_row" in cues:
        cues.discard("states_adagrad")
    named = tuple(state for state in STATES if state in cues)
    return named or ("", "states_row", "states_adam")


def _table(reading: Reading) -> _Table | None:
    chains = {chain.slot: chain for chain in reading.chains}
    each = BYTES.get(reading.profile.precision or "fp32", BYTES["fp32"])
    values = chains.get(VALUES)
    size = chains.get(GIGABYTES)
    if values is not None:
        return _Table(values.value, _rows(values), each)
    if size is None:
        return None
    number = size.value * BYTES_PER_GB / each
    return _Table(number, number / WIDTH, each)


def _rows(chain: Chained) -> float:
    return next((part.value for part in chain.parts if part.thing == "row"), chain.value / WIDTH)


def _on(one: Hardware, table: _Table, state: str, kind: type[TablesOn]) -> TablesOn:
    values, kept = gib(table.values * table.each), gib(table.state(state))
    return kind(
        chip=one.name,
        said=one.said,
        needed=max(1, math.ceil((values + kept) / one.usable_gib)),
        numbers=table.values,
        bytes_each=table.each,
        values_gib=values,
        state=state,
        state_gib=kept,
        usable_gib=one.usable_gib,
        cites=SOURCES,
    )
