"""The option table: what stands in each row, so that a reader can do its sum; and the tables of facts."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from bot.card import sentences
from bot.card.citations import Citations
from bot.card.shown_options import ShownOptions
from bot.wording import numbers as figures
from bot.wording.words import say
from engine.answers import FactAnswer, PriceRow
from engine.answers.model import AnswerRow, AnswerTable
from engine.answers.model import Cell as Value
from engine.base.interval import Interval
from engine.options.eligibility import OnSpecialist
from engine.options.option import CostedOption, costed, leading
from engine.verdict.deciding_sum import break_even
from engine.verdict.forks import Branch
from engine.verdict.verdict import Verdict
from knowledge.facts import Fact

SIZES = 2  # side by side
AZURE = "Standard_"  # before every type of Azure; its own pages leave it off
SAME = 0.005  # a share by which billed and worked hours may differ and still be the same


class OptionRow(Fact):
    """One offering; `cells` under the card's columns, `values` what can be sorted by of the same columns.

    `remark`: what holds it back, or why it pays for more hours than it works.
    """

    cells: tuple[str, ...]
    notes: tuple[int, ...] = ()
    values: tuple[float | None, ...] = ()
    remark: str = ""
    mark: str = ""  # of the recommended row
    id: str = ""  # of the offering
    pays: str = ""  # after how many runs its migration is earned back


class Cell(NamedTuple):
    text: str
    value: float | None = None


class OptionTable(Fact):
    """`keys` name the columns, whatever their heads say."""

    keys: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    rows: tuple[OptionRow, ...] = ()
    held_back: int = 0  # the rows at the end that may not lead
    hidden: int = 0  # offerings that were costed and have no row
    against: str = ""  # what a migration pays back against
    sizes: tuple[str, ...] = ()  # whose figures stand side by side
    deciding: tuple[int, ...] = ()  # the sources of what is advised and of what it is compared with


def table(verdict: Verdict, shown: ShownOptions, numbers: Citations) -> OptionTable:
    """The table of the offerings that are shown."""
    if not shown.rows:
        return OptionTable()
    branches = size_branches(verdict)
    made = [_cells(option, branches, verdict) for option in shown.rows]
    heads = sentences.columns(tuple(made[0]), verdict, branches)
    lines = []
    for option, cells in zip(shown.rows, made, strict=True):
        lines.append(
            OptionRow(
                cells=tuple(cell.text for cell in cells.values()),
                values=tuple(cell.value for cell in cells.values()),
                notes=numbers.of((*option.price.cites[:1], *option.speed.cites[:1])),
                remark=_remark(option, verdict),
                mark=sentences.mark() if verdict.option is not None and option is shown.ranked[0] else "",
                id=option.id,
                pays=_pays_back(option, branches, verdict),
            )
        )
    return OptionTable(
        keys=tuple(made[0]),
        columns=heads,
        rows=tuple(lines),
        held_back=len(shown.held_back),
        hidden=shown.hidden,
        against=_against(verdict, lines),
        sizes=tuple(figures.count(float(branch.value)) for branch in branches),
        deciding=_deciding(verdict, lines),
    )


def _against(verdict: Verdict, rows: Sequence[OptionRow]) -> str:
    decision = verdict.case.sum
    pays = decision is not None and any(row.pays for row in rows)
    return decision.reference.instance if pays and decision and decision.reference else ""


def _deciding(verdict: Verdict, rows: Sequence[OptionRow]) -> tuple[int, ...]:
    decision = verdict.case.sum
    sides = (verdict.option, *((decision.winner, decision.reference, decision.rival) if decision else ()))
    ids = list(dict.fromkeys(side.id for side in sides if side))[:SIZES]
    notes = {row.id: row.notes for row in rows}
    return tuple(dict.fromkeys(note for each in ids for note in notes.get(each, ())))


def _cells(option: CostedOption, branches: tuple[Branch, ...], verdict: Verdict) -> dict[str, Cell]:
    """One row, in the order of its sum: instances x hours, $/h, dollars a run, migration, total."""
    sized = [same_option(branch, option) for branch in branches] or [option]
    case = verdict.case
    paid = usd_per_hour_paid(option)
    one = len(sized) == 1
    cells = {
        "instance": Cell(option.instance.removeprefix(AZURE)),
        "bought": Cell(sentences.name("bought", option)),
        "hours": Cell(_hours(sized), option.run.billed.likely if one else None),
        "rate": Cell(figures.exact_rate(paid), paid),
        "seen": Cell(sentences.price_day(option, verdict.as_of)),
        "region": Cell(sentences.region(option)),
        "per_run": Cell(
            _joined([_usd(each.run.usd if each else None) for each in sized]), option.run.usd.likely if one else None
        ),
    }
    if case.filled.profile.task == "inference":
        million = option.run.usd_per_million_tokens
        cells["per_million"] = Cell(sentences.per_million(option), million.likely if million else None)
        cells["latency"] = Cell(sentences.latency(option))
    if verdict.green:
        grams = option.carbon.grams
        cells["carbon"] = Cell(sentences.kilograms(grams), grams.likely if grams else None)
    cells["port"] = Cell(_usd(option.port.usd), option.port.usd.likely)
    runs = [branch.case.runs for branch in branches] or [case.runs]
    totals = [each.total_spread(count) if each else None for each, count in zip(sized, runs, strict=True)]
    cells["total"] = Cell(_joined([_usd(each) for each in totals]), totals[0].likely if one and totals[0] else None)
    cells["range"] = Cell(_joined([sentences.spread(each) for each in totals]))
    cells["evidence"] = Cell(sentences.evidence(option))
    return cells


def usd_per_hour_paid(option: CostedOption) -> float:
    """What an instance costs per billed hour, with what a managed service adds."""
    billed = option.run.billed.likely * option.run.instances
    return option.run.usd.likely / billed if billed else option.price.usd_per_hour.likely


def _remark(option: CostedOption, verdict: Verdict) -> str:
    """What holds it back; and where more hours are paid than worked, how many are worked."""
    parts, runs = [], verdict.case.runs
    if option.not_leading is not None:
        parts.append(sentences.held_back(option.not_leading))
    elif verdict.option is not None and option.total(runs) < verdict.option.total(runs):
        is_expected = option.choice_usd(runs) < verdict.option.choice_usd(runs)
        if not is_expected:
            parts.append(sentences.uncertain(option.total_spread(runs)))
        elif is_near_tie(verdict):
            parts.append(sentences.near_tie(stays=verdict.option.at_hand))
        else:
            parts.append(sentences.passed_over(by_carbon=verdict.green is not None))
    if option.unpublished and not isinstance(option.not_leading, OnSpecialist):
        parts.append(sentences.unpublished(option))
    billed, worked = option.run.billed.likely, option.run.hours.likely
    if billed > worked * (1 + SAME):
        parts.append(
            sentences.billed(option, verdict.case.filled.profile.parameters if size_branches(verdict) else None)
        )
    return "; ".join(parts)


def _pays_back(option: CostedOption, branches: tuple[Branch, ...], verdict: Verdict) -> str:
    """The runs after which what migrating to it costs is earned back, for each size; "" where nothing migrates."""
    if verdict.kind == "no_fit":
        return ""
    sides = [(branch.case, same_option(branch, option)) for branch in branches] or [(verdict.case, option)]
    runs: list[float | None] = []
    for case, side in sides:
        compared = case.sum.reference if case.sum else None
        if side is None or compared is None or side.port.usd.likely <= compared.port.usd.likely:
            return ""
        needed = break_even(side, compared).runs
        runs.append(needed.likely if needed else None)
    return say("words/card/table.j2", "pays_back", runs, verdict.case.filled.profile.by_month)


def is_near_tie(verdict: Verdict) -> bool:
    """Whether the recommended option is chosen over a cheaper one because dollars cannot tell them apart."""
    case = verdict.case
    if case.tie is None or case.sum is None or verdict.option is None or verdict.option.id != case.sum.winner.id:
        return False
    rest = [option.choice_usd(case.runs) for option in leading(case.options) if not case.tie.takes(option)]
    return case.tie.takes(case.sum.winner) and min(rest, default=math.inf) < verdict.option.choice_usd(case.runs)


def _hours(sized: Sequence[CostedOption | None]) -> str:
    """Instances and paid hours; the number of instances once where it is the same for every size."""
    known = [option.run for option in sized if option]
    if len(known) == len(sized) and len({run.instances for run in known}) == 1:
        return sentences.count_and_hours(known[0].instances, [run.billed.likely for run in known])
    each = (sentences.count_and_hours(o.run.instances, [o.run.billed.likely]) if o else "-" for o in sized)
    return _joined(list(each))


def _usd(spread: Interval | None) -> str:
    return figures.exact_dollars(spread.likely) if spread else "-"


def _joined(parts: list[str]) -> str:
    return " / ".join(parts)


def size_branches(verdict: Verdict) -> tuple[Branch, ...]:
    """The sizes the card answers for side by side, when the size was not said: the smallest and the largest."""
    ask = verdict.ask
    if ask is None or ask.slot != "parameters":
        return ()
    return (ask.branches[0], ask.branches[-1])


def same_option(branch: Branch, option: CostedOption) -> CostedOption | None:
    """The same offering at the branch's value; none where it takes another type there."""
    return next((other for other in costed(branch.case.options) if other.id == option.id), None)


