"""The reader's vocabulary, compiled once from the facts: phrases, short chip names, spelling.

Nothing about hardware, models or places is written here; it comes from terms, families, regions,
accelerators and instances. Terms whose slot is not a profile slot are word classes of the grammar.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from rapidfuzz.distance import OSA

from engine.reading.words.chip_lists import with_chips_beside
from engine.reading.words.chip_names import number_of, spellings
from engine.reading.words.chip_variants import Variants, apart, laptops_of, shared_of, variants_of
from engine.reading.words.domains import DOMAIN, Domains
from engine.reading.words.faqs import FAQ, Asked, Faqs
from engine.reading.words.glosses import Glosses, is_gloss
from engine.reading.words.patterns import Match, Phrases, Spans, forms, is_layered
from engine.reading.words.projects import Projects
from engine.reading.words.tokens import Token, clean, lowered, number_behind, regrouped, tokenise
from engine.reading.words.unknown_models import endings_of
from engine.workload.question import AskedForm
from knowledge.facts import (
    COMPARED,
    Facts,
    Identity,
    ModelNames,
    Scalar,
    Signal,
    Term,
    names_of,
    narrowed,
    short_region,
)

_SPELT = (
    "candidates", "model", "task", "framework", "purchase", "priority", "method", "schedule", "clouds", "managed",
    "spelt",
)  # fmt: skip
_CLASSES = frozenset(
    {"candidates", "clouds", "instances", "model", "trn", "region", "precision", "dataset", "card", "providers"}
)  # phrases may build on these
SIGNAL = "signal"  # the slot of what a signal is known by
_SHORTEST = 5  # shorter words are too often another word
_LONG = 8  # from here on two letters may be wrong
_SHORT, _MACHINES = 2, "instance|instances|vm|vms|machine|machines|price|pricing"
_LINE = re.compile(r"[a-z]{1,3}\d+[a-z]*")  # of AWS and Google
_WITH_MEMORY = re.compile(r"\d ?gb$|^[a-z]+\d+[a-z]*-\d$")  # "v100 32gb", "gtx1060-3"
_GLUED = re.compile(r"^([a-z]{3,})(\d[a-z0-9]{0,6})$")


class _Found(NamedTuple):
    """The phrases of one text, by what they are for."""

    matches: list[Match]
    signals: list[Match]
    faqs: list[Match]
    domains: list[Match]


@dataclass(frozen=True, slots=True, eq=False)
class Vocabulary:
    """What words mean. Immutable; build one with `compile_vocabulary` and keep it. Each is equal to itself alone."""

    words: Phrases
    told: Phrases  # that build on those, and the signals, cues and kinds of work, found on one way through the text
    regions: Mapping[str, str]  # region id -> cloud
    area_of: Mapping[str, str]  # region id -> the first area it belongs to
    narrows: Mapping[str, str]  # chip -> the family name it makes redundant
    families: frozenset[str]  # words a version or size may be glued to
    known: frozenset[str]
    common: frozenset[str]  # the commonest words of several languages, which carry nothing of their own
    targets: Mapping[str, tuple[str, ...]]  # first letter -> words a misspelling may stand for
    models: ModelNames  # published models by their names
    architectures: Mapping[str, str]  # of families
    forms: tuple[AskedForm, ...]  # of an answer, the most telling first; the last is that of any other text
    sold_by: Mapping[str, frozenset[str]]  # type or name of a chip -> the clouds that rent it out
    faqs: Faqs  # recurring questions
    domains: Domains  # kinds of work
    projects: Projects  # of which somebody reported what a run took
    programs: Projects  # of which somebody said what they run on
    glosses: Glosses  # of other languages
    types: Mapping[str, str]  # a type as its cloud writes it, in small letters -> its id
    capital_s: Mapping[str, str]  # what a capital S is written to -> the word that then is meant
    laptops: Mapping[str, str]  # a card -> the one of that number in laptops
    variants: Variants  # the cards of each name
    shared: frozenset[str]  # chips whose memory is that of the machine
    endings: tuple[str, ...]  # of names of a kind of model, the longest first: "PubMedBERT" is a BERT

    def find(self, tokens: list[Token]) -> tuple[list[Match], list[Match], tuple[Asked, ...], tuple[str, ...]]:
        """All phrases in the text, the signals it shows, the recurring questions it asks, and the kinds of work; in
        another language those of its English words as well."""
        found = self._found(tokens)
        spans = _spans(tokens, found.matches)
        english = self._in_english(tokens, spans)
        if english is not None:  # once more, where its words name other chips
            wider = _spans(tokens, [*found.matches, *english.matches])
            english = english if wider == spans else self._in_english(tokens, wider)
        if english is not None:
            found = _Found(*(list(dict.fromkeys((*own, *more))) for own, more in zip(found, english, strict=True)))
        kinds = self.domains.spoken_of(tokens, found.domains)
        matches = self.domains.without_text(kinds, found.matches, found.domains)
        return matches, found.signals, self.faqs.asked(tokens, found.faqs), kinds

    def tokens_of(self, shown: str) -> list[Token]:
        """A text that was cleaned, as tokens spelled right; in other languages "1.200" is a thousand and more."""
        return self.spell(tokenise(regrouped(lowered(shown), self.glosses.is_shown)), shown)

    def in_english(self, text: str) -> str:
        """A text in another language in English words, as far as they are known; a text in English as it is."""
        tokens = self.tokens_of(clean(text))
        glossed = self.glosses.of(tokens, _spans(tokens, self.words.find(tokens)))
        return text if glossed is None else " ".join(token.norm for token in glossed.tokens)

    def _in_english(self, tokens: list[Token], spans: Spans) -> _Found | None:
        """What the English words of a text in another language say; None for a text in English."""
        glossed = self.glosses.of(tokens, spans)
        if glossed is None:
            return None
        found = _Found(*(glossed.back(matches) for matches in self._found(list(glossed.tokens))))
        found.matches.extend(glossed.plain(self.is_common))
        return found

    def _found(self, tokens: list[Token]) -> _Found:
        plain = apart(tokens, with_chips_beside(tokens, self.words.find(tokens)), self.laptops)
        spans = _spans(tokens, plain)
        found = _Found(plain, [], [], [])
        apart_from_words = {SIGNAL: found.signals, FAQ: found.faqs, DOMAIN: found.domains}
        for match in self.told.find(tokens, spans):
            apart_from_words.get(match.slot, found.matches).append(match)
        return found

    def is_common(self, norm: str) -> bool:
        """Whether a word, its plural or possessive ending aside, is among the commonest of a language."""
        return any(form in self.common for form in forms(norm))

    def broader(self, chip: str) -> tuple[str, ...]:
        """The names a chip makes redundant, nearest first ("a100-80": a100, gpu)."""
        names: list[str] = []
        while chip in self.narrows and self.narrows[chip] not in names:
            chip = self.narrows[chip]
            names.append(chip)
        return tuple(names)

    def spell(self, tokens: list[Token], shown: str = "") -> list[Token]:
        """Tokens with plain misspellings corrected and glued versions split ("llama3", "finetne").

        `shown` is the text as it was written: a word in capitals there is a name of its own, not another's misspelt.
        """
        corrected: list[Token] = []
        seen: dict[str, str] = {}
        for token in tokens:
            meant = self._with_capital_s(token, corrected, shown)
            if meant is not None:
                corrected.append(meant)
                continue
            if token.kind != "word" or any(form in self.known for form in forms(token.norm)):
                corrected.append(token)
                continue
            glued = _GLUED.match(token.norm)
            if glued and glued.group(1) in self.families:
                cut = token.start + len(glued.group(1))
                corrected.append(Token(glued.group(1), token.start, cut, "word", token.glued))
                corrected += number_behind(glued.group(2), cut, token.end)
                continue
            if glued and (mended := self._nearest(glued.group(1)) + glued.group(2)) in self.known:
                corrected.append(Token(mended, token.start, token.end, "word", token.glued))
                continue  # "tranium2"
            norm = seen.get(token.norm)
            if norm is None:
                norm = self._nearest(token.norm)
                if norm in self.families and _is_named(shown, token):
                    norm = token.norm
                seen[token.norm] = norm
            corrected.append(Token(norm, token.start, token.end, "word", token.glued))
        return corrected

    def _with_capital_s(self, token: Token, before: list[Token], shown: str) -> Token | None:
        """The word that a capital S makes of a card's name ("V100S") or stands for behind its number ("4080S")."""
        if token.kind != "word" or not token.norm.endswith("s") or not _is_named(shown, token):
            return None
        behind_number = token.norm == "s" and token.glued and bool(before) and before[-1].kind == "number"
        named = before[-1].norm if behind_number else token.norm[:-1]
        meant = self.capital_s.get(named)
        return None if meant is None else Token(meant, token.start, token.end, "word", token.glued)

    def _nearest(self, norm: str) -> str:
        if len(norm) < _SHORTEST or not norm.isalpha() or norm in self.known:
            return norm
        if kin := next((ending for ending in self.endings if norm.endswith(ending)), None):
            return kin
        allowed = 2 if len(norm) >= _LONG else 1
        best, distance = norm, allowed + 1
        for target in self.targets.get(norm[0], ()):
            if abs(len(target) - len(norm)) > allowed:
                continue
            edits = OSA.distance(norm, target, score_cutoff=min(allowed, distance - 1))
            if edits < distance and not _inflected(norm, target):
                best, distance = target, edits
        return best


