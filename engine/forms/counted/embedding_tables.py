"""Embedding tables in the memory of the cards, or of the host, that was named: what they take with each optimizer.

Bytes = rows x width x bytes of a value. Adam keeps two FP32 numbers of each value, Adagrad one, row-wise Adagrad one
of each row, SGD none; gradients are those of a batch's rows and take next to nothing.
"""

from __future__ import annotations

import math
import re

from engine.answers.model import FactAnswer
from engine.base.computed import Computed
from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.forms.parts.hardware import Hardware, meant
from engine.forms.told.table_shape import LEAST_ROWS, Shape, shape_of
from engine.memory.placement import core_of
from engine.options.too_small import memory_cite
from knowledge.facts import Instance
from knowledge.units import BYTES_PER_GB, BYTES_PER_GIB

STATES = ("states_adam", "states_row", "states_adagrad", "states_none")  # cues
UNNAMED = ("states_row", "states_adagrad", "states_adam")
EXAMPLE = "a100-80"  # the chip that is told of where none is named
STATE = 4  # bytes of a number that an optimizer keeps
WIDTH = 128  # values of a row where that is not told
SPARE = "host_ram_spare"  # the constant: times the tables that a host has at least, beside data and buffers
OTHERS = frozenset({"asks_time", "carbon", "commit_strong", "asks_cost"})  # cues of another question
COUNTED = frozenset({"machines", "nodes", "cards"})  # units: their number is asked
CHOOSES = frozenset({"which", "dollars", "compare"})  # predicates that a list of machines answers, and cues
PICKS = frozenset({"which_hardware", "which_type", "which_cloud", "choice"})
MEMORY = frozenset({"fit", "able", "how_many", "support"})  # predicates of room
KINDS = 3  # of hardware told of
HOST = re.compile(
    r"\b(?:host|system|cpu)[\s-](?:memory|ram)\b|\bin ram\b|主机内存|arbeitsspeicher|mémoire vive", re.I
)
SOURCE = "domain-practice"


class Kept(Computed):
    """GB of the values with what one optimizer keeps; whether they fit, and how many chips or machines hold them."""

    state: str
    gb: float
    fits: bool
    needed: int


class TablesNeed(Reason, code="tables_need"):
    """The first line. `ways`: with the optimizers that were named, or with each; `named`: whether one was.

    GB `usable` of `paper` where they are put: on `said` x `name` (`machines` of the type `machine`) or in the host
    (`host`); 0 where nothing is named, and `needed` is of `name`. `spare`: GB of a host that keeps the first.
    `counts`: how many are needed is asked; `least`: machines of that type, with a card to spare.
    """

    rows: float
    width: int
    tables: int
    each: int
    gb: float
    named: bool
    ways: tuple[Kept, ...]
    name: str
    said: int
    machine: str
    machines: int
    least: int
    usable: float
    paper: float
    host: bool
    counts: bool
    spare: float


class TablesElse(TablesNeed, code="tables_else"):
    """The same on other hardware that was named, in the host of it, or in other numbers."""


class TablesMeans(Reason, code="tables_means"):
    """What lowers it, what does not, and what stands beside the tables."""


def embedding_tables(asked: Asked) -> FactAnswer | None:
    """None where no tables are told, another thing is asked of them, or a machine is looked for and none is named."""
    reading = asked.reading
    shape = shape_of(reading)
    if shape is None or not OTHERS.isdisjoint(reading.cues):
        return None
    hardware = meant(asked.problem, alone=False)[:KINDS]
    shown = set(reading.sought.predicates)
    chooses = MEMORY.isdisjoint(shown) and not (CHOOSES.isdisjoint(shown) and PICKS.isdisjoint(reading.cues))
    if not hardware and not shape.ram and (chooses or not reading.sought.asks):
        return None
    counts = not COUNTED.isdisjoint(reading.sought.units)
    in_host = HOST.search(reading.text) is not None
    made: list[TablesNeed] = []
    if shape.ram:
        made.append(_in_host(shape, asked, shape.ram, ""))
    for one in hardware:
        typed = _type_of(one, asked)
        on = _on(shape, asked, one, typed, counts=counts)
        ram = (typed.host_ram_gib or 0.0) * BYTES_PER_GIB if typed else 0.0
        held = _in_host(shape, asked, ram, typed.id) if typed and ram else None
        made += [held, on] if held and in_host else [on, held] if held else [on]
    if not made:
        card = asked.facts.accelerators[EXAMPLE]
        each = core_of(card, asked.problem.constants).chip_usable
        made.append(_need(shape, asked, name=card.name, usable=0.0, paper=0.0, each=each))
    other = shape._replace(each=2 if shape.each > 2 else 4, size=shape.size * (0.5 if shape.each > 2 else 2.0))
    rest: list[Reason] = [TablesElse(**one.model_dump()) for one in made[1:]]
    if hardware and not made[0].host:
        again = _on(other, asked, hardware[0], _type_of(hardware[0], asked), counts=counts)
        rest.append(TablesElse(**again.model_dump()))
    return FactAnswer(headline=made[0], sentences=(*rest, TablesMeans(cites=(SOURCE,))), of_told=True, whole=True)


