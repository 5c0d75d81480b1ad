"""What each number in a text counts: parameters, tokens, money, chips, nodes, people, runs or time.

A number takes its meaning from the unit or noun behind it (adjectives may stand between), then from the
words before it. A number whose meaning is not clear fills no slot.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.reading.document import Document
from engine.reading.nouns import KINDS, NO_ADJECTIVE, Kind, chips_of_slice, noun, per_node
from engine.reading.numbers import Number
from engine.reading.rates import rate_after, rate_at

_COUNTABLE = frozenset({"runs", "nodes", "people", "heads", "times", "chips", "verbs"})  # by the piece
_MOST_TIMES = 1000  # a bare number with a rate counts runs only up to here
_MILLION = 1e6
_BILLION = 1e9
_TRILLION = 1e12
_GLUED_ONLY = frozenset(["d", "w", "y", "s", "m", "h", "mo"])
_MILLISECOND_WORDS = 1.0
_YEARS = range(2010, 2036)


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number with what it counts; `first` to `last` cover number and noun."""

    kind: Kind
    value: float
    first: int
    last: int
    loose: bool = False  # a reading to be used only where the words around support it


def quantities(scene: Document) -> list[Quantity]:
    """Every number of the text that counts something we know."""
    starts = {n.first for n in scene.numbers}
    found: list[Quantity] = []
    for number in scene.numbers:
        quantity = _counted(scene, number, starts)
        if quantity is not None:
            found.append(quantity)
    return found


def _counted(scene: Document, number: Number, starts: set[int]) -> Quantity | None:
    value, last = number.value, number.last
    tokens = scene.tokens
    if last + 2 < len(tokens) and [t.norm for t in tokens[last : last + 3]] == ["and", "a", "half"]:
        value, last = value + 0.5 * number.scale, last + 3
    if number.money:
        return Quantity("money", value, number.first, last)
    if _is_year(scene, number):
        return None
    if last < len(tokens) and tokens[last].norm == "/" and rate_at(scene, last) is not None:
        return _bare(scene, number, value, last)
    share = chips_of_slice(scene, number.first)
    if share is not None:
        return Quantity("chips", value * share, number.first, last)
    each = per_node(scene, last)
    if each is not None:
        return Quantity("chips", value, number.first, each[0])
    at = scene.skip(last)
    unit = _unit(scene, value, number, at)
    if unit is not None:
        return unit
    counted = noun(scene, at, starts)
    if counted is not None:
        kind, end = counted
        if kind == "chips" and number.scale >= _BILLION:
            kind = "parameters"
        if number.scale == _BILLION and scene.at("size_of", at) is not None:  # "4B models"
            return Quantity("parameters", value, number.first, last)
        if kind in _COUNTABLE and number.letter in ("b", "bn", "t", "m"):  # "13b fine-tune"
            if number.scale < _BILLION:
                return _small_model(scene, number, value, last)
            kind, end = "parameters", last
        if kind in _COUNTABLE and _ends_a_name(scene, number):
            return None
        if value == 1 and scene.value_at("counted", at) == "them":  # "we do one of those a year"
            return None
        if kind == "verbs":
            kind = "runs" if value == 1 or rate_after(scene, end, 3) else "other"
        return Quantity(kind, value, number.first, end)
    labelled = _labelled(scene, number.first)
    if labelled is not None:
        return Quantity(labelled, value, number.first, last)
    if number.scale == _BILLION:
        return Quantity("parameters", value, number.first, last)
    if number.scale == _TRILLION:
        return Quantity("tokens", value, number.first, last, loose=True)
    if number.scale == _MILLION:
        return _small_model(scene, number, value, last)
    return _bare(scene, number, value, last)


def _ends_a_name(scene: Document, number: Number) -> bool:
    """Whether a number is the end of a name ("ViT-H/14 retraining", "Phi-3 jobs")."""
    first = number.first
    if first < 2 or not scene.tokens[first].glued or not scene.tokens[first - 1].glued:
        return False
    return scene.tokens[first - 1].norm in ("-", "/") and scene.tokens[first - 2].kind == "word"


