"""Full-text search over the facts: an SQLite FTS5 index in memory, made from `Facts` and thrown away with them."""

from __future__ import annotations

import re
import sqlite3
import threading
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import get_args

from sqlite_utils import Database

from knowledge.facts import EntryKind, Facts, Family, Hit
from knowledge.search.documents import Document, documents, kin

# Columns of the index and what a word in each is worth.
WEIGHTS = {"names": 3.0, "asks": 3.0, "body": 1.0}
SYNONYM = 0.7  # a synonym against the word itself
# The document is about what was named, a sibling of it, no chip, or another family.
KIN = {"same": 1.5, "sibling": 1.3, "none": 1.0, "other": 0.8}
STANDING = {"topic": 1.3, "conflict": 1.2, "source": 0.5, "constant": 0.8, "instance": 0.7, "accelerator": 0.8}
LATER = 0.88  # each further answer of a topic against the one before it
ENOUGH = 4.5  # a hit below this is chance
WORD = re.compile(r"[a-z0-9]+(?:[.+-][a-z0-9]+)*")
KEPT = 4096
UNKNOWN = 4.0  # weight of a word that stands nowhere: it lowers what share of the question is met

FAMILIES: frozenset[str] = frozenset(get_args(Family))

Scores = dict[int, float]


class Search:
    """The index of one set of facts. Safe to ask from several threads."""

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

    def find(self, text: str, named: Iterable[str] = (), *, limit: int = 12) -> tuple[Hit, ...]:
        """The entries nearest to a question that names the chips and types `named`; empty where nothing is near."""
        flat = f" {' '.join(WORD.findall(text.lower()))} "
        asked = frozenset(kin(self._facts, named))
        total: Scores = defaultdict(float)
        met: Scores = defaultdict(float)
        asides: list[Scores] = []
        whole = 0.0
        with self._lock:
            for word, others in self._groups(flat):
                scores = self._group(word, others)
                if word in self._asides:
                    asides.append(scores)
                    continue
                weight = max(scores.values(), default=UNKNOWN)
                whole += weight
                for number, score in scores.items():
                    total[number] += score
                    met[number] += weight
        for number in total:
            total[number] += sum(scores.get(number, 0.0) for scores in asides)
        weighed = ((n, self._weigh(n, score, met[n] / whole, asked, flat)) for n, score in total.items())
        return tuple(self._hits((n, score) for n, score in weighed if score >= ENOUGH))[:limit]

    def _weigh(self, number: int, score: float, share: float, asked: frozenset[str], flat: str) -> float:
        """The sum of BM25 over the words, for the share of the question's words met and for what it is about."""
        entry = self._documents[number]
        if entry.quiet and not any(f" {word} " in flat for word in entry.quiet):
            return 0.0
        return score * (0.5 + 0.5 * share) * KIN[_about(entry.kin, asked)] * STANDING.get(entry.kind, 1.0)

    def _hits(self, weighed: Iterable[tuple[int, float]]) -> Iterator[Hit]:
        """The best entries, each once; a topic stands for its answers, each worth less than the one before."""
        best: dict[tuple[EntryKind, str], float] = {}
        for number, score in weighed:
            for step, answer in enumerate(self._documents[number].answers):
                best[answer] = max(best.get(answer, 0.0), score * LATER**step)
        for (kind, name), score in sorted(best.items(), key=lambda held: (-held[1], held[0])):
            yield Hit(kind=kind, id=name, score=score)

    def _groups(self, flat: str) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Each telling word of the question with its synonyms; a phrase that has synonyms counts as one word."""
        rest = flat
        for phrase in self._phrases:
            if f" {phrase} " in rest:
                rest = rest.replace(f" {phrase} ", " ")
                yield phrase, self._alike[phrase]
        for word in dict.fromkeys(rest.split()):
            if word not in self._ignored and len(word) > 1:
                yield word, self._alike.get(word, ())

    def _group(self, word: str, others: tuple[str, ...]) -> Scores:
        """What a word or one of its synonyms is worth in each document that has it."""
        scores = dict(self._score(f'"{word}"'))
        for other in others:
            for number, score in self._score(f'"{other}"').items():
                scores[number] = max(scores.get(number, 0.0), score * SYNONYM)
        return scores

    def _score(self, query: str) -> Scores:
        held = self._scored.get(query)
        if held is None:
            rank = ", ".join(str(weight) for weight in WEIGHTS.values())
            rows = self._base.execute(
                f"select rowid, -bm25(documents_fts, {rank}) from documents_fts where documents_fts match ?",  # noqa: S608 - weights are ours
                [query],
            )
            if len(self._scored) >= KEPT:
                self._scored.clear()
            held = self._scored[query] = dict(rows.fetchall())
        return held

    @cached_property
    def _ignored(self) -> frozenset[str]:
        return frozenset(word for entry in self._facts.synonyms if entry.ignored for word in entry.words)

    @cached_property
    def _asides(self) -> frozenset[str]:
        return frozenset(word for entry in self._facts.synonyms if entry.aside for word in entry.words)

    @cached_property
    def _alike(self) -> dict[str, tuple[str, ...]]:
        alike: dict[str, list[str]] = defaultdict(list)
        for entry in self._facts.synonyms:
            if not entry.ignored:
                for word in entry.words:
                    alike[word].extend(other for other in entry.words if other != word)
        return {word: tuple(dict.fromkeys(others)) for word, others in alike.items()}

    @cached_property
    def _phrases(self) -> tuple[str, ...]:
        """Synonyms of several words, the longest first."""
        return tuple(sorted((word for word in self._alike if " " in word), key=lambda word: -len(word)))


def _about(kin_of: frozenset[str], asked: frozenset[str]) -> str:
    """How near a document's chips are to those asked about; families count where one side names no chip."""
    if not kin_of or not asked:
        return "none"
    shared = kin_of & asked
    if not shared:
        return "other"
    one_side_is_families = kin_of <= FAMILIES or asked <= FAMILIES
    return "same" if shared - FAMILIES or one_side_is_families else "sibling"
