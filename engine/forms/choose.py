"""Advice: the verdict answers, beside it what is written about the question. It is what a text asks for that asks
for a choice, and what one needs that describes work and asks nothing; no other question is answered with it."""

from __future__ import annotations

from engine.answers.model import FactAnswer
from engine.answers.passages import BESIDE, passages
from engine.base.reason import Reason
from engine.forms.ask_back import WORK, work_unsaid
from engine.forms.form import ENOUGH_WORKLOAD, Asked, Form, asks_else, workload_slots
from engine.workload.profile import Reading
from engine.workload.question import FormCues
from knowledge.facts import Lean

FEW_SLOTS = 3
SIZES = (WORK - {"task", "method"}) | {
    "tokens_per_day", "tokens", "runs", "runs_per_month", "run_hours", "current_instances", "requests_per_second",
}  # fmt: skip


class RuleLeans(Reason, code="rule_leans"):
    """What a rule says, where no size of the work was said. `below`: the sum of an assumed one follows."""

    lean: Lean
    because: str
    below: bool


class OfWhichWork(Reason, code="of_which_work"):
    """The model and the task, which make it a sum."""


class HowOften(Reason, code="how_often"):
    """How often, and on how much."""


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
    unsaid = work_unsaid(asked.profile) and not asked.rules and not changes
    if unsaid and asked.hits and not asked.reading.by_hand:
        return None
    judged = asked.verdict
    if judged.kind == "need_more" and asked.hits and not judged.work_unknown:
        return None
    beside = passages(asked.hits, asked.facts, asked.day, BESIDE)
    if changes or not _is_by_rule(asked):
        return FactAnswer(passages=beside, verdict_below=True)
    rule = asked.rules[0]
    agrees = asked.verdict.lean == rule.lean  # a sum of an assumed size does not speak against it
    return FactAnswer(
        headline=RuleLeans(lean=rule.lean, because=rule.because, below=agrees, cites=(rule.source,)),
        questions=(OfWhichWork(), HowOften()),
        passages=beside,
        lean=rule.lean,
        confidence=None if agrees else "low",
        verdict_below=agrees,
    )


def _is_by_rule(asked: Asked) -> bool:
    """Whether a rule speaks and nothing was said that gives the work a size: its lean is the answer, not a sum."""
    said = asked.profile.stated().keys()
    sized = not SIZES.isdisjoint(said) or asked.reading.by_hand
    return bool(asked.rules) and not sized and asked.verdict.kind == "recommend"


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