def _spans(tokens: list[Token], matches: list[Match]) -> Spans:
    """What phrases may build on."""
    spans: Spans = {}
    for match in matches:
        name = "region" if match.slot == "place" else match.slot
        if name in _CLASSES and (name, match.last) not in spans.get(match.first, ()):
            spans.setdefault(match.first, []).append((name, match.last))
    for at, token in enumerate(tokens):
        if token.kind == "instance":
            spans.setdefault(at, []).append(("instances", at + 1))
    return spans


def _is_named(shown: str, token: Token) -> bool:
    """Whether a word stands in capitals in a text that is not all in them: "train MINIMA"."""
    return shown[token.start : token.end].isupper() and not shown.isupper()


def _inflected(norm: str, target: str) -> bool:
    """Whether the two differ only by a grammatical ending, which is not a misspelling."""
    shorter, longer = sorted((norm, target), key=len)
    return longer.startswith(shorter) and longer[len(shorter) :] in ("s", "d", "r", "ed", "er", "ly", "al", "es", "y")


def compile_vocabulary(facts: Facts, forms: tuple[AskedForm, ...]) -> Vocabulary:
    """The phrases of the facts, compiled once; terms win over aliases. `forms`: of an answer, to distinguish."""
    return _compiled(Identity(facts), forms)


