"""What a language model is told: which questions can be answered, and how a question is restated as one of them."""

from __future__ import annotations

from bot.wording.words import lines_of
from knowledge.facts import Facts


def instructions(facts: Facts) -> str:
    """The task, the questions that are understood, and those to which an answer is written."""
    written = tuple(faq.examples[0] for faq in facts.faqs.values() if faq.examples)
    return lines_of("restate.j2", "instructions", written)


def question(text: str, earlier: tuple[str, ...]) -> str:
    """One text, with the lines of its thread before it."""
    return lines_of("restate.j2", "question", text, earlier)
