"""Names of models of which nothing is held, read by their place: "train VideoChat-R1", "the VisTR model".

A name is written as names are, with capitals, digits or hyphens inside, where a model's name stands: behind a verb of
training or serving, or before "model" or "training". A plain word with a capital is one where its neighbors have
none, or where it is written so again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from typing import NamedTuple

from engine.reading.words.patterns import Match
from engine.reading.words.tokens import Token
from knowledge.facts import Facts

_SHAPED = re.compile(r"[a-z]+[A-Z]|[A-Z]{2,}[a-z]{2,}|[A-Z][\w.]*[-_]\w|[A-Z]+\d|\d[A-Z]{2,}|^[A-Z]{3,}\d*$")
_PLAIN = re.compile(r"[A-Z][a-z]{3,}")
_CARD = re.compile(r"[A-Z]{1,3}\d{3,4}|[A-Z]\d+$")  # "P104-100", "C02"
_PART_OF_CODE = re.compile(  # "DistributedDataParallel", "NeuronXXX"
    r"(pipeline|trainer|parallel|cluster|offload|config|loader|benchmark|xxx|error|exception|execute|dataset)$", re.I
)
_JOINTS = frozenset("-_.+/")
_HELD = frozenset({
    "candidates", "instances", "bare_chip", "variant", "model", "libraries", "framework", "dataset", "samples",
    "region", "place", "clouds", "providers", "feature", "task", "method", "precision", "card", "not_card",
    "purchase", "unheld_name", "unheld", "architecture", "numbered",
})  # fmt: skip
_MOST = 3
_SHORT = 3  # letters of a name that stands for a whole one: "R1"


class NamedModel(NamedTuple):
    """A name as it is written, and the tokens of every place where it stands."""

    name: str
    tokens: frozenset[int]


class _Text(NamedTuple):
    """What is read: the text with its tokens."""

    tokens: Sequence[Token]
    written: str

    def slice(self, first: int, last: int) -> str:
        return self.written[self.tokens[first].start : self.tokens[last - 1].end]


def endings_of(facts: Facts) -> tuple[str, ...]:
    """What names of members of a kind of encoder end in, the longest first: "PubMedBERT", "KoRoBERTa"."""
    kinds = (one for one in facts.families.values() if one.encoder and one.in_samples)
    return tuple(sorted((name for one in kinds for name in one.aliases if name.isalpha()), key=len, reverse=True))


def unknown_models(
    tokens: Sequence[Token], matches: Sequence[Match], text: str, understood: Set[int]
) -> tuple[NamedModel, ...]:
    """Each once, in their order; where some are shaped like names, those alone. `understood`: other tokens."""
    of = _Text(tokens, text)
    held = {at for match in matches if match.slot in _HELD for at in range(match.first, match.last)}
    none = {match.first for match in matches if match.slot == "no_model"}  # "GPU-based"; but "ZORA-LM"
    data = {match.first for match in matches if match.slot == "names_data"}  # "trained on the RealEstate10K dataset"
    shaped: dict[str, None] = {}
    plain: dict[str, None] = {}
    for first, last in _places(of, matches):
        written = of.slice(first, last)
        if first in none or last in data or any(at in held for at in range(first, last)):
            continue
        if _CARD.match(written) or _PART_OF_CODE.search(written):
            continue
        if _SHAPED.search(written):
            shaped[written] = None
        elif _PLAIN.fullmatch(written) and first not in understood and _is_no_heading(of, first, last):
            plain[written] = None
    found = list(shaped or plain)[:_MOST]
    return tuple(NamedModel(name, frozenset(_everywhere(of, name))) for name in found)


def _places(of: _Text, matches: Sequence[Match]) -> Iterator[tuple[int, int]]:
    """The stretches where a model's name may stand."""
    for match in sorted(matches, key=lambda match: match.first):
        if match.slot == "before_model" and (last := _name_end(of, match.last)) is not None:
            yield match.last, last
        if match.slot == "after_model" and (first := _name_start(of, match.first)) is not None:
            yield first, match.first


def _name_end(of: _Text, at: int) -> int | None:
    """The token after the name that begins here: what is glued to it belongs to it."""
    tokens = of.tokens
    if at >= len(tokens) or tokens[at].kind != "word":
        return None
    last = at + 1
    while last < len(tokens) and tokens[last].glued and (tokens[last].kind != "mark" or tokens[last].norm in _JOINTS):
        last += 1
    while tokens[last - 1].kind == "mark":
        last -= 1
    return last


def _name_start(of: _Text, end: int) -> int | None:
    """Where the name that ends before this token begins."""
    tokens = of.tokens
    if end == 0 or tokens[end - 1].kind == "mark" or (end < len(tokens) and tokens[end].glued):
        return None
    first = end - 1
    while (
        first > 0 and tokens[first].glued and (tokens[first - 1].kind != "mark" or tokens[first - 1].norm in _JOINTS)
    ):
        first -= 1
    return first if tokens[first].kind == "word" else None


def _is_no_heading(of: _Text, first: int, last: int) -> bool:
    """Whether the words around a capital are small, so that it is no heading whose words all have one; or the word is
    written so more than once."""
    tokens = of.tokens
    if len(set(_everywhere(of, of.slice(first, last)))) > last - first:
        return True
    before = next((tokens[at] for at in range(first - 1, -1, -1) if tokens[at].kind == "word"), None)
    behind = tokens[last] if last < len(tokens) else None
    small_behind = behind is None or behind.kind == "mark" or of.written[behind.start].islower()
    return before is not None and of.written[before.start].islower() and small_behind


def _everywhere(of: _Text, name: str) -> Iterator[int]:
    """The tokens of every place in the text where the name is written so."""
    for at, token in enumerate(of.tokens):
        if of.written.startswith(name, token.start):
            last = _name_end(of, at)
            if last is not None and of.slice(at, last) == name:
                yield from range(at, last)


def is_part_of_a_name(tokens: Sequence[Token], matches: Sequence[Match], first: int, last: int) -> bool:
    """Whether hyphens join a model's name to a word that is none: "T2I-R1" and "r1-aqa" are names of other models.

    Behind it that is told of short names alone: "qwen2.5-7b-chat" is that model.
    """
    if first > 1 and tokens[first - 1].norm == "-" and tokens[first].glued and tokens[first - 1].glued:
        return not any(match.first <= first - 2 < match.last for match in matches if match.slot == "model")
    behind = tokens[last : last + 2]
    short = last - first == 1 and len(tokens[first].norm) <= _SHORT
    if not short or [token.glued for token in behind] != [True, True] or behind[0].norm != "-":
        return False
    return behind[1].norm.isalpha() and not any(match.first <= last + 1 < match.last for match in matches)
