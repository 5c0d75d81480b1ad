"""Full-text search over the facts: an SQLite FTS5 index in memory, built from `Facts` and discarded with them."""

from __future__ import annotations

import re
import sqlite3
import threading
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import cache, cached_property, lru_cache
from typing import get_args

from sqlite_utils import Database

from knowledge.facts import EntryKind, Facts, Family, Hit, Identity
from knowledge.search.documents import Document, documents, related

# Columns of the index and the weight of a word in each.
WEIGHTS = {"names": 3.0, "asks": 3.0, "body": 1.0}
SYNONYM = 0.7  # weight of a synonym relative to the word itself
# By whether the document is about the named chip, a sibling of it, no chip, or another family.
RELATION_WEIGHT = {"same": 1.5, "sibling": 1.3, "none": 1.0, "other": 0.8}
NEAR = frozenset({"same", "sibling"})
KIND_WEIGHT = {"topic": 1.3, "conflict": 1.2, "source": 0.5, "constant": 0.8, "instance": 0.7, "accelerator": 0.8}
LATER = 0.88  # weight of each further answer of a topic relative to the one before
ENOUGH = 4.5  # a lower score is chance
WORD = re.compile(r"[a-z0-9]+(?:[.+-][a-z0-9]+)*")
CAPITALS = re.compile(r"(?<![\w-])[A-Z][A-Za-z]*[A-Z][A-Za-z]*(?![\w-])")
CACHED_QUERIES = 4096
UNKNOWN = 4.0  # weight of a word that no document has: it lowers the share of the question that is matched
UNHEARD = 12.0  # the same where it is asked whether an entry answers at all: what nobody wrote of is not answered

FAMILIES: frozenset[str] = frozenset(get_args(Family))

Scores = dict[int, float]


def search_of(facts: Facts) -> Search:
    """The index of these facts, made once for all who search them: it takes longer than most answers."""
    return _search_of(Identity(facts))


@lru_cache(maxsize=2)
def _search_of(identity: Identity) -> Search:
    return Search(identity.facts)