def fact_table(facts: FactAnswer, numbers: Citations) -> tuple[tuple[str, ...], tuple[OptionRow, ...]]:
    """Heads and rows; empty where the answer is sentences alone."""
    if facts.prices:
        totals = any(row.total for row in facts.prices)
        return sentences.price_heads(totals=totals), tuple(
            _price(row, numbers, totals=totals) for row in facts.prices
        )
    lines = tuple(
        OptionRow(cells=sentences.property_cells(line), notes=numbers.of(line.cites)) for line in facts.properties
    )
    return ("", *facts.sides) if lines else (), lines


def _price(row: PriceRow, numbers: Citations, *, totals: bool) -> OptionRow:
    quote = row.quote if row.sold else None
    cells = (
        row.instance,
        sentences.name("tag", row.purchase),
        figures.rate(quote.usd_per_hour.likely) if quote else sentences.no_quote(row),
        sentences.where(row) if quote else "",
        sentences.seen_on(row) if quote else "",
        sentences.moved(row) if quote else "",
    )
    total = (sentences.total(row) if row.total and quote else "",) if totals else ()
    return OptionRow(cells=(*cells, *total), notes=numbers.of((quote.source,)) if quote else ())


class ShownTable(Fact):
    """Heads and rows; `right` are the columns of figures."""

    columns: tuple[str, ...] = ()
    rows: tuple[OptionRow, ...] = ()
    right: tuple[int, ...] = ()
    marks: str = ""  # what the marks before the rows mean; a mark on every row would tell nothing


