"""The error of a load: one line with the file, the entry and what to change."""

from __future__ import annotations

from knowledge.errors import KnowledgeError


def test_the_message_names_file_entry_and_remedy() -> None:
    error = KnowledgeError("prices/prices.csv", "line 12", "source is missing; add it")
    assert str(error) == "prices/prices.csv: line 12: source is missing; add it"
    assert (error.file, error.entry, error.remedy) == ("prices/prices.csv", "line 12", "source is missing; add it")