@lru_cache(maxsize=4)
def _compiled(identity: Identity, forms: tuple[AskedForm, ...]) -> Vocabulary:
    facts = identity.facts
    entries = list(_entries(facts))
    words = Phrases((phrase, term) for phrase, term in entries if not is_layered(phrase))
    signals = (
        (phrase, Term(slot=SIGNAL, value=signal.id, words=()))
        for signal in (*facts.signals.values(), *_variants(facts))
        for phrase in signal.words
    )
    faqs = Faqs(facts.faqs.values(), facts.faq_cues)
    domains = Domains(facts.domains.values(), facts.families)
    layered = ((phrase, term) for phrase, term in entries if is_layered(phrase))
    told = Phrases((*layered, *signals, *faqs.phrases, *domains.phrases))
    glosses = Glosses(facts.terms)
    ordinary = {word for term in facts.terms if term.slot == "ordinary" for word in term.words}
    common = frozenset(word for term in facts.terms if term.slot == "common" for word in term.words)
    targets: dict[str, list[str]] = {}
    for phrase, term in entries:
        if term.slot in _SPELT and phrase.isalpha() and len(phrase) >= _SHORTEST:
            same = targets.setdefault(phrase[0], [])
            if phrase not in same:
                same.append(phrase)
    return Vocabulary(
        words=words,
        told=told,
        regions={region.id: region.cloud for region in facts.regions.values()},
        area_of={region: area.id for area in reversed(facts.areas.values()) for region in area.regions},
        narrows={chip: name for name, chips in narrowed(facts).items() for chip in chips},
        families=frozenset(p for family in facts.families.values() for p in family.aliases if p.isalpha()),
        known=frozenset(ordinary | common).union(*(phrases.known for phrases in (words, told, glosses))),
        endings=endings_of(facts),
        common=common,
        targets={letter: tuple(sorted(words)) for letter, words in targets.items()},
        models=names_of(facts).models,
        architectures={family.id: family.architecture for family in facts.families.values()},
        forms=forms,
        sold_by=_sold_by(facts),
        faqs=faqs,
        domains=domains,
        projects=Projects(facts.reports, common | ordinary, _families_of_text(facts)),
        programs=Projects(facts.project_support, common | ordinary, _families_of_text(facts)),
        glosses=glosses,
        capital_s={name: str(term.value) for term in facts.terms if term.slot == "capital_s" for name in term.words},
        types={name.lower(): thing.id for thing in facts.instances.values() for name in (*thing.aliases, thing.id)},
        laptops=laptops_of(facts),
        variants=variants_of(facts),
        shared=shared_of(facts),
    )


def _families_of_text(facts: Facts) -> Iterator[str]:
    """What families of language models are called that are no projects themselves."""
    return (name for one in facts.families.values() if not (one.in_samples or one.reported) for name in one.aliases)


def _sold_by(facts: Facts) -> dict[str, frozenset[str]]:
    """The clouds of each type, and of each name that its chip goes by."""
    narrows = {chip: name for name, chips in narrowed(facts).items() for chip in chips}
    short = {chip: str(term.value) for term in facts.terms if term.slot == "short_name" for chip in term.words}
    found: dict[str, set[str]] = {}
    for thing in facts.instances.values():
        chip = facts.accelerators[thing.accelerator]
        names = {thing.id, chip.id, chip.family, short.get(chip.id, chip.id)}
        for name in list(names):
            while name in narrows and narrows[name] not in names:
                name = narrows[name]
                names.add(name)
        for name in names:
            found.setdefault(name, set()).add(thing.cloud)
    return {name: frozenset(clouds) for name, clouds in found.items()}


