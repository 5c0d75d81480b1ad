"""Advice: the verdict answers, beside it what is written about the question. It is what a text asks for that asks
for a choice, and what one needs that describes work and asks nothing; no other question is answered with it."""

from __future__ import annotations

from engine.answers.model import FactAnswer
from engine.answers.passages import BESIDE, passages
from engine.forms.ask_back import WORK
from engine.forms.form import ENOUGH_WORKLOAD, Asked, Form, asks_else, workload_slots
from engine.workload.profile import Reading
from engine.workload.question import FormCues

FEW_SLOTS = 3


def is_asked(seen: FormCues) -> bool:
    """ "What would you run a ViT-L pretraining on?" opens like a question for a fact, and asks what to use."""
    named = seen.says("task") and (seen.says("model") or seen.says("parameters"))
    weakly = seen.intent == "explain" and not seen.has("explain_strong")
    return (weakly and named and seen.has("choice") and seen.has("advise")) or _asks_for_it_then(seen)


def _asks_for_it_then(seen: FormCues) -> bool:
    """In a thread about something else of some work: which to use for it, then."""
    said = seen.says("task") or seen.says("model") or seen.says("parameters")
    return bool(seen.before) and said and seen.has("which", "which_hardware") and not seen.hardware_named


def is_intent(_seen: FormCues) -> bool:
    return True


def answer(asked: Asked) -> FactAnswer | None:
    """None where something else is asked, or no work was said and something is written about the words."""
    changes = asked.reading.intent == "followup"  # in a thread, a turn that changes the work goes on with its verdict
    if not changes and asks_else(frozenset(asked.reading.cues), asked.profile):
        return None
    unsaid = WORK.isdisjoint(asked.profile.stated()) and not asked.rules and not changes
    if unsaid and asked.hits and not asked.reading.by_hand:
        return None
    judged = asked.verdict
    if judged.kind == "need_more" and asked.hits and not judged.work_unknown:
        return None
    beside = passages(asked.hits, asked.facts, asked.day, BESIDE)
    return FactAnswer(passages=beside, verdict_below=True)


def is_bare(reading: Reading) -> bool:
    """Whether a text says so little of any work that it may be a question for a fact after all."""
    alone = reading.topic in ("advise", "off_topic") and reading.intent != "followup"
    return (
        alone
        and len(reading.profile.stated()) <= FEW_SLOTS
        and len(workload_slots(reading.profile)) < ENOUGH_WORKLOAD
    )


CHOOSE = Form(
    id="choose",
    intent="advise",
    is_asked=is_asked,
    is_intent=is_intent,
    asks_for_facts=False,
    answer=answer,
    of_work=True,
)
