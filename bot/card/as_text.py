"""The card as text, for a terminal and for pipes; and the trace of its figures."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from jinja2 import Environment, Template

from bot.advice.advisor import Answer
from bot.advice.rest import quoted
from bot.card.card import Card, card
from bot.card.citations import Citation
from bot.card.fact_lines import last_lines
from bot.card.shown_options import rows
from bot.card.tables import OptionRow
from bot.wording.text_table import columns, within
from bot.wording.words import environment, say

LABEL = 16  # width of the left column of labels in the text card
WIDTH = 120
ARRANGEMENTS = 8  # of a card whose templates are kept: a width, with or without markup, whole or brief
GAP = "  "
INDENT = "    "
LEFT = frozenset({"instance", "bought", "seen", "region"})  # columns of words
BELOW = ("range", "region", "seen", "per_million", "latency", "evidence")  # what moves to a second line, in its order
NARROW = ("rate", *BELOW)
FULL_ONLY = frozenset({"range"})
FACTS = 1  # at first sight, beside a verdict
CITED = re.compile(r"\[(\d+)\]")


def headline(answer: Answer) -> str:
    """The card's first line, plain."""
    return card(answer).headline


def card_text(answer: Answer, width: int = WIDTH, *, styled: bool = False, full: bool = False) -> str:
    """The card as text, in printable characters only: nothing the asker typed can steer a terminal.

    `styled` adds rich's console markup, for which other people's words are escaped first; `full` is all of it.
    """
    shown = _with_text(card(answer, full=full), _printable)
    if styled:
        from rich.markup import escape

        shown = _with_text(shown, escape)
    template = _templates(width, styled=styled, full=full).get_template("terminal/card.txt.j2")
    pages = [
        _page(each, template, width, styled=styled, full=full)
        for each in (shown, *(_beside(shown, part) for part in shown.more))
    ]
    heads = ["", *(f"\n{hang(quoted(each.question), _also(), width)}\n\n" for each in shown.more)]
    last = "".join(f"\n{wrap(line, width)}\n" for line in last_lines(shown.read_as, shown.withheld, shown.unanswered))
    return "".join(head + page for head, page in zip(heads, pages, strict=True)) + last


@lru_cache(maxsize=ARRANGEMENTS)
def _templates(width: int, *, styled: bool, full: bool) -> Environment:
    """The templates of a card in one arrangement, kept: what is made anew reads each of them from its file again."""
    templates = environment().overlay(keep_trailing_newline=False)
    templates.filters = templates.filters | {
        "hang": hang,
        "wrap": wrap,
        "grid": lambda shown: grid(shown, width, full=full, styled=styled),
        "strong": _strong if styled else _plain,
        "faint": _faint if styled else _plain,
    }
    return templates


def _beside(first: Card, other: Card) -> Card:
    """A further part without what the first one says of how the message was read."""
    unread = tuple(stretch for stretch in other.unread if stretch not in first.unread)
    update: dict[str, object] = {"unread": unread}
    if other.said == first.said:
        update |= {"said": (), "known": (), "worked_out": (), "ruled_out": ()}
    return other.model_copy(update=update)


def _also() -> str:
    return say("words/card/next.j2", "also_asked")


def _page(shown: Card, template: Template, width: int, *, styled: bool, full: bool) -> str:
    """One question's part of the card."""
    text = template.render(c=shown, width=width, full=full, facts=FACTS)
    lines = [line.rstrip() for line in text.strip().splitlines()]
    if (shown.confidence or shown.is_offers or shown.is_answer) and not full:
        lines += _sources(shown, "\n".join(lines), width, styled=styled)
        lines += [_more(shown)] if shown.is_offers else []
    return "\n".join(lines) + "\n"


def _sources(shown: Card, text: str, width: int, *, styled: bool) -> list[str]:
    """The sources of what is seen, in as few lines as hold them."""
    cited = {int(number) for number in CITED.findall(text)}
    by_publisher: dict[str, list[Citation]] = {}
    for note in shown.notes:
        if note.number in cited:
            by_publisher.setdefault(say("words/card/next.j2", "publisher", note), []).append(note)
    brief = [say("words/card/next.j2", "of_publisher", name, notes) for name, notes in by_publisher.items()]
    lines = hang(" · ".join(brief), say("words/card/next.j2", "sources"), width).splitlines() if brief else []
    return [_faint(line) for line in lines] if styled else lines


def _more(shown: Card) -> str:
    return say("words/card/next.j2", "more", shown.hidden)


def math_text(answer: Answer) -> str:
    """The trace of the offerings on the card, step by step; without an offering, the sums that the answer tells."""
    options = [option for option in (rows(answer.verdict, full=True) if answer.verdict else ()) if option.steps]
    templates = environment().overlay()
    templates.filters = templates.filters | {"wrap": wrap, "grid": lambda shown: grid(shown, WIDTH, full=True)}
    shown = None if options else _with_text(card(answer, full=True), _printable)
    return templates.get_template("terminal/math.txt.j2").render(
        options=options, sources=answer.sources, c=shown, width=WIDTH
    )


