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
    """The ways on from a node, and the terms of the phrases that end there."""

    __slots__ = ("classes", "gap", "number", "terms", "words")

    def __init__(self, rests: Iterable[_Rest | _Begun]) -> None:
        self.words: dict[str, _Node] = {}
        self.classes: dict[str, _Node] = {}
        self.number: _Node | None = None
        self.gap: _Node | None = None
        self.terms: list[Term] = []
        for rest in rests:
            self._take(rest if isinstance(rest, _Rest) else _Rest(rest[0][rest[1] :], rest[3]).after(rest[2]))

    def _take(self, rest: _Rest) -> None:
        if not rest.elements:
            if rest.term not in self.terms:
                self.terms.append(rest.term)
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
_Ends = list[tuple[int, Term]]  # the token after a phrase, and what the phrase says


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
        words: set[str] = set()
        self._root = _Node()  # phrases that start with a number, a gap or something already found
        self._by_word: dict[str, _Node] = {}
        for phrase, term in phrases:
            self._index(tuple(phrase.lower().split()), term)
            words.update(words_of(phrase))
        self.known = frozenset(words)

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
        spans = spans or {}
        longest: dict[tuple[str, Scalar, int], tuple[int, Term]] = {}
        found: _Ends = []
        for first, token in enumerate(tokens):
            if token.kind == "mark" and first not in spans and token.norm not in self._by_word:
                continue
            self._at(tokens, first, spans, found)
            for last, term in found:
                key = (term.slot, term.value, first)
                if key not in longest or longest[key][0] < last:
                    longest[key] = last, term
            found.clear()
        return [
            Match(slot, value, first, last, tuple(term.implies.items()) if term.implies else ())
            for (slot, value, first), (last, term) in longest.items()
        ]

    # The four below append to `found` where phrases end, and what they say: a generator in a generator for every
    # word took longer than all else.
    def _at(self, tokens: Sequence[Token], first: int, spans: Spans, found: _Ends) -> None:
        """The phrases that start at a token."""
        if tokens[first].kind != "mark" or first in spans:
            self._advance(tokens, first, self._root, spans, GAPS, found)
        for form in forms(tokens[first].norm):
            if form in self._by_word:
                self._walk(tokens, first + 1, self._by_word[form], spans, GAPS, found)

    def _walk(self, tokens: Sequence[Token], at: int, node: _Node, spans: Spans, gaps: int, found: _Ends) -> None:
        ways = node.next
        for term in ways.terms:
            found.append((at, term))
        here = at + 1 if _is_soft(tokens, at) else at
        if here < len(tokens):
            self._advance(tokens, here, node, spans, gaps, found)
        if ways.gap is not None and gaps > 0:
            self._leap(tokens, here, ways.gap, spans, gaps - 1, found)

    def _advance(self, tokens: Sequence[Token], at: int, node: _Node, spans: Spans, gaps: int, found: _Ends) -> None:
        ways = node.next
        if ways.words:
            for form in forms(tokens[at].norm):
                following = ways.words.get(form)
                if following is not None:
                    self._walk(tokens, at + 1, following, spans, gaps, found)
                    break
        if ways.number is not None and tokens[at].kind == "number":
            self._walk(tokens, at + 1, ways.number, spans, gaps, found)
        if ways.classes:
            for slot, last in spans.get(at, ()):
                following = ways.classes.get(slot)
                if following is not None:
                    self._walk(tokens, last, following, spans, gaps, found)

    def _leap(self, tokens: Sequence[Token], at: int, node: _Node, spans: Spans, gaps: int, found: _Ends) -> None:
        self._walk(tokens, at, node, spans, gaps, found)
        skipped = 0
        while at < len(tokens) and skipped < GAP and not _ends_clause(tokens[at]):
            skipped += tokens[at].kind != "mark"
            at += 1
            self._walk(tokens, at, node, spans, gaps, found)


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