class Search:
    """The index of one set of facts. Several threads may use it."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._documents: tuple[Document, ...] = tuple(documents(facts))
        self._lock = threading.Lock()
        self._scored: dict[str, Scores] = {}
        self._base = Database(sqlite3.connect(":memory:", check_same_thread=False))
        table = self._base.table("documents")
        table.insert_all(
            (
                {"id": number, "names": entry.names, "asks": entry.asks, "body": entry.body}
                for number, entry in enumerate(self._documents)
            ),
            pk="id",
        )
        table.enable_fts(list(WEIGHTS), tokenize="porter")

    def find(self, text: str, names: Iterable[str] = (), *, limit: int = 12) -> tuple[Hit, ...]:
        """The best entries for a question about the chips and instance types `names`; empty if nothing matches."""
        flat = f" {' '.join(WORD.findall(text.lower()))} "
        asked = frozenset(related(self._facts, names))
        total: Scores = defaultdict(float)
        matched: Scores = defaultdict(float)
        supporting: list[Scores] = []
        spoken: Scores = defaultdict(float)
        named: set[int] | None = None  # entries that name what the question is about, where it names anything
        keyed: set[int] | None = None  # entries with a name that the question writes in capitals: EFA, ODCR, PCIe
        keys = self._keys(text)
        possible = predicate = 0.0
        with self._lock:
            for word, others in self._groups(flat):
                scores = self._group(word, others)
                if word in self._supporting:
                    supporting.append(scores)
                    continue
                weight = max(scores.values(), default=UNKNOWN)
                possible += weight
                about = 0.0 if word in self._subjects or word.isdigit() else weight if scores else UNHEARD
                predicate += about
                if word in self._subjects:
                    named = (named or set()) | scores.keys()
                elif word in keys and word.removesuffix("s") not in self._subjects:
                    keyed = (keyed or set()) | scores.keys()
                for number, score in scores.items():
                    total[number] += score
                    matched[number] += weight
                    spoken[number] += about
        for number in total:
            total[number] += sum(scores.get(number, 0.0) for scores in supporting)
        weighted = ((n, self._weight(n, score, matched[n] / possible, asked, flat)) for n, score in total.items())
        shares = {n: spoken[n] / predicate if predicate else 1.0 for n in total}

        @cache  # of the hundreds a question asks for few
        def on_it(number: int) -> bool:
            return (keyed is None or number in keyed) and self._is_about(number, named, asked)

        return tuple(self._hits(((n, score) for n, score in weighted if score >= ENOUGH), shares, on_it))[:limit]

    def _keys(self, text: str) -> frozenset[str]:
        """The names a question writes in capitals; of a question in capitals alone none is told apart."""
        if text.upper() == text:
            return frozenset()
        return frozenset(word.lower() for word in CAPITALS.findall(text))

    def _is_about(self, number: int, named: set[int] | None, asked: frozenset[str]) -> bool:
        """Whether an entry has the subject of the question; a question that names none has that of any entry."""
        entry = self._documents[number]
        relation = _relation(entry.related, asked)
        if entry.kind in ("accelerator", "instance"):  # the figures of one thing say nothing of another
            return named is None or relation == "same"
        return named is None or number in named or relation in NEAR

    def _weight(self, number: int, score: float, share: float, asked: frozenset[str], flat: str) -> float:
        """The sum of BM25 over the words, weighted by the share of the question matched and by the subject."""
        entry = self._documents[number]
        if entry.only_for and not any(f" {word} " in flat for word in entry.only_for):
            return 0.0
        return (
            score
            * (0.5 + 0.5 * share)
            * RELATION_WEIGHT[_relation(entry.related, asked)]
            * KIND_WEIGHT.get(entry.kind, 1.0)
        )

    def _hits(
        self, weighted: Iterable[tuple[int, float]], shares: Scores, on_it: Callable[[int], bool]
    ) -> Iterator[Hit]:
        """The best entries, each once. A topic leads to its answers, each weighted less than the one before.

        An entry answers if it is about the subject (`on_it`), or the topic that leads to it is.
        """
        best: dict[tuple[EntryKind, str], float] = {}
        share: dict[tuple[EntryKind, str], float] = {}
        for number, score in weighted:
            for step, answer in enumerate(self._documents[number].answers):
                best[answer] = max(best.get(answer, 0.0), score * LATER**step)
                if on_it(number) or on_it(self._own[answer]):
                    share[answer] = max(share.get(answer, 0.0), shares[number])
        for (kind, name), score in sorted(best.items(), key=lambda entry: (-entry[1], entry[0])):
            yield Hit(kind=kind, id=name, score=score, share=share.get((kind, name), 0.0))

    def _groups(self, flat: str) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Each meaningful word of the question with its synonyms; a phrase with synonyms counts as one word."""
        rest = flat
        for phrase in self._phrases:
            if f" {phrase} " in rest:
                rest = rest.replace(f" {phrase} ", " ")
                yield phrase, self._synonyms[phrase]
        for word in dict.fromkeys(rest.split()):
            if word not in self._ignored and len(word) > 1:
                yield word, self._synonyms.get(word, ())

    def _group(self, word: str, others: tuple[str, ...]) -> Scores:
        """The score of a word or one of its synonyms in each document that has it."""
        scores = dict(self._score(f'"{word}"'))
        for other in others:
            for number, score in self._score(f'"{other}"').items():
                scores[number] = max(scores.get(number, 0.0), score * SYNONYM)
        return scores

    def _score(self, query: str) -> Scores:
        scores = self._scored.get(query)
        if scores is None:
            rank = ", ".join(str(weight) for weight in WEIGHTS.values())
            rows = self._base.execute(
                f"select rowid, -bm25(documents_fts, {rank}) from documents_fts where documents_fts match ?",  # noqa: S608 - weights are ours
                [query],
            )
            if len(self._scored) >= CACHED_QUERIES:
                self._scored.clear()
            scores = self._scored[query] = dict(rows.fetchall())
        return scores

    @cached_property
    def _ignored(self) -> frozenset[str]:
        return frozenset(word for entry in self._facts.synonyms if entry.ignored for word in entry.words)

    @cached_property
    def _supporting(self) -> frozenset[str]:
        return frozenset(word for entry in self._facts.synonyms if entry.aside for word in entry.words)

    @cached_property
    def _own(self) -> dict[tuple[EntryKind, str], int]:
        """The document of each entry; an entry without one, which only a topic leads to, has that of the topic."""
        led = {answer: number for number, entry in enumerate(self._documents) for answer in entry.answers}
        return led | {
            answer: number
            for number, entry in enumerate(self._documents)
            for answer in entry.answers
            if entry.kind != "topic"
        }

    @cached_property
    def _subjects(self) -> frozenset[str]:
        """Words that name a chip, a type, a cloud or a model: what a question is about, not what is asked of it."""
        chips, types = self._facts.accelerators.values(), self._facts.instances.values()
        names = [name for chip in chips for name in (chip.id, chip.family, chip.software, *chip.aliases)]
        names += [name for thing in types for name in (thing.id.lower(), thing.cloud, *thing.aliases)]
        names += [name for family in self._facts.families.values() for name in family.aliases]
        names += [name for model in self._facts.models.values() for name in model.aliases]
        numbered = (w for name in names for w in WORD.findall(name.lower()) if len(w) > 2 and not w.isalpha())
        return frozenset((*names, *numbered))

    @cached_property
    def _synonyms(self) -> dict[str, tuple[str, ...]]:
        synonyms: dict[str, list[str]] = defaultdict(list)
        for entry in self._facts.synonyms:
            if not entry.ignored:
                for word in entry.words:
                    synonyms[word].extend(other for other in entry.words if other != word)
        return {word: tuple(dict.fromkeys(others)) for word, others in synonyms.items()}

    @cached_property
    def _phrases(self) -> tuple[str, ...]:
        """Synonyms of several words, longest first."""
        return tuple(sorted((word for word in self._synonyms if " " in word), key=lambda word: -len(word)))


def _relation(related_to: frozenset[str], asked: frozenset[str]) -> str:
    """How a document's chips relate to those asked about; families count if one of the two names no chip."""
    if not related_to or not asked:
        return "none"
    shared = related_to & asked
    if not shared:
        return "other"
    one_side_is_families = related_to <= FAMILIES or asked <= FAMILIES
    return "same" if shared - FAMILIES or one_side_is_families else "sibling"
