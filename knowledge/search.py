"""Full-text search over the facts: an SQLite FTS5 index in memory, made from `Facts` and thrown away with them."""

from __future__ import annotations

import re
import sqlite3
import threading
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property

from sqlite_utils import Database

from knowledge.documents import Document, documents, kin
from knowledge.facts import Facts, Hit

# Columns of the index and what a word in each is worth.
WEIGHTS = {"names": 3.0, "asks": 3.0, "body": 1.0}
SYNONYM = 0.7  # a synonym against the word itself
KIN = {"same": 1.5, "none": 1.0, "other": 0.6}  # the document is about what was named, about nothing, about another
STANDING = {"topic": 1.3, "conflict": 1.2, "source": 0.5, "constant": 0.8, "instance": 0.7, "accelerator": 0.8}
ENOUGH = 1.6  # a best hit below this is chance
WORD = re.compile(r"[a-z0-9]+(?:[.+-][a-z0-9]+)*")
KEPT = 4096

Scores = dict[int, float]


class Search:
    """The index of one set of facts. Safe to ask from several threads."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._documents: tuple[Document, ...] = tuple(documents(facts))
        self._lock = threading.Lock()
        self._scored: dict[str, Scores] = {}
        self._base = Database(sqlite3.connect(":memory:", check_same_thread=False))
        table = self._base["documents"]
        table.insert_all(
            {"id": number, "names": entry.names, "asks": entry.asks, "body": entry.body}
            for number, entry in enumerate(self._documents)
        )
        table.enable_fts(list(WEIGHTS), tokenize="porter")

    def find(self, text: str, named: Iterable[str] = (), *, limit: int = 12) -> tuple[Hit, ...]:
        """The entries nearest to a question; `named` are the chips and types it names. Empty where nothing is near."""
        flat = f" {' '.join(WORD.findall(text.lower()))} "
        asked = frozenset(kin(self._facts, named))
        groups = [group for group in self._groups(flat) if group]
        total: Scores = defaultdict(float)
        met: dict[int, int] = defaultdict(int)
        with self._lock:
            for word, others in groups:
                for number, score in self._group(word, others).items():
                    total[number] += score
                    met[number] += 1
        ranked = sorted(((self._weigh(n, s, met[n] / len(groups), asked, flat), n) for n, s in total.items()), reverse=True)
        return tuple(self._hits(ranked, limit))

    def _weigh(self, number: int, score: float, share: float, asked: frozenset[str], flat: str) -> float:
        """The sum of BM25 over the words, for the share of the question's words met and for what it is about."""
        entry = self._documents[number]
        if entry.quiet and not any(f" {word} " in flat for word in entry.quiet):
            return 0.0
        about = "none" if not asked or not entry.kin else "same" if entry.kin & asked else "other"
        return score * (0.4 + 0.6 * share) * KIN[about] * STANDING.get(entry.kind, 1.0)

    def _hits(self, ranked: list[tuple[float, int]], limit: int) -> Iterator[Hit]:
        """The best entries; a topic stands for its answers. Each entry once."""
        seen: set[tuple[str, str]] = set()
        for score, number in ranked:
            if score < ENOUGH or len(seen) >= limit:
                return
            for step, (kind, name) in enumerate(self._documents[number].answers):
                if (kind, name) not in seen:
                    seen.add((kind, name))
                    yield Hit(kind=kind, id=name, score=score * 0.97**step)

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
        if others:
            for number, score in self._score(" OR ".join(f'"{other}"' for other in others)).items():
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
