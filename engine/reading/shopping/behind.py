"""What is excluded by words behind it: "spot is not an option", "AWS and GCP excluded"."""

from __future__ import annotations

from collections.abc import Mapping

from engine.reading.document import Document
from engine.reading.words.patterns import Match

CHIPS = frozenset({"candidates", "instances"})
_JOINS = frozenset({"and", "or", "nor", "&", "/", "+", "und", "et", "y"})
_OF_ONE = frozenset({"is", "isn't", "isnt", ":", "="})  # "we use AWS and GCP is out" is of GCP alone


def excluded_behind(document: Document, match: Match) -> Match | None:
    """A denial right after the thing: "spot is not an option", "Spot: no". "Does not work" complains of a chip."""
    at = match.last
    for here in (at, at + 1):
        denial = document.at("post_negator", here)
        if denial is not None and (here == at or not document.ends_clause(at)):
            return denial if denial.value != "complaint" or match.slot not in CHIPS else None
    return None


def listed_before(
    document: Document, kept: list[Match], by_first: Mapping[int, list[int]], index: int, denial: Match
) -> set[int]:
    """The others of a list whose last one is denied by words that may be of them all: "AWS and GCP excluded"."""
    if document.tokens[denial.first].norm in _OF_ONE:
        return set()
    slot, at, joined = kept[index].slot, kept[index].first, False
    ends = {kept[i].last: i for listed in by_first.values() for i in listed if kept[i].slot == slot}
    out: set[int] = set()
    while at > 1 and document.tokens[at - 1].norm in (_JOINS if not joined else {*_JOINS, ","}):
        joined = True
        at -= 1
        at -= document.tokens[at - 1].norm == ","  # "AWS, Azure, and GCP"
        if at not in ends:
            break
        out.add(ends[at])
        at = kept[ends[at]].first
    return out
