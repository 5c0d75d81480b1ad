"""The facts part of an answer as cited sentences, and what stands last, for every form of the card."""

from __future__ import annotations

from typing import Any

from bot.advice.advisor import Answer
from bot.card import sentences
from bot.card.citations import Citations
from bot.wording.words import say
from engine.answers import FactAnswer
from knowledge.facts import Fact

Json = dict[str, Any]  # the edge: this is what json.dumps is given


class CardLine(Fact):
    """A sentence with the numbers of its sources."""

    text: str
    notes: tuple[int, ...] = ()


def cited_lines(sentences: list[Json], numbers: Citations) -> tuple[CardLine, ...]:
    """Sentences with the numbers that their sources have on the card."""
    return tuple(CardLine(text=entry["text"], notes=numbers.of(entry["cites"])) for entry in sentences)


def fact_sentences(answer: Answer) -> list[Json]:
    """The facts part of an answer as cited sentences."""
    facts = answer.facts
    tabled = [
        {"text": sentences.price(row), "cites": [row.quote.source] if row.quote else []} for row in facts.prices
    ]
    tabled += [{"text": sentences.property_line(facts, line), "cites": list(line.cites)} for line in facts.properties]
    return [*tabled, *prose_sentences(facts)]


def prose_sentences(facts: FactAnswer) -> list[Json]:
    """The sentences of an answer in facts, in addition to its table."""
    figures, quoted = told_sentences(facts), passage_sentences(facts)
    return [*quoted, *figures] if facts.found_first else [*figures, *quoted]


def told_sentences(facts: FactAnswer) -> list[Json]:
    """What was worked out."""
    return [{"text": sentences.fact(entry), "cites": list(entry.cites)} for entry in facts.sentences]


def passage_sentences(facts: FactAnswer) -> list[Json]:
    """What is written about it."""
    return [{"text": sentences.passage(entry), "cites": list(entry.cites)} for entry in facts.passages]


def last_lines(read_as: tuple[str, ...], withheld: int, unanswered: tuple[str, ...]) -> list[str]:
    """What stands below everything: what it was read as, what was withheld, and what is not answered."""
    told = (("read_as", read_as), ("withheld", withheld), ("unanswered", unanswered))
    return [say("words/card/next.j2", macro, value) for macro, value in told if value]
