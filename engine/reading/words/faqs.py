"""Which of the recurring questions a text asks: those whose every group of cues it shows, the most telling first.

The phrases must stand near each other: a long message has most of the words of any question somewhere. Those of a
predicate, what is asked for whatever it is about, must stand in one sentence, the question behind it ("... is that
normal?") and the heading, and it comes first. Before it comes a symptom, what somebody sees: a phrase of its first
group that is denied ("no OOM yet") shows nothing, and what rules it out has to stand near it. A term is asked for by
a sentence that holds nothing but its name and what asks for its meaning ("what is HBM?"): with a word more ("what is
the HBM of a B200?") something else is asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from engine.reading.words.patterns import Match
from engine.reading.words.tokens import SENTENCE_ENDS, Token
from knowledge.facts import Faq, FaqCue, Term

FAQ = "faq"  # the slot of all phrases
SHARED = "@"  # before the name of a cue that many questions share
NEVER = "never"
DENIED = SHARED + "denied"  # words that deny what follows them
AROUND = SHARED + "around"  # words that may stand beside a term that is asked for
TOGETHER = SHARED + "together"  # "and", between two terms that are asked for
DIFFERS = SHARED + "differs"
ASKING = frozenset({SHARED + "defines", DIFFERS})
ITS = SHARED + "its"  # "what is the ...", which in a thread asks for the value of what is measured
REACH = 2  # sentences further on that the phrases of one question may stand
PAIR, PLAIN = 2, 2  # terms that are asked for together; groups of one that is asked for by its name alone
OWN = 2  # words that a phrase of the question alone counts more than one that many share
SUBJECT = 8  # tokens of a subject in parentheses
DENIES = 2  # tokens between such a word and what it denies
LONGEST = 5  # words of a phrase that count; a gap makes a phrase longer and no more telling


@dataclass(frozen=True, slots=True)
class Asked:
    """A question that a text asks, and the tokens it is asked by."""

    faq: str
    score: int
    tokens: frozenset[int]
    spots: tuple[frozenset[int], ...] = ()  # of each group, the tokens its phrases begin at
    of_term: bool = False  # its sentence asks what a term means, and nothing else
    of_value: bool = False  # the same, of something measured, which in a thread asks for how much it is

    def share(self, inside: frozenset[int]) -> float:
        """The share of its groups that have a phrase among those tokens; of one met elsewhere, none."""
        return sum(not spots.isdisjoint(inside) for spots in self.spots) / len(self.spots) if self.spots else 0.0


class Faqs:
    """The cues of all questions, compiled once."""

    __slots__ = (
        "_by_rarest",
        "_groups",
        "_meant",
        "_never",
        "_predicates",
        "_symptoms",
        "_terms",
        "_values",
        "phrases",
    )

    def __init__(self, faqs: Iterable[Faq], cues: Mapping[str, FaqCue]) -> None:
        self._groups: dict[str, tuple[frozenset[str], ...]] = {}
        self._never: dict[str, frozenset[str]] = {}
        faqs = tuple(faqs)
        self._predicates = frozenset(faq.id for faq in faqs if faq.is_predicate)
        self._symptoms = frozenset(faq.id for faq in faqs if faq.is_symptom)
        self._terms = frozenset(faq.id for faq in faqs if faq.is_term)
        self._values = frozenset(faq.id for faq in faqs if faq.of_value)
        self._by_rarest: dict[str, list[str]] = {}  # what meets the group of a question that fewest share -> those
        phrases = [(phrase, SHARED + cue.id) for cue in cues.values() for phrase in cue.words]
        for faq in faqs:
            groups = [_group(f"{faq.id}.{number}", group, phrases) for number, group in enumerate(faq.cues)]
            self._groups[faq.id] = tuple(groups)
            self._never[faq.id] = _group(f"{faq.id}.{NEVER}", faq.never, phrases)
        met = Counter(name for groups in self._groups.values() for group in groups for name in group)
        for faq_id, every in self._groups.items():
            for name in min(every, key=lambda group: sum(met[name] for name in group)):
                self._by_rarest.setdefault(name, []).append(faq_id)
        meant: dict[str, dict[str, None]] = {}  # most phrases are a cue of many questions
        for phrase, name in phrases:
            meant.setdefault(phrase, {})[name] = None
        self._meant = tuple(map(tuple, meant.values()))
        # Of all questions, to be found in a text; each says its place in `_meant`.
        self.phrases = tuple((phrase, Term(slot=FAQ, value=place, words=())) for place, phrase in enumerate(meant))

    def asked(self, tokens: Sequence[Token], phrases: Iterable[Match]) -> tuple[Asked, ...]:
        """What a text with these phrases asks, by how much of it is about that; what it asks whatever it is about
        before."""
        sentences = _Sentences(tokens)
        phrases = tuple(phrases)
        names = frozenset(name for place in {match.value for match in phrases} for name in self._meant[int(place)])
        begun = {faq for name in names for faq in self._by_rarest.get(name, ())}
        may = [faq for faq in begun if not any(names.isdisjoint(group) for group in self._groups[faq])]
        may = [faq for faq in may if faq in self._symptoms or names.isdisjoint(self._never[faq])]
        if not may and TOGETHER not in names:  # mostly
            return ()
        groups = (group for faq in may for group in (*self._groups[faq], self._never[faq]))
        met = self._met(phrases, frozenset({DENIED}).union(*groups))
        found = [one for faq in may if faq not in self._terms and (one := self._asked(faq, met, sentences))]
        terms = [one for faq in may if faq in self._terms and (one := self._term(faq, phrases, met, sentences))]
        if not terms and TOGETHER in names and not ASKING.isdisjoint(names):
            both, beside = self._both(phrases, sentences), self._at(phrases, {TOGETHER, DIFFERS})
            own = any(one.tokens & beside or all(one.tokens & term.spots[0] for term in both) for one in found)
            terms = [] if own else both  # of the two something is written by itself
        ordered = sorted((*terms, *found), key=lambda one: (-one.score, one.faq))
        return tuple(sorted(ordered, key=self._rank))

    def _rank(self, one: Asked) -> tuple[bool, ...]:
        return not one.of_term, one.faq not in self._symptoms, one.faq not in self._predicates

    def _term(
        self, faq: str, phrases: Iterable[Match], met: Mapping[str, list[Match]], sentences: _Sentences
    ) -> Asked | None:
        """A term that is asked for, where one sentence holds nothing else."""
        names = frozenset().union(*self._groups[faq], {AROUND, ITS})
        its = any(ITS in self._meant[int(match.value)] for match in phrases)
        taken = self._at(phrases, names)
        groups = [[match for name in group for match in met.get(name, ())] for group in self._groups[faq]]
        for number in sentences.of(groups):
            words = sentences.words(number)
            here = [[match for match in group if sentences.number(match.first) == number] for group in groups]
            if words <= taken and all(here):
                shown = [max(group, key=_tells) for group in here]
                spots = tuple(
                    frozenset(at for match in group for at in range(match.first, match.last)) for group in here
                )
                return Asked(faq, _told(shown), words, spots, of_term=True, of_value=its and faq in self._values)
        return None

    def _at(self, phrases: Iterable[Match], names: AbstractSet[str]) -> frozenset[int]:
        """The tokens of the phrases that meet one of `names`."""
        met = (match for match in phrases if not names.isdisjoint(self._meant[int(match.value)]))
        return frozenset(at for match in met for at in range(match.first, match.last))

    def _both(self, phrases: Iterable[Match], sentences: _Sentences) -> list[Asked]:
        """Two terms that one sentence asks for, and nothing else: "what is the difference between MFU and HFU?"."""
        taken = self._at(phrases, {AROUND, TOGETHER, *ASKING})
        told: dict[str, frozenset[int]] = {}
        for match in sorted(phrases, key=lambda one: one.first - one.last):
            meant, at = frozenset(self._meant[int(match.value)]), frozenset(range(match.first, match.last))
            for faq in (name.partition(".")[0] for name in meant if name.endswith(".0")):
                plain = faq in self._terms and len(self._groups[faq]) == PLAIN
                if plain and not any(at & other for other in told.values()):
                    told.setdefault(faq, at)
        for number in {sentences.number(min(at)) for at in told.values()}:
            here = {faq: at for faq, at in told.items() if sentences.number(min(at)) == number}
            words = sentences.words(number)
            if len(here) == PAIR and words <= taken.union(*here.values()):
                first = min(here, key=lambda faq: min(here[faq]))
                rest = words - frozenset().union(*here.values())
                return [
                    Asked(faq, len(at), at | rest if faq == first else at, (at,), of_term=True)
                    for faq, at in here.items()
                ]
        return []

    def _met(self, phrases: Iterable[Match], names: frozenset[str]) -> Mapping[str, list[Match]]:
        """What meets each of `names`: of several phrases of one name that begin at a token the longest."""
        met: dict[str, list[Match]] = {}
        for match in phrases:
            for name in names.intersection(self._meant[int(match.value)]):
                known = met.setdefault(name, [])
                if not known or known[-1].first != match.first:
                    known.append(match._replace(value=name))
                elif known[-1].last < match.last:
                    known[-1] = match._replace(value=name)
        return met

    def _asked(self, faq: str, met: Mapping[str, list[Match]], sentences: _Sentences) -> Asked | None:
        groups = [[match for name in group for match in met.get(name, ())] for group in self._groups[faq]]
        alone = faq in self._predicates
        starts = sentences.of(groups)
        if faq in self._symptoms:
            groups[0] = [match for match in groups[0] if not _is_denied(match, met.get(DENIED, ()), sentences)]
            rules_out = [match for name in self._never[faq] for match in met.get(name, ())]
            starts = [begins for begins in starts if not sentences.any_near(rules_out, begins)]
        near = (sentences.together(groups, begins, alone=alone) for begins in starts)
        shown = max((one for one in near if one), key=_told, default=None)
        if shown is None:
            return None
        tokens = frozenset(at for match in shown for at in range(match.first, match.last))
        return Asked(faq, _told(shown), tokens, tuple(frozenset(match.first for match in one) for one in groups))


class _Sentences:
    """Which sentence each token stands in, counted from 0; a heading is part of every one, and so is what is named
    in parentheses at the end: "How do I get an A100? ... (Colab)"."""

    __slots__ = ("_asking", "_heading", "_number", "_subject", "_words")

    def __init__(self, tokens: Sequence[Token]) -> None:
        self._number: list[int] = []
        self._words = frozenset(at for at, token in enumerate(tokens) if token.kind != "mark")
        self._asking: set[int] = set()  # those that end with a question mark
        self._heading = False  # whether the first sentence is a line of its own
        number, words = 0, 0
        for token in tokens:
            self._number.append(number)
            if token.kind != "mark":
                words += 1
            elif token.norm in SENTENCE_ENDS and words:
                if token.norm == "?":
                    self._asking.add(number)
                self._heading = self._heading or (number == 0 and token.norm == "\n")
                number, words = number + 1, 0
            elif token.norm == "\n" and number == 1:
                self._heading = True  # "Which card?" and a new line
        self._subject = self._of_subject(tokens)

    def _of_subject(self, tokens: Sequence[Token]) -> int:
        """The last sentence where it is a few words in parentheses; -1 where it is none."""
        last = self._number[-1] if self._number else 0
        words = [token.norm for token, number in zip(tokens, self._number, strict=True) if number == last]
        enclosed = len(words) <= SUBJECT and words[:1] == ["("] and words[-1:] == [")"]
        return last if enclosed and last else -1

    def of(self, groups: Sequence[Sequence[Match]]) -> list[int]:
        """The sentences in which a phrase begins, in order."""
        return sorted({self._number[match.first] for group in groups for match in group})

    def words(self, number: int) -> frozenset[int]:
        """The tokens of a sentence that are no marks."""
        return frozenset(at for at in self._words if self._number[at] == number)

    def number(self, token: int) -> int:
        """The sentence of a token."""
        return self._number[token]

    def together(self, groups: Sequence[Sequence[Match]], begins: int, *, alone: bool) -> list[Match]:
        """The most telling phrase of each group in a stretch of sentences, or in one `alone` and the question behind
        it; none where a group has none there."""
        shown = []
        for group in groups:
            here = [match for match in group if self._is_in(self._number[match.first], begins, alone=alone)]
            if not here:
                return []
            shown.append(max(here, key=_tells))
        return shown

    def any_near(self, matches: Iterable[Match], begins: int) -> bool:
        """Whether one of these begins in a stretch of sentences."""
        return any(self._is_in(self._number[match.first], begins, alone=False) for match in matches)

    def _is_in(self, sentence: int, begins: int, *, alone: bool) -> bool:
        if alone:
            near = sentence == begins or (sentence == begins + 1 and sentence in self._asking)
        else:
            near = begins <= sentence <= begins + REACH
        return near or (self._heading and sentence == 0) or sentence == self._subject


def _is_denied(match: Match, denials: Iterable[Match], sentences: _Sentences) -> bool:
    """Whether a word right before it in its sentence denies it: "no OOM", but not "not utilized", a phrase itself."""
    gap = (
        match.first - other.last
        for other in denials
        if sentences.number(other.first) == sentences.number(match.first)
    )
    return any(0 <= far <= DENIES for far in gap)


def _told(shown: Sequence[Match]) -> int:
    return sum(_tells(match) for match in shown)


def _tells(match: Match) -> int:
    """How much a phrase tells: its words, and that it is of this question alone."""
    return 1 + min(_length(match), LONGEST) + (0 if str(match.value).startswith(SHARED) else OWN)


def _length(match: Match) -> int:
    return match.last - match.first


def _group(name: str, words: Iterable[str], phrases: list[tuple[str, str]]) -> frozenset[str]:
    """The names a group is met by; its own phrases are added to all."""
    own = [word for word in words if not word.startswith(SHARED)]
    phrases += [(phrase, name) for phrase in own]
    return frozenset({name, *(word for word in words if word.startswith(SHARED))})