def shown_table(form: str, table: AnswerTable | None, numbers: Citations) -> ShownTable:
    """The table in the words of its form; empty without one, or without rows."""
    if table is None or not table.rows:
        return ShownTable()
    form = table.words or form
    best, named = (any(getattr(row, mark) for row in table.rows) for mark in ("is_best", "is_named"))
    if not best and all(row.is_named for row in table.rows):
        table, named = table.model_copy(update={"rows": tuple(_unmarked(row) for row in table.rows)}), False
    return ShownTable(
        columns=tuple(sentences.column_head(form, key) for key in table.columns),
        rows=tuple(_answer_row(form, table, row, numbers) for row in table.rows),
        right=tuple(
            at for at in range(len(table.columns)) if any(number(row.cells[at]) is not None for row in table.rows)
        ),
        marks=sentences.mark_legend(form, best=best, named=named) if best or named else "",
    )


def _unmarked(row: AnswerRow) -> AnswerRow:
    return row.model_copy(update={"is_named": False})


def _answer_row(form: str, table: AnswerTable, row: AnswerRow, numbers: Citations) -> OptionRow:
    return OptionRow(
        cells=tuple(sentences.cell(form, key, value) for key, value in zip(table.columns, row.cells, strict=True)),
        values=tuple(number(value) for value in row.cells),
        notes=numbers.of(row.cites),
        mark=sentences.row_mark(best=row.is_best, named=row.is_named),
    )


def number(cell: Value) -> float | None:
    """What a column can be sorted by."""
    if isinstance(cell, Interval):
        return cell.likely
    return float(cell) if isinstance(cell, int | float) and not isinstance(cell, bool) else None
