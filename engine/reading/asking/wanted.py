"""What each question of a message asks for, and which of that an answer tells.

Only what words can tell is looked at (hours, dollars, memory, what others used, a matter that is asked about by its
name): the values of the classes `asked` and `told` of knowledge/data/language/asked.toml.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.reading.document import laid_out
from engine.reading.sentences import asking
from engine.reading.vocabulary import Vocabulary

_THEIRS = frozenset({"used"})  # of what others did nothing more can be told, however long or expensive it was
_MOST = 12  # questions of a message that are looked at


class Wanted(NamedTuple):
    """One question in its own words, and the kinds of thing it asks for.

    `is_first`: the message asks nothing before it.
    """

    words: str
    kinds: frozenset[str]
    is_first: bool = False


def wanted(text: str, vocabulary: Vocabulary) -> tuple[Wanted, ...]:
    """The questions of a message that ask for something that words can tell, in their order; each once."""
    document = laid_out(text, vocabulary)
    found: list[Wanted] = []
    for place, (first, last) in enumerate(asking(document)[:_MOST]):
        asked = [m for m in document.matches if m.slot == "asked" and first <= m.first and m.last <= last]
        spans = [(m.first, m.last) for m in asked]  # "how long" begins "how long do we have to wait"
        kinds = {str(m.value) for m in asked if not any(m.first == at and m.last < end for at, end in spans)}
        kinds = kinds & _THEIRS or kinds
        if kinds and not any(kinds <= known.kinds for known in found):
            found.append(Wanted(document.slice(first, last).strip(), frozenset(kinds), is_first=place == 0))
    return tuple(found)


def told(sentences: str, vocabulary: Vocabulary) -> frozenset[str]:
    """The kinds of thing that the sentences of an answer tell."""
    document = laid_out(sentences, vocabulary)
    return frozenset(str(match.value) for match in document.matches if match.slot == "told")
