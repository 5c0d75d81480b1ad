"""The sentences of a text, and which of them ask."""

from __future__ import annotations

from engine.reading.document import Document

Span = tuple[int, int]  # the first token, and the one behind the last


def sentences(document: Document) -> list[Span]:
    """Every sentence, with the mark it ends at."""
    ends = [
        at + 1 for at in range(len(document.tokens)) if document.ends_sentence(at) and not _is_glued(document, at)
    ]
    found: list[Span] = []
    for first, last in zip([0, *ends], [*ends, len(document.tokens)], strict=True):
        if found and first < last and _is_mark(document, first, last):
            found[-1] = found[-1][0], last  # "(I hope not!) ?"
        elif first < last:
            found.append((first, last))
    return found


def asking(document: Document) -> tuple[Span, ...]:
    """The sentences that ask: with a question mark, or with words that ask for an answer."""
    begs = document.where("begs")
    return tuple(
        (first, last)
        for first, last in sentences(document)
        if document.tokens[last - 1].norm == "?" or any(at in begs for at in range(first, last))
    )


def _is_mark(document: Document, first: int, last: int) -> bool:
    """Whether a stretch has no word of its own, and asks: its mark is that of the words before it."""
    tokens = document.tokens[first:last]
    return all(token.kind == "mark" for token in tokens) and any(token.norm == "?" for token in tokens)


def _is_glued(document: Document, at: int) -> bool:
    """A dot inside a version or a name ends no sentence."""
    return at + 1 < len(document.tokens) and document.tokens[at + 1].glued and document.tokens[at].norm == "."
