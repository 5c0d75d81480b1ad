"""How an answer is brought to 4 kB: what decides most is taken in first, until there is no more room.

It begins with what always stays: the form, the kind, the headline, the recommended option. Then entries are taken in,
one at a time, in the order of `ORDER`; choices and titles without their details first, which come where room is left.
What did not find room is counted.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from bot.brief.contract import LONGEST

Json = dict[str, Any]
Kept = dict[str, int]  # of each key how many entries are taken in, and of each detail how many have it
ALL = 1_000
STAYS = frozenset({"schema_version", "form", "kind", "as_of", "headline", "lean", "per", "option"})
ORDER: tuple[tuple[str, int], ...] = (  # up to how many of each
    ("headline_cites", ALL), ("advice", 1), ("confidence", 1), ("turns_on", 1), ("ask_back", 2), ("unanswered", 2),
    ("changed", 1), ("choices", 2), ("break_even", 1), ("flips", 2), ("table", 6), ("said", 12), ("choices", 3),
    ("table", 12), ("assumed", 6), ("flips", 3), ("break_even", 2), ("choices", 4), ("table", ALL), ("choices", ALL),
    ("flips", ALL), ("break_even", ALL), ("confidence", ALL), ("ask_back", ALL),
    # what follows is prose, and details of the above
    ("answer", 1), ("said", ALL), ("also", 3), ("unanswered", ALL), ("ignored", 2), ("assumed", ALL),
    ("row_cites", 1), ("answer", 3), ("next", 1), ("details", 3), ("ruled_out", 4), ("ignored", 6), ("answer", 6),
    ("derived", 4), ("read_as", ALL), ("details", ALL), ("answer", ALL), ("also", ALL), ("derived", ALL),
    ("ruled_out", ALL), ("ignored", ALL), ("titles", ALL), ("long", ALL),
)  # fmt: skip
LONG = (  # whose texts are given in full again, in this order
    "ask_back", "unanswered", "confidence", "flips", "table", "said", "advice", "next", "also", "option",
    "choices", "assumed", "ruled_out", "derived", "changed", "read_as", "ignored", "turns_on", "break_even",
)  # fmt: skip
DETAILS = frozenset({"accelerator", "usd_per_run_range", "usd_total_range"})  # of a choice; and its second source
WIDTHS = (240, 140)  # characters of a text
HEADLINE = 700  # of the first line, which keeps its conditions as long as it can
TITLE = 40
EXEMPT = frozenset({"url", "headline"})  # a cut address leads nowhere
WHOLE = EXEMPT | {"answer"}  # a sentence of the answer is told whole or not at all


def text_of(body: Json) -> str:
    """The JSON of a brief answer, on one line."""
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"))


def size(body: Json) -> int:
    """Its bytes, with the end of the line it is printed on."""
    return len(text_of(body).encode()) + 1


def shortened(body: Json) -> Json:
    """The answer in at most `LONGEST` bytes, with the sources of what is shown."""
    whole, room = _clean(body), LONGEST
    sources = whole.pop("cites", {})
    if size(all_of_it := _sourced(whole, sources, ALL)) <= room:
        return all_of_it
    for width, headline in ((WIDTHS[0], ALL * ALL), (WIDTHS[0], HEADLINE), (WIDTHS[1], HEADLINE), (WIDTHS[1], 0)):
        made = Taken(whole, sources, width, max(headline, WIDTHS[1]))
        if size(made.body({})) <= room:
            break
    return made.filled(room)


class Taken:
    """An answer of which as much is taken in as there is room for."""

    def __init__(self, whole: Json, sources: Json, width: int, headline: int) -> None:
        line, gone = _clip(whole["headline"], headline)
        self._whole, self._sources, self._width = {**whole, "headline": line}, sources, width
        self._gone = gone

    def filled(self, room: int) -> Json:
        """In the order of what decides."""
        kept: Kept = {}
        for key, most in ORDER:
            low, high = kept.get(key, 0), min(most, self._count(key))
            tried = high  # all of them first, then by halves
            while low < high:
                fits = size(self.body(kept | {key: tried})) <= room
                low, high = (tried, high) if fits else (low, tried - 1)
                tried = (low + high + 1) // 2
            kept[key] = low
        return self.body(kept)

    def _count(self, key: str) -> int:
        if key == "details":
            return len(self._whole.get("choices", ()))
        if key == "row_cites":
            return int("row_cites" in self._whole.get("table", ()))
        if key == "titles":
            return len(self._sources)
        return len(LONG) if key == "long" else _count(self._whole, key)

    def body(self, kept: Kept) -> Json:
        """What is taken in, with its sources and what was left out."""
        made, left = {}, dict[str, int]()
        clipped, whole = self._gone, set(LONG[: kept.get("long", 0)])
        for key, held in self._whole.items():
            if key in STAYS:
                part, most = held, 0
            else:
                most = kept.get(key, 0)
                part = _part(self._whole, key, most)
                left[key] = _count(self._whole, key) - most
            if key == "choices":
                part, left["details"] = _without_details(part, kept.get("details", 0))
            if key == "table" and part and not kept.get("row_cites"):
                part = _with_one_list(part)
            if key not in whole:
                part, gone = (part, 0) if key in WHOLE else _clip(part, self._width)
                clipped += gone
            made[key] = part
        left["characters"] = clipped
        made["left_out"] = {key: count for key, count in left.items() if count}
        return _sourced(made, self._sources, kept.get("titles", 0))


def _count(body: Json, key: str) -> int:
    held = body.get(key)
    if held is None:
        return 0
    if key == "table":
        return len(held["rows"])
    if key == "confidence":
        return len(held.get("because", ()))
    return len(held) if isinstance(held, list | dict) and key != "turns_on" else 1


def _part(body: Json, key: str, most: int) -> Any:
    """The first entries of a key; nothing where there are none."""
    held = body[key]
    if key == "confidence":
        return without_empty({**held, "because": held.get("because", [])[:most]})
    if most == 0:
        return None
    if key == "table":
        return {**held, **{name: held[name][:most] for name in ("rows", "row_cites") if name in held}}
    if isinstance(held, list):
        return held[:most]
    if isinstance(held, dict) and key != "turns_on":
        return dict(list(held.items())[:most])
    return held


def _without_details(choices: list[Json] | None, full: int) -> tuple[list[Json] | None, int]:
    """The choices after the first `full` in few words, and how many lost something by that."""
    if not choices:
        return choices, 0
    short = [
        {key: value[:1] if key == "cites" else value for key, value in choice.items() if key not in DETAILS}
        for choice in choices[full:]
    ]
    return [*choices[:full], *short], sum(one != other for one, other in zip(short, choices[full:], strict=True))


def _with_one_list(table: Json) -> Json:
    """The sources of all rows in one list."""
    named = dict.fromkeys(name for row in table.get("row_cites", ()) for name in row)
    return without_empty({key: value for key, value in table.items() if key != "row_cites"} | {"cites": list(named)})


def _sourced(body: Json, sources: Json, titles: int) -> Json:
    """With the sources that what is shown cites, in that order; the first `titles` with their whole title."""
    found = [name for name in dict.fromkeys(_used(body)) if name in sources]
    shown = {}
    for place, name in enumerate(found):
        entry = sources[name]
        cut = place >= titles and "title" in entry
        shown[name] = entry | {"title": _clip(entry["title"], TITLE)[0]} if cut else entry
    rest = {key: value for key, value in body.items() if key != "left_out"}
    return without_empty({**rest, "cites": shown, "left_out": body.get("left_out")})


def _used(body: object) -> Iterator[str]:
    """Source ids under a list called `cites` or `..._cites`, at any depth."""
    if isinstance(body, dict):
        for key, value in body.items():
            if not key.endswith("cites"):
                yield from _used(value)
            elif isinstance(value, list):
                yield from (name for part in value for name in (part if isinstance(part, list) else [part]))
    elif isinstance(body, list):
        for value in body:
            yield from _used(value)


def _clip(value: Any, most: int) -> tuple[Any, int]:
    """With every text cut to `most` characters, and how many went."""
    if isinstance(value, str) and len(value) > most:
        return value[: most - 1] + "…", len(value) - most + 1
    if isinstance(value, list):
        parts = [_clip(part, most) for part in value]
        return [part for part, _ in parts], sum(gone for _, gone in parts)
    if isinstance(value, dict):
        held = {key: (part, 0) if key in EXEMPT else _clip(part, most) for key, part in value.items()}
        return {key: part for key, (part, _) in held.items()}, sum(gone for _, gone in held.values())
    return value, 0


def plain(text: str) -> str:
    """On one line, in characters that can be printed and encoded."""
    return " ".join("".join(mark if mark.isprintable() else " " for mark in text).split())


def _clean(value: Any) -> Any:
    if isinstance(value, str):
        return plain(value)
    if isinstance(value, list):
        return [_clean(part) for part in value]
    if isinstance(value, dict):
        return {key: _clean(part) for key, part in value.items()}
    return value


def without_empty(body: Json) -> Json:
    """Without what is unknown or empty; 0 and false are known."""
    return {key: value for key, value in body.items() if value is not None and value not in ("", [], {}, ())}
