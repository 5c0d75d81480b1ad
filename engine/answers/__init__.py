"""Answers to questions about facts rather than advice."""

from engine.answers.answer import SEARCHED, answer_facts, is_bare, wants_verdict
from engine.answers.model import FactAnswer, Passage, PriceRow, Property
from engine.answers.regions import several_places

__all__ = [
    "SEARCHED",
    "FactAnswer",
    "Passage",
    "PriceRow",
    "Property",
    "answer_facts",
    "is_bare",
    "several_places",
    "wants_verdict",
]
