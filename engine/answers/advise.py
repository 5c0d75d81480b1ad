"""Advice: the verdict answers, beside it what is written about the question. It is what a text asks for when it
asks for nothing else."""

from __future__ import annotations

from datetime import date

from engine.answers.kind import (
    ENOUGH_WORKLOAD,
    PASSAGES_BESIDE,
    QuestionKind,
    always_verdict,
    workload_slots,
)
from engine.answers.model import FactAnswer
from engine.answers.passages import passages
from engine.library import Library
from engine.workload.profile import Reading
from engine.workload.question import IntentCues
from knowledge.facts import Hit

FEW_SLOTS = 3


def is_asked(_seen: IntentCues) -> bool:
    return True


def answer(_reading: Reading, library: Library, day: date, hits: tuple[Hit, ...]) -> FactAnswer | None:
    beside = passages(hits, library.facts, day, PASSAGES_BESIDE)
    return FactAnswer(passages=beside) if beside else None


def is_bare(reading: Reading) -> bool:
    """Whether a text says so little of any work that it may be a question for a fact after all."""
    alone = reading.topic in ("advise", "off_topic") and reading.intent != "followup"
    return (
        alone
        and len(reading.profile.stated()) <= FEW_SLOTS
        and len(workload_slots(reading.profile)) < ENOUGH_WORKLOAD
    )


ADVISE = QuestionKind(
    id="advise", is_asked=is_asked, asks_for_facts=False, answer=answer, wants_verdict=always_verdict
)
