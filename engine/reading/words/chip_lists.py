"""Chips that a number or a short name means only by what stands beside it: "v3-8", "TPU v3/v4", "4090 vs 5090"."""

from __future__ import annotations

from itertools import pairwise

from engine.reading.words.patterns import Match
from engine.reading.words.tokens import Token, is_unspaced

_LONGEST_SLICE = 6  # digits of the cores of a slice
_LISTS = frozenset(
    {"+", "&", "/", ",", "-", "(", "and", "or", "vs", "versus", "a", "an", "the", "one", "another", "my", "to"}
)
_MEASURES = frozenset("元円원条張张枚块個个步次回번개장万千人名年月日时時分秒字件")
_GIGABYTES = frozenset({"gb", "gib", "g"})
_LISTED = 5  # of these words between two chips of one kind
_SETS_AGAINST = frozenset({"vs", "versus", "or", "and", "+", "&", "/"})


def slices(tokens: list[Token], matches: list[Match]) -> list[Match]:
    """TPU slices named alone: "v3-8". A version before a number ("DeepSeek-V3 8 x H100") is none."""
    found: list[Match] = []
    for match in matches:
        behind = tokens[match.last : match.last + 3]
        if match.slot != "slice_of" or len(behind) < 2 or (tokens[match.first].glued and match.first):
            continue
        dash, number, *after = behind
        cores = int(number.norm) if number.norm.isdecimal() and len(number.norm) < _LONGEST_SLICE else 0
        ends = not after or not after[0].glued or after[0].kind == "mark"
        if dash.norm == "-" and dash.glued and number.glued and ends and cores > 1 and cores & (cores - 1) == 0:
            found.append(Match("candidates", match.value, match.first, match.last, match.implies))
    return found


def with_chips_beside(tokens: list[Token], matches: list[Match]) -> list[Match]:
    """With the chips a number alone names, where another of their kind stands beside ("TPU v3/v4")."""
    taken = {at: m for m in matches if m.slot == "candidates" for at in range(m.first, m.last)}
    bare = [m for m in matches if m.slot == "bare_chip" and m.first not in taken]
    tpus = any(str(match.value).startswith("tpu") for match in taken.values())
    found: list[Match] = []
    for _ in range(2):  # the second time from the right: "v3 and v4 TPUs"
        for match in bare:
            if match.first in taken:
                continue
            beside = _beside(tokens, taken, match.first - 1, -1) or _beside(tokens, taken, match.last, 1)
            if beside is not None and str(beside.value)[:3] == str(match.value)[:3]:
                found.append(Match("candidates", match.value, match.first, match.last, match.implies))
                taken.update(dict.fromkeys(range(match.first, match.last), found[-1]))
        for one, other in pairwise(bare):  # "4090 vs 5090"
            cards = str(one.value).startswith("rtx") and str(other.value).startswith("rtx")
            cards = cards or (tpus and str(one.value).startswith("tpu") and str(other.value).startswith("tpu"))
            joined = other.first - one.last == 1 and tokens[one.last].norm in _SETS_AGAINST
            for match in (one, other) if cards and joined else ():
                if match.first not in taken:
                    found.append(Match("candidates", match.value, match.first, match.last))
                    taken.update(dict.fromkeys(range(match.first, match.last), found[-1]))
        bare = bare[::-1]
    for match in bare:
        sure = _is_among_characters(tokens, match) or _has_memory(tokens, match)
        if match.first not in taken and str(match.value).startswith("rtx") and sure:
            found.append(Match("candidates", match.value, match.first, match.last))
    return [*matches, *found]


def _has_memory(tokens: list[Token], match: Match) -> bool:
    """Whether gigabytes stand right behind a bare number: "5090 32gb"."""
    size = tokens[match.last : match.last + 2]
    return len(size) == 2 and size[0].kind == "number" and size[1].norm in _GIGABYTES


def _is_among_characters(tokens: list[Token], match: Match) -> bool:
    """Whether a bare number stands in Chinese, Japanese or Korean, and counts nothing: "4090快", not "4090元"."""
    before = tokens[match.first - 1].norm if match.first else ""
    behind = tokens[match.last].norm if match.last < len(tokens) else ""
    among = any(is_unspaced(norm) for norm in (before, behind))
    return among and behind not in _MEASURES and before != "$"


def _beside(tokens: list[Token], taken: dict[int, Match], at: int, step: int) -> Match | None:
    """The chip that is next in a list, past the words and the sizes of slices between."""
    for _ in range(_LISTED):
        if not 0 <= at < len(tokens):
            return None
        if at in taken:
            return taken[at]
        sliced = tokens[at].kind == "number" and at and tokens[at - 1].norm == "-" and tokens[at].glued
        if not sliced and tokens[at].norm not in _LISTS:
            return None
        at += step
    return None
