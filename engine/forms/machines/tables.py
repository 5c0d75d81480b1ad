"""Machines for embedding tables of a size that is told: in the memory of the cards, or in that of the host."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import NamedTuple

from engine.answers.model import AnswerRow, AnswerTable, FactAnswer
from engine.base.reason import Reason
from engine.forms.per_unit.rates import Question
from engine.forms.told.table_shape import BYTES, rows_of, width_of
from engine.prices.price_book import Quote
from engine.workload.question import FormCues
from knowledge.facts import COMPARED, Accelerator, Instance
from knowledge.units import BYTES_PER_GB, gib

SIZED, CHOOSES = (
    "sizes_tables",
    ("which", "which_hardware", "which_type", "choice", "fit_least", "how_many", "fit_word"),
)
OTHERS = ("vs", "memory_error", "no_room", "asks_time", "shopping")  # cues
TOLD_GB = re.compile(r"(\d[\d,.]*)\s?(gb|gib|tb|tib)\b", re.IGNORECASE)
USABLE = "usable_hbm_share"  # the constant
SPARE = "host_ram_spare"  # the constant
SHOWN = 3  # machines told of each kind
MOST = 64  # machines together
COLUMNS = ("tables_in", "machine", "gib_held", "hourly", "place", "seen_on")
TERA = 1000.0
WITH_MOMENTS = 3.0  # times the tables, with the two moments of Adam


class Holder(NamedTuple):
    """So many machines that hold the tables together, and USD an hour of all of them."""

    thing: Instance
    chip: Accelerator
    machines: int
    quote: Quote
    held_gib: float

    @property
    def usd(self) -> float:
        return self.quote.usd_per_hour.likely * self.machines

    @property
    def name(self) -> str:
        several = f"{self.machines} x " if self.machines > 1 else ""
        return f"{several}{self.thing.id} ({self.thing.count} x {self.chip.name})"


class TablesIn(Reason, code="tables_in"):
    """The cheapest machines that hold `gb` of tables in the memory of their cards, and in that of the host.

    `rows` x `width` where those were told, else 0. `hbm` and `host`: machines, GiB of that memory and USD an hour;
    None where none has so much.
    """

    gb: float
    rows: float
    width: int
    bytes_each: int
    hbm: tuple[str, float, float] | None
    host: tuple[str, float, float] | None


class TablesState(Reason, code="tables_state"):
    """What an optimizer adds to such tables, and what moves between the host and the cards."""

    adam_gb: float


def asks_tables(seen: FormCues) -> bool:
    """Whether a machine is looked for that holds tables whose size, or whose rows, are told."""
    asks = seen.has(*CHOOSES) or seen.asks
    named = seen.specific + seen.instances > 0
    return not seen.before and seen.has(SIZED) and asks and not named and not seen.has(*OTHERS)


def tables(asked: Question) -> FactAnswer | None:
    """None where no size is told."""
    text, cues = asked.reading.text, asked.reading.cues
    if SIZED not in cues or not set(OTHERS).isdisjoint(cues) or asked.said.instances:
        return None
    rows, width = rows_of(text), width_of(text)
    size = _gigabytes(text)
    gb = rows * width * BYTES["fp32"] / BYTES_PER_GB if rows and width else size
    if not gb:
        return None
    need = gib(gb * BYTES_PER_GB)
    on_cards = sorted(_on_cards(asked, need), key=_order)[:SHOWN]
    in_host = sorted(_in_host(asked, need), key=_order)[:SHOWN]
    if not on_cards and not in_host:
        return None
    first = TablesIn(
        gb=gb,
        rows=rows if rows and width else 0.0,
        width=width if rows else 0,
        bytes_each=BYTES["fp32"],
        hbm=_told(on_cards),
        host=_told(in_host),
        cites=tuple(dict.fromkeys(cite for one in (*on_cards[:1], *in_host[:1]) for cite in one.quote.cites)),
    )
    table = AnswerTable(
        words="tables",
        columns=COLUMNS,
        rows=(*(_row("hbm", one) for one in on_cards), *(_row("host", one) for one in in_host)),
    )
    state = TablesState(adam_gb=gb * WITH_MOMENTS, cites=("domain-practice",))
    return FactAnswer(headline=first, sentences=(state,), table=table, of_told=True)


def _gigabytes(text: str) -> float:
    match = TOLD_GB.search(text)
    if match is None:
        return 0.0
    return float(match[1].replace(",", "")) * (TERA if match[2].casefold().startswith("t") else 1.0)


def _machines(asked: Question) -> Iterator[tuple[Instance, Accelerator, Quote]]:
    """GPUs that train, on the clouds that were said, with their price on demand."""
    facts, book = asked.library.facts, asked.library.prices(asked.day)
    clouds = asked.said.clouds or COMPARED
    for thing in facts.instances.values():
        chip = facts.accelerators[thing.accelerator]
        kind = facts.generations.get(chip.generation or "")
        if thing.cloud not in clouds or not chip.is_usual_gpu or not chip.trains:
            continue
        quote = book.near(thing, "on_demand", asked.said.region)
        if quote is not None and (kind is None or kind.state != "ended"):
            yield thing, chip, quote


def _on_cards(asked: Question, need: float) -> Iterator[Holder]:
    """One machine of each chip where one holds them, else the fewest of a type."""
    usable = asked.library.constants.likely(USABLE)
    found = [
        Holder(thing, chip, math.ceil(need / (chip.hbm_gib.value * usable * thing.count)), quote, 0.0)
        for thing, chip, quote in _machines(asked)
    ]
    fewest = min((one.machines for one in found), default=1)
    first: dict[str, Holder] = {}
    for one in sorted((one for one in found if one.machines <= min(fewest, MOST)), key=_order):
        held = one.chip.hbm_gib.value * one.thing.count * one.machines
        first.setdefault(one.chip.id, one._replace(held_gib=held))
    yield from first.values()


def _in_host(asked: Question, need: float) -> Iterator[Holder]:
    first, spare = dict[str, Holder](), asked.library.constants.likely(SPARE)
    for thing, chip, quote in _machines(asked):
        ram = thing.host_ram_gib or 0.0
        if ram >= need * spare:
            one = Holder(thing, chip, 1, quote, ram)
            if chip.id not in first or one.usd < first[chip.id].usd:
                first[chip.id] = one
    yield from first.values()


def _order(one: Holder) -> tuple[float, str]:
    return one.usd, one.thing.id


def _told(found: list[Holder]) -> tuple[str, float, float] | None:
    return (found[0].name, found[0].held_gib, found[0].usd) if found else None


def _row(where: str, one: Holder) -> AnswerRow:
    cells = (where, one.name, one.held_gib, one.usd, one.quote.region, one.quote.observed_on)
    return AnswerRow(cells=cells, cites=one.quote.cites)
