"""What one thing is worth in tokens: "(1 frame = 1 token)", "one token per nucleotide". It counts nothing itself.

The thing is then counted as tokens: "2.5M clips x 196 frames" are 196 tokens a clip.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine.reading.words.numbers import Number
from engine.reading.words.patterns import Match, forms
from engine.reading.words.tokens import Token

_TOKEN, _LETTER = "token", "letter"  # things
_IMPLIES = (("is", _TOKEN), ("of", "sample"), ("most", 1e6))
_TIMES = frozenset({"x", "*", "×", "of", "with"})
_BEHIND = 3  # adjectives between a number and its noun


class Ratio(NamedTuple):
    """The tokens of the text that say it, and the noun that is one token, as it may be written."""

    first: int
    last: int
    nouns: frozenset[str]


def ratio(tokens: Sequence[Token], classes: Mapping[str, Mapping[int, Match]]) -> Ratio | None:
    """The first of a text; None where there is none, or where one of them is several tokens."""
    things, ones = classes.get("thing", {}), classes.get("one_of", {})
    equals, pers = classes.get("equals_one", {}), classes.get("chain_per", {})
    for at, thing in things.items():
        if thing.value != _TOKEN or thing.last - at != 1:
            continue
        here = _one_before(ones, at)
        joint = next((m for table in (equals, pers) for m in table.values() if m.last == (here or at)), None)
        if here is not None and joint is not None and joint.first >= 1:  # "1 frame = 1 token", "each base is a token"
            start = _one_before(ones, joint.first - 1)
            if start is not None and tokens[joint.first - 1].kind == "word":
                return Ratio(start, thing.last, _nouns(tokens, joint.first - 1))
        joint = equals.get(thing.last) or pers.get(thing.last)  # "one token per nucleotide"
        if here is not None and joint is not None and joint.last < len(tokens):
            noun = ones[joint.last].last if joint.last in ones else joint.last
            if noun < len(tokens) and tokens[noun].kind == "word":
                return Ratio(here, noun + 1, _nouns(tokens, noun))
    return None


def _one_before(ones: Mapping[int, Match], at: int) -> int | None:
    return next((first for first, match in ones.items() if match.last == at), None)


def _nouns(tokens: Sequence[Token], at: int) -> frozenset[str]:
    return frozenset(forms(tokens[at].norm))


def counted_so(
    told: Ratio, tokens: Sequence[Token], numbers: Sequence[Number], classes: Mapping[str, Mapping[int, Match]]
) -> list[Match]:
    """Of each number whose noun is the thing: that noun as one that is a token."""
    found: list[Match] = []
    for number in numbers:
        if told.first <= number.first < told.last:
            continue
        for at in range(number.last, min(number.last + _BEHIND, len(tokens))):
            if tokens[at].kind != "word":
                break
            known = classes.get("thing", {}).get(at)
            if told.nouns & set(forms(tokens[at].norm)) or (known is not None and known.value == _LETTER):
                found += [Match("thing", _LETTER, at, at + 1, _IMPLIES), *_of_what(tokens, numbers, number, classes)]
                break
    return found


def _of_what(
    tokens: Sequence[Token], numbers: Sequence[Number], each: Number, classes: Mapping[str, Mapping[int, Match]]
) -> list[Match]:
    """What has so many each, where no word of ours names it: "800k spectra x 256 peaks" are samples."""
    at = each.first - 2
    joined = at > 0 and (tokens[at + 1].norm in _TIMES or each.first - 1 in classes.get("node_having", {}))
    before = any(0 <= at - number.last < _BEHIND for number in numbers if number is not each)
    if not joined or not before or tokens[at].kind != "word" or at in classes.get("thing", {}):
        return []
    return [Match("thing", "sample", at, at + 1)]
