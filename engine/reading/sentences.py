"""The sentences of a text, which of them ask, and what is asked for by naming it: "days to train ...", "tokens/s".

The noun of a quantity asks as a verb does where it opens a sentence, words such as "calculate", "expected" and
"total" aside, or closes one behind a mark. Nouns that are joined ("cost and duration") ask together. A noun that a
figure follows tells it: "latency of 200 ms", "budget: $500".
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.reading.document import Document
from engine.reading.words.patterns import Match
from engine.reading.words.tokens import SENTENCE_ENDS

BY_NAME = "asks_by_name"  # the cue: it asks so
_NOUN = "asked_noun"  # its value: the cues that a question for it shows, with commas between them
_LEAD = "asked_lead"  # words before such a noun
_REST = "asked_rest"  # words behind it at the end of a sentence
_OF = "asked_of"  # words that join it to what it is asked of
_JOINT = frozenset({"and", "+", "&", "/", ",", "or", "und", "et", "y", "e", "和", "、", "と"})
_BEFORE_TAIL = frozenset({":", ",", ";", "-", "–", "—", "=", "(", "\n", ">", "|", "→"})
_BEFORE_TOLD = frozenset({":", ",", "of", "at", "in"})
_UNITS = ("hours_in", "ms_in", "years_in")
_SPEEDS = frozenset({"current_tokens_per_second", "seconds_per_step", "samples_per_second", "requests_per_second"})
_ASIDE = "cue_aside"  # its value: cues that are none inside it
_AGAIN = 3  # leads between two joined nouns, at most

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


def asked_by_name(document: Document) -> list[Match]:
    """The cues of what is asked so, and `BY_NAME`; none where no quantity is."""
    cues: dict[str, Match] = {}
    for chain in _chains(document):
        first, last = chain[0].first, chain[-1].last
        if not (_opens(document, first, last) or _closes(document, first, last)):
            continue
        for noun in chain:
            for cue in (BY_NAME, *str(noun.value).split(",")):
                cues.setdefault(cue, Match("cue", cue, noun.first, noun.last))
    return list(cues.values())


def without_asides(document: Document) -> list[Match]:
    """The matches of a text but for cues inside a phrase that only leads up to a question: "could you tell me"."""
    asides = [
        (str(aside.value).split(","), aside.first, aside.last) for aside in document.matches if aside.slot == _ASIDE
    ]
    return [
        match
        for match in document.matches
        if match.slot != "cue"
        or not any(match.value in cues and first <= match.first < last for cues, first, last in asides)
    ]


def _chains(document: Document) -> list[list[Match]]:
    """The nouns in their order, the joined ones together; one inside a longer one is none."""
    found: list[list[Match]] = []
    for noun in sorted(document.classes.get(_NOUN, {}).values(), key=lambda noun: noun.first):
        before = found[-1][-1] if found else None
        counted = noun.first > 0 and document.tokens[noun.first - 1].kind == "number"  # "5 req/s" is told
        if counted or (before is not None and noun.first < before.last):
            continue
        if before is not None and _are_joined(document, before.last, noun.first):
            found[-1].append(noun)
        else:
            found.append([noun])
    return found


def _are_joined(document: Document, last: int, first: int) -> bool:
    """Whether there is nothing between two nouns but a joint, and words that may lead the second."""
    joined = last < first and document.tokens[last].norm in _JOINT
    return joined and any(_led(document, first, steps)[-1] == last + 1 for steps in range(_AGAIN + 1))


def _led(document: Document, at: int, most: int) -> list[int]:
    """Where the words that lead up to a noun begin, step by step."""
    begins = [at]
    while len(begins) <= most:
        lead = document.ending(_LEAD, begins[-1], 0, longest=True)
        if lead is None:
            break
        begins.append(lead.first)
    return begins


def _opens(document: Document, first: int, last: int) -> bool:
    begins = _led(document, first, len(document.tokens))
    opened = any(at == 0 or document.ends_sentence(at - 1) for at in begins)
    return opened and _asks_of(document, last)


def _asks_of(document: Document, last: int) -> bool:
    """Whether what follows a noun is what it is asked of, and no figure that tells it."""
    if _ends(document, last):
        return True
    token = document.tokens[last]
    if token.norm in _BEFORE_TOLD and _is_figure(document, last + 1):
        return False
    return token.norm in (",", ":", "(") or document.at(_OF, last) is not None


def _is_figure(document: Document, at: int) -> bool:
    """Whether a sum of money or a time stands there, or a number of a rate."""
    number = next((n for n in document.numbers if n.first <= at < n.last or n.first == at), None)
    if number is None:
        return at < len(document.tokens) and document.tokens[at].norm == "$"
    after = document.skip(number.last)
    timed = any(document.at(unit, after) for unit in _UNITS)
    return bool(number.money) or timed or document.value_at("figure_unit", after) in _SPEEDS


def _closes(document: Document, first: int, last: int) -> bool:
    if not _ends(document, last):
        return False
    begins = _led(document, first, len(document.tokens))
    return any(at > 0 and document.tokens[at - 1].norm in _BEFORE_TAIL for at in begins)


def _ends(document: Document, last: int) -> bool:
    """Whether a sentence ends there, words such as "needed" and "please" aside."""
    while last < len(document.tokens) and not document.ends_sentence(last):
        rest = document.at(_REST, last)
        if rest is None:
            return document.tokens[last].norm == ")"
        last = rest.last
    return True


def since(document: Document, at: int, most: int) -> int:
    """The start of the clause a position is in, or `most` tokens before it."""
    first = at
    while first > max(0, at - most) and not document.ends_clause(first - 1):
        first -= 1
    return first


def sentence_start(document: Document, at: int) -> int:
    """The start of the sentence a position is in, by its marks and its lines."""
    while at > 0 and document.tokens[at - 1].norm not in SENTENCE_ENDS:
        at -= 1
    return at


def asked_alone(document: Document, start: int, classes: Sequence[str]) -> bool:
    """Whether from `start` on a thing of one of the classes is a question by itself: "... every week. trn1?" """
    for at in range(max(1, start), len(document.tokens) - 1):
        found = next((one for name in classes if (one := document.at(name, at)) is not None), None)
        if found is None or document.tokens[at - 1].norm not in SENTENCE_ENDS or found.last >= len(document.tokens):
            continue
        if document.tokens[found.last].norm == "?":
            return True
    return False
