"""The noun a number counts: chips, nodes, people, runs; and what "4 of them" or a slice name stands for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, get_args

from engine.reading.chains.lengths import further
from engine.reading.document import Document, Mention
from engine.reading.words.numbers import Number
from engine.workload.profile import SLOTS

Kind = Literal[
    "parameters", "tokens", "money", "chips", "nodes", "people", "heads", "runs",
    "verbs", "times", "hours", "ms", "other"
]  # fmt: skip

_ANTECEDENT = 60  # tokens "of them" may look back
_ADJECTIVES = 3  # words between a number and its noun
_DEPARTS = 4  # tokens after "of them"
# A noun stands before these, or not at all.
NO_ADJECTIVE = frozenset({
    "of", "on", "in", "at", "for", "with", "per", "a", "an", "the", "and", "or", "to", "from",
    "by", "is", "are", "as", "than", "vs", "we", "since", "because", "so", "but", "if", "when",
    "auf", "mit", "von", "und", "ein", "eine", "einer", "einem", "einen", "sur", "avec", "dans", "pour", "de", "des",
    "un", "une", "et", "en", "con", "para", "una", "y", "su", "em", "com",
})  # fmt: skip
_TOKENS, _SIDES = ("tok", "токен"), 6  # tokens of text behind a side of which "tokens" may stand
_OF_DATA = frozenset({"on", "with", "over", "for", "x"})  # between the size of a model and its data
_OF_LENGTH = ("sequence_length", "tokens_per_sample")  # slots that are tokens of one sequence
KINDS: dict[str, Kind] = {str(kind): kind for kind in get_args(Kind)}


def noun(document: Document, at: int, starts: set[int], sizes: Mapping[int, int]) -> tuple[Kind, int] | None:
    """The noun a number counts, and the token after it. `sizes`: where a model's size begins, and the token after."""
    reach = at + _ADJECTIVES + 1 + sum(here in document.aside for here in range(at, at + _ADJECTIVES))
    for here in range(at, min(reach, len(document.tokens))):
        if here in document.aside:
            continue
        if here in sizes:
            return _runs_of_a_model(document, sizes[here])
        if here in starts:
            end = per_node(document, here + 1)
            return None if end is None else ("nodes", end[1])
        token = document.tokens[here]
        kind = _kind(document, here)
        if kind is not None and kind[0] == "tokens" and here > at and document.at("figure_unit", here) is not None:
            return None  # "our 7B does 8k tok/s"
        if kind is not None and kind[0] == "money" and kind[1] in starts and here > at:
            return None  # "a 13B costs $300"
        if kind is not None:
            return kind
        if token.kind == "instance":
            return "nodes", here + 1
        if token.kind == "mark" and (token.norm not in ("-", "/", "'") or _sets_apart(document, here)):
            return None
        if token.norm in NO_ADJECTIVE or (document.at("hours_in", here) and here > at):
            return None
    return None


def _sets_apart(document: Document, at: int) -> bool:
    """Whether a dash or slash has blanks around it and so joins nothing: "Issue 120 - A100 runs out of memory"."""
    tokens = document.tokens
    behind = at + 1 < len(tokens) and tokens[at + 1].glued
    return tokens[at].norm in ("-", "/") and not tokens[at].glued and not behind


def _runs_of_a_model(document: Document, after: int) -> tuple[Kind, int] | None:
    """Whether runs follow a model's size, and the token after them: "30 Gemma 9B LoRA runs"."""
    for here in range(after, min(after + _ADJECTIVES, len(document.tokens))):
        kind = _kind(document, here)
        if kind is not None and kind[0] in ("runs", "verbs"):
            return kind
        if kind is not None or document.tokens[here].kind != "word" or document.tokens[here].norm in NO_ADJECTIVE:
            return None
    return None


def per_node(document: Document, at: int) -> tuple[int, int] | None:
    """Where the chips and the nodes end in what follows "8" in "8xH100 boxes" or "8-GPU nodes"."""
    way = document.at("way", document.skip(at))
    joined = document.at("counted", document.skip(at))
    if way is not None:
        at = way.last
    elif joined is not None and joined.value == "times":
        at = joined.last
    elif document.skip(at) == at:
        return None
    at = document.skip(at)
    chip = document.at("counted", at) or document.at("candidates", at)
    if chip is None or "counted_as" in dict(chip.implies) or chip.value in ("nodes", "other"):
        return None
    if chip.slot == "counted" and chip.value != "chips":
        return None
    node = document.at("counted", document.skip(_past_memory(document, chip.last)))
    return (chip.last, node.last) if node is not None and node.value == "nodes" else None


