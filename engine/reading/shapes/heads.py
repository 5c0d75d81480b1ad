"""What the clause that asks is about, where sums, prices and fits tell nothing of it, and whether a line does.

A clause asks of what stands first behind its opening: in "is EFA mandatory for a 13B on two p4d?" of the network,
whatever fits on two p4d. Once a chip, a machine, a model or a number has come, the clause asks of that. How a clause
asks decides too, wherever its subject stands: "is one node faster than two?" is told by no price.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.reading.asking.sought import JOINT, OPENER, OPENINGS, opening
from engine.reading.document import Document, laid_out
from engine.reading.sentences import Span, asking, sentences
from engine.reading.shapes.shape import OPEN, POLAR
from engine.reading.vocabulary import Vocabulary

# Classes of words; the fourth ends the search for a head.
HEAD, HEAD_TOLD, ASKS_OF, TOLD_OF, ENDS = "head", "head_told", "asks_of", "told_of", "head_ends"
OF_WORK = frozenset({"candidates", "instances", "model", "task", "method"})  # classes a clause asks of itself
BY_NAMES = frozenset({"which_one"})  # ways that no words of a line tell
BESIDE = "beside_named"  # a class of words: what is named is set against others
BEGINS = frozenset({POLAR, OPEN, *OPENINGS})  # classes that begin a clause


def foreign(text: str, line: str, vocabulary: Vocabulary, nearest: int, shortest: int) -> str:
    """The sentence that asks of something a line has no word of; empty where there is none.

    `nearest`: words between the opening of a clause and its head; `shortest`: tokens of a text that asks as a whole.
    """
    document = laid_out(text, vocabulary)
    spans = asked_spans(document, shortest)
    if not spans:
        return ""
    said = laid_out(line, vocabulary)
    heads = _values(said, HEAD, HEAD_TOLD), _values(said, ASKS_OF, TOLD_OF)
    for span in spans:
        of_head, of_clause = _heads(document, span, nearest), _ways(document, span) - BY_NAMES
        if (of_head and of_head.isdisjoint(heads[0])) or (of_clause and of_clause.isdisjoint(heads[1])):
            return document.slice(*span).strip()
    return ""


def ways(text: str, vocabulary: Vocabulary) -> frozenset[str]:
    """How the sentences of a text ask, where it is by no shape."""
    document = laid_out(text, vocabulary)
    return frozenset[str]().union(*(_ways(document, span) for span in asked_spans(document, len(document.tokens))))


def asks_in_one(text: str, words: str, vocabulary: Vocabulary) -> str:
    """The sentence that asks and has these words, or the one that asks right behind them; empty where neither is."""
    document = laid_out(text, vocabulary)
    asked, before = asked_spans(document, 0), ""
    for span in sentences(document):
        sentence = document.slice(*span).strip()
        if span in asked and (words in sentence or words in before):
            return sentence
        before = sentence
    return ""


def _values(document: Document, *names: str) -> frozenset[str]:
    return frozenset(str(one.value) for one in document.matches if one.slot in names)


def asked_spans(document: Document, shortest: int) -> tuple[Span, ...]:
    plain = frozenset(asking(document))
    found = tuple(
        one
        for one in sentences(document)
        if one in plain or any(document.at(name, opening(document, one)) is not None for name in OPENINGS)
    )
    return found or (((0, len(document.tokens)),) if len(document.tokens) <= shortest else ())


def _begins(document: Document, span: Span) -> Iterator[int]:
    """Where a clause that asks begins in a sentence: where the sentence does, and behind a mark or an "and"."""
    yield opening(document, span)
    if document.tokens[span[1] - 1].norm != "?":
        return
    for at in range(span[0] + 1, span[1]):
        joint = document.at(JOINT, at - 1) is not None or document.at(OPENER, at - 1) is not None
        if (document.ends_clause(at - 1) or joint) and any(document.at(name, at) is not None for name in BEGINS):
            yield at


def _heads(document: Document, span: Span, nearest: int) -> frozenset[str]:
    """What the clauses of a sentence ask of: of each the first that is one, before any work or number."""
    found: set[str] = set()
    numbers = frozenset(one.first for one in document.numbers)
    for begin in _begins(document, span):
        for at in range(begin, min(begin + nearest + 1, span[1])):
            if (head := document.at(HEAD, at)) is not None and head.last <= span[1]:
                found.add(str(head.value))
                break
            if at in numbers or any(document.at(name, at) is not None for name in (ENDS, *OF_WORK)):
                break
            if at > begin and document.ends_clause(at):
                break
    return frozenset(found)


def _ways(document: Document, span: Span) -> frozenset[str]:
    """How the clauses of a sentence ask."""
    return frozenset(
        str(one.value) for one in document.matches if one.slot == ASKS_OF and span[0] <= one.first < span[1]
    )
