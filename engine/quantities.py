"""What each number in a text counts: parameters, tokens, money, chips, nodes, people, runs or time.

A number takes its meaning from the unit or noun behind it (adjectives may stand between), then from the
words before it. A number whose meaning is not clear fills no slot.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from engine.read_numbers import Number
from engine.read_rates import rate_after, rate_at
from engine.read_scene import Scene

Kind = Literal[
    "parameters",
    "tokens",
    "money",
    "chips",
    "nodes",
    "people",
    "heads",
    "runs",
    "verbs",
    "times",
    "hours",
    "ms",
    "other",
]

_COUNTABLE = frozenset({"runs", "nodes", "people", "heads", "times", "chips", "verbs"})  # by the piece
_ANTECEDENT = 60  # tokens "of them" may look back
_MOST_TIMES = 1000  # a bare number with a rate counts runs only up to here
_ADJECTIVES = 3  # words between a number and its noun
_MILLION = 1e6
_BILLION = 1e9
_TRILLION = 1e12
_NO_ADJECTIVE = frozenset(
    [
        "of",
        "on",
        "in",
        "at",
        "for",
        "with",
        "per",
        "a",
        "an",
        "the",
        "and",
        "or",
        "to",
        "from",
        "by",
        "is",
        "are",
        "as",
        "than",
        "vs",
        "we",
    ]
)
_KINDS: dict[str, Kind] = {str(kind): kind for kind in get_args(Kind)}
_GLUED_ONLY = frozenset(["d", "w", "y", "s", "m", "h", "mo"])
_MILLISECOND_WORDS = 1.0
_DEPARTS = 4  # tokens after "of them"
_YEARS = range(2010, 2036)


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number with what it counts; `first` to `last` cover number and noun."""

    kind: Kind
    value: float
    first: int
    last: int
    loose: bool = False  # a reading to be used only where the words around support it


def quantities(scene: Scene) -> list[Quantity]:
    """Every number of the text that counts something we know."""
    starts = {n.first for n in scene.numbers}
    found: list[Quantity] = []
    for number in scene.numbers:
        quantity = _counted(scene, number, starts)
        if quantity is not None:
            found.append(quantity)
    return found


def _counted(scene: Scene, number: Number, starts: set[int]) -> Quantity | None:
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
    share = _slice(scene, number.first)
    if share is not None:
        return Quantity("chips", value * share, number.first, last)
    each = _per_node(scene, last)
    if each is not None:
        return Quantity("chips", value, number.first, each[0])
    at = scene.skip(last)
    unit = _unit(scene, value, number, at)
    if unit is not None:
        return unit
    noun = _noun(scene, at, starts)
    if noun is not None:
        kind, end = noun
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


def _ends_a_name(scene: Scene, number: Number) -> bool:
    """Whether a number is the end of a name ("ViT-H/14 retraining", "Phi-3 jobs")."""
    first = number.first
    if first < 2 or not scene.tokens[first].glued or not scene.tokens[first - 1].glued:
        return False
    return scene.tokens[first - 1].norm in ("-", "/") and scene.tokens[first - 2].kind == "word"


def _is_year(scene: Scene, number: Number) -> bool:
    """A bare 2010 to 2035 that nothing multiplies ("our 2025 training") is a date, not a count."""
    bare = number.last - number.first == 1 and scene.tokens[number.first].norm.isdecimal() and number.scale == 1
    glued = number.last < len(scene.tokens) and scene.tokens[number.last].glued
    x = scene.value_at("counted", number.last) == "times"
    return bare and number.value in _YEARS and not (glued or x)


def _small_model(scene: Scene, number: Number, value: float, last: int) -> Quantity | None:
    """Millions count parameters only beside a model ("BERT 110M", "a 350M model")."""
    beside = scene.near("model", number.first - 5, number.first) or scene.near("model", last, last + 3)
    beside = beside or (not scene.ends_clause(last) and scene.near("size_of", last, last + 2))
    return Quantity("parameters", value, number.first, last) if beside else None


def _unit(scene: Scene, value: float, number: Number, at: int) -> Quantity | None:
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


def _noun(scene: Scene, at: int, starts: set[int]) -> tuple[Kind, int] | None:
    """The noun a number counts, and the token after it."""
    for here in range(at, min(at + _ADJECTIVES + 1, len(scene.tokens))):
        if here in starts:
            end = _per_node(scene, here + 1)
            return None if end is None else ("nodes", end[1])
        token = scene.tokens[here]
        kind = _kind(scene, here)
        if kind is not None:
            return kind
        if token.kind == "instance":
            return "nodes", here + 1
        if token.kind == "mark" and token.norm not in ("-", "/", "'"):
            return None
        if token.norm in _NO_ADJECTIVE or (scene.at("hours_in", here) and here > at):
            return None
    return None