def _type_of(one: Hardware, asked: Asked) -> Instance | None:
    """The type that was named, else the largest of a line that was ("p5en")."""
    words = set(re.findall(r"[a-z0-9]+", asked.reading.text.lower()))
    lines = [kind for kind in one.types if kind.line in words]
    return one.type_said or max(lines, key=lambda kind: kind.count, default=None)


def _states(asked: Asked) -> tuple[tuple[str, ...], bool]:
    """The optimizers to tell of, and whether one was named: its row-wise kind stands beside Adagrad and Adam."""
    cues = set(asked.reading.cues)
    if "states_row" in cues and "row" not in re.sub(r"row[- ]?wise", "", asked.reading.text.lower()):
        cues.discard("states_adagrad")
    named = tuple(state for state in STATES if state in cues)
    if not named:
        return UNNAMED, False
    return (named if set(named) & {"states_row", "states_none"} else (*named, "states_row")), True


def _kept(shape: Shape, state: str) -> float:
    """Bytes of the values with what an optimizer keeps of them."""
    values = shape.size / shape.each
    rows = shape.rows * shape.tables if shape.rows else values / WIDTH
    kept = {"states_adam": 2 * values, "states_adagrad": values, "states_row": rows}.get(state, 0.0)
    return shape.size + kept * STATE


def _need(
    shape: Shape, asked: Asked, *, name: str, usable: float, paper: float, each: float = 0.0, said: int = 0,
    machine: str = "", of_machine: int = 0, host: bool = False, counts: bool = False, cites: tuple[str, ...] = (),
) -> TablesNeed:  # fmt: skip
    """`each`: usable bytes of one chip."""
    states, named = _states(asked)
    ways = tuple(
        Kept(
            state=state,
            gb=(size := _kept(shape, state)) / BYTES_PER_GB,
            fits=bool(usable) and size <= usable,
            needed=max(1, math.ceil(size / each)) if each else 0,
        )
        for state in states
    )
    return TablesNeed(
        rows=shape.rows if shape.rows >= LEAST_ROWS else 0.0, width=shape.width, tables=shape.tables, each=shape.each,
        gb=shape.size / BYTES_PER_GB, named=named, ways=ways, name=name, said=said, machine=machine,
        machines=math.ceil(said / of_machine) if of_machine else 0,
        least=math.ceil((ways[0].needed + 1) / of_machine) if of_machine else 0,
        usable=usable / BYTES_PER_GB, paper=paper / BYTES_PER_GB, host=host, counts=counts,
        spare=ways[0].gb * asked.library.constants.likely(SPARE), cites=(SOURCE, *cites),
    )  # fmt: skip


def _on(shape: Shape, asked: Asked, one: Hardware, typed: Instance | None, *, counts: bool) -> TablesNeed:
    said = 0 if counts else max(1, one.said or (typed.count if typed else 1))
    each = one.usable_gib * BYTES_PER_GIB
    return _need(
        shape, asked, name=one.name, usable=each * said, paper=one.chip_gib * BYTES_PER_GIB * said, each=each,
        said=said, machine=typed.id if typed else "", of_machine=typed.count if typed else 0, counts=counts,
        cites=(memory_cite(one.chip),) if one.chip else (),
    )  # fmt: skip


def _in_host(shape: Shape, asked: Asked, ram: float, machine: str) -> TablesNeed:
    usable = ram / asked.library.constants.likely(SPARE)
    return _need(shape, asked, name=machine, usable=usable, paper=ram, each=usable, said=1, host=True)
