"""Numbers that are a part of a name and count nothing: "CUDA 121 - RTX 3060", "Driver 550", "EPYC 7742".

Which words a number follows as their version or model, and what values it then has, is data (`slot = "numbered"`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.reading.words.numbers import Number
from engine.reading.words.patterns import Match
from engine.reading.words.spans import CLOCK
from engine.reading.words.tokens import Token

_JOINS = frozenset({"-", "_", ":", "=", "v", "version", "ver", "#", ">", "<", "~"})
_JOINED = 3  # of them between a name and its number: "torch >= 2"
_COUNTS = frozenset({"x", "times", "gb", "gib", "g", "gpu", "gpus", "cards"})  # behind what is no version
_LEAST_STEPS = 64  # of a counter of steps: "500/20000", no "4/8 GPUs"


def without_names(
    tokens: Sequence[Token], read: Sequence[Number], classes: Mapping[str, Mapping[int, Match]]
) -> list[Number]:
    """The numbers that count something. Those that only name are used for nothing, and so stay reported as such."""
    starts = {number.first: number for number in read}
    named = _behind_names(tokens, starts, classes.get("numbered", {}))
    for number in read:
        named.update(_of_a_counter(tokens, number, starts))
        if _is_in_a_word(tokens, number, classes):
            named[number.first] = number.last + 1
    return [number for number in read if number.first not in named]


def _behind_names(tokens: Sequence[Token], read: Mapping[int, Number], names: Mapping[int, Match]) -> dict[int, int]:
    """Where the numbers of names begin, and the tokens after them."""
    found: dict[int, int] = {}
    for name in names.values():
        told = dict(name.implies)
        at = name.last
        for values in (told.get("values"), told.get("then")):
            number = read.get(_past_joins(tokens, at))
            if values is None or number is None or not _is_version(tokens, number, str(values)):
                break
            found[number.first] = number.last
            at = number.last
    return found


def _past_joins(tokens: Sequence[Token], at: int) -> int:
    joined = 0
    while at < len(tokens) and joined < _JOINED and tokens[at].norm in _JOINS:
        at, joined = at + 1, joined + 1
    return at


def _is_version(tokens: Sequence[Token], number: Number, values: str) -> bool:
    """Whether a number may be that of the name, by its value; "CUDA 2 x 3090" and "Xeon 64GB" count."""
    behind = tokens[number.last].norm if number.last < len(tokens) else ""
    value = number.value / number.scale if number.letter == "k" else number.value  # "Core Ultra 265K"
    if number.money or number.spelt or value * number.scale != number.value or behind in _COUNTS:
        return False
    ranges = (one.split("-") for one in values.split(","))
    return any(float(least) <= value <= float(most) for least, most in ranges)


def _of_a_counter(tokens: Sequence[Token], number: Number, read: Mapping[int, Number]) -> dict[int, int]:
    """Both numbers of how far something got, "500/20000", by the second of them."""
    first = number.first
    if first < 2 or number.value <= _LEAST_STEPS or number.scale != 1 or number.money:
        return {}
    slash, before = tokens[first - 1], read.get(first - 2)
    if before is None or slash.norm != "/" or not (slash.glued and tokens[first].glued):
        return {}
    return {before.first: before.last, first: number.last}


def _is_in_a_word(tokens: Sequence[Token], number: Number, classes: Mapping[str, Mapping[int, Match]]) -> bool:
    """Whether letters that are no unit go on right behind it: "4G4H8M", "170HX"."""
    if number.last >= len(tokens) or number.money or number.spelt:
        return False
    behind = tokens[number.last]
    clock = CLOCK.fullmatch(behind.norm) is not None  # "3h10"
    letters = behind.glued and behind.kind == "word" and behind.norm.isascii() and len(behind.norm) > 1 and not clock
    return letters and not any(number.last in found for found in classes.values())