def _per_node(scene: Scene, at: int) -> tuple[int, int] | None:
    """Where the chips and the nodes end in what follows "8" in "8xH100 boxes" or "8-GPU nodes"."""
    way = scene.at("way", scene.skip(at))
    joined = scene.at("counted", scene.skip(at))
    if way is not None:
        at = way.last
    elif joined is not None and joined.value == "times":
        at = joined.last
    elif scene.skip(at) == at:
        return None
    at = scene.skip(at)
    chip = scene.at("counted", at) or scene.at("candidates", at)
    if chip is None or "counted_as" in dict(chip.implies) or chip.value in ("nodes", "other"):
        return None
    if chip.slot == "counted" and chip.value != "chips":
        return None
    node = scene.at("counted", scene.skip(chip.last))
    return (chip.last, node.last) if node is not None and node.value == "nodes" else None


def _kind(scene: Scene, here: int) -> tuple[Kind, int] | None:
    chip = scene.at("candidates", here)
    if chip is not None:
        nodes = dict(chip.implies).get("counted_as") == "nodes"
        follows = scene.value_at("counted", scene.skip(chip.last))
        if nodes or follows == "nodes":
            return "nodes", chip.last + (follows == "nodes")
        if follows == "other":
            return None
        if scene.at("hours_in", scene.skip(chip.last)) is not None:  # "11,000 H100 hours"
            return "other", scene.skip(chip.last) + 1
        return "chips", chip.last
    if scene.at("instances", here) is not None:
        return "nodes", scene.at("instances", here).last  # type: ignore[union-attr]
    counted = scene.at("counted", here)
    if counted is None:
        return None
    name = str(counted.value)
    if name == "times":
        at = scene.skip(counted.last)
        after = _kind(scene, at) if counted.last < len(scene.tokens) else None
        if after is not None and after[0] in ("chips", "nodes"):  # "8x H100"
            return after
        if counted.last < len(scene.tokens) and scene.tokens[counted.last].kind == "instance":
            return "nodes", counted.last + 1
        return "times", counted.last
    if name == "dollars":
        return "money", counted.last
    if name == "them":
        return _them(scene, here), counted.last
    if name in ("people", "heads") and scene.at("not_people_word", counted.last):
        return "other", counted.last
    if name == "chips" and scene.value_at("counted", scene.skip(counted.last)) == "nodes":
        return "nodes", counted.last + 1
    return _KINDS.get(name, "other"), counted.last


def _them(scene: Scene, here: int) -> Kind:
    """What "4 of them" refers to: the nearest instance, chip or kernel before it."""
    if scene.near("departs", here, here + _DEPARTS):  # "two of them go away"
        return "other"
    for at in range(here - 1, max(-1, here - _ANTECEDENT), -1):
        if scene.tokens[at].kind == "instance" or scene.at("instances", at):
            return "nodes"
        chip = scene.at("candidates", at)
        if chip is not None:
            return "nodes" if dict(chip.implies).get("counted_as") == "nodes" else "chips"
        if scene.at("custom_kernels", at):
            return "other"
    if scene.before.instances:
        return "nodes"
    return "chips" if scene.before.candidates else "other"


def _slice(scene: Scene, first: int) -> float | None:
    """Chips per unit where a number names a TPU slice ("v5e-16"); None where it does not."""
    if first < 2 or scene.tokens[first - 1].norm != "-" or not scene.tokens[first].glued:
        return None
    chip = scene.ending("candidates", first - 1, 0)
    share = None if chip is None else dict(chip.implies).get("slice")
    return None if share is None else float(share)


def _labelled(scene: Scene, first: int) -> Kind | None:
    """What a label says that stands before a number: "Team: 6", "Runs = 12"."""
    if first < 2 or scene.tokens[first - 1].norm not in (":", "=", "("):
        return None
    label = scene.ending("label", first - 1, 0)
    return None if label is None else _KINDS.get(str(label.value))


def _is_sum(scene: Scene, number: Number) -> bool:
    """Whether a bare "50k" is money: a cap around it, or a thread that has a budget."""
    if scene.before.budget_usd is not None:
        return True
    start, end = scene.clause(number.first)
    return scene.near("budget", max(start, number.first - 4), number.first) or scene.near(
        "budget_name", number.last, min(end, number.last + 4)
    )


def _bare(scene: Scene, number: Number, value: float, last: int) -> Quantity | None:
    """A number with nothing behind it: "team of 12", "H100 x 8", "budget 500"."""
    first = number.first
    if value == int(value) and scene.ending("people_cue", first) and value < 500:
        alone = scene.ends_clause(last) or scene.tokens[last].norm in _NO_ADJECTIVE
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
