"""The facts part of an answer as cited sentences, for every form of the card."""

from __future__ import annotations

from typing import Any

from bot.advice.advisor import Answer
from bot.card import sentences
from engine.answers import FactAnswer

Json = dict[str, Any]  # the edge: this is what json.dumps is given


def fact_sentences(answer: Answer) -> list[Json]:
    """The facts part of an answer as cited sentences."""
    if answer.facts is None:
        return []
    facts = answer.facts
    tabled = [
        {"text": sentences.price(row), "cites": [row.quote.source] if row.quote else []} for row in facts.prices
    ]
    tabled += [{"text": sentences.property_line(facts, line), "cites": list(line.cites)} for line in facts.properties]
    return [*tabled, *prose_sentences(facts)]


def prose_sentences(facts: FactAnswer) -> list[Json]:
    """The sentences of an answer in facts, in addition to its table."""
    figures = [{"text": sentences.fact(entry), "cites": list(entry.cites)} for entry in facts.sentences]
    quoted = [{"text": sentences.passage(entry), "cites": list(entry.cites)} for entry in facts.passages]
    return [*quoted, *figures] if facts.found_first else [*figures, *quoted]
