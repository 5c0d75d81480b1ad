"""Phrases as data: a trie over words, matched at every token in time linear in the text.

A phrase is words separated by spaces. In it `a|b` is either word, `a?` may be missing, `*` stands for up to
five words of one clause, `#` for a number, and `<slot>` for anything already found for that slot.
Marks inside a phrase (`-`, `/`, `_`, `.`, `'`) are optional in the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.reading.words.tokens import Token, tokenise
from knowledge.facts import Scalar, Term

GAP = 5  # words a `*` may stand for
GAPS = 2  # of them in one phrase
_ELEMENTS = 65_536  # of phrases that are kept
_SOFT = frozenset("-_/.&+'")
_ABBREVIATED = frozenset(
    {"vs", "approx", "incl", "excl", "resp", "est", "avg", "max", "min"}
)  # their dot ends nothing
_ANY = frozenset("*#")
_CLASS = re.compile(r"<[a-z_.]+>|[*#]")


class Match(NamedTuple):
    """One phrase found: `first` to `last` are token positions, `last` not included."""

    slot: str
    value: Scalar
    first: int
    last: int
    implies: tuple[tuple[str, Scalar], ...] = ()
    fuzzy: bool = False


Element = tuple[bool, tuple[tuple[str, ...], ...]]  # whether it may be missing; its choices, each as tokens


class _Rest(NamedTuple):
    """What is left of a phrase behind a node. An element is worked out when a text first comes to it."""

    elements: tuple[str | Element, ...]
    term: Term

    def after(self, part: tuple[str, ...]) -> _Rest:
        """What is left once the first token of one choice of the first element was met."""
        if len(part) > 1:
            return _Rest(((False, (part[1:],)), *self.elements[1:]), self.term)
        return _Rest(self.elements[1:], self.term)


# A phrase behind its first word, as it is until a text has that word: its elements, which of them was met, the choice
# of it, and what it says.
_Begun = tuple[tuple[str, ...], int, tuple[str, ...], Term]


class _Node:
    """A place in the trie. What follows is worked out when a text first comes by.

    The choices of a phrase multiply, and a text takes a few of the ways through them.
    """

    __slots__ = ("_next", "_rests")

    def __init__(self) -> None:
        self._rests: list[_Rest | _Begun] = []
        self._next: _Next | None = None

    def add(self, rest: _Rest | _Begun) -> None:
        """One more phrase comes by here."""
        self._rests.append(rest)

    @property
    def next(self) -> _Next:
        """Where one can go from here. Two threads that work it out at once do the same work twice and no harm."""
        if self._next is None:
            self._next = _Next(self._rests)
        return self._next


class _Next:
    """The ways on from a node, and what the phrases say that end there."""

    __slots__ = ("classes", "gap", "number", "says", "words")

    def __init__(self, rests: Iterable[_Rest | _Begun]) -> None:
        self.words: dict[str, _Node] = {}
        self.classes: dict[str, _Node] = {}
        self.number: _Node | None = None
        self.gap: _Node | None = None
        self.says: list[_Says] = []
        for rest in rests:
            self._take(rest if isinstance(rest, _Rest) else _Rest(rest[0][rest[1] :], rest[3]).after(rest[2]))

    def _take(self, rest: _Rest) -> None:
        if not rest.elements:
            term = rest.term
            says = (term.slot, term.value), tuple(term.implies.items()) if term.implies else ()
            if says not in self.says:
                self.says.append(says)
            return
        first = rest.elements[0]
        is_optional, choices = _parsed(first) if isinstance(first, str) else first
        for part in choices:
            self._to(part[0]).add(rest.after(part))
        if is_optional:
            self._take(_Rest(rest.elements[1:], rest.term))

    def _to(self, word: str) -> _Node:
        if word == "*":
            self.gap = self.gap or _Node()
            return self.gap
        if word == "#":
            self.number = self.number or _Node()
            return self.number
        if word.startswith("<") and _CLASS.fullmatch(word):
            return self.classes.setdefault(word.strip("<>"), _Node())
        return self.words.setdefault(word, _Node())


Spans = dict[int, list[tuple[str, int]]]  # first token -> (slot, token after the last)
# What a phrase says, as in a `Match`: slot and value, by which phrases are told apart, and what it implies.
_Says = tuple[tuple[str, Scalar], tuple[tuple[str, Scalar], ...]]
_Ends = list[tuple[int, _Says]]  # the token after a phrase, and what the phrase says


def _words(choice: str) -> list[str]:
    """One choice as the text's own tokens: "hand-written" is two words, "1yr" a number and a word."""
    if (choice.isascii() and choice.isalpha()) or _CLASS.fullmatch(choice):
        return [choice]
    return [t.norm for t in tokenise(choice) if not (t.kind == "mark" and t.norm in _SOFT)]


