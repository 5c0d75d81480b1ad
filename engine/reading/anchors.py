"""Whether a text speaks of accelerators at all: by something no other talk has, or by two kinds of what others have.

"Serves sushi on the train" has the words of ours; what it says of price, place and time then states no workload.
"""

from __future__ import annotations

from engine.reading.document import Document
from engine.reading.words.numbers import Number
from engine.workload.profile import Profile

# Slots whose own words are ours, unless everyday language has them as well.
_OURS = frozenset({
    "candidates", "instances", "variant", "model", "architecture", "task", "method", "framework", "libraries",
    "providers", "precision", "custom_kernels", "dataset", "card", "feature", "unheld_name", "neuron_experience",
})  # fmt: skip
_SIZES = frozenset({"parameters", "tokens", "tokens_per_day", "active_parameters"})
_SMALLEST, _LARGEST = 0.1, 2000  # billions of parameters
_ROUND = 100  # from here on sizes have no decimals
_PARTS = frozenset(".:/-_")  # join a number to something longer
_NOTED = 4  # in such a note at least so many times as many words as strange ones
_ASKED = frozenset({"price", "price_strong", "commit", "commit_strong", "carbon", "carbon_strong"})
_SAID = 1e6
_NONE = "none"  # a word that tells nothing
_WORK = frozenset({"train", "serve"})
_TALK = frozenset({"model", "terms", "cloud"})  # together still everyday: "spot a falcon"
_KINDS = 2  # of everyday words that are ours together


def is_ours(document: Document, profile: Profile) -> bool:
    """Whether what the text says may be about accelerators. A turn of a thread that is about them is."""
    if document.before.stated() or document.unheld or document.classes.get("anchor"):
        return True
    if any(token.kind == "instance" for token in document.tokens):
        return True
    if any(_is_a_model(document, number) for number in document.numbers):
        return True
    if profile.stated() and _is_note(document):
        return True
    kinds = {
        at: str(match.value)
        for match in document.matches
        if match.slot == "ambiguous"
        for at in range(match.first, match.last)
    }
    for match in document.matches:
        if match.slot in _OURS and not all(at in kinds for at in range(match.first, match.last)):
            return True
    said = any(number.scale >= _SAID and number.letter != "b" for number in document.numbers)  # "7 billion"
    sized = {"size"} if said and not _SIZES.isdisjoint(profile.stated()) else set()
    found = {*kinds.values(), *sized} - {_NONE}
    return len(found) >= _KINDS and not found <= _TALK


def _is_a_model(document: Document, number: Number) -> bool:
    """Whether a number is a size as models have it, and part of nothing longer: "8B", no "802.11b", no "6.3b.005"."""
    tokens = document.tokens
    whole = number.value / number.scale
    if number.letter != "b" or not _SMALLEST <= whole <= _LARGEST or (whole >= _ROUND and whole != int(whole)):
        return False
    before = number.first > 0 and tokens[number.first].glued and tokens[number.first - 1].norm in _PARTS
    behind = tokens[number.last : number.last + 2]
    return not before and not (len(behind) > 1 and behind[0].norm in _PARTS and behind[0].glued and behind[1].glued)


def _is_note(document: Document) -> bool:
    """Whether nearly every word was understood: "120 requests per minute" is no sentence about something else."""
    filler = document.classes.get("filler", {})
    words = [at for at, token in enumerate(document.tokens) if token.kind != "mark" and at not in filler]
    asked = {at for m in document.matches if m.slot == "cue" and m.value in _ASKED for at in range(m.first, m.last)}
    vague = {
        at
        for m in document.matches
        if m.slot == "ambiguous" and m.value not in _WORK
        for at in range(m.first, m.last)
    }
    known = document.covered.union(asked, document.classes.get("note", {}))
    strange = [at for at in words if at not in known or at in vague]
    return len(strange) * _NOTED <= len(words)
