"""Names of public projects of which somebody reported what a run took: "fine-tune InstantMesh", "SOLO for 36 epochs".

A name of several parts, or with digits or capitals inside, is known however it is written; one that is an ordinary
word only as its project writes it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.reading.words.patterns import Match, forms
from engine.reading.words.tokens import Token
from knowledge.facts import ProjectReport, ProjectSupport

_PARTS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_POSSESSIVE = re.compile(r"'s$")
_NOT_IN_NAMES = re.compile(r"[^a-z0-9]+")
_JOINTS = frozenset("-_.+/:")
_LONGEST = 24  # tokens of one name
_START = 6  # letters by which most words, and what goes on behind one, are seen to begin none
_WORDS = 16_384  # that are kept
_SHORT, _PLAIN = 4, 5  # letters: a shorter name is known only as it is written; and one of a single word
_OTHERS = frozenset({  # what such a name may not be a part of
    "candidates", "instances", "libraries", "framework", "region", "place", "clouds", "providers", "dataset",
    "samples", "precision", "card", "purchase", "method",
})  # fmt: skip
_LATER = r"(?:\+\+|[-_ ]?v[2-9](?:\.\d)?|[2-9](?:\.\d)?)(?![\w+]|[-.]\w)"  # of a name: its next version
_VERSION = re.compile(r"v?\d*b?(?:chat|instruct|base)?$")  # what a model's name has behind that of its family


class ProjectName(NamedTuple):
    """A name as it stands in a text, the repositories that have it, and its tokens.

    `other`: a later work of that name which the text names too, and of which nothing is reported, or "". `of_model`:
    a published model is called so as well.
    """

    name: str
    repositories: tuple[str, ...]
    first: int
    last: int
    other: str = ""
    of_model: bool = False


class Projects:
    """The names of all projects, compiled once."""

    __slots__ = ("_common", "_models", "_names", "_starts")

    def __init__(
        self, reports: Iterable[ProjectReport | ProjectSupport], common: frozenset[str], models: Iterable[str] = ()
    ) -> None:
        """`common` words name nothing by themselves; `models`: what families of models are called."""
        self._common, self._models = common, frozenset(map(_flat, models))
        self._names: dict[str, list[tuple[str, str]]] = {}  # flat name -> as it is written, and the repository
        for repository, aliases in dict.fromkeys((report.repository, report.aliases) for report in reports):
            for written in (repository.partition("/")[2], repository, *aliases):
                self._names.setdefault(_flat(written), []).append((written, repository))
        self._starts = frozenset(flat[:letters] for flat in self._names for letters in range(_START + 1))

    def named(self, tokens: Sequence[Token], matches: Iterable[Match], text: str) -> tuple[ProjectName, ...]:
        """Each name in a text once, the longest where they overlap; none that names a chip, a library or a place."""
        if not self._names:
            return ()
        others = {at for match in matches if match.slot in _OTHERS for at in range(match.first, match.last)}
        found: dict[tuple[str, ...], ProjectName] = {}
        at = 0
        while at < len(tokens):
            one = self._longest(tokens, at, text, others)
            if one is not None and one.repositories not in found:
                found[one.repositories] = one._replace(other=self._later(one.name, text))
            at = one.last if one else at + 1
        return tuple(found.values())

    def apart(
        self, tokens: Sequence[Token], matches: Iterable[Match], text: str
    ) -> tuple[tuple[ProjectName, ...], tuple[ProjectName, ...]]:
        """The names in a text that are of projects alone, and those that a published model is called by as well."""
        every = self.named(tokens, matches, text)
        return tuple(one for one in every if not one.of_model), tuple(one for one in every if one.of_model)

    def _longest(self, tokens: Sequence[Token], first: int, text: str, others: set[int]) -> ProjectName | None:
        """The longest name that begins at a token."""
        if tokens[first].kind == "mark" or not tokens[first].norm.isascii() or not _is_edge(tokens, first):
            return None
        if _start(text[tokens[first].start : tokens[first].end]) not in self._starts:
            return None  # most words begin no name
        longest = None
        for last in range(first + 1, min(first + _LONGEST, len(tokens)) + 1):
            if last - 1 in others and not _is_joined(tokens, first, last - 1):
                break
            if not tokens[last - 1].norm.isascii() or not _goes_on(tokens, first, last - 1):
                break
            if tokens[last - 1].kind == "mark" or not _is_edge(tokens, last) or others.issuperset(range(first, last)):
                continue
            written = text[tokens[first].start : tokens[last - 1].end]
            begun = flat = _flat(written)
            if written.endswith("'s"):
                written = written[:-2]
                flat = _flat(written)
            if flat in self._names and (found := tuple(self._meant(written, flat))):
                of_model = self._is_a_model(flat)
                longest = ProjectName(written, tuple(dict.fromkeys(found)), first, last, of_model=of_model)
            if begun[:_START] not in self._starts:
                break  # what goes on from here begins so as well
        return longest

    def _later(self, name: str, text: str) -> str:
        """What follows a name by its number, where nothing is reported of it: "DSGN2", "ControlNet++"."""
        found = re.search(rf"(?<![\w-]){re.escape(name)}{_LATER}", text, re.IGNORECASE)
        if found is None or _flat(found[0].replace("+", "p")) in self._names:
            return ""
        own = (written.lower() for written, _ in self._names.get(_flat(name), ()))
        return "" if found[0].lower() in own else found[0]  # "UNETR++" is the name of what is reported

    def _meant(self, said: str, flat: str) -> Iterator[str]:
        """The repositories with a name that is written so."""
        for written, repository in self._names[flat]:
            if "/" in written:
                if said.lower() == written.lower():
                    yield repository
            elif not self._is_a_word(written) and self._is_written_so(said, written):
                yield repository

    def _is_a_model(self, flat: str) -> bool:
        """Whether it is the name of a family of models, or of a version of one: "Llama", "Llama 2"."""
        return flat in self._models or _VERSION.sub("", flat) in self._models

    def _is_a_word(self, written: str) -> bool:
        """Whether a name is an ordinary word written as one: SOLO is a name, "models" and "Five" are not."""
        return written.isalpha() and (written.islower() or written.istitle()) and self._is_common(written)

    def _is_common(self, word: str) -> bool:
        return word.isdigit() or not self._common.isdisjoint(forms(word.lower()))

    def _is_written_so(self, said: str, written: str) -> bool:
        if said != written and all(len(word) == 1 or self._is_common(word) for word in said.lower().split()):
            return False  # "I can" is no iCAN, and "manifest" no ManiFest
        parts = _PARTS.findall(written)
        single, plain = len(parts) == 1, all(map(self._is_common, parts))
        if plain and not single:  # "image-restoration" is no "image restoration"
            return said.lower() == written.lower()
        short = len(_flat(written)) < _PLAIN
        if single and short and not plain and written.islower() and said.isupper() and len(said) >= _SHORT:
            return True  # "VGGT" of a repository that writes "vggt"
        if single and (plain or short or (written[:1].isupper() and written[1:].islower())):
            return said == written
        if " " in said and said.islower() and said.replace(" ", "").isalpha():
            return False  # "semantic segmentation" is no SemanticSegmentation
        return len(_flat(written)) >= _SHORT or said == written


@lru_cache(maxsize=_WORDS)
def _start(word: str) -> str:
    """What a name that begins with a word begins with."""
    return _flat(_POSSESSIVE.sub("", word))[:_START]


def _flat(name: str) -> str:
    return _NOT_IN_NAMES.sub("", name.lower())


def _is_edge(tokens: Sequence[Token], at: int) -> bool:
    """Whether a name may begin or end before this token: nothing of a word is glued across."""
    if at == 0 or at >= len(tokens) or not tokens[at].glued:
        return True
    return tokens[at - 1].kind == "mark" or (tokens[at].kind == "mark" and tokens[at].norm not in ("_",))


def _is_joined(tokens: Sequence[Token], first: int, at: int) -> bool:
    """Whether a joint without blanks holds a token to what is before it: "YOLOv3_PyTorch", or, where the name begins
    with it, to what is behind: "alpaca-lora"."""
    if at > first:
        return tokens[at].kind == "mark" or (tokens[at - 1].kind == "mark" and tokens[at].glued)
    behind = tokens[at + 1 : at + 3]
    return (
        len(behind) > 1
        and behind[0].kind == "mark"
        and behind[0].norm in _JOINTS
        and all(one.glued for one in behind)
    )


def _goes_on(tokens: Sequence[Token], first: int, at: int) -> bool:
    """Whether the name that began may go on with this token: a joint stands between its parts without blanks."""
    if at == first:
        return True
    if tokens[at].kind == "mark":
        return tokens[at].norm in _JOINTS and tokens[at].glued
    return tokens[at - 1].kind != "mark" or tokens[at].glued