def is_layered(phrase: str) -> bool:
    """Whether a phrase builds on what other phrases found, and so is looked for after them."""
    return "<" in phrase


class Phrases:
    """A set of phrases, indexed by first word; what may follow a word is worked out when a text first has it.

    A text uses a few of the thousands; laying them all out would take longer than reading ten thousand texts.
    """

    __slots__ = ("_by_word", "_root", "known")

    def __init__(self, phrases: Iterable[tuple[str, Term]]) -> None:
        every: set[str] = set()  # elements: most are of many phrases
        self._root = _Node()  # phrases that start with a number, a gap or something already found
        self._by_word: dict[str, _Node] = {}
        for phrase, term in phrases:
            elements = tuple(phrase.lower().split())
            self._index(elements, term)
            every.update(elements)
        self.known = frozenset(word for element in every for word in _words_of(element))

    def _index(self, elements: tuple[str, ...], term: Term) -> None:
        """Puts a phrase under each word that it may begin with."""
        for at, element in enumerate(elements):
            is_optional, choices = _parsed(element)
            for part in choices:
                if part[0] in _ANY or (part[0][0] == "<" and _CLASS.fullmatch(part[0])):
                    self._root.add(_Rest(((False, (part,)), *elements[at + 1 :]), term))
                    continue
                node = self._by_word.get(part[0])
                if node is None:
                    node = self._by_word[part[0]] = _Node()
                node.add((elements, at, part, term))
            if not is_optional:
                return

    def find(self, tokens: Sequence[Token], spans: Spans | None = None) -> list[Match]:
        """Every phrase found, overlapping ones included; of equal ones at one place the longest."""
        matches: list[Match] = []
        text = _Walk(tokens, spans or {})
        of_numbers = self._root.next.number is not None
        for first, token in enumerate(tokens):
            if first in text.spans or (of_numbers and token.kind == "number"):
                text.advance(first, self._root, GAPS)
            for form in text.forms[first]:
                if form in self._by_word:
                    text.walk(first + 1, self._by_word[form], GAPS)
            if text.found:
                matches += _longest(text.found, first)
                text.found.clear()
        return matches


_new = tuple.__new__  # a `Match` without the call in between: a text has thousands


def _longest(found: _Ends, first: int) -> list[Match]:
    """The phrases that begin at a token, each with its furthest end."""
    if len(found) == 1:  # mostly
        ((last, (said, implies)),) = found
        return [_new(Match, (*said, first, last, implies, False))]
    ends: dict[tuple[str, Scalar], tuple[int, _Says]] = {}
    for end in found:
        said = end[1][0]
        known = ends.get(said)
        if known is None or known[0] < end[0]:
            ends[said] = end
    return [_new(Match, (*said, first, last, implies, False)) for last, (said, implies) in ends.values()]


