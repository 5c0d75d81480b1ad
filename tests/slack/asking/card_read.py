"""A card in Slack taken apart into what a person reads: its first line, its table, its labelled lines."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from tests.slack.local.records import Message

Json = dict[str, Any]
LINK = re.compile(r"<(https?://[^|>]+)\|([^>]*)>")
LABEL = re.compile(r"^\*([^*]+)\* ?(.*)$", re.S)
NOTES = re.compile(r"( ?\[\d+\])+$")
MORE = "…"
EXTRA = ("context_actions", "actions", "data_visualization")


class Row(NamedTuple):
    name: str
    cells: Mapping[str, str]  # by the head of its column
    is_advised: bool


class Shown(NamedTuple):
    """One message. `labelled`: lines under a bold name; `lines`: all others, without the numbers of their sources."""

    spoken: str
    headings: tuple[str, ...]
    caption: str
    heads: tuple[str, ...]
    rows: tuple[Row, ...]
    labelled: Mapping[str, str]
    lines: tuple[str, ...]
    links: frozenset[str]
    buttons: tuple[str, ...] = ()

    def starting(self, words: str) -> str | None:
        """The rest of the line that starts so."""
        return next((line.removeprefix(words).strip() for line in self.lines if line.startswith(words)), None)


def read(message: Message) -> Shown:
    """What a message says."""
    headings: list[str] = []
    labelled: dict[str, str] = {}
    lines: list[str] = []
    links: set[str] = set()
    caption, heads, rows = "", (), ()
    for block in message.blocks or []:
        if block["type"] == "header":
            headings.append(block["text"]["text"])
        elif block["type"] == "data_table":
            caption = block["caption"]
            heads, rows = _table(block["rows"])
            links |= set(_urls(block))
        elif block["type"] not in EXTRA:
            for text in _texts(block):
                links |= {html.unescape(url) for url, _ in LINK.findall(text)}
                _take(html.unescape(LINK.sub(r"\2", text)), headings, labelled, lines)
    return Shown(
        spoken=html.unescape(message.text),
        headings=tuple(headings),
        caption=caption,
        heads=heads,
        rows=rows,
        labelled=labelled,
        lines=tuple(lines),
        links=frozenset(links),
        buttons=tuple(_buttons(message.blocks or [])),
    )


def _take(text: str, headings: list[str], labelled: dict[str, str], lines: list[str]) -> None:
    last = ""
    for line in text.split("\n"):
        found = LABEL.match(line)
        if line.startswith(MORE) and headings and headings[-1].endswith(MORE):
            headings.append(line)
        elif found and found[1].rstrip(":") not in labelled:
            last = found[1].rstrip(":")
            labelled[last] = NOTES.sub("", found[2])
        elif line.startswith("• ") and last and not labelled[last]:
            labelled[last] = line.removeprefix("• ")
        elif line.startswith("• ") and last:
            labelled[last] += "\n" + line.removeprefix("• ")
        elif text_of := NOTES.sub("", line.removeprefix("• ")).strip():
            lines.append(text_of)


def _table(rows: Sequence[Sequence[Json]]) -> tuple[tuple[str, ...], tuple[Row, ...]]:
    heads, *rest = [[_cell(cell) for cell in row] for row in rows]
    made = [
        Row(
            name=row[0].removeprefix("✓ "),
            cells=dict(zip(heads, row, strict=True)),
            is_advised=row[0].startswith("✓"),
        )
        for row in rest
    ]
    return tuple(heads), tuple(made)


def _cell(cell: Json) -> str:
    if cell["type"] != "rich_text":
        return str(cell["text"])
    return "".join(part.get("text", "") for section in cell["elements"] for part in section["elements"])


def _texts(block: Json) -> Iterator[str]:
    for each in (block.get("text"), *block.get("elements", ())):
        if isinstance(each, dict) and isinstance(each.get("text"), str):
            yield each["text"]


def _buttons(blocks: Sequence[Json]) -> Iterator[str]:
    for block in blocks:
        if block["type"] == "actions":
            yield from (each["text"]["text"] for each in block["elements"] if each["type"] == "button")


def _urls(part: object) -> Iterator[str]:
    if isinstance(part, dict):
        if isinstance(part.get("url"), str):
            yield part["url"]
        for value in part.values():
            yield from _urls(value)
    elif isinstance(part, list):
        for value in part:
            yield from _urls(value)
