"""What a text excludes: "not on GCP", "anything but spot", "TPUs are off the table".

A negation reaches the first thing named after it in its clause, and whatever is joined to that by
"or"/"nor". A question that begins with one ("why not TPU?", "isn't Trainium cheaper?") denies nothing.
"""

from __future__ import annotations

from engine.reading.document import Document
from engine.reading.patterns import Match

_BARE = frozenset({"not", "no", "nor", "without"})  # "Trainium, not GPU" does exclude
_REACH = 6  # words a negation may stand before what it denies
_DENIABLE = (
    "candidates", "instances", "clouds", "purchase", "framework", "method", "model", "architecture", "managed",
    "priority", "cuda_native", "jax_native", "cadence", "custom_kernels", "checkpointing", "region", "place",
    "task", "capacity",
)  # fmt: skip
_UNDENIABLE = frozenset({("priority", "flexibility")})  # "no lock-in" asks for it
_BY_PHRASE = frozenset({"custom_kernels", "capacity", "neuron_experience", "checkpointing"})


def denied(document: Document, kept: list[Match]) -> set[int]:
    """Indices into `kept` of the matches the text denies."""
    by_first: dict[int, list[int]] = {}
    for index, match in enumerate(kept):
        if match.slot in _DENIABLE and (match.slot, match.value) not in _UNDENIABLE:
            by_first.setdefault(match.first, []).append(index)
    inside = _consumed(document, kept)
    out: set[int] = set()
    negators = document.classes.get("negator", {})
    for at, negator in negators.items():
        if at in inside or _asks(document, at) or _undone(document, at) or _of_a_chip(document, at):
            continue
        out |= _forward(document, kept, by_first, negator.last)
    for index, match in enumerate(kept):
        if match.slot in _DENIABLE and _follows(document, match.last):
            out.add(index)
    return out


def _of_a_chip(document: Document, at: int) -> bool:
    """A limit of a chip is not an exclusion ("Trainium cannot run diffusion")."""
    return document.ending("candidates", at) is not None and document.tokens[at].norm not in _BARE


def _undone(document: Document, at: int) -> bool:
    """Whether two denials cancel: "no plans to leave AWS" speaks for AWS."""
    negators = document.classes.get("negator", {})
    leaves = negators[at].value == "leave"
    reach = range(max(0, at - _REACH), at) if leaves else range(negators[at].last, at + _REACH)
    other = [negators[i] for i in reach if i in negators and (negators[i].value == "leave") != leaves]
    first, last = document.clause(at)
    return any(first <= o.first < last for o in other)


def _consumed(document: Document, kept: list[Match]) -> set[int]:
    """Negators that are part of a phrase with a meaning of its own ("no custom kernels", "not sure")."""
    inside: set[int] = set()
    for match in document.classes.get("pseudo_negator", {}).values():
        inside.update(range(match.first, match.last))
    for match in kept:
        if match.slot in _DENIABLE or match.slot in _BY_PHRASE:
            inside.update(range(match.first, match.last))
    return inside


def _asks(document: Document, at: int) -> bool:
    """A contraction that opens its sentence asks ("isn't ...?", "can't we ...?")."""
    norm = document.tokens[at].norm
    if not norm.endswith("n't") or not document.starts_sentence(at):
        return False
    return norm not in ("don't", "can't", "won't") or document.at("pronoun", at + 1) is not None


def _forward(document: Document, kept: list[Match], by_first: dict[int, list[int]], at: int) -> set[int]:
    last = min(at + _REACH, len(document.tokens))
    weak: set[int] = set()
    negators = document.classes.get("negator", {})
    while at < last and at not in negators:
        if at in by_first:
            hit = {i for i in by_first[at] if kept[i].slot != "task"}
            if hit:
                return hit | _joined(document, kept, by_first, max(hit, key=lambda i: kept[i].last))
            weak |= set(by_first[at])
        if document.ends_clause(at) or (document.at("contrast", at) is not None and at not in by_first):
            break
        at += 1
    return weak


def _joined(document: Document, kept: list[Match], by_first: dict[int, list[int]], index: int) -> set[int]:
    """Others of the same slot in one list with a denied one: "no GCP, Azure or on-prem"."""
    out: set[int] = set()
    pending: set[int] = set()
    at = kept[index].last
    slot = kept[index].slot
    while at < len(document.tokens):
        joiner = document.tokens[at].norm
        if joiner not in ("or", "nor", "and", ",", "/"):
            break
        at += 1
        while at < len(document.tokens) and document.tokens[at].norm in ("or", "nor", "on", "any", "the"):
            joiner = "or" if document.tokens[at].norm in ("or", "nor") else joiner
            at += 1
        same = {i for i in by_first.get(at, ()) if kept[i].slot == slot}
        if not same:
            break
        pending |= same
        if joiner != ",":
            out |= pending
            pending = set()
        at = max(kept[i].last for i in same)
    return out


def _follows(document: Document, at: int) -> bool:
    """A denial right after the thing: "spot is not an option", "Spot: no"."""
    if document.at("post_negator", at) is not None:
        return True
    return any(
        document.at("post_negator", here) is not None for here in (at, at + 1) if here <= len(document.tokens)
    ) and (not document.ends_clause(at))
