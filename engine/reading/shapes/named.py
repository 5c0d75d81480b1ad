"""What a question names as its condition, or sets against each other, and a line of an answer does not speak of.

A way to buy ("and on spot?"), a format of numbers ("in FP8"), two chips to choose between: both texts are read by the
same vocabulary, so that a name is the same in whatever words it stands. Conditions are those of the sentences that
ask; a short text asks as a whole.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.reading.asking.sought import OPENINGS, opening
from engine.reading.document import Document, laid_out
from engine.reading.sentences import Span, asking, sentences
from engine.reading.vocabulary import Vocabulary
from engine.reading.words.patterns import Match

CONDITIONS = frozenset({"spot", "capacity_block", "fp8", "fp4", "int8", "int4"})  # values
HELD_IN = ("purchase", "precision", "bits")  # the slots that have them
IN_METHOD = {"qlora": "int4"}  # a method -> the format it has
CHIP, PAIR = "candidates", 2
SHORT = 16  # tokens of a text that asks as a whole
LETTERS, STEM = 3, 5  # of a word that counts, and of its beginning that has to agree


def unnamed(
    text: str, answer: Callable[[], str], vocabulary: Vocabulary, taken: frozenset[str] = frozenset()
) -> tuple[str, ...]:
    """The conditions of a question that an answer nowhere names, in the words of the question; `taken`: those that
    its sums are made under."""
    document, asked = laid_out(text, vocabulary), dict[str, str]()
    for match in _inside(document, _asked(document)):
        value = str(match.value)
        if match.slot in HELD_IN and value in CONDITIONS and value not in taken:
            asked.setdefault(value, document.slice(match.first, match.last))
    if not asked:
        return ()  # as a rule: then the answer need not be read
    there = laid_out(answer(), vocabulary).matches
    found = {str(one.value) for one in there if one.slot in HELD_IN}
    found |= {IN_METHOD[str(one.value)] for one in there if one.slot == "method" and one.value in IN_METHOD}
    return tuple(words for value, words in asked.items() if value not in found)


def sides(text: str, vocabulary: Vocabulary) -> tuple[str, ...]:
    """The chips that one sentence sets beside each other, by their ids; none where there is but one."""
    document = laid_out(text, vocabulary)
    for span in _asked(document):
        chips = [one for one in _inside(document, (span,)) if one.slot == CHIP]
        named = {
            str(one.value)
            for one in chips
            if not any(str(one.value) in vocabulary.broader(str(other.value)) for other in chips)
        }
        if len(named) >= PAIR:
            return tuple(sorted(named))
    return ()


def is_named_in(chip: str, line: str, vocabulary: Vocabulary) -> bool:
    """Whether a text names a chip, or the generation it is of."""
    there = {str(one.value) for one in laid_out(line, vocabulary).matches if one.slot == CHIP}
    return chip in there or any(chip in vocabulary.broader(one) or one in vocabulary.broader(chip) for one in there)


def is_spoken_of(text: str, line: str, vocabulary: Vocabulary) -> bool:
    """Whether a line has a word of a text that says something, whatever its ending."""
    said = frozenset(_stems(line, vocabulary))
    return any(stem in said for stem in _stems(text, vocabulary))


def asks_in(text: str, vocabulary: Vocabulary) -> str:
    """The sentences that ask, as they stand."""
    document = laid_out(text, vocabulary)
    return " ".join(document.slice(*span).strip() for span in _asked(document))


def _asked(document: Document) -> tuple[Span, ...]:
    plain = frozenset(asking(document))
    found = tuple(
        one
        for one in sentences(document)
        if one in plain or any(document.at(name, opening(document, one)) is not None for name in OPENINGS)
    )
    return found or (((0, len(document.tokens)),) if len(document.tokens) <= SHORT else ())


def _inside(document: Document, spans: tuple[Span, ...]) -> Iterator[Match]:
    return (
        match
        for match in document.matches
        if any(first <= match.first and match.last <= last for first, last in spans)
    )


def _stems(text: str, vocabulary: Vocabulary) -> Iterator[str]:
    """The beginnings of the words that are none of the commonest."""
    for token in laid_out(text, vocabulary).tokens:
        if token.kind != "mark" and len(token.norm) >= LETTERS and token.norm not in vocabulary.common:
            yield token.norm[:STEM]
