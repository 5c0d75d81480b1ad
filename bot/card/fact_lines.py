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
    found = answer.facts
    tabled = [
        {"text": sentences.price(row), "cites": [row.quote.source] if row.quote else []} for row in found.prices
    ]
    tabled += [{"text": sentences.property_line(found, line), "cites": list(line.cites)} for line in found.properties]
    return [*tabled, *told_sentences(found)]


def told_sentences(found: FactAnswer) -> list[Json]:
    """What an answer in facts says in sentences beside its table."""
    worked = [{"text": sentences.fact(entry), "cites": list(entry.cites)} for entry in found.sentences]
    told = [{"text": sentences.passage(entry), "cites": list(entry.cites)} for entry in found.passages]
    return [*told, *worked] if found.found_first else [*worked, *told]
