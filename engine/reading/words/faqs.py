"""Which of the recurring questions a text asks: those whose every group of cues it shows, the most telling first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from engine.reading.words.patterns import Match, Phrases, Spans
from engine.reading.words.tokens import Token
from knowledge.facts import Faq, FaqCue, Term

SHARED = "@"  # before the name of a cue that many questions share
NEVER = "never"
OWN = 2  # words that a phrase of the question alone counts more than one that many share
LONGEST = 5  # words of a phrase that count; a gap makes a phrase longer and no more telling


@dataclass(frozen=True, slots=True)
class Asked:
    """A question that a text asks, and the tokens it is asked by."""

    faq: str
    score: int
    tokens: frozenset[int]


class Faqs:
    """The cues of all questions, compiled once."""

    __slots__ = ("_groups", "_never", "_phrases")

    def __init__(self, faqs: Iterable[Faq], cues: Mapping[str, FaqCue]) -> None:
        self._groups: dict[str, tuple[frozenset[str], ...]] = {}
        self._never: dict[str, frozenset[str]] = {}
        phrases = [(phrase, _term(SHARED + cue.id)) for cue in cues.values() for phrase in cue.words]
        for faq in faqs:
            groups = [_group(f"{faq.id}.{number}", group, phrases) for number, group in enumerate(faq.cues)]
            self._groups[faq.id] = tuple(groups)
            self._never[faq.id] = _group(f"{faq.id}.{NEVER}", faq.never, phrases)
        self._phrases = Phrases(phrases)

    @property
    def known(self) -> frozenset[str]:
        """The words of all phrases: they are spelled right."""
        return self._phrases.known

    def asked(self, tokens: Sequence[Token], spans: Spans) -> tuple[Asked, ...]:
        """What a text asks, by how much of it is about that."""
        best: dict[str, Match] = {}
        for match in self._phrases.find(tokens, spans):
            name = str(match.value)
            if name not in best or _length(best[name]) < _length(match):
                best[name] = match
        found = (self._asked(faq, best) for faq in self._groups)
        return tuple(sorted((one for one in found if one), key=lambda one: (-one.score, one.faq)))

    def _asked(self, faq: str, best: Mapping[str, Match]) -> Asked | None:
        if not self._never[faq].isdisjoint(best):
            return None
        shown: list[Match] = []
        for group in self._groups[faq]:
            met = [best[name] for name in group if name in best]
            if not met:
                return None
            shown.append(max(met, key=_tells))
        covered = frozenset(at for match in shown for at in range(match.first, match.last))
        return Asked(faq, sum(_tells(match) for match in shown), covered)


def _tells(match: Match) -> int:
    """How much a phrase tells: its words, and that it is of this question alone."""
    return 1 + min(_length(match), LONGEST) + (0 if str(match.value).startswith(SHARED) else OWN)


def _length(match: Match) -> int:
    return match.last - match.first


def _term(name: str) -> Term:
    return Term(slot="faq", value=name, words=())


def _group(name: str, words: Iterable[str], phrases: list[tuple[str, Term]]) -> frozenset[str]:
    """The names a group is met by; its own phrases are added to all."""
    own = [word for word in words if not word.startswith(SHARED)]
    phrases += [(phrase, _term(name)) for phrase in own]
    return frozenset({name, *(word for word in words if word.startswith(SHARED))})