def wrap(text: str, width: int) -> str:
    return "\n".join(textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False)) or text


def hang(text: str, label: str, width: int) -> str:
    """A paragraph hanging right of its label; below a label too long for the column."""
    indent, is_long = " " * LABEL, len(label) >= LABEL
    first = indent if is_long else label.ljust(LABEL)
    lines = textwrap.wrap(
        text,
        width,
        initial_indent=first,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return "\n".join([label, *lines] if is_long else lines)


def grid(shown: Card, width: int = WIDTH, *, full: bool = True, styled: bool = False) -> str:
    """The table in columns, words to the left and figures to the right; its rows in two lines where it is too wide.

    Styled, the cells are escaped for rich already.
    """
    if shown.is_answer:
        return _answer_grid(shown, width, styled=styled)
    if not shown.keys:
        return _fact_grid(shown, width, styled=styled)
    places = [place for place, key in enumerate(shown.keys) if full or key not in FULL_ONLY]
    lines: list[str] = []
    for moved in ((), BELOW, NARROW):
        beside = [at for at in places if shown.keys[at] not in moved]
        lines = _lines(shown, beside, [at for key in moved for at in places if shown.keys[at] == key])
        if max(len(part) for line in lines for part in line.split("\n")) <= width:
            break
    out = [lines[0]]
    for row, line in zip(shown.rows, lines[1:], strict=True):
        out += line.split("\n")
        if row.remark and len(out[-1]) + len(row.remark) + len(GAP) <= width:
            out[-1] += GAP + row.remark
        elif row.remark:
            out += textwrap.wrap(row.remark, width, initial_indent=INDENT, subsequent_indent=INDENT)
    return "\n".join(out)


def _lines(shown: Card, beside: list[int], below: list[int]) -> list[str]:
    """The head and one line a row; what stands below is a second line of each row."""
    table = [shown.columns, *(row.cells for row in shown.rows)]
    widths = [max(len(cells[place]) for cells in table) for place in beside]
    marks = ["", *(row.mark or _held(shown, at) for at, row in enumerate(shown.rows))]
    notes = ["", *(_refs(row) for row in shown.rows)]
    out = []
    for mark, cells, refs in zip(marks, table, notes, strict=True):
        line = f"{mark or ' '} " + GAP.join(
            _padded(cells[place], shown.keys[place], size) for place, size in zip(beside, widths, strict=True)
        )
        parts = (say("words/card/table.j2", "below", shown.keys[place], cells[place]) for place in below)
        second = " · ".join(part for part in parts if part)
        out.append(
            f"{line.rstrip()}\n{INDENT}{second}{refs}" if second and cells is not shown.columns else line + refs
        )
    return [line.rstrip() for line in out]


def _padded(cell: str, key: str, size: int) -> str:
    """A cell in its column; the last one ends where its words do."""
    return cell if key == "evidence" else cell.ljust(size) if key in LEFT else cell.rjust(size)


def _refs(row: OptionRow) -> str:
    return " " + "".join(f"[{number}]" for number in row.notes) if row.notes else ""


def _held(shown: Card, row: int) -> str:
    return say("words/card/table.j2", "held_mark") if row >= len(shown.rows) - shown.held_back else ""


def _fact_grid(shown: Card, width: int, *, styled: bool) -> str:
    """The table of an answer in facts, folded within a terminal."""
    last = len(shown.columns) - 1
    notes = [_refs(row) for row in shown.rows]
    table = [shown.columns, *((*r.cells[:-1], r.cells[-1] + n) for r, n in zip(shown.rows, notes, strict=True))]
    if not styled:
        return columns(table, right=range(2, last))
    from rich.markup import escape, render

    return escape(within([tuple(render(cell).plain for cell in row) for row in table], width, right=range(2, last)))


def _answer_grid(shown: Card, width: int, *, styled: bool) -> str:
    """The table of an answer, folded within a terminal; before each row its mark."""
    marks = any(row.mark for row in shown.rows)
    rows = [(*((row.mark,) if marks else ()), *row.cells[:-1], row.cells[-1] + _refs(row)) for row in shown.rows]
    table = [(*(("",) if marks else ()), *shown.columns), *rows]
    right = [at + marks for at in shown.right if at + 1 < len(shown.columns)]
    if not styled:
        return within(table, width, right=right)
    from rich.markup import escape, render

    return escape(within([tuple(render(cell).plain for cell in row) for row in table], width, right=right))


def _plain(text: str) -> str:
    return text


def _strong(text: str) -> str:
    return f"[bold]{text}[/bold]"


def _faint(text: str) -> str:
    return f"[dim]{text}[/dim]"


def _printable(text: str) -> str:
    return "".join(character if character.isprintable() else " " for character in text)


def _with_text(shown: Card, change: Callable[[str], str]) -> Card:
    """The card with every text in it changed."""

    def changed(value: Any) -> Any:
        if isinstance(value, str):
            return change(value)
        if isinstance(value, list):
            return [changed(part) for part in value]
        if isinstance(value, dict):
            return {key: changed(part) for key, part in value.items()}
        return value

    return Card.model_validate(changed(shown.model_dump(mode="json")))