class _Walk:
    """The ways of phrases through one text. What is asked of a token at every step is worked out once.

    Its methods append to `found` where phrases end, and what they say: a generator in a generator for every word
    took longer than all else.
    """

    __slots__ = ("_ends", "_marks", "_number", "_soft", "count", "forms", "found", "spans")

    def __init__(self, tokens: Sequence[Token], spans: Spans) -> None:
        self.spans, self.count = spans, len(tokens)
        self.found: _Ends = []
        self.forms = [forms(token.norm) for token in tokens]
        self._number = [token.kind == "number" for token in tokens]
        self._marks = [token.kind == "mark" for token in tokens]
        marks = {at for at, is_mark in enumerate(self._marks) if is_mark}
        self._soft = frozenset(at for at in marks if _is_soft(tokens, at))
        self._ends = frozenset(at for at in marks if _ends_clause(tokens[at]))

    def walk(self, at: int, node: _Node, gaps: int) -> None:
        """On from a token with what may follow a node."""
        ways = node._next or node.next
        for says in ways.says:
            self.found.append((at, says))
        here = at + 1 if at in self._soft else at
        if here < self.count:
            self.advance(here, node, gaps)
        if ways.gap is not None and gaps > 0:
            self._leap(here, ways.gap, gaps - 1)

    def advance(self, at: int, node: _Node, gaps: int) -> None:
        """Past the token, by each way it opens."""
        ways = node._next or node.next
        if ways.words:
            for form in self.forms[at]:
                following = ways.words.get(form)
                if following is not None:
                    self.walk(at + 1, following, gaps)
                    break
        if ways.number is not None and self._number[at]:
            self.walk(at + 1, ways.number, gaps)
        if ways.classes and at in self.spans:
            for slot, last in self.spans[at]:
                following = ways.classes.get(slot)
                if following is not None:
                    self.walk(last, following, gaps)

    def _leap(self, at: int, node: _Node, gaps: int) -> None:
        """On from each of the next few words of the clause."""
        self.walk(at, node, gaps)
        skipped = 0
        while at < self.count and skipped < GAP and at not in self._ends:
            skipped += not self._marks[at]
            at += 1
            self.walk(at, node, gaps)


@lru_cache(maxsize=_ELEMENTS)
def _parsed(element: str) -> Element:
    """Whether an element of a phrase may be missing, and its choices as tokens."""
    is_optional, choices = _choices(element)
    parsed = tuple(tuple(_words(choice)) for choice in choices)
    is_optional = is_optional or () in parsed  # "&" alone is a mark that a text may leave out
    return is_optional, tuple(filter(None, parsed))


def words_of(phrase: str) -> Iterator[str]:
    """The words in a phrase, each choice of each element."""
    for element in phrase.lower().split():
        yield from _words_of(element)


@lru_cache(maxsize=_ELEMENTS)
def _words_of(element: str) -> tuple[str, ...]:
    """The words in an element of a phrase."""
    if element.isascii() and element.isalpha():
        return (element,)
    return tuple(part for parts in _parsed(element)[1] for part in parts if not _CLASS.fullmatch(part))


def _choices(element: str) -> tuple[bool, list[str]]:
    """Whether an element of a phrase may be missing, and the words it may be."""
    is_optional = len(element) > 1 and element.endswith("?")
    return is_optional, (element[:-1] if is_optional else element).split("|")


@lru_cache(maxsize=8192)
def forms(norm: str) -> tuple[str, ...]:
    """A word as written, then without its plural or possessive ending."""
    if norm.endswith("'s"):
        return (norm, norm[:-2])
    if norm.endswith("s") and len(norm) > 2 and not norm.endswith("ss"):
        return (norm, norm[:-1])
    return (norm,)


def _is_soft(tokens: Sequence[Token], at: int) -> bool:
    """Whether a mark may stand inside a phrase. A full stop may not, unless it abbreviates or joins ("gpt-3.5")."""
    if at >= len(tokens) or tokens[at].kind != "mark" or tokens[at].norm not in _SOFT:
        return False
    if tokens[at].norm != "." or (at and tokens[at - 1].norm in _ABBREVIATED):
        return True
    return at + 1 < len(tokens) and tokens[at + 1].glued


def _ends_clause(token: Token) -> bool:
    return token.kind == "mark" and token.norm in ".;:!?\n,()"
