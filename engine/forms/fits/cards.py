"""What cards of one's own hold: those that were named, else common sizes, with how large a model each way."""

from __future__ import annotations

from datetime import date

from engine.answers.model import AnswerRow, AnswerTable, Cell
from engine.base.reason import Reason
from engine.forms.fits.largest import largest
from engine.forms.parts.hardware import Hardware, meant, plain_card
from engine.forms.parts.rows import Work
from engine.library import Library
from engine.memory.ways import Way
from engine.options.assumptions import fill
from engine.options.problem import Problem
from engine.options.too_small import memory_cite
from engine.workload.profile import Reading

CARD = "card_memory_"  # constants: cards of so much memory
TRAINING = ("fine_tuning", "pretraining")
MOST = 6  # cards in one table
TRAINS: tuple[Way, ...] = ("full", "lora", "qlora")
SERVES: tuple[Way, ...] = ("bf16", "int8", "int4")
BOTH: tuple[Way, ...] = ("full", "lora", "qlora", "bf16", "int4")
FIGURES = ("hbm", "bandwidth", "bf16", "has_bf16", "fp8")


class CardsHold(Reason, code="cards_hold"):
    """What the columns of the table mean, and what decides between the rows."""

    named: bool
    trains: bool
    serves: bool
    sharded: bool  # a row counts several cards together


def cards(problem: Problem, *, trains: bool = False, serves: bool = False) -> tuple[CardsHold, AnswerTable]:
    """Of the cards that were named, else of common ones; of training or serving alone where only that was said."""
    named = tuple(kind for kind in meant(problem, alone=True, at_most=MOST) if kind.chip is None or not kind.types)
    kinds = named or common(problem)
    ways = TRAINS if trains and not serves else SERVES if serves and not trains else BOTH
    works = [Work(way, problem, 1.0) for way in ways]
    is_known = any(kind.chip for kind in kinds)
    columns = ("card", *(FIGURES if is_known else ()), *(f"up_to_{way}" for way in ways))
    told = CardsHold(
        named=bool(named),
        trains=bool(set(ways) & set(TRAINS)),
        serves=bool(set(ways) & set(SERVES)),
        sharded=any(kind.said > 1 for kind in kinds),
        cites=tuple(dict.fromkeys(memory_cite(kind.chip) for kind in kinds if kind.chip)),
    )
    return told, AnswerTable(words="cards", columns=columns, rows=tuple(_row(kind, works, columns) for kind in kinds))


def cards_of(reading: Reading, library: Library, day: date) -> tuple[CardsHold, AnswerTable]:
    """The same for a question as it was read."""
    problem = Problem(fill(reading, library), library, day, brief=True)
    cues, task = set(reading.cues), reading.profile.task
    serves = task == "inference" or (task is None and "serving_words" in cues)
    return cards(problem, trains=task in TRAINING or "training_words" in cues, serves=serves)


def common(problem: Problem) -> tuple[Hardware, ...]:
    """One card of each common size."""
    names = [name for name in problem.facts.constants if name.startswith(CARD)]
    return tuple(plain_card(problem.constants, problem.constants.likely(name), said=1) for name in names)


def _row(kind: Hardware, works: list[Work], columns: tuple[str, ...]) -> AnswerRow:
    chip = kind.chip
    fp8 = chip.fp8_dense_tflops if chip else None
    name = kind.name or f"{kind.chip_gib:g} GB"
    cells: dict[str, Cell] = {
        "card": f"{kind.said} x {name}" if kind.said > 1 else name,
        "hbm": kind.chip_gib,
        "bandwidth": chip.hbm_gbps.value if chip else None,
        "bf16": chip.bf16_dense_tflops.value if chip else None,
        "has_bf16": chip.has_bf16 if chip else None,
        "fp8": fp8.value if fp8 else None,
    }
    cells |= {f"up_to_{work.way}": largest(work, kind) if work.runs_on(chip) else 0.0 for work in works}
    cites = (memory_cite(chip),) if chip else ()
    return AnswerRow(cells=tuple(cells[name] for name in columns), cites=cites, is_named=chip is not None)
