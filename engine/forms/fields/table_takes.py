"""A table of so many rows and columns: what it takes on a card and in the memory of the host, and which to take.

Trees keep about one byte a cell once binned, and half as much again for gradients and histograms. Loading takes the
raw table: rows x columns x bytes of a cell. Data frames take that, and copies of it in joins and sorts.
"""

from __future__ import annotations

from typing import Literal

from engine.answers.model import FactAnswer
from engine.base.computed import Computed
from engine.base.reason import Reason
from engine.forms.domains.of_kind import cards_named
from engine.forms.fields.table_size import Table, table_of, vectors_of
from engine.forms.form import Asked
from engine.forms.kinds.kind import NOMINAL, work_of
from engine.forms.parts.hardware import Hardware
from engine.forms.reported.room import machine_with
from engine.options.too_small import memory_cite
from knowledge.facts import DomainAmount

TREES, FRAMES, VECTORS = "trees", "gpu-tables", "vector-search"  # kinds of work
RAW, FRAME = 4.0, 8.0  # bytes of a cell where nobody says: FP32 in trees, 64 bits in pandas
SMALL = "table_small_cells"  # the constant: rows x columns that a CPU does in minutes
COPIES = "frame_copies"  # the constant
LARGE = "memory_class_80"  # the constant: the largest common card
CODE = "vector_code_bytes"  # the constant
GB = 1e9
LOADED = "table_load_times"  # the constant: what a host holds of the raw table while it is binned
OTHERS = frozenset({"asks_time", "asks_cost", "carbon_strong", "commit_strong"})  # cues
SOURCE = "chipscout-arithmetic"

Verdict = Literal["small", "fits", "tight", "over", "gpu", "host", "split"]


class TableMachine(Computed):
    """The cheapest machine with one card that holds it."""

    instance: str
    chip: str
    gib: float
    usd: float
    region: str
    day: str


class TableTakes(Reason, code="table_takes"):
    """GB on a card (`gb`), as it is loaded (`raw_gb`, at `width` bytes a cell), and of the host; by the card that is
    named, `card_gib` (0: none), or by what is the least that holds it. `cards`: that share it, of 80 GB."""

    verdict: Verdict
    rows: float
    columns: float
    width: float
    noun: str
    trees: bool
    gb: float
    raw_gb: float
    host_gb: float
    chip: str
    card_gib: float
    said: int
    room_gib: float  # of all cards that were named
    cards: int
    machine: tuple[TableMachine, ...]  # none where no price is known
    ram_gb: float  # of the host that is named, 0 where none is
    code_bytes: float = 0.0  # bytes of a vector once quantized, and GB of all of them; 0 of a table
    coded_gb: float = 0.0


class TableHelps(Reason, code="table_helps"):
    """What is written of that kind: what lowers memory."""

    text: str


def table_takes(asked: Asked) -> FactAnswer | None:
    """None where the kind of work is another, the amounts are not told, or hours and dollars are asked for."""
    work, text = work_of(asked.reading, asked.library), asked.reading.text
    ids = {kind.id for kind in work.kinds} if work is not None else set()
    told = vectors_of(text) if VECTORS in ids else table_of(text)
    if work is None or told is None or not OTHERS.isdisjoint(asked.reading.cues):
        return None
    amount = work.amount
    if VECTORS in ids:
        first = _of_vectors(told, asked)
    elif FRAMES in ids:
        first = _of_frame(told, asked)
    elif TREES in ids and amount is not None and amount.gb_each:
        first = _of_trees(told, amount, asked)
    else:
        return None
    levers = work.levers
    below = (
        (TableHelps(text=levers.text, cites=levers.cites),)
        if levers and first.verdict in ("over", "tight", "split")
        else ()
    )
    return FactAnswer(headline=first, sentences=below, of_told=True)


def _of_trees(told: Table, amount: DomainAmount, asked: Asked) -> TableTakes:
    cells, width = told.rows * told.columns, told.width or RAW
    gb = cells * (amount.gb_each or 0.0)
    return _told(told, width, gb, cells * width / GB, asked, trees=True, cites=(amount.source,))


def _of_vectors(told: Table, asked: Asked) -> TableTakes:
    """Raw vectors as they are told, in FP32 where nobody says; codes of a product quantizer take a part of that."""
    width = told.width or RAW
    gb = told.rows * told.columns * width / GB
    code = asked.problem.constants.entry(CODE)
    first = _told(told, width, gb, gb, asked, trees=False, cites=(code.source,))
    return first.model_copy(update={"coded_gb": told.rows * code.value.likely / GB, "code_bytes": code.value.likely})


def _of_frame(told: Table, asked: Asked) -> TableTakes:
    copies = asked.problem.constants.entry(COPIES)
    width = told.width or FRAME
    raw = told.rows * told.columns * width / GB
    return _told(told, width, raw * copies.value.likely, raw, asked, trees=False, cites=(copies.source,))


def _told(
    told: Table, width: float, gb: float, raw: float, asked: Asked, *, trees: bool, cites: tuple[str, ...]
) -> TableTakes:
    card = next((kind for kind in cards_named(asked) if kind.chip or kind.chip_gib != told.ram_gb), None)
    constants = asked.problem.constants
    large = constants.likely(LARGE) * NOMINAL
    machine = next(machine_with(gb / NOMINAL, asked.problem), None) if card is None and gb <= large else None
    host = raw * constants.likely(LOADED) if trees else gb
    shared = None
    if machine is not None:
        shared = TableMachine(
            instance=machine.instance,
            chip=machine.chip,
            gib=machine.gib,
            usd=machine.usd_per_hour,
            region=machine.region,
            day=machine.day,
        )
    return TableTakes(
        verdict=_verdict(told, gb, card, constants.likely(SMALL), large),
        rows=told.rows,
        columns=told.columns,
        width=width,
        noun=told.noun,
        trees=trees,
        gb=gb,
        raw_gb=raw,
        host_gb=host,
        chip=card.name if card else "",
        card_gib=card.chip_gib if card else 0.0,
        said=max(card.said, 1) if card else 0,
        room_gib=card.chip_gib * max(card.said, 1) if card else 0.0,
        cards=max(1, -int(-gb // large)),
        machine=(shared,) if shared else (),
        ram_gb=told.ram_gb,
        cites=tuple(
            dict.fromkeys(
                (
                    SOURCE,
                    *cites,
                    *((memory_cite(card.chip),) if card and card.chip else ()),
                    *(machine.cites if machine else ()),
                )
            )
        ),
    )


def _verdict(told: Table, gb: float, card: Hardware | None, small: float, large: float) -> Verdict:
    if card is not None:
        room = card.chip_gib * max(card.said, 1)
        return "over" if gb > room else "tight" if gb > room * NOMINAL else "fits"
    if told.rows * told.columns < small:
        return "small"
    return "gpu" if gb <= large else "split"
