"""Simpler forms of blocks for workspaces that refuse the newest: each keeps the words, and the last is plain text.

data_table -> table -> section with fields -> section with text. Charts are dropped, since the card says the same in
words; feedback buttons are dropped. Each process remembers what was refused, so that not every post costs two calls.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from threading import Lock
from typing import Any, TypeAlias

from bot.blockkit.build import FIELD_LENGTH, FIELDS, Block, Mrkdwn, bold, joined, safe, section
from bot.wording.words import clip

Blocks: TypeAlias = list[dict[str, Any]]

BLOCKS_MOST = 50
FIELDS_FORM = "fields"  # sections with fields, of our own making
POINTER = re.compile(r"/blocks/(\d+)")


class Refusals:
    """The kinds of blocks that Slack refused. Safe to share between threads."""

    def __init__(self) -> None:
        self._kinds: set[str] = set()
        self._lock = Lock()

    def add(self, kinds: Iterable[str]) -> None:
        with self._lock:
            self._kinds |= set(kinds)

    def known(self) -> frozenset[str]:
        with self._lock:
            return frozenset(self._kinds)

    def forget(self) -> None:
        with self._lock:
            self._kinds.clear()


def without(blocks: Sequence[Mapping[str, Any]], refused: frozenset[str]) -> Blocks:
    """The blocks, with those of a refused kind in a simpler form."""
    out: Blocks = [dict(block) for block in blocks]
    for kind, simpler in SIMPLER.items():
        if kind in refused:
            out = [made for block in out for made in (simpler(block) if _kind(block) == kind else [block])]
    return out[:BLOCKS_MOST]


def to_refuse(blocks: Sequence[Mapping[str, Any]], pointers: Iterable[str]) -> str | None:
    """The kind to replace next: the one Slack pointed at, else the newest; None if all are plain."""
    kinds = [_kind(block) for block in blocks]
    for pointer in pointers:
        match = POINTER.search(pointer)
        if match and int(match[1]) < len(kinds) and kinds[int(match[1])] in SIMPLER:
            return kinds[int(match[1])]
    return next((kind for kind in SIMPLER if kind in kinds), None)


def _kind(block: Mapping[str, Any]) -> str:
    kind = str(block.get("type"))
    return FIELDS_FORM if kind == "section" and block.get("fields") else kind


def _dropped(_block: Block) -> Blocks:
    return []


def _plain_table(block: Block) -> Blocks:
    """A table without caption, pages and sorting; the caption is a section above it."""
    rows = [[_raw(cell) if cell["type"] == "raw_number" else cell for cell in row] for row in block["rows"]]
    wrapped = [{"is_wrapped": True} for _ in rows[0]]  # or a phone shows the first two columns
    return [section(safe(block["caption"])), {"type": "table", "rows": rows, "column_settings": wrapped}]


def _raw(cell: Block) -> Block:
    return {"type": "raw_text", "text": cell["text"]}


def _fields(block: Block) -> Blocks:
    """One section per row: its name, then a field for each figure."""
    head, *rows = ([_words(cell) for cell in row] for row in block["rows"])
    out = []
    for name, *figures in rows:
        pairs = [
            {"type": "mrkdwn", "text": clip(joined([bold(safe(title)), safe(text)], "\n"), FIELD_LENGTH)}
            for title, text in zip(head[1:], figures, strict=False)
        ]
        out.append(section(bold(safe(name))) | ({"fields": pairs[:FIELDS]} if pairs else {}))
    return out


def _text(block: Block) -> Blocks:
    lines = [Mrkdwn(field["text"].replace("\n", " ")) for field in block["fields"]]
    own = [Mrkdwn(block["text"]["text"])] if block.get("text") else []
    return [section(joined([*own, *lines], "\n"))]


def _words(part: object) -> str:
    """The text of a cell."""
    if not isinstance(part, Mapping):
        return ""
    own = part.get("text")
    inner = part.get("elements") or []
    return (own if isinstance(own, str) else "") + "".join(_words(each) for each in inner)


SIMPLER: dict[str, Callable[[Block], Blocks]] = {  # newest first; a result may be simplified again by a later entry
    "data_visualization": _dropped,
    "data_table": _plain_table,
    "context_actions": _dropped,
    "table": _fields,
    FIELDS_FORM: _text,
}
