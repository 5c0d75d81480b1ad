"""What each question of a message asks for, and which of that an answer tells.

Only what words can tell is looked at (hours, dollars, memory, what others used, a matter that is asked about by its
name): the values of the classes `asked` and `told` of knowledge/data/language/asked.toml.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.reading.document import lay_out
from engine.reading.sentences import asking
from engine.reading.vocabulary import Vocabulary
from engine.workload.profile import Profile

_MOST = 12  # questions of a message that are looked at


class Wanted(NamedTuple):
    """One question in its own words, and the kinds of thing it asks for."""

    words: str
    kinds: frozenset[str]


def wanted(text: str, vocabulary: Vocabulary) -> tuple[Wanted, ...]:
    """The questions of a message that ask for something that words can tell, in their order; each once."""
    document = lay_out(text, vocabulary, Profile())
    found: list[Wanted] = []
    for first, last in asking(document)[:_MOST]:
        kinds = {str(m.value) for m in document.matches if m.slot == "asked" and first <= m.first and m.last <= last}
        if kinds and not any(kinds <= known.kinds for known in found):
            found.append(Wanted(document.slice(first, last).strip(), frozenset(kinds)))
    return tuple(found)


def told(sentences: str, vocabulary: Vocabulary) -> frozenset[str]:
    """The kinds of thing that the sentences of an answer tell."""
    document = lay_out(sentences, vocabulary, Profile())
    return frozenset(str(match.value) for match in document.matches if match.slot == "told")
