"""Further lengths of a sequence beside one that is said: "runs at 8k, fails at 20k, what would 48k take?"."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from engine.reading.words.numbers import Number
from engine.reading.words.patterns import Match
from engine.reading.words.tokens import Token

_THOUSAND, _K = 1e3, 1024
_LEAST, _LONGEST = 256, 2**21  # tokens of a sequence
_UNITS = ("counted", "figure_unit", "hours_in", "ms_in", "thing", "item", "request", "candidates", "instances")
_PARTS = frozenset({"/", "%", "-", "x", "*"})  # marks behind the number of something else
_MONTHS = ("per", "a", "each", "every")  # behind an amount that comes at a rate
_OF_LENGTH = frozenset({"tokens", "sequence_length", "runs", "verbs"})  # "8192 runs" says that it does
_BINARY = 10  # powers of two that are lengths by themselves, from 1,024 on


def length_of(number: Number) -> float:
    """Tokens: "8k" and other powers of two are of 1,024."""
    short = number.value / number.scale
    if number.letter == "k" and number.scale == _THOUSAND and short == int(short) and not int(short) & int(short) - 1:
        return short * _K
    return number.value


def further(
    tokens: Sequence[Token],
    classes: Mapping[str, Mapping[int, Match]],
    numbers: Sequence[Number],
    taken: Collection[int],
) -> list[tuple[float, int, int]]:
    """Tokens of a sequence, and where each stands, of `numbers` that nothing else counts; `taken` tokens do."""
    found = []
    for number in numbers:
        value = length_of(number)
        spread = range(number.first, number.last)
        if number.money or not _LEAST <= value <= _LONGEST or any(at in taken for at in spread):
            continue
        if not (number.letter == "k" or _is_binary(value)) or _has_unit(tokens, classes, number.last):
            continue
        found.append((value, number.first, number.last))
    return found


def _is_binary(value: float) -> bool:
    whole = int(value)
    return whole == value and whole.bit_length() > _BINARY - 1 and not whole & whole - 1


def _has_unit(tokens: Sequence[Token], classes: Mapping[str, Mapping[int, Match]], at: int) -> bool:
    """Whether what follows a number says what else it counts; tokens are what lengths are counted in."""
    if at >= len(tokens):
        return False
    if tokens[at].norm in _PARTS or tokens[at].norm in _MONTHS:
        return True
    said = [classes[name][at] for name in _UNITS if at in classes.get(name, {})]
    return any(match.value not in _OF_LENGTH for match in said)
