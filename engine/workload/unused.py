"""Amounts that a text states and the answer does not use: they belong beside the figures, not at the end."""

from __future__ import annotations

import re

from engine.workload.profile import Reading

SHOWN = 3
LONGEST = 40  # characters of one
_AMOUNT = re.compile(
    r"\d[\d.,]*\s?[^\W\d_%]{1,}|\d[\d.,]*\s?%|[$€£]\s?\d|\d{3,}"
)  # a number with its unit, or a large one
_DECIDES = re.compile(  # what so many of change a sum of memory, hours or dollars
    r"\b(?:tokens?|context|ctx|len|lengths?|sequences?|resolutions?|pixels?|px|frames?|fps|batch(?:es)?|users?|requests?"
    r"|concurrent|images?|videos?|seconds long|epochs?|layers?|parameters?|params?"
    r"|people|persons?|clients?|sessions?|streams?|dialogs?|dialogues?|conversations?|chats?|calls?|devs|employees"
    r"|pages?|documents?|docs|pictures?|photos?|nutzer\w*|mitarbeit\w*|anfragen|kontext\w*|диалог\w*|пользовател\w*"
    r"|запрос\w*|контекст\w*)\b|长度|分辨率|并发|帧|用户|人|路|图片|张图|同時|接続|\b\d+\s?k\b",
    re.IGNORECASE,
)
_ADDRESS = re.compile(r"https?:|\b\d+\.\d+\.\d+\b|\d{4}-\d\d-\d\d|#\d")  # links, versions, dates, issue numbers


def unused_amounts(reading: Reading, read: tuple[tuple[int, int], ...] = ()) -> tuple[str, ...]:
    """The first stretches that were not understood and hold an amount, cut short; `read`: where those stand in the
    text that the answer uses all the same."""
    found = (
        stretch
        for stretch in reading.unread
        if _AMOUNT.search(stretch) and not _ADDRESS.search(stretch) and not _is_read(stretch, reading.text, read)
    )
    return tuple(dict.fromkeys(_around(stretch) for stretch in found))[:SHOWN]


def _is_read(stretch: str, text: str, read: tuple[tuple[int, int], ...]) -> bool:
    """Whether a stretch touches one of these places."""
    first = text.find(stretch)
    return first >= 0 and any(start < first + len(stretch) and first < end for start, end in read)


def decides(amount: str) -> bool:
    """Whether an answer without that amount may be to another question."""
    return _DECIDES.search(amount.replace("_", " ")) is not None


def _around(stretch: str) -> str:
    """The amount with the words next to it."""
    if len(stretch) <= LONGEST:
        return stretch
    amount = _AMOUNT.search(stretch)
    start = max(0, (amount.start() if amount else 0) - LONGEST // 2)
    cut = stretch[start : start + LONGEST]
    return cut.partition(" ")[2] or cut if start else cut.rpartition(" ")[0] or cut
