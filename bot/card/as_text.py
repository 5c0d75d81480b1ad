"""The card as text, for a terminal and for pipes; and the trace of its figures."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from typing import Any

from bot.advice.advisor import Answer
from bot.card.card import Card, card
from bot.card.tables import rows
from bot.wording.text_table import within
from bot.wording.words import environment

LABEL = 14  # width of the left column of labels in the text card
WIDTH = 110


def headline(answer: Answer) -> str:
    """The card's first line, plain."""
    return card(answer).headline


def card_text(answer: Answer, width: int = WIDTH, *, styled: bool = False) -> str:
    """The card as text, in printable characters only: nothing the asker typed can steer a terminal.

    `styled` adds rich's console markup, for which other people's words are escaped first.
    """
    templates = environment().overlay(keep_trailing_newline=False)
    templates.filters = templates.filters | {
        "hang": hang,
        "wrap": wrap,
        "grid": lambda shown: _fitted(shown, width) if styled else grid(shown),
        "strong": _strong if styled else _plain,
        "faint": _faint if styled else _plain,
    }
    shown = _with_text(card(answer), _printable)
    if styled:
        from rich.markup import escape

        shown = _with_text(shown, escape)
    text = templates.get_template("terminal/card.txt.j2").render(c=shown, width=width)
    return "\n".join(line.rstrip() for line in text.strip().splitlines()) + "\n"


def math_text(answer: Answer) -> str:
    """The trace of the offerings on the card, step by step."""
    options = rows(answer.verdict) if answer.verdict else ()
    return environment().get_template("terminal/math.txt.j2").render(options=options, sources=answer.sources)


def wrap(text: str, width: int) -> str:
    return "\n".join(textwrap.wrap(text, width, break_long_words=False)) or text


def hang(text: str, label: str, width: int) -> str:
    """A paragraph hanging right of its label; below a label too long for the column."""
    indent, is_long = " " * LABEL, len(label) >= LABEL
    first = indent if is_long else label.ljust(LABEL)
    lines = textwrap.wrap(text, width, initial_indent=first, subsequent_indent=indent, break_long_words=False)
    return "\n".join([label, *lines] if is_long else lines)


def grid(shown: Card) -> str:
    """The option table in columns: words to the left, figures to the right."""
    lines = [shown.columns, *(row.cells for row in shown.rows)]
    widths = [max(len(line[place]) for line in lines) for place in range(len(shown.columns))]
    notes = ["", *("".join(f" [{number}]" for number in row.notes) for row in shown.rows)]
    out = []
    for line, refs in zip(lines, notes, strict=True):
        cells = [
            cell.ljust(width) if place in (0, 1, len(widths) - 1) else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(line, widths, strict=True))
        ]
        out.append(("  ".join(cells) + refs).rstrip())
    return "\n".join(out)


def _fitted(shown: Card, width: int) -> str:
    """The table within a terminal, whose cells are escaped for rich already."""
    from rich.markup import escape, render

    text = grid(shown)
    if max(len(render(line).plain) for line in text.splitlines()) <= width:
        return text
    last = len(shown.columns) - 1
    rows = [tuple(render(cell).plain for cell in shown.columns)]
    for row in shown.rows:
        notes = "".join(f" [{number}]" for number in row.notes)
        cells = tuple(render(cell).plain for cell in row.cells)
        rows.append((*cells[:-1], cells[-1] + notes))
    return escape(within(rows, width, right=range(2, last)))


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
