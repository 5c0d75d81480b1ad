"""What stands at a place of a text: a time, a period, a thing that is counted, a chip or a machine, "per"."""

from __future__ import annotations

from typing import NamedTuple

from engine.base.measures import Unit, unit
from engine.reading.measures.text import Text, norm
from knowledge.units import HOURS_PER_DAY, MILLISECONDS_PER_SECOND, SECONDS_PER_HOUR

ADJECTIVES = 3  # words between a number and its noun
_SHORT = 3  # letters of a word that is no noun
DAY = float(HOURS_PER_DAY)
# Classes of words that are no nouns of what is counted.
_NO_NOUNS = (
    "candidates", "instances", "measure_machine", "measure_chip", "measure_period", "hours_in", "ms_in", "model",
    "variant", "architecture", "framework", "libraries", "precision", "clouds", "region", "purchase", "gigabytes",
    "measure_cost", "measure_takes", "measure_share", "measure_many", "task", "task.hint", "chain_stop",
)  # fmt: skip


class Found(NamedTuple):
    """So many of a unit (1 of what is counted), and the token after its words."""

    scale: float
    unit: Unit
    last: int


def period_at(text: Text, at: int) -> Found | None:
    """Days of the calendar: "week", "months"."""
    match = text.at("measure_period", at)
    return None if match is None else Found(float(match.value), unit(day=1), match.last)


def time_at(text: Text, at: int) -> Found | None:
    """Hours: "min", "hours", "ms"; days and longer are of the calendar."""
    if (period := period_at(text, at)) is not None:
        return period
    for name, hours in (
        ("measure_hours", 1.0),
        ("hours_in", 1.0),
        ("ms_in", 1 / (MILLISECONDS_PER_SECOND * SECONDS_PER_HOUR)),
        ("chain_time", 1 / SECONDS_PER_HOUR),
    ):
        match = text.at(name, at)
        if match is not None and float(match.value) * hours < DAY:
            return Found(float(match.value) * hours, unit(h=1), match.last)
    return None


def hardware_at(text: Text, at: int) -> Found | None:
    """A chip or a machine, by its name or by a word for it."""
    for name, thing in (
        ("instances", "machine"),
        ("candidates", "chip"),
        ("measure_machine", "machine"),
        ("measure_chip", "chip"),
    ):
        match = text.at(name, at)
        if match is not None:
            noun = None if name.startswith("measure") else hardware_at(text, match.last)
            if noun is not None:  # "H100 nodes", "p5 instances"
                one = thing == "chip" and norm(text, at - 1) == "x" and not norm(text, noun.last - 1).endswith("s")
                return Found(1.0, unit(chip=1), noun.last) if one else noun  # "an 8xH100 server" is eight chips
            whole = match.last - 1 > at and text.at("measure_machine", match.last - 1) is not None  # "a3 VM"
            return Found(1.0, unit(**{"machine" if whole else thing: 1}), match.last)
    return None


_LONG_PLURALS = ("xes", "ches", "shes", "sses")


def thing_at(text: Text, at: int) -> Found | None:
    """What is counted: a word that is known, or a run."""
    labor = text.at("measure_labor", at)
    if labor is not None:  # weeks of an engineer
        return Found(float(labor.value), unit(labor=1), labor.last)
    if text.at("measure_iteration", at) is not None and "/" in (norm(text, at + 1), norm(text, at - 1)):
        return Found(1.0, unit(step=1), at + 1)
    if (found := text.at("thing", at)) is not None:
        while (head := text.at("thing", found.last)) is not None and head.last > found.last:
            found = head  # "product photos"
        return Found(1.0, unit(**{str(found.value): 1}), found.last)
    named = text.at("measure_thing", at)
    if named is not None:
        return Found(1.0, unit(**{str(named.value): 1}), named.last)
    for name, thing in (("measure_run", "run"), ("measure_repeat", "repeat")):
        if (match := text.at(name, at)) is not None:
            return Found(1.0, unit(**{thing: 1}), match.last)
    counted = text.at("counted", at)
    if counted is not None and counted.value in ("runs", "verbs"):
        return Found(1.0, unit(run=1), counted.last)
    if counted is not None and counted.value in ("people", "heads"):
        return Found(1.0, unit(person=1), counted.last)
    return _twice(text, at)


def _twice(text: Text, at: int) -> Found | None:
    """A noun that no word of ours names and that the text has twice: "0.8 s per page, 12 million pages"."""
    if not 0 <= at < len(text.tokens):
        return None
    token = text.tokens[at]
    if token.kind != "word" or len(token.norm) <= _SHORT or not token.norm.isalpha():
        return None
    if any(text.at(name, at) is not None for name in _NO_NOUNS):
        return None
    stem = _stem(token.norm)
    twins = [other for other in text.tokens if other.kind == "word" and _stem(other.norm) == stem]
    return Found(1.0, unit(**{stem: 1}), at + 1) if len(twins) > 1 else None


def _stem(word: str) -> str:
    """A noun as one of it is called: "complexes", "batches", "pages"."""
    return word[:-2] if word.endswith(_LONG_PLURALS) else word.rstrip("s")


def per_at(text: Text, at: int) -> int | None:
    """The token behind "per", "/", "a", where one of these stands."""
    if norm(text, at) == "/":
        return at + 1
    match = text.at("chain_per", at)
    if match is None or match.value == "behind":
        return None
    return match.last


def is_each(text: Text, at: int) -> bool:
    """Whether "each" stands here alone: of what was counted before."""
    match = text.at("chain_alone", at)
    return text.at("measure_each", at) is not None or (match is not None and match.value == "each")
