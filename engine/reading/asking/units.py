"""Which quantities the sentences that ask are after, as ids of units: cards, kv_tokens, requests, usd_mtok, jobs ...

A word that asks ("how many", "max", "сколько") and, a few words behind it, a noun that names a measure; or a noun
that opens or closes a sentence by itself ("GPU-hours to train ..."). What stands behind a figure is told.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.reading.document import Document
from engine.reading.sentences import Span
from engine.reading.words.patterns import Match

OPENER, NOUN, ITSELF = "unit_opener", "unit_noun", "unit_asked"  # classes of words
_REACH = 5  # words between the one that asks and its noun
_TAIL = 2  # words behind a noun that closes a question: "数は？"
_STOPS = frozenset(".!?\n;:,")
_JOINS = frozenset({"and", "or", "/", "&", "+", "vs", "und", "et", "y", "e", "и", "和", "と"})
_PLAIN = frozenset({"context", "model_size", "percent", "batch", "host_gib", "gib_all"})  # only if led up to


def units(document: Document, spans: Iterable[Span]) -> tuple[str, ...]:
    """The units in the order they are asked in, each once."""
    found = sorted(one for span in spans for one in _of_span(document, *span))
    return tuple(dict.fromkeys(unit for _, unit in found))


def _of_span(document: Document, first: int, last: int) -> Iterator[tuple[int, str]]:
    inside = [match for match in document.matches if first <= match.first and match.last <= last]
    nouns = _longest(match for match in inside if match.slot == NOUN)
    asked: dict[int, Match] = {}
    for opener in (match for match in inside if match.slot == OPENER):
        noun = _led_by(document, opener, nouns)
        if noun is not None:
            asked[noun.first] = noun
    for noun in nouns:
        if str(noun.value) not in _PLAIN and not _is_told(document, noun) and _is_apart(document, noun, first, last):
            asked.setdefault(noun.first, noun)
    for noun in nouns:  # "cost and duration"
        before = next((one for one in asked.values() if _is_joined(document, one, noun)), None)
        if before is not None and not _is_told(document, noun):
            asked.setdefault(noun.first, noun)
    yield from ((noun.first, str(noun.value)) for noun in asked.values())
    yield from ((match.first, str(match.value)) for match in _longest(m for m in inside if m.slot == ITSELF))


def _longest(matches: Iterable[Match]) -> list[Match]:
    """Without those that lie in a longer one: "H100 hours" are no H100."""
    every = list(matches)
    return sorted(
        (one for one in every if not any(_holds(other, one) for other in every)),
        key=lambda one: (one.first, one.last),
    )


def _holds(other: Match, one: Match) -> bool:
    wider = other.last - other.first > one.last - one.first
    return wider and other.first <= one.first and one.last <= other.last


def _led_by(document: Document, opener: Match, nouns: list[Match]) -> Match | None:
    """The first noun behind a word that asks, in its clause; of Chinese and Japanese the one around it, too."""
    for noun in nouns:
        if noun.first < opener.first:
            if noun.last >= opener.last:
                return noun  # "kv キャッシュは何トークン"
            continue
        between = range(opener.last, noun.first)
        if sum(document.tokens[at].kind == "word" for at in between) > _REACH or any(
            document.tokens[at].norm in _STOPS for at in between
        ):
            return None
        if not _is_told(document, noun) or (str(noun.value) == "requests" and _is_length(document, noun)):
            return noun
    return None


def _is_length(document: Document, noun: Match) -> bool:
    """Whether what stands before it is how long each is: "how many 16k contexts"."""
    before = [token.norm for token in document.tokens[max(0, noun.first - 2) : noun.first]]
    return bool(before) and (before[-1] == "k" or (before[-1][:-1].isdecimal() and before[-1][-1] == "k"))


def _is_told(document: Document, noun: Match) -> bool:
    """Whether a figure stands before it, and no word that asks: "100 tok/s"; "4 x H100", "8-GPU" are no nouns."""
    if noun.first == 0:
        return False
    before = document.tokens[noun.first - 1]
    if before.norm in ("x", "-") and noun.first > 1:
        before = document.tokens[noun.first - 2]
    return before.kind == "number" or any(one.last == noun.first for one in document.numbers)


def _is_apart(document: Document, noun: Match, first: int, last: int) -> bool:
    """Whether a noun opens a sentence, or closes a question, by itself."""
    if str(noun.value) in ("cards", "machines", "hours", "requests", "usd"):
        return False  # they name what is asked about
    tail = document.tokens[noun.last : last]
    closes = any(token.norm in ("?", "？") for token in tail) and len(tail) <= _TAIL + 1
    return noun.first == first or closes


def _is_joined(document: Document, before: Match, noun: Match) -> bool:
    between = [token.norm for token in document.tokens[before.last : noun.first]]
    return 0 < len(between) <= 2 and between[0] in _JOINS and before.first < noun.first
