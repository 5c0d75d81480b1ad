"""Names of cards of which nothing is held: "Tesla P10", "RTX 6090", "A100X" beside an H100.

A card is one that nobody knows where a line of cards ("Tesla", "RTX") or its maker stands before a model's number, or
a known card beside it, and the number is no part of a name that is held.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.reading.words.chip_variants import UNKNOWN
from engine.reading.words.patterns import Match
from engine.reading.words.tokens import Token

_LETTERED = re.compile(r"[abcghklmpqtv]\d{2,4}[a-z]{0,2}")  # "p10", "t40", "a1000", "a100x"
_NUMBERED = re.compile(r"(?!\d000)\d{3,4}")  # behind "RTX"; "RTX 4000" is a series
_SUFFIXES = frozenset({"ti", "super", "xt", "xtx", "gre", "d", "m", "s", "hx", "max-q"})
_SERIES = frozenset({"series", "xx", "x", "-", "family", "generation"})  # of several cards: "RTX 4000 series"
_JOINTS = frozenset({"or", "and", "vs", "versus", "/", ",", "&", "than"})
_GIGABYTES = frozenset({"gb", "gib", "g"})
_HELD = frozenset(
    {"candidates", "instances", "bare_chip", "variant", "model", "not_card", "providers", "libraries", UNKNOWN}
)
_NEAR = 2  # tokens between a name and the known card it is listed with


def unknown_cards(tokens: Sequence[Token], matches: Sequence[Match], text: str) -> tuple[str, ...]:
    """Their names as they are written, each once, in their order."""
    held = {at for match in matches if match.slot in _HELD for at in range(match.first, match.last)}
    lines = {match.last: match for match in matches if match.slot == "card_line"}
    cards = {at for match in matches if match.slot == "candidates" for at in (match.first, match.last - 1)}
    longer = {match.first: match for match in matches if match.slot == UNKNOWN}
    found: dict[str, None] = {}
    known: set[int] = set()  # last tokens of the names found: a list goes on with them
    for at, token in enumerate(tokens):
        if at in longer:  # "RTX 5080 Super"
            end = longer[at].last
            found[text[token.start : tokens[end - 1].end]] = None
            known.add(end - 1)
            continue
        if at in held:
            continue
        line = lines.get(at)
        first = line.first if line is not None else at
        last = _model_end(tokens, at, numbered=line is not None and line.value == "numbered")
        if last is None or any(here in held for here in range(at, last)):
            continue
        written = text[token.start : token.end]
        shown = _is_listed(tokens, cards | known, at, last) or _has_memory(tokens, last)
        if line is None and not (written.isupper() and shown):
            continue
        found[text[tokens[first].start : tokens[last - 1].end]] = None
        known.add(last - 1)
    return tuple(found)


def _model_end(tokens: Sequence[Token], at: int, *, numbered: bool) -> int | None:
    """The token after a model's number that begins here; None where none does."""
    token = tokens[at]
    if token.kind == "word" and _LETTERED.fullmatch(token.norm):
        return at + 1
    if not (numbered and token.kind == "number" and _NUMBERED.fullmatch(token.norm)):
        return None
    last = at + 1
    while last < len(tokens) and tokens[last].norm in _SUFFIXES:
        last += 1
    goes_on = last < len(tokens) and tokens[last].norm in _SERIES and (tokens[last].glued or tokens[last].norm != "-")
    return None if goes_on else last


def _is_listed(tokens: Sequence[Token], cards: set[int], first: int, last: int) -> bool:
    """Whether a card stands beside it with a word that lists them between: "A100X or H100"."""
    before = range(max(0, first - _NEAR), first)
    behind = range(last, min(len(tokens), last + _NEAR))
    joined = {tokens[at].norm for at in (first - 1, last) if 0 <= at < len(tokens)} & _JOINTS
    return bool(joined) and any(at in cards for at in (*before, *behind))


def _has_memory(tokens: Sequence[Token], at: int) -> bool:
    """Whether gigabytes stand right behind it: "T40 (16G)"."""
    at += at < len(tokens) and tokens[at].norm in ("(", "-")
    size = tokens[at : at + 2]
    return len(size) == _NEAR and size[0].kind == "number" and size[1].norm in _GIGABYTES
