"""The tables of an answer about memory: each way on what was named, or on chips of each common size."""

from __future__ import annotations

from engine.answers.model import AnswerRow, AnswerTable, Cell, FactAnswer
from engine.base.reason import Reason
from engine.forms.parts.fit_reasons import FitAssumed, FitSum, Held, MemoryNeeded, OnNamed
from engine.forms.parts.hardware import Hardware, classes_of
from engine.forms.parts.headline import held_of, model_of
from engine.forms.parts.lines import assumed_of, beside_of, requests_of, sum_of, summed
from engine.forms.parts.ran_out import loaded_wide
from engine.forms.parts.rows import Rented, Row, Work, quoted_there, sold_here
from engine.memory.ways import SERVING, in_all
from engine.options.problem import Problem
from engine.workload.profile import Profile
from knowledge.units import gib

TRAINS, RUNS = "training_words", frozenset({"run_on", "serving_words"})  # cues
LARGE = -2  # of the classes, the one that most people count in
WORDS = "fit"  # those of the columns, whatever form of answer shows the table
COLUMNS = ("on", "way", "needs", "usable", "chips", "machines", "rate", "fits")


def way_said(said: Profile) -> str | None:
    """The one way that was said; None where an answer is of all of them."""
    if said.task == "pretraining":
        return "pretraining"
    if said.method is not None and said.task != "inference":
        return said.method
    return said.precision if said.task != "fine_tuning" and said.precision in SERVING else None


def table_of(made: tuple[Row, ...], way: str | None) -> AnswerTable:
    """A row for each way, of each kind of hardware; columns that would say nothing are left out."""
    several = len({row.hardware.name for row in made}) > 1
    shown = {"on": several, "fits": any(row.hardware.said for row in made), "rate": any(row.rented for row in made)}
    shown["machines"] = shown["rate"]
    columns = tuple(name for name in COLUMNS if shown.get(name, True))
    lines = [
        {"on": row.hardware.name or row.hardware.chip_gib}
        | _cells(row.work, row.larger or row.rented)
        | _on_chip(row)
        for row in made
    ]
    return AnswerTable(
        words=WORDS,
        columns=columns,
        rows=tuple(
            AnswerRow(
                cells=tuple(line[name] for name in columns),
                cites=_cites(row.larger or row.rented),
                is_named=row.work.way == way,
            )
            for row, line in zip(made, lines, strict=True)
        ),
    )


def _on_chip(row: Row) -> dict[str, Cell]:
    usable = row.hardware.usable_gib
    return {
        "usable": usable,
        "chips": None if row.hardware.mixed and not row.fits else held_of(row).chips or None,
        "fits": row.fits,
    }


def _cells(work: Work, rented: Rented | None) -> dict[str, Cell]:
    return {
        "way": work.way,
        "needs": gib(in_all(work.need())),
        "machines": f"{rented.machines} x {rented.instance.id}" if rented else None,
        "rate": rented.usd_per_hour if rented else None,
    }


def _cites(rented: Rented | None) -> tuple[str, ...]:
    return rented.quote.cites if rented and rented.quote else ()


