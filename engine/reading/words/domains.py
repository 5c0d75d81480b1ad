"""Which kinds of work a text speaks of: by the words of each, those of its heading counting double.

A kind and a project of that kind are met together ("Stable Diffusion", "SDXL LoRA"): the project is the nearer name
and takes the points of the kind with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engine.reading.words.patterns import Match
from engine.reading.words.tokens import Token
from knowledge.facts import Domain, ModelFamily, Term

DOMAIN = "domain"  # the slot of all words
HEADING = 2  # points of a word in the first line
PLAIN = 1
METHODS = frozenset({("method", "rlhf"), ("cue", "trains_critic"), ("cue", "reference_only")})  # of models of text
VAGUE = "~"  # before the name of a kind: its word counts only where a text has no other


class Domains:
    """The words of all kinds of work, compiled once."""

    __slots__ = ("_text", "_within", "open", "phrases")

    def __init__(self, domains: Iterable[Domain], families: Mapping[str, ModelFamily]) -> None:
        phrases: list[tuple[str, Term]] = []
        self._within: dict[str, str] = {}
        domains = tuple(domains)
        self.open = frozenset(domain.id for domain in domains if domain.is_open)  # of which little is known
        claimed: set[str] = set()
        text = ""
        for domain in domains:
            if domain.within:
                self._within[domain.id] = domain.within
            text = domain.id if domain.is_text else text
            claimed.update(domain.families)
            named = (phrase for name in domain.families if name in families for phrase in families[name].aliases)
            phrases += [(phrase, _term(domain.id)) for phrase in (*domain.words, *named)]
            phrases += [(phrase, _term(VAGUE + domain.id)) for phrase in domain.vague]
        if text:
            others = (family for family in families.values() if family.id not in claimed and not family.in_samples)
            phrases += [(phrase, _term(text)) for family in others for phrase in family.aliases]
        self._text = text
        self.phrases = tuple(phrases)  # of all kinds, to be found in a text

    def spoken_of(self, tokens: Sequence[Token], words: Iterable[Match]) -> tuple[str, ...]:
        """The kinds a text with these words speaks of, that it says most of first; of equal ones that it names
        first."""
        ends = _end_of_heading(tokens)
        points: dict[str, int] = {}
        seen: dict[tuple[str, tuple[str, ...]], None] = {}
        first: dict[str, int] = {}
        for match in sorted(words, key=lambda one: (one.first, -one.last)):
            name = str(match.value)
            if _is_another(tokens, match.last):
                name = self._within.get(name, name)
            said = tuple(token.norm for token in tokens[match.first : match.last])
            first.setdefault(name, match.first)
            if (name, said) not in seen:
                seen[name, said] = None
                points[name] = points.get(name, 0) + (HEADING if match.first < ends else PLAIN)
        sure = {name: count for name, count in points.items() if not name.startswith(VAGUE)}
        if not sure:
            sure = {name.removeprefix(VAGUE): count for name, count in points.items()}
            first = {name.removeprefix(VAGUE): at for name, at in first.items()}
        whole = {name: count + self._of_kinds(name, sure) for name, count in sure.items()}
        kinds = {self._within.get(name) for name in whole}  # of which a nearer name was met
        return tuple(sorted(whole, key=lambda name: (-whole[name], name in kinds, first[name])))

    def without_text(self, kinds: Sequence[str], matches: list[Match], words: Sequence[Match]) -> list[Match]:
        """Without methods of text models whose words are of another kind, too, that is spoken of by plainer words:
        PPO in a simulator trains no model of text."""
        kind = next(iter(kinds), self._text)
        if self._text in kinds or all(match.value != kind for match in words):
            return matches
        shared = {at for one in words if one.value == VAGUE + kind for at in range(one.first, one.last)}
        return [
            one
            for one in matches
            if (one.slot, one.value) not in METHODS or shared.isdisjoint(range(one.first, one.last))
        ]

    def _of_kinds(self, name: str, points: Mapping[str, int]) -> int:
        """The points of the kinds that one is within."""
        kind = self._within.get(name)
        return points.get(kind, 0) + self._of_kinds(kind, points) if kind else 0


def _end_of_heading(tokens: Sequence[Token]) -> int:
    """The token after the first line; the end of a text of one line."""
    return next((at for at, token in enumerate(tokens) if token.norm == "\n" and at), len(tokens))


def _is_another(tokens: Sequence[Token], at: int) -> bool:
    """Whether a name goes on with two plus signs: "ControlNet++" is no ControlNet, though of the same kind."""
    return [(token.norm, token.glued) for token in tokens[at : at + 2]] == [("+", True)] * 2


def _term(name: str) -> Term:
    return Term(slot=DOMAIN, value=name, words=())