def _is_year(scene: Document, number: Number) -> bool:
    """A bare 2010 to 2035 that nothing multiplies ("our 2025 training") is a date, not a count."""
    bare = number.last - number.first == 1 and scene.tokens[number.first].norm.isdecimal() and number.scale == 1
    glued = number.last < len(scene.tokens) and scene.tokens[number.last].glued
    x = scene.value_at("counted", number.last) == "times"
    return bare and number.value in _YEARS and not (glued or x)


def _small_model(scene: Document, number: Number, value: float, last: int) -> Quantity | None:
    """Millions count parameters only beside a model ("BERT 110M", "a 350M model")."""
    beside = scene.near("model", number.first - 5, number.first) or scene.near("model", last, last + 3)
    beside = beside or _bracketed(scene, number.first, last)
    beside = beside or (not scene.ends_clause(last) and scene.near("size_of", last, last + 2))
    return Quantity("parameters", value, number.first, last) if beside else None


def _bracketed(scene: Document, first: int, last: int) -> bool:
    """Whether a number stands alone in brackets behind a name ("E5-large (560M)")."""
    if first < 2 or last >= len(scene.tokens) or scene.tokens[first - 2].kind != "word":
        return False
    return scene.tokens[first - 1].norm == "(" and scene.tokens[last].norm in (")", ",")


def _unit(scene: Document, value: float, number: Number, at: int) -> Quantity | None:
    """A unit of time right behind the number. One-letter units must touch it."""
    for name in ("ms_in", "hours_in", "years_in"):
        match = scene.at(name, at)
        if match is None or (scene.at("counted", at) and scene.at("counted", at).last > match.last):  # type: ignore[union-attr]
            continue
        word = scene.tokens[at].norm
        apart = word in _GLUED_ONLY and word != "h" and not scene.tokens[at].glued
        if apart and (name != "ms_in" or not scene.near("latency_cue", number.first - 6, at + 4)):
            continue
        if name == "years_in":
            return Quantity("other", value, number.first, match.last)
        kind: Kind = "ms" if name == "ms_in" else "hours"
        return Quantity(
            kind,
            value * float(match.value),
            number.first,
            match.last,
            loose=name == "ms_in" and float(match.value) != _MILLISECOND_WORDS,
        )
    return None


def _labelled(scene: Document, first: int) -> Kind | None:
    """What a label says that stands before a number: "Team: 6", "Runs = 12"."""
    if first < 2 or scene.tokens[first - 1].norm not in (":", "=", "("):
        return None
    label = scene.ending("label", first - 1, 0, longest=True)
    return None if label is None else KINDS.get(str(label.value))


def _is_sum(scene: Document, number: Number) -> bool:
    """Whether a bare "50k" is money: a cap around it, or a thread that has a budget."""
    if scene.before.budget_usd is not None:
        return True
    start, end = scene.clause(number.first)
    return scene.near("budget", max(start, number.first - 4), number.first) or scene.near(
        "budget_name", number.last, min(end, number.last + 4)
    )


def _bare(scene: Document, number: Number, value: float, last: int) -> Quantity | None:
    """A number with nothing behind it: "team of 12", "H100 x 8", "budget 500"."""
    first = number.first
    if value == int(value) and scene.ending("people_cue", first) and value < 500:
        alone = scene.ends_clause(last) or scene.tokens[last].norm in NO_ADJECTIVE
        if scene.tokens[first - 1].norm == "of" or alone:
            return Quantity("people", value, first, last)
    labelled = _labelled(scene, first)
    if labelled is not None:
        return Quantity(labelled, value, first, last)
    if value <= _MOST_TIMES and rate_at(scene, last) is not None and scene.at("schedule", last) is None:
        return Quantity("times", value, first, last)
    if number.letter == "k" and _is_sum(scene, number):
        return Quantity("money", value, first, last)
    if scene.ending("budget_name", first, 2) or scene.at("budget_name", last):
        return Quantity("money", value, first, last)
    if first >= 2 and scene.tokens[first - 1].norm in ("x", "(") and value == int(value):
        before = scene.tokens[first - 2]
        if before.kind == "instance" or scene.ending("instances", first - 1):
            return Quantity("nodes", value, first, last)
        chip = scene.ending("candidates", first - 1)
        if chip is not None:
            return Quantity(
                "nodes" if dict(chip.implies).get("counted_as") == "nodes" else "chips", value, first, last
            )
    return None