def _variants(facts: Facts) -> Iterator[Signal]:
    """A variant of a model family, as a signal of the text: it settles the size that is assumed."""
    for model in facts.sample_models.values():
        yield Signal(id=model.id, words=model.aliases)


def _flat(phrase: str) -> str:
    return phrase.replace(" ", "").replace("-", "")


def lines_of(facts: Facts) -> dict[str, str]:
    """The lines of machines of AWS and Google, "g7e" and "a4x", each with its chip, of several the oldest."""
    found: dict[str, str] = {}
    chips = facts.accelerators
    for thing in facts.instances.values():
        if thing.cloud in COMPARED and _LINE.fullmatch(thing.line) and chips[thing.accelerator].family != "tpu":
            held = found.setdefault(thing.line, thing.accelerator)
            found[thing.line] = min(held, thing.accelerator, key=lambda chip: chips[chip].released)
    return found


def _entries(facts: Facts) -> Iterator[tuple[str, Term]]:
    claimed: set[str] = set()
    for term in facts.terms:
        if term.slot in ("ordinary", "short_name", "narrows", "capital_s") or is_gloss(term):
            continue
        for phrase in term.words:
            if term.slot == "common" and phrase.isascii():
                continue  # looked up, not matched: only words without blanks between them are phrases
            claimed.add(phrase)
            yield phrase, term
    for feature in facts.features.values():
        for phrase in feature.aliases:
            yield phrase, Term(slot="feature", value=feature.id, words=(), implies={"kind": feature.kind})
    for dataset in facts.datasets.values():
        for phrase in dataset.aliases:
            yield phrase, Term(slot="samples", value=dataset.samples, words=())
    for texts in facts.text_sets.values():
        for phrase in texts.aliases:
            yield phrase, Term(slot="dataset", value=texts.id, words=())
    for family in facts.families.values():
        implied: dict[str, Scalar] = {"architecture": family.architecture}
        term = Term(slot="model", value=family.id, words=(), implies=implied)
        for phrase in family.aliases:
            yield phrase, term
    short = {chip: str(term.value) for term in facts.terms if term.slot == "short_name" for chip in term.words}
    rented = {instance.accelerator for instance in facts.instances.values()}
    terms = [term for term in facts.terms if term.slot in ("candidates", "instances")]
    spelled = {_flat(phrase) for term in terms for phrase in term.words}
    for chip in (chip for chip in facts.accelerators.values() if chip.id in rented or chip.aliases):
        name = short.get(chip.id, chip.id)
        names = (chip.id, chip.name.lower(), *(alias.lower() for alias in chip.aliases))
        for phrase in dict.fromkeys(form for written in names for form in spellings(written)):
            if _WITH_MEMORY.search(phrase):
                continue  # "V100 32GB" says a chip, and what it holds
            taken = phrase in claimed if chip.id in rented else _flat(phrase) in spelled
            if not taken and "(" not in phrase:
                yield phrase, Term(slot="candidates", value=name, words=())
        for number in {bare for alias in chip.aliases if (bare := number_of(alias)) is not None}:
            yield number, Term(slot="bare_chip", value=name, words=())
    for line, chip_id in lines_of(facts).items():
        if line not in claimed:
            implied = {"counted_as": "nodes"}
            alone = len(line) > _SHORT  # "A4" is a size of paper too
            yield (
                line if alone else f"{line} {_MACHINES}",
                Term(slot="candidates", value=short.get(chip_id, chip_id), words=(), implies=implied),
            )
    for instance in facts.instances.values():
        if instance.cloud == "gcp" and facts.accelerators[instance.accelerator].family == "tpu":
            continue  # "v5e-8" names the chip; the slice size is a count
        for phrase in (instance.id.lower(), *(alias.lower() for alias in instance.aliases)):
            if phrase not in claimed:
                yield phrase, Term(slot="instances", value=instance.id, words=())
    vague = {phrase for term in facts.terms if term.slot == "ambiguous" for phrase in term.words}
    priced = {price.provider for price in facts.specialists}
    for provider in facts.providers.values():
        for phrase in provider.aliases:  # a name with another meaning is a name beside what is ours
            if phrase not in claimed or phrase in vague:
                slot = "clouds" if provider.id in priced else "providers"
                yield phrase, Term(slot=slot, value=provider.id, words=())
    for region in facts.regions.values():
        yield region.id, Term(slot="region", value=region.id, words=())
        if region.cloud == "aws":
            yield short_region(region.id), Term(slot="region", value=region.id, words=())
        for phrase in region.aliases:
            yield phrase, Term(slot="place", value=region.id, words=())
    for area in facts.areas.values():
        for phrase in area.aliases:
            yield phrase, Term(slot="region", value=area.id, words=())
