"""Blocks of Slack's Block Kit, kept within its lengths. Takes escaped mrkdwn only; knows no wording."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NewType, TypeAlias

from bot.wording.words import clip, inert
from bot.wording.words import mrkdwn as escaped

Block: TypeAlias = dict[str, Any]
Mrkdwn = NewType("Mrkdwn", str)  # escaped, with our own markup in it

NOTHING = "-"  # Slack takes no empty text
HEADER_LENGTH = 150
ENDS = ("; ", ". ", ", ")  # ends of clauses, the best place to break first
MORE = " … "
SECTION_LENGTH = 2900  # below Slack's limit: the last line of a piece is not cut
CONTEXT_LENGTH = 2900
CAPTION_LENGTH = 300
FIELDS = 10  # of a section
FIELD_LENGTH = 1900
CELL_LENGTH = 120
HEAD_LENGTH = 40
TABLE_LENGTH = 9000  # of all cells; a data_table takes twice that, but its fallback, a table, does not
TABLE_ROWS = 99
TABLE_COLUMNS = 20
PAGE_ROWS = 8


def safe(text: object) -> Mrkdwn:
    """Escaped text: it can contain no mention or link."""
    return Mrkdwn(escaped(text))


def bold(text: Mrkdwn) -> Mrkdwn:
    return Mrkdwn(f"*{text}*")


def code(text: object) -> Mrkdwn:
    """A code block, to copy from."""
    return Mrkdwn(f"```{escaped(text).replace('```', '')}```")


def link(url: str | None, text: str) -> Mrkdwn:
    """A link, or only its text if there is no address."""
    shown = safe(text.replace("|", "/"))
    return Mrkdwn(f"<{escaped(url).replace('|', '%7C')}|{shown}>") if url else shown


def joined(parts: Iterable[Mrkdwn], between: str = " ") -> Mrkdwn:
    return Mrkdwn(between.join(part for part in parts if part))


def header(text: str) -> list[Block]:
    """A heading; if the text is too long for one, its last clauses follow as a paragraph."""
    flat = inert(text, 2000)
    if len(flat) <= HEADER_LENGTH:
        return [{"type": "header", "text": _plain(flat)}]
    for mark in ENDS:
        head, separator, rest = flat[: HEADER_LENGTH - len(MORE)].rpartition(mark)
        if separator:
            return [
                {"type": "header", "text": _plain(head + MORE.rstrip())},
                section(safe(MORE.lstrip() + rest + flat[HEADER_LENGTH - len(MORE) :])),
            ]
    return [section(bold(safe(flat)))]


def section(text: Mrkdwn) -> Block:
    return {"type": "section", "text": {"type": "mrkdwn", "text": clip(text, SECTION_LENGTH).strip() or NOTHING}}


def sections(lines: Sequence[Mrkdwn], most: int) -> list[Block]:
    """The lines in as few sections as possible, at most `most`; the rest is cut visibly."""
    pieces: list[str] = []
    for line in lines:
        if pieces and len(pieces[-1]) + 1 + len(line) <= SECTION_LENGTH:
            pieces[-1] += f"\n{line}"
        else:
            pieces.append(line)
    shown = [*pieces[: most - 1], "\n".join(pieces[most - 1 :])] if len(pieces) > most else pieces
    return [section(Mrkdwn(piece)) for piece in shown]


def bullets(title: str, lines: Sequence[Mrkdwn], most: int = 3) -> list[Block]:
    """A titled list; empty without lines."""
    return sections([bold(safe(title)), *(Mrkdwn(f"• {line}") for line in lines)], most) if lines else []


def context(lines: Sequence[Mrkdwn]) -> list[Block]:
    """Small print, one line each; empty without lines."""
    if not lines:
        return []
    text = clip("\n".join(lines), CONTEXT_LENGTH).strip() or NOTHING
    return [{"type": "context", "elements": [{"type": "mrkdwn", "text": text}]}]


def inert_context(text: str, limit: int = 600) -> Block:
    """Small print in plain text: markup in it has no effect."""
    return {"type": "context", "elements": [_plain(inert(text, limit))]}


def raw(text: str, value: float | None = None) -> Block:
    """A cell: inert text; with a value the column can be sorted by it."""
    shown = inert(text[: 4 * CELL_LENGTH], CELL_LENGTH) or NOTHING
    return {"type": "raw_text", "text": shown} if value is None else _number(shown, value)


def links(parts: Sequence[tuple[str, str | None]]) -> Block:
    """A cell of short linked texts."""
    elements: list[Block] = []
    for text, url in parts:
        elements += [{"type": "text", "text": " "}] if elements else []
        elements.append({"type": "link", "url": url, "text": text} if url else {"type": "text", "text": text})
    return {"type": "rich_text", "elements": [{"type": "rich_text_section", "elements": elements}]}


def data_table(caption: str, heads: Sequence[str], rows: Sequence[Sequence[Block]]) -> list[Block]:
    """A table whose first column names the rows; rows beyond Slack's limits are dropped."""
    width = min(len(heads), TABLE_COLUMNS)
    head = [raw(inert(text, HEAD_LENGTH)) for text in heads[:width]]
    kept: list[list[Block]] = []
    length = sum(cell_length(cell) for cell in head)
    for row in rows[:TABLE_ROWS]:
        length += sum(cell_length(cell) for cell in row[:width])
        if length > TABLE_LENGTH:
            break
        kept.append(list(row[:width]))
    if not kept:
        return []
    made: Block = {
        "type": "data_table",
        "caption": inert(caption, CAPTION_LENGTH) or NOTHING,
        "rows": [head, *kept],
        "page_size": PAGE_ROWS,
        "row_header_column_index": 0,
    }
    return [made]


def cell_length(cell: Block) -> int:
    """The characters Slack counts in a cell."""
    if cell["type"] != "rich_text":
        return len(cell["text"])
    return sum(len(part.get("text", "")) for section in cell["elements"] for part in section["elements"])


def line_chart(
    title: str, axes: tuple[str, str], categories: Sequence[str], series: Sequence[tuple[str, Sequence[float]]]
) -> Block:
    """A native line chart: up to 20 categories; names and categories unique and up to 20 characters."""
    return {
        "type": "data_visualization",
        "title": inert(title, 50),
        "chart": {
            "type": "line",
            "series": [
                {
                    "name": name,
                    "data": [
                        {"label": label, "value": value} for label, value in zip(categories, values, strict=True)
                    ],
                }
                for name, values in series
            ],
            "axis_config": {"categories": list(categories), "x_label": axes[0], "y_label": axes[1]},
        },
    }


def _plain(text: str) -> Block:
    return {"type": "plain_text", "emoji": False, "text": text or NOTHING}


def _number(text: str, value: float) -> Block:
    return {"type": "raw_number", "value": value, "text": text}
