"""Names of public projects of which somebody reported what a run took: "fine-tune InstantMesh", "SOLO for 36 epochs".

A name of several parts, or with digits or capitals inside, is known however it is written; one that is an ordinary
word only as its project writes it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from engine.reading.words.patterns import Match, forms
from engine.reading.words.tokens import Token
from knowledge.facts import ProjectReport

_PARTS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_POSSESSIVE = re.compile(r"'s$")
_NOT_IN_NAMES = re.compile(r"[^a-z0-9]+")
_JOINTS = frozenset("-_.+/:")
_LONGEST = 8  # tokens of one name
_SHORT, _PLAIN = 4, 5  # letters: a shorter name is known only as it is written; and one of a single word
_OTHERS = frozenset({  # what such a name may not be a part of
    "candidates", "instances", "libraries", "framework", "region", "place", "clouds", "providers", "dataset",
    "samples", "precision", "card", "purchase",
})  # fmt: skip
_VERSION = re.compile(r"v?\d*b?(?:chat|instruct|base)?")  # what a model's name has behind that of its family


class ProjectName(NamedTuple):
    """A name as it stands in a text, the repositories that have it, and its tokens."""

    name: str
    repositories: tuple[str, ...]
    first: int
    last: int


class _Name(NamedTuple):
    """How a name is written; `exact`: known only so, `joined`: known only with what joins its parts."""

    written: str
    exact: bool
    joined: bool


class Projects:
    """The names of all projects, compiled once."""

    __slots__ = ("_names", "_repositories")

    def __init__(self, reports: Iterable[ProjectReport], common: frozenset[str], models: Iterable[str] = ()) -> None:
        """`models`: what families of models are called, which with a version is no project ("Llama", "Llama 2")."""
        taken = tuple(dict.fromkeys(map(_flat, models)))
        self._repositories: dict[str, dict[str, None]] = {}
        self._names: dict[str, list[_Name]] = {}
        for report in reports:
            for written in (report.name, report.repository, *report.aliases):
                if _is_a_word(written, common) or _is_a_model(written, taken):
                    continue  # "models" by itself names nothing
                flat = _flat(written)
                known = self._repositories.setdefault(flat, {})
                known[report.repository] = None
                name = _named(written, common)
                if name not in (names := self._names.setdefault(flat, [])):
                    names.append(name)

    def named(self, tokens: Sequence[Token], matches: Iterable[Match], text: str) -> tuple[ProjectName, ...]:
        """Each name in a text once, the longest where they overlap; none that names a chip, a library or a place."""
        if not self._names:
            return ()
        others = {at for match in matches if match.slot in _OTHERS for at in range(match.first, match.last)}
        found: dict[tuple[str, ...], ProjectName] = {}
        at = 0
        while at < len(tokens):
            one = self._longest(tokens, at, text, others)
            if one is not None:
                found.setdefault(one.repositories, one)
            at = one.last if one else at + 1
        return tuple(found.values())

    def _longest(self, tokens: Sequence[Token], first: int, text: str, others: set[int]) -> ProjectName | None:
        """The longest name that begins at a token."""
        if tokens[first].kind == "mark" or not tokens[first].norm.isascii() or not _is_edge(tokens, first):
            return None
        longest = None
        for last in range(first + 1, min(first + _LONGEST, len(tokens)) + 1):
            if last - 1 in others and not longest:
                return None
            if last - 1 in others or not tokens[last - 1].norm.isascii() or not _goes_on(tokens, first, last - 1):
                break
            if tokens[last - 1].kind == "mark" or not _is_edge(tokens, last):
                continue
            written = _POSSESSIVE.sub("", text[tokens[first].start : tokens[last - 1].end])
            if any(_is_written_so(written, name) for name in self._names.get(_flat(written), ())):
                longest = ProjectName(written, tuple(self._repositories[_flat(written)]), first, last)
        return longest


def _is_a_model(written: str, families: tuple[str, ...]) -> bool:
    flat = _flat(written)
    return any(flat.startswith(name) and _VERSION.fullmatch(flat[len(name) :]) for name in families if name)


def _named(written: str, common: frozenset[str]) -> _Name:
    parts = _PARTS.findall(written.rpartition("/")[2])
    plain = all(part.isdigit() or not common.isdisjoint(forms(part.lower())) for part in parts)
    single, flat = len(parts) == 1, _flat(written)
    if "/" in written or (plain and not single):
        return _Name(written, exact=False, joined=True)  # "image-restoration" is no "image restoration"
    word = single and (plain or len(flat) < _PLAIN or (written[:1].isupper() and written[1:].islower()))
    return _Name(written, exact=word or len(flat) < _SHORT, joined=False)


def _is_a_word(written: str, common: frozenset[str]) -> bool:
    """Whether a name is an ordinary word written as one: SOLO is a name, "models" and "Five" are not."""
    word = written.isalpha() and (written.islower() or written.istitle())
    return word and not common.isdisjoint(forms(written.lower()))


def _is_written_so(said: str, name: _Name) -> bool:
    if name.exact:
        return said == name.written
    if " " in said and said.islower() and said.replace(" ", "").isalpha():
        return False  # "semantic segmentation" is no SemanticSegmentation
    return not name.joined or said.lower() == name.written.lower()


def _flat(name: str) -> str:
    return _NOT_IN_NAMES.sub("", name.lower())


def _is_edge(tokens: Sequence[Token], at: int) -> bool:
    """Whether a name may begin or end before this token: nothing of a word is glued across."""
    if at == 0 or at >= len(tokens) or not tokens[at].glued:
        return True
    return tokens[at - 1].kind == "mark" or (tokens[at].kind == "mark" and tokens[at].norm not in ("_",))


def _goes_on(tokens: Sequence[Token], first: int, at: int) -> bool:
    """Whether the name that began may go on with this token: a joint stands between its parts without blanks."""
    if at == first:
        return True
    if tokens[at].kind == "mark":
        return tokens[at].norm in _JOINTS and tokens[at].glued
    return tokens[at - 1].kind != "mark" or tokens[at].glued