def of_classes(problem: Problem, works: tuple[Work, ...]) -> FactAnswer:
    """Where no hardware was named: how many chips of each common size, and the GPU machines of least price."""
    classes = classes_of(problem)
    types, way = sold_here(problem), way_said(problem.filled.reading.profile)
    first = next((work for work in works if work.way == way), works[0])
    found = [(work, work.rented(types)) for work in works]
    held = [_of_class(work, rented, classes) for work, rented in found]
    keys = [f"chips_{card.chip_gib:g}" for card in classes]
    columns = ("way", "needs", *keys, "machines", "rate")
    reading = problem.filled.reading
    typed = "which_type" in reading.cues
    place = reading.profile.region if any(quoted_there(problem, one) for one in types) else None
    if typed and way is None and RUNS.intersection(reading.cues) and TRAINS not in reading.cues:
        held = [one for one in held if one.way in SERVING] or held  # the machine that runs it is asked for
    lines = []
    for work, rented in found:
        rooms = [work.room(card) for card in classes]
        cells = _cells(work, rented) | {
            key: room.chips if room else None for key, room in zip(keys, rooms, strict=True)
        }
        row = tuple(cells[name] for name in columns)
        lines.append(AnswerRow(cells=row, cites=_cites(rented), is_named=work.way == way))
    return FactAnswer(
        headline=MemoryNeeded(
            parameters=problem.shape.parameters,
            model=model_of(problem),
            ways=tuple(sorted(held, key=lambda one: one.way != way)),
            asks_type=typed,
            place=place or "",
            cites=(problem.shape.source,) if problem.shape.source else (),
        ),
        sentences=(
            *(sum_of(work) for work in summed(first, works, is_said=first.way == way)),
            *beside_of(first),
            *(loaded_wide(first) if "no_room" in problem.filled.reading.cues else ()),
            *requests_of(tuple(there for work in works if (there := _on_class(work, classes)))),
            assumed_of(problem, works),
        ),
        table=AnswerTable(words=WORDS, columns=columns, rows=tuple(lines)),
    )


def _on_class(work: Work, classes: list[Hardware]) -> Row | None:
    """One way on the chips that the first line counts: the smallest class of which one is enough, else large ones."""
    rows = [Row(work, card, work.room(card), None) for card in classes]
    large = rows[LARGE]
    alone = next((row for row in rows if row.room and row.room.chips == 1), large)
    chosen = alone if alone.hardware.chip_gib <= large.hardware.chip_gib else large
    return chosen if chosen.room else None


def _of_class(work: Work, rented: Rented | None, classes: list[Hardware]) -> Held:
    rooms = [work.room(card) for card in classes]
    enough = [card.chip_gib for card, room in zip(classes, rooms, strict=True) if room and room.chips == 1]
    return Held(
        way=work.way,
        needs_gib=gib(in_all(work.need())),
        chips=large.chips if (large := rooms[LARGE]) else 0,
        machines=rented.machines if rented else 0,
        instance=rented.instance.id if rented else "",
        size=enough[0] if enough else 0.0,
        large=classes[LARGE].chip_gib,
        usd_per_hour=(rented.usd_per_hour or 0.0) if rented else 0.0,
        in_fp16=rented is not None and work.way == "bf16" and not work.problem.chip(rented.instance).has_bf16,
    )


def side_by_side(answers: list[FactAnswer]) -> FactAnswer:
    """Several models, each with its own first line and rows."""
    first = answers[0]
    others = [answer for answer in answers[1:] if answer.headline]
    sums = dict.fromkeys(sentence for answer in answers for sentence in answer.sentences)
    lines = [(_model_of(answer), answer.table) for answer in answers if answer.table]
    columns = lines[0][1].columns if lines else ()
    rows = [
        row.model_copy(update={"cells": (model, *row.cells)})
        for model, table in lines
        for row in table.rows
        if table.columns == columns
    ]
    table = AnswerTable(words=WORDS, columns=("model", *columns), rows=tuple(rows)) if rows else None
    told = (*(answer.headline for answer in others if answer.headline), *_once(list(sums)))
    return first.model_copy(update={"sentences": told, "table": table})


def _once(sums: list[Reason]) -> list[Reason]:
    """Of several models the sums alone, and once what is assumed; the rest stands in the table."""
    assumed = [one for one in sums if isinstance(one, FitAssumed)]
    return [*(one for one in sums if isinstance(one, FitSum)), *assumed[:1]]


def _model_of(answer: FactAnswer) -> Cell:
    """Its name, else its size."""
    headline = answer.headline
    return headline.model or headline.parameters if isinstance(headline, OnNamed | MemoryNeeded) else None
