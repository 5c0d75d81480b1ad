"""What a language model is told: which questions can be answered, and how a question is restated as one of them."""

from __future__ import annotations

from bot.wording.words import lines_of
from knowledge.facts import Facts, Faq


def instructions(facts: Facts) -> str:
    """The task, the questions that are understood, and those to which an answer is written."""
    return lines_of("restate.j2", "instructions", tuple(written(facts)))


def written(facts: Facts) -> dict[str, Faq]:
    """The questions to which an answer is written, each in the words in which it is offered."""
    return {faq.examples[0]: faq for faq in facts.faqs.values() if faq.examples}


def question(text: str, earlier: tuple[str, ...], tried: tuple[str, ...] = ()) -> str:
    """One text, with the lines of its thread before it, and those that were answered and missed it."""
    return lines_of("restate.j2", "question", text, earlier, tried)
