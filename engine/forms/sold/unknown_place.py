"""A place that was named, and that no region of ours lies in: "in Antarctica"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.base.reason import Reason
from engine.workload.profile import Reading
from knowledge.facts import Facts

_PLACED = re.compile(r"\b(?:in|near|around|within)\s+(?:the\s+)?$", re.IGNORECASE)
_LEADING = re.compile(r"^(?:in|near|around|within)\s+(?:the\s+)?", re.IGNORECASE)
_A_THING = re.compile(r"\b(?:in|within)\s+(?:the|my|our|your|their)\s+$", re.IGNORECASE)
_YEAR = re.compile(r"(?:19|20)\d\d")
_SHORT = 3  # letters that a month is called by: "Sep", "Sept"
_CURRENCY = 3  # capitals: "in EUR" is no place


class UnknownPlace(Reason, code="unknown_place"):
    """The place as it was written; what follows is of every place, or of the larger one that was understood."""

    place: str


def unknown_places(reading: Reading, facts: Facts) -> tuple[UnknownPlace, ...]:
    """The first words behind "in" or "near" that were not understood; () where there are none."""
    for stretch in reading.unread:
        name = _LEADING.sub("", stretch)
        at = reading.text.find(stretch) + len(stretch) - len(name)
        first = reading.text.rfind(" ", 0, at) + 1
        name = reading.text[first : at + len(name)]  # all of "us-east-9"
        coin = len(name) == _CURRENCY and name.isupper()
        thing = reading.profile.region in facts.regions and _A_THING.search(reading.text[:first]) and name.islower()
        if thing or name.casefold() in facts.regions:  # "in us-central1; I can't find it in the calculator"
            continue  # the "1" of "us-east-1 on demand and 1-year" was sought, and stands in a region that is known
        if name[:1].isalpha() and not coin and not _is_time(name, facts) and _PLACED.search(reading.text[:first]):
            return (UnknownPlace(place=name),)
    return ()


def _is_time(name: str, facts: Facts) -> bool:
    """ "in January 2025", "in December" """
    months = [month for term in facts.terms if term.slot == "month_name" for month in term.words]
    return any(_YEAR.fullmatch(word) or _is_month(word, months) for word in name.casefold().replace(",", " ").split())


def _is_month(word: str, months: Sequence[str]) -> bool:
    return len(word) >= _SHORT and any(month.startswith(word) for month in months)
