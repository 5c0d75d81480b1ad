"""Numbered sources: each gets its number on first mention."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bot import figures, phrases
from knowledge.facts import Fact, Source


class Note(Fact):
    """One numbered source."""

    number: int
    publisher: str
    title: str
    as_of: str
    grade: str
    url: str | None


class Numbers:
    """Gives each source its number on first mention."""

    def __init__(self, sources: Mapping[str, Source]) -> None:
        self._sources = sources
        self._given: dict[str, int] = {}

    def of(self, sources: Iterable[str]) -> tuple[int, ...]:
        return tuple(self._given.setdefault(source, len(self._given) + 1) for source in dict.fromkeys(sources))

    def notes(self) -> tuple[Note, ...]:
        return tuple(
            Note(
                number=number,
                publisher=entry.publisher,
                title=entry.title,
                as_of=figures.day(entry.as_of),
                grade=phrases.name("grade", entry.grade),
                url=entry.url,
            )
            for source, number in self._given.items()
            for entry in (self._sources[source],)
        )