def _kind(document: Document, here: int) -> tuple[Kind, int] | None:
    chip = document.at("candidates", here)
    if chip is not None:
        nodes = dict(chip.implies).get("counted_as") == "nodes"
        end = _past_memory(document, chip.last)
        follows = document.value_at("counted", document.skip(end))
        if follows == "nodes" and _is_verb(document, chip.last):
            follows = None
        if nodes or follows == "nodes":
            return "nodes", document.skip(end) + 1 if follows == "nodes" else chip.last
        if follows == "other":
            return None
        if document.at("hours_in", document.skip(chip.last)) is not None:  # "11,000 H100 hours"
            return "other", document.skip(chip.last) + 1
        return "chips", chip.last
    if document.at("instances", here) is not None:
        return "nodes", document.at("instances", here).last  # type: ignore[union-attr]
    counted = document.at("counted", here)
    if counted is None:
        return None
    name = str(counted.value)
    if name == "times":
        at = document.skip(counted.last)
        after = _kind(document, at) if counted.last < len(document.tokens) else None
        if after is not None and after[0] in ("chips", "nodes"):  # "8x H100"
            return after
        if counted.last < len(document.tokens) and document.tokens[counted.last].kind == "instance":
            return "nodes", counted.last + 1
        return "times", counted.last
    if name == "dollars":
        return "money", counted.last
    if name == "them":
        return _them(document, here), counted.last
    if name in ("people", "heads") and document.at("not_people_word", counted.last):
        return "other", counted.last
    if name == "chips" and document.value_at("counted", document.skip(counted.last)) == "nodes":
        return "nodes", counted.last + 1
    return KINDS.get(name, "other"), counted.last


def _past_memory(document: Document, at: int) -> int:
    """Past the memory of a chip, in brackets or not: "4 H100 (80GB) machines" counts machines."""
    here = at + (at < len(document.tokens) and document.tokens[at].norm == "(")
    end = here
    while end in document.aside:
        end += 1
    if end == here:
        return at
    return end + (end < len(document.tokens) and document.tokens[end].norm == ")")


def _is_verb(document: Document, at: int) -> bool:
    """Whether "host" is what the chips do: "can 8 H200 host a 70B"."""
    if at + 1 >= len(document.tokens) or document.tokens[at].norm != "host":
        return False
    named = any(document.at(name, at + 1) for name in ("model", "variant", "bare_version", "pronoun"))
    named = named or any(match.first == at + 1 and match.slot == "variant" for match in document.matches)
    return named or document.tokens[at + 1].norm in ("a", "an", "the", "our", "my", "this")


def _them(document: Document, here: int) -> Kind:
    """What "4 of them" refers to: the nearest instance, chip or kernel before it."""
    if document.near("departs", here, here + _DEPARTS):  # "two of them go away"
        return "other"
    for at in range(here - 1, max(-1, here - _ANTECEDENT), -1):
        if document.tokens[at].kind == "instance" or document.at("instances", at):
            return "nodes"
        chip = document.at("candidates", at)
        if chip is not None:
            return "nodes" if dict(chip.implies).get("counted_as") == "nodes" else "chips"
        if document.at("custom_kernels", at):
            return "other"
    if document.before.instances:
        return "nodes"
    return "chips" if document.before.candidates else "other"


def chips_of_slice(document: Document, first: int) -> float | None:
    """Chips per unit where a number names a TPU slice ("v5e-16"); None where it does not."""
    if first < 2 or document.tokens[first - 1].norm != "-" or not document.tokens[first].glued:
        return None
    chip = document.ending("candidates", first - 1, 0)
    share = None if chip is None else dict(chip.implies).get("slice")
    return None if share is None else float(share)


def beside_tokens(document: Document, last: int) -> bool:
    """Whether nothing behind a number says what it counts, and another number counts tokens."""
    counts = {str(match.value) for match in document.classes.get("counted", {}).values()}
    alone = document.ends_clause(last) or document.tokens[last].norm in _OF_DATA
    return alone and "tokens" in counts and "dataset" not in document.classes


def in_range(value: float, implies: dict[str, object]) -> bool:
    """Whether a number is as large as one with that name or unit has to be, and no larger than one can be."""
    return float(str(implies.get("least", 0))) <= value <= float(str(implies.get("most", "inf")))


def is_power_of_two(value: int) -> bool:
    return value > 0 and value & (value - 1) == 0


def lengths(document: Document, mentions: list[Mention]) -> tuple[float, ...]:
    """Every length of a sequence that is told, in the order of the text; nothing where there is one or none."""
    told = [(float(m.value), m.first, m.last) for m in mentions if m.slot in _OF_LENGTH]
    if not told:
        return ()
    taken = {at for mention in mentions for at in range(mention.first, mention.last)} | document.covered
    taken |= {at for match in document.matches if match.slot in SLOTS for at in range(match.first, match.last)}
    found = further(document.tokens, document.classes, document.numbers, taken)
    document.covered.update(at for _, first, last in (*told, *found) for at in range(first, last))
    values = tuple(dict.fromkeys(value for value, _, _ in sorted([*told, *found], key=lambda one: one[1])))
    return values if len(values) > 1 else ()


def is_written(document: Document, number: Number) -> bool:
    """Whether thousands of answers are how long each is, as a model writes them to learn from: "4k completions"."""
    return number.letter == "k" and any(
        document.value_at("method", at) == "rlhf" for at in range(len(document.tokens))
    )


def of_tokens(document: Document, at: int) -> bool:
    """Whether tokens are what the sentence around a side counts, and the noun stands farther on."""
    last = min(document.clause(at)[1] + _SIDES, len(document.tokens))
    end = next((here for here in range(at, last) if document.ends_sentence(here)), last)
    told = [here for here in range(at, end) if document.tokens[here].norm.startswith(_TOKENS)]
    return bool(told) and told[0] > at + 1
