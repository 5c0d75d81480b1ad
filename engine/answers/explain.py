"""What is known about a chip, a library or a term: the cited passages that answer best."""

from __future__ import annotations

from datetime import date

from engine.answers.kind import QuestionKind
from engine.answers.model import FactAnswer
from engine.answers.passages import passages
from engine.library import Library
from engine.workload.profile import Reading
from engine.workload.question import IntentCues
from knowledge.facts import Hit, Rule


def is_asked(seen: IntentCues) -> bool:
    """A question about a thing and not about a workload; weak cues count only if nothing else is asked."""
    if seen.has("keep"):
        return False
    if seen.has("explain_strong") and seen.workload_slots <= 2:
        return True
    sized = (
        seen.profile.parameters is not None and seen.workload_slots <= 3 and not seen.has("first_person", "advise")
    )
    if seen.asks_fact and seen.own_slots <= sized:  # the size of a model may be part of a fact
        return not seen.has("first_person") or not seen.workload_slots
    nothing = not seen.profile.stated() and not seen.signals
    return not seen.has("advise") and (nothing or (seen.has("explain") and seen.workload_slots <= 1))


def answer(_reading: Reading, library: Library, day: date, hits: tuple[Hit, ...]) -> FactAnswer:
    return FactAnswer(passages=passages(hits, library.facts, day))


def wants_verdict(reading: Reading, _rules: tuple[Rule, ...]) -> bool:
    """ "Can a 70B full fine-tune run on one p4d?" asks whether the work fits there."""
    said = set(reading.profile.stated())
    return {"task", "parameters"} <= said and bool(said & {"candidates", "instances"})


EXPLAIN = QuestionKind(
    id="explain",
    is_asked=is_asked,
    answer=answer,
    wants_verdict=wants_verdict,
    headline="explain",
    searches=True,
    facts_below_advice=True,
    is_answer=True,
)
