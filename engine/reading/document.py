"""A text laid out for reading: its tokens, phrases by class, numbers, and where clauses end."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import NamedTuple

from engine.reading.vocabulary import Vocabulary
from engine.reading.words.chip_lists import slices, with_chips_beside
from engine.reading.words.faqs import Asked
from engine.reading.words.named_numbers import without_names
from engine.reading.words.numbers import Number, numbers
from engine.reading.words.other_cues import (
    NAMES,
    without_other_cues,
    without_parts_of_identifiers,
    without_parts_of_names,
)
from engine.reading.words.patterns import Match
from engine.reading.words.projects import ProjectName
from engine.reading.words.quotes import CLAUSE_ENDS, injected, own_words, quoted_words
from engine.reading.words.spans import Span, compound, without_clocks
from engine.reading.words.stand_ins import without_stand_ins
from engine.reading.words.tokens import SENTENCE_ENDS, Token, clean, lowered, tokenise
from engine.reading.words.unknown_models import is_part_of_a_name
from engine.workload.flops import is_near_size
from engine.workload.profile import Chained, Profile
from engine.workload.question import AskedForm
from knowledge.facts import Scalar

_A_SIZE = 1e6  # at least, of what a number is said in to be a model's size
_CLAUSE = 40  # tokens; longer clauses are cut, so that reading stays linear
_OF_CARDS = ("chips", "nodes", "them", "times")  # what a number of a card may be counted in
_IN_NAMES = ("model", "architecture", "candidates", "providers", "dataset")  # "bge-m3" is no M3
_NO_COUNT = "samples,run_hours,run_time"  # "Molmo-7B-D" takes no days
_LEANS = 40  # tokens; a text of more names the matter itself, whatever it quotes
_TEXTS = 32  # the last ones that were laid out
# Their digits are not numbers.
_FIXED = ("region", "candidates", "purchase", "model", "cadence", "architecture", "card", *NAMES)


@dataclass(frozen=True, slots=True)
class Mention:
    """One value for one slot, and the tokens it came from. Weak mentions give way to plain ones."""

    slot: str
    value: Scalar
    first: int
    last: int
    weak: bool = False


@dataclass(slots=True)
class Document:
    """Everything the readers look at. Positions are token positions."""

    text: str
    tokens: list[Token]
    matches: list[Match]
    signals: list[Match]
    forms: tuple[AskedForm, ...]  # an answer may have
    classes: dict[str, dict[int, Match]] = field(default_factory=dict)
    numbers: list[Number] = field(default_factory=list)
    spans: list[Span] = field(default_factory=list)  # of time, whose numbers are not in `numbers`
    before: Profile = field(default_factory=Profile)  # what a thread said before this text
    covered: set[int] = field(default_factory=set)  # tokens that were understood
    aside: set[int] = field(default_factory=set)  # tokens that stand between a number and its noun ("one 24GB GPU")
    memories: list[float] = field(default_factory=list)  # gigabytes of a card that stand beside others as a choice
    shopped: tuple[float | None, ...] = (None,) * 3  # USD an hour, GB of a machine, hours of a chip: where asked
    chains: tuple[Chained, ...] = ()  # what amounts that are joined come to
    lengths: tuple[float, ...] = ()  # tokens of a sequence, where several lengths are told
    chained: dict[str, str] = field(default_factory=dict)  # by slot the words of those amounts
    unheld: list[Match] = field(default_factory=list)  # versions next to a family's name that no model of ours has
    asked: tuple[Asked, ...] = ()  # the recurring questions, the most telling first
    domains: tuple[str, ...] = ()  # the kinds of work it speaks of, that it says most of first
    projects: tuple[ProjectName, ...] = ()
    model_projects: tuple[ProjectName, ...] = ()  # those that models are called by as well
    programs: tuple[ProjectName, ...] = ()
    counted: set[int] = field(default_factory=set)  # tokens of numbers that count something, used or not
    plain_words: frozenset[int] = frozenset()  # tokens of words that carry nothing of their own

    def fresh(self) -> Document:
        """The same for a reader that changes it."""
        other = replace(self, tokens=list(self.tokens), matches=list(self.matches), signals=list(self.signals))
        other.classes = {name: dict(found) for name, found in self.classes.items()}
        other.numbers, other.spans, other.unheld = list(self.numbers), list(self.spans), list(self.unheld)
        other.covered, other.aside, other.counted = set(self.covered), set(self.aside), set(self.counted)
        other.memories = list(self.memories)
        return other

    def at(self, name: str, position: int) -> Match | None:
        """The longest phrase of a class that begins here."""
        return self.classes.get(name, {}).get(position)

    def value_at(self, name: str, position: int) -> str | None:
        match = self.at(name, position)
        return None if match is None else str(match.value)

    def ending(self, name: str, position: int, reach: int = 1, longest: bool = False) -> Match | None:
        """The nearest (or longest) phrase of a class whose last word lies at most `reach` tokens before this."""
        longest_match = None
        for first in range(position - 1, max(-1, position - 6 - reach), -1):
            match = self.at(name, first)
            if match is not None and position - reach < match.last + 1 and match.last <= position:
                if not longest:
                    return match
                longest_match = match
        return longest_match

    def near(self, name: str, first: int, last: int) -> bool:
        """Whether a phrase of a class begins between two positions of one sentence."""
        return any(first <= at < last for at in self.classes.get(name, ()))

    def ends_clause(self, position: int) -> bool:
        token = self.tokens[position] if position < len(self.tokens) else None
        return token is None or (token.kind == "mark" and token.norm in CLAUSE_ENDS)

    def where(self, name: str, value: Scalar | None = None) -> frozenset[int]:
        """Token positions that phrases of a class (with this value) cover."""
        return frozenset(
            at
            for match in self.matches
            if match.slot == name and (value is None or match.value == value)
            for at in range(match.first, match.last)
        )

    def meant(self, mentions: list[Mention]) -> list[Mention]:
        """Without those whose words lie in a phrase that says something else: "1 hour of data" is no run time."""
        told = [(str(m.value).split(","), m.first, m.last) for m in self.matches if m.slot == "means_other"]
        return [
            mention
            for mention in mentions
            if not any(mention.slot in slots and a <= mention.first and mention.last <= b for slots, a, b in told)
        ]

    def clause(self, position: int) -> tuple[int, int]:
        """First and last token position of the clause around a position."""
        first = position
        while first > max(0, position - _CLAUSE) and not self.ends_clause(first - 1):
            first -= 1
        last = position
        while last < position + _CLAUSE and not self.ends_clause(last):
            last += 1
        return first, last

    def ends_sentence(self, position: int) -> bool:
        return self.tokens[position].kind == "mark" and self.tokens[position].norm in SENTENCE_ENDS

    def starts_sentence(self, position: int) -> bool:
        return position == 0 or self.ends_sentence(position - 1) or self.tokens[position - 1].norm == ","

    def slice(self, first: int, last: int) -> str:
        """The words as they were written."""
        if not first < last <= len(self.tokens):
            return ""
        return self.text[self.tokens[first].start : self.tokens[last - 1].end]

    def skip(self, position: int) -> int:
        """Past one joining hyphen or slash ("20-run", "8 x")."""
        if position < len(self.tokens) and self.tokens[position].norm in ("-", "/") and self.tokens[position].glued:
            return position + 1
        return position


class _Found(NamedTuple):
    """What of a text depends on nothing but its words."""

    shown: str
    tokens: tuple[Token, ...]
    matches: tuple[Match, ...]
    signals: tuple[Match, ...]
    asked: tuple[Asked, ...]
    domains: tuple[str, ...]
    programs: tuple[ProjectName, ...]


@lru_cache(maxsize=_TEXTS)
def _found(text: str, vocabulary: Vocabulary, in_thread: bool) -> _Found:
    """Most of what reading takes; on its way to an answer a text is laid out three times and more."""
    whole = clean(text)
    shown = own_words(whole) if in_thread else whole
    if in_thread and shown == whole:  # it quotes nothing, so it is what it is by itself
        return _found(text, vocabulary, False)
    tokens = vocabulary.tokens_of(shown)
    matches, signals, asked, domains = vocabulary.find(tokens)
    if shown != whole and not asked and len(tokens) <= _LEANS:
        asked = _asked_of_quoted(whole, vocabulary)
    programs = vocabulary.programs.named(tokens, (), shown)
    return _Found(shown, tuple(tokens), tuple(matches), tuple(signals), asked, domains, programs)


def _asked_of_quoted(text: str, vocabulary: Vocabulary) -> tuple[Asked, ...]:
    """What is asked of a matter that only the quoted lines name: "can we see it with a command?"."""
    whole, quoted = (vocabulary.find(vocabulary.spell(tokenise(lowered(one)), one))[2] for one in (
        text, quoted_words(text),
    ))  # fmt: skip
    theirs = {one.faq for one in quoted}
    return tuple(Asked(one.faq, one.score, frozenset()) for one in whole if one.faq not in theirs)


@lru_cache(maxsize=_TEXTS)
def laid_out(text: str, vocabulary: Vocabulary) -> Document:
    """A text by itself for those who only look: kept, as several look at the same one. Nothing of it is changed."""
    return lay_out(text, vocabulary, Profile())


def lay_out(text: str, vocabulary: Vocabulary, before: Profile, *, in_thread: bool = False) -> Document:
    """Cleans, tokenizes, corrects spelling, and finds every phrase and number.

    In a thread, what a turn quotes of others is no statement of its own; a first message quotes what it is about.
    """
    shown, spelled, found, signs, asked, domains, programs = _found(text, vocabulary, in_thread)
    tokens, matches, signals = list(spelled), list(found), list(signs)
    quiet = injected(tokens, matches)
    if quiet:
        matches = [m for m in matches if quiet.isdisjoint(range(m.first, m.last))]
    matches = without_parts_of_identifiers(tokens, without_parts_of_names(matches))
    matches = [*matches, *slices(tokens, matches)]
    matches = without_other_cues(without_stand_ins(tokens, with_chips_beside(tokens, matches)))
    signals = [m for m in signals if m.first not in quiet]
    document = Document(shown, tokens, matches, signals, vocabulary.forms, before=before, domains=domains)
    asked = tuple(one for one in asked if quiet.isdisjoint(one.tokens) and not (in_thread and one.of_value))
    document.asked = asked
    if asked:
        document.covered.update(at for at in asked[0].tokens if tokens[at].kind != "number")
    for match in matches:
        known = document.classes.setdefault(match.slot, {})
        if match.first not in known or known[match.first].last < match.last:
            known[match.first] = match
    fixed = {
        at
        for match in matches
        if match.slot in _FIXED or match.slot == "place"
        for at in range(match.first, match.last)
        if match.last - match.first > 1 or match.slot == "region" or _is_a_card(document, match)
    }
    fixed -= {match.first for match in matches if _is_counted(document, match)}
    _name_models(document, vocabulary)
    had = frozenset(float(value) for value in before.stated().values() if isinstance(value, int | float))
    read = without_names(tokens, numbers(tokens, document.classes, had), document.classes)
    document.spans, read = compound(tokens, read, document.classes)
    document.matches = without_clocks(document.spans, document.matches, document.classes)
    zones = {at for m in matches if m.slot == "region" for at in range(m.first, m.last)}  # "us-east-1b"
    document.numbers = [n for n in read if (n.first not in fixed or n.letter) and n.first not in quiet | zones]
    _by_size(document, vocabulary)
    _keep_sizes(document, vocabulary)
    common = {at for at, token in enumerate(tokens) if token.kind == "word" and vocabulary.is_common(token.norm)}
    document.projects, document.model_projects = vocabulary.projects.apart(tokens, document.matches, shown)
    within = {at for one in document.projects for at in range(one.first, one.last)}
    document.numbers = [n for n in document.numbers if n.letter or n.first not in within]  # "sam-3d" is no three days
    document.programs = programs
    where = document.matches if document.programs else ()  # what they are to run on: "AMD", "Neuron", "Turing"
    kinds = (one for one in where if one.slot == "cue" and str(one.value).startswith("on_"))
    named: tuple[ProjectName | Match, ...] = (*document.projects, *document.programs, *kinds)
    document.covered.update(at for one in named for at in range(one.first, one.last))
    document.plain_words = document.where("filler") | document.where("common") | common
    return document


def _is_counted(document: Document, match: Match) -> bool:
    """Whether the name of a card begins with how many there are: "quad 3090"."""
    return (
        match.slot == "candidates"
        and match.last - match.first > 1
        and match.first in document.classes.get("number_word", {})
    )


def _is_a_card(document: Document, match: Match) -> bool:
    """Whether a bare number names a card ("8 3090"), and is no sum and no amount ("only 1080 runs")."""
    tokens = document.tokens
    named = tokens[match.first].norm.isdecimal() and match.slot in ("card", "candidates")
    counts = match.slot == "card" and document.at("candidates", match.first) is None
    if counts and document.value_at("counted", match.last) not in (None, *_OF_CARDS):
        return False
    return named and (match.first == 0 or tokens[match.first - 1].norm != "$")


def _name_models(document: Document, vocabulary: Vocabulary) -> None:
    """Published models named in the text, in place of the families they are named after."""
    names = vocabulary.models
    exact = names.found(document.text)
    lines = [a for a in names.lines(document.text) if all(a.last <= b.first or b.last <= a.first for b in exact)]
    named: list[Match] = []
    for found, sized in zip((*exact, *lines), names.sized(document.text, (*exact, *lines)), strict=True):
        meant = names.of(sized.model)
        if found in lines and _counts(document, found.last):
            continue  # "Llama 4 times a week"
        spread = [*range(*_tokens_at(document, found.first, found.last))]
        if not meant or not spread or is_part_of_a_name(document.tokens, document.matches, spread[0], spread[-1] + 1):
            continue
        model = meant[0]
        sparse = model.active_parameters < model.parameters
        family = vocabulary.architectures[model.family]
        architecture: str = model.architecture or ("moe" if sparse else "transformer")
        if family not in ("transformer", "moe"):
            architecture = family
        implies: tuple[tuple[str, Scalar], ...] = (("model", model.family), ("architecture", architecture))
        named.append(Match("variant", sized.model, spread[0], spread[-1] + 1, implies))
        document.covered.update(spread)
    for share in names.experts(document.text):
        first, last = _tokens_at(document, share.first, share.last)
        document.covered.update(range(first, last))
        if last > first and not any(match.first <= first < match.last for match in named):
            named.append(Match("active_parameters", share.active, first, last, (("architecture", "moe"),)))
    for version in names.unheld(document.text):
        first, last = _tokens_at(document, version.first, version.last)
        if _counts(document, version.last) or document.value_at("counted", last) == "runs":
            continue
        document.covered.update(range(first, last))
        named = [
            match for match in named if not (match.first == first and match.last < last)
        ]  # "Qwen2" of "Qwen2-Audio"
        if last > first and not any(match.first <= first < match.last for match in named):
            document.unheld.append(Match("unheld", version.family, first, last))
    for match in document.classes.get("unheld_name", {}).values():
        named = [one for one in named if not (match.first <= one.first and one.last < match.last)]
        if not any(one.first < match.last and match.first < one.last for one in (*named, *document.unheld)):
            document.covered.update(range(match.first, match.last))
            document.unheld.append(match)
    told = [(cue, match) for match in document.unheld for cue in ("ours", "unheld_named")]
    document.matches += [Match("cue", cue, match.first, match.last) for cue, match in told]
    named += _bare_versions(document, vocabulary, named)
    within = {at for match in named for at in range(match.first, match.last)}
    kept = [m for m in document.matches if m.slot not in _IN_NAMES or not within.issuperset(range(m.first, m.last))]
    other = [Match("means_other", _NO_COUNT, m.first, m.last) for m in named if m.slot == "variant"]
    document.matches = [*kept, *named, *other]


def _bare_versions(document: Document, vocabulary: Vocabulary, named: list[Match]) -> list[Match]:
    """A version that stands without its family: "DeepSeek, the R1 one"; "host R1 on 8 H200" needs no family."""
    if any(match.slot == "variant" for match in named):
        return []
    families = {str(match.value) for match in document.matches if match.slot == "model"} | {document.before.model}
    for match in sorted(document.classes.get("bare_version", {}).values(), key=lambda match: match.first):
        model = vocabulary.models.of(str(match.value))[0]
        last = match.last
        if is_part_of_a_name(document.tokens, document.matches, match.first, last):
            continue
        if model.family in families or match.last - match.first > 1:
            document.covered.update(range(match.first, last))
            sparse: Scalar = "moe" if model.active_parameters < model.parameters else "transformer"
            return [Match("variant", model.id, last - 1, last, (("model", model.family), ("architecture", sparse)))]
    return []


def _by_size(document: Document, vocabulary: Vocabulary) -> None:
    """The model of the size that stands behind a name: "GPT-2 125M" is not the largest GPT-2; else none of them."""
    for place, match in enumerate(list(document.matches)):
        if match.slot != "variant":
            continue
        size = next((n for n in document.numbers if n.first == match.last), None)
        if size is None or not _is_a_size(document, size):
            continue
        models = vocabulary.models.of(str(match.value))
        if any(is_near_size(size.value, model.parameters) for model in models):
            continue
        others = vocabulary.models.below(document.slice(match.first, match.last))
        fitting = [model for model in others if is_near_size(size.value, model.parameters)]
        document.matches[place] = (
            Match("variant", fitting[0].id, match.first, match.last, match.implies)
            if fitting
            else Match("model", dict(match.implies)["model"], match.first, match.last, match.implies)
        )


def _is_a_size(document: Document, number: Number) -> bool:
    """Whether a number is in millions or billions and nothing behind it says that it counts something else."""
    after = document.skip(number.last)
    if number.scale < _A_SIZE or number.money or document.at("figure_unit", after) is not None:
        return False
    return document.value_at("counted", after) in (None, "parameters", "other", "runs", "verbs")


def _keep_sizes(document: Document, vocabulary: Vocabulary) -> None:
    """Without the numbers of a model's name, but for a size that is really its own: Maverick's 17B is not."""
    for match in document.matches:
        if match.slot != "variant":
            continue
        sizes = [model.parameters for model in vocabulary.models.of(str(match.value))]
        document.numbers = [
            number
            for number in document.numbers
            if not match.first <= number.first < match.last or any(is_near_size(number.value, size) for size in sizes)
        ]


def _counts(document: Document, end: int) -> bool:
    """Whether the number that ends there counts what follows it, and is no version."""
    after = next((at for at, token in enumerate(document.tokens) if token.start >= end), len(document.tokens))
    if document.value_at("counted", after) in ("times", "nodes", "chips", "people"):
        return True
    return any(document.at(name, after) is not None for name in ("hours_in", "ms_in", "years_in"))


def _tokens_at(document: Document, first: int, last: int) -> tuple[int, int]:
    """The tokens between two positions of the text."""
    inside = [at for at, token in enumerate(document.tokens) if token.start < last and token.end > first]
    return (inside[0], inside[-1] + 1) if inside else (0, 0)
