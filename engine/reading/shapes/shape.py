"""What a question asks for by its shape alone: how many of what, how long, how much money, where, how often.

The words that open it are known (language/shapes.toml); of a count the noun behind them tells what is counted, and a
noun that no unit has stands for itself. What opens so and asks nothing ("how long it takes is known") is no matter:
a first line that tells what is spoken of is never wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from engine.reading.asking.sought import JOINT, OPENINGS, opening
from engine.reading.document import Document, laid_out
from engine.reading.sentences import Span, asking, sentences
from engine.reading.vocabulary import Vocabulary
from engine.reading.words.patterns import Match, forms

OPENS, SHOWS, UNIT, NO_NOUN = "shape", "shows", "unit_noun", "no_noun"  # classes of words
# Shapes: of a number of things, in English and in another language; of what opens so and asks nothing.
COUNT, COUNT_OF_UNIT, NONE = "count", "count_of_unit", "none"
OPEN, GOES_ON = "open_word", "goes_on"  # a class of words, and one of its values
POLAR, ANYWHERE, YES, NO = (
    "polar",
    "anywhere",
    "yes",
    "no",
)  # a class of words, a value of it, and two of what is shown
OF_UNITS: Mapping[str, str] = {  # unit that a noun names -> what of a line tells it
    "cards": "count", "machines": "count", "nodes": "count", "gib_each": "gib", "gib_all": "gib", "host_gib": "gib",
    "kv_tokens": "tokens", "requests": "requests", "tokens_s": "rate", "tokens_s_each": "rate", "frames_s": "rate",
    "usd": "usd", "usd_month": "usd", "usd_mtok": "usd", "chip_hours": "time", "hours": "time", "kwh": "energy",
    "kg_co2": "carbon", "percent": "percent", "context": "tokens",
}  # fmt: skip
ALSO: Mapping[str, frozenset[str]] = {  # what tells a shape, beside what has its name
    "cheaper": frozenset({"usd", "percent"}),
    "energy": frozenset({"energy", "carbon"}),
    "carbon": frozenset({"carbon", "energy"}),
    "gib": frozenset({"gib", "count"}),
}
COUNTED = frozenset({"requests", "rate", "items"})  # what tells of things by numbers, whatever they are called
NEAR = 4  # words between an opening and its noun
EARLY = 3  # tokens before an opening in a sentence without a question mark
LETTERS = 4  # of a noun that stands for itself
RATE = "rate"  # of what tells it
TOKEN, TOKENS = "tokens", frozenset({"token", "tokens"})


class Shape(NamedTuple):
    """One thing that is asked: the words, what of a line tells it, and the nouns that do where no unit is known."""

    words: str
    told_by: frozenset[str]
    nouns: tuple[str, ...] = ()


def shapes(text: str, vocabulary: Vocabulary) -> tuple[Shape, ...]:
    """What is asked for, in order; nothing of what has no such shape."""
    document = laid_out(text, vocabulary)
    found: list[Shape] = []
    for span in sentences(document):
        for match in _openings(document, span):
            one = _shape(document, match, span)
            if one is not None and one not in found:
                found.append(one)
    return tuple(found)


def shown(line: str, vocabulary: Vocabulary) -> frozenset[str]:
    """What a line of an answer tells."""
    document = laid_out(line, vocabulary)
    return frozenset(str(match.value) for match in document.matches if match.slot == SHOWS)


def asks_otherwise(text: str, vocabulary: Vocabulary) -> bool:
    """Whether a text asks how many, what or where, and nothing of it for a yes or a no."""
    document = laid_out(text, vocabulary)
    asked = [one for one in sentences(document) if _asks(document, one)]
    return any(_is_open(document, one) for one in asked) and not any(_is_polar(document, one) for one in asked)


def says_yes(line: str, vocabulary: Vocabulary) -> bool:
    """Whether a line of an answer begins with a yes."""
    found = laid_out(line, vocabulary).at(SHOWS, 0)
    return found is not None and found.value == YES


def answers_yes_or_no(text: str, line: str, vocabulary: Vocabulary) -> bool:
    """Whether a text asks for a yes or a no, among others, and a line of an answer begins with one."""
    document = laid_out(text, vocabulary)
    if not any(_is_polar(document, one) for one in sentences(document) if _asks(document, one)):
        return False
    found = laid_out(line, vocabulary).at(SHOWS, 0)
    return found is not None and found.value in (YES, NO)


def _asks(document: Document, span: Span) -> bool:
    asks = frozenset(asking(document))
    return span in asks or any(document.at(name, opening(document, span)) is not None for name in OPENINGS)


def _is_open(document: Document, span: Span) -> bool:
    words = [one for one in document.matches if one.slot == OPEN and span[0] <= one.first < span[1]]
    goes_on = frozenset(one.first for one in words if one.value == GOES_ON)
    return any(one.first not in goes_on for one in words)


def _is_polar(document: Document, span: Span) -> bool:
    begins = {opening(document, span)} | {
        at + 1 for at in range(*span) if document.ends_clause(at) or document.at(JOINT, at) is not None
    }
    return any(
        match.slot == POLAR
        and span[0] <= match.first < span[1]
        and (match.value == ANYWHERE or match.first in begins)
        for match in document.matches
    )


def _openings(document: Document, span: Span) -> Iterator[Match]:
    """The openings of a sentence that asks, the longest at each place."""
    first, last = span
    inside = [one for one in document.matches if one.slot == OPENS and first <= one.first and one.last <= last]
    asks = _asks(document, span)
    end = 0
    for match in sorted(inside, key=lambda one: (one.first, one.first - one.last)):
        if match.first < end or not (asks or match.first - _begins(document, match.first, first) <= EARLY):
            continue
        end = match.last
        yield match


def _begins(document: Document, at: int, first: int) -> int:
    """Where the clause begins in which a token is."""
    while at > first and not document.ends_clause(at - 1):
        at -= 1
    return at


def _shape(document: Document, match: Match, span: Span) -> Shape | None:
    kind = str(match.value)
    if kind == NONE:
        return None
    words = _clause(document, match, span)
    if kind not in (COUNT, COUNT_OF_UNIT):
        return Shape(words, ALSO.get(kind, frozenset({kind})))
    noun = _unit(document, match.last, span[1])
    if noun is not None:
        return Shape(words, frozenset({noun}))
    nouns = tuple(_nouns(document, match.last, span[1]))
    if not TOKENS.isdisjoint(nouns):
        return Shape(words, frozenset({TOKEN}))
    return Shape(words, frozenset(), nouns) if nouns and kind == COUNT else None


def _unit(document: Document, first: int, last: int) -> str | None:
    """What tells the unit that the noun behind an opening names; a single word that may be a rate counts things."""
    near = range(first, min(first + NEAR, last))
    units = [
        one
        for one in document.matches
        if one.slot == UNIT
        and one.first in near
        and one.last <= last
        and not any(document.at(NO_NOUN, at) for at in range(first, one.first))
    ]
    nearest = min(units, key=lambda one: (one.first, one.first - one.last), default=None)
    told = OF_UNITS.get(str(nearest.value)) if nearest is not None else None
    return None if nearest is None or (told == RATE and nearest.last - nearest.first == 1) else told


def _nouns(document: Document, first: int, last: int) -> Iterator[str]:
    """The words right behind an opening, until one that can be no noun."""
    for at in range(first, min(first + NEAR, last)):
        token = document.tokens[at]
        if token.kind != "word" or document.at(NO_NOUN, at) is not None:
            return
        if len(token.norm) >= LETTERS:
            yield token.norm


def _clause(document: Document, match: Match, span: Span) -> str:
    """The words from the opening to the next one, or to the end of its clause."""
    last = match.last
    while last < span[1] and not document.ends_clause(last):
        last += 1
    return document.slice(match.first, last).strip()


def tells_of(asked: Shape, line: str, told: frozenset[str]) -> bool:
    """Whether a line that tells so much tells what is asked: a count of things also by their name, or as a number of
    what is counted otherwise."""
    if not asked.told_by.isdisjoint(told):
        return True
    return bool(asked.nouns) and (not told.isdisjoint(COUNTED) or any(is_named(noun, line) for noun in asked.nouns))


def is_named(noun: str, line: str) -> bool:
    """Whether a line speaks of a noun, whatever its ending."""
    return any(form[:-1] in line.lower() if form.endswith("s") else form in line.lower() for form in forms(noun))
