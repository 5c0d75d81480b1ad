"""Advice: the verdict answers, beside it what is written about the question. It is what a text asks for that asks
for a choice, and what one needs that describes work and asks nothing; no other question is answered with it."""

from __future__ import annotations

from dataclasses import replace

from engine.answers.model import FactAnswer, Passage
from engine.answers.passages import BESIDE, passages
from engine.answers.unpriced import not_priced
from engine.base.reason import Reason
from engine.forms.ask_back import WORK, work_unsaid
from engine.forms.costed.budget_holds import BudgetHolds
from engine.forms.estimate import answer as estimated
from engine.forms.fit import FIT
from engine.forms.fits.cards import cards_of
from engine.forms.form import ENOUGH_WORKLOAD, Asked, Form, asks_else, question_of, workload_slots
from engine.forms.parts.doubts import RuleAlone, SizeUnsaid
from engine.forms.parts.estimate_reasons import Cost
from engine.forms.per_unit.choice import amount_free
from engine.forms.per_unit.pair import pair
from engine.forms.per_unit.rates import says_amount
from engine.forms.per_unit.sizes import by_size
from engine.options.assumptions import fill
from engine.options.named import is_named
from engine.workload.conditions import FAMILIES
from engine.workload.profile import Reading
from engine.workload.question import PAIR, PLANNED, FormCues
from engine.workload.said import said_also
from engine.workload.samples import in_samples, serves_samples
from knowledge.facts import Lean
from knowledge.units import HOURS_PER_MONTH

FEW_SLOTS = 3
SIZES = (WORK - {"task", "method"}) | {
    "tokens_per_day", "tokens", "runs", "runs_per_month", "run_hours", "current_instances", "requests_per_second",
}  # fmt: skip

PUT, WORTH = "on_named", "asks_worth"  # cues
CHOOSES, WHY = frozenset({"choice", "better", "which_hardware", "keep"}), "asks_why"  # cues
WEIGHS = CHOOSES | {"advise", "interrogative", "other_question"}
# Slots: what the model is, how much is done, and what a choice weighs beside the machine that is named.
MODELS = frozenset({"model", "parameters", "variant"})
AMOUNTS = frozenset({"requests_per_second", "concurrent_users", "tokens_per_day", "tokens", "samples"})
# Slots that say how much work in samples is, or bound it, or what it costs today.
SAMPLED = frozenset({
    "samples", "dataset", "tokens", "steps", "run_hours", "current_hours_per_run", "budget_usd", "deadline_days",
    "current_usd_per_month", "current_usd_per_hour", "current_instances", "credits_usd", "flops", "epochs",
})  # fmt: skip
IN_USE = frozenset({"current_instances", "current_count", "current_usd_per_month", "capacity", "credits_usd"})


class RuleLeans(Reason, code="rule_leans"):
    """What a rule says, where no size of the work was said."""

    lean: Lean
    because: str


class OfWhichWork(Reason, code="of_which_work"):
    """The model and the task, which make it a sum."""


class NeedsSize(Reason, code="needs_size"):
    """No machine is named for a model of any size."""


class WhichSize(Reason, code="which_size"):
    """The model."""


class HeldOn(Reason, code="held_on"):
    """The machine of least price that holds a model whose speed in serving nobody published."""

    machine: str
    usd_per_hour: float
    usd_per_month: float


class HowManyServed(Reason, code="how_many_served"):
    """How much is served."""


class HowOften(Reason, code="how_often"):
    """How often, and on how much."""


def is_asked(seen: FormCues) -> bool:
    """ "What would you run a ViT-L pretraining on?" opens like a question for a fact, and asks what to use."""
    named = seen.says("task") and (seen.says("model") or seen.says("parameters"))
    weakly = seen.intent == "explain" and not seen.has("explain_strong")
    if named and seen.has("which_way") and not seen.before:
        return True  # "what's the cheapest way to serve a 13B?"
    return (weakly and named and seen.has("choice") and seen.has("advise")) or _asks_for_it_then(seen)


def _asks_for_it_then(seen: FormCues) -> bool:
    """In a thread about something else of some work: which to use for it, then."""
    said = seen.says("task") or seen.says("model") or seen.says("parameters")
    return bool(seen.before) and said and seen.has("which", "which_hardware") and not seen.hardware_named


def is_intent(_seen: FormCues) -> bool:
    return True


def answer(asked: Asked) -> FactAnswer | None:
    """None where something else is asked, or no work was said and something is written about the words."""
    if (own := _of_own_cards(asked) or _paid_by_credits(asked)) is not None:
        return own
    changes = asked.reading.intent == "followup"  # in a thread, a turn that changes the work goes on with its verdict
    counted = says_amount(asked.profile) and not _samples_unsaid(asked)
    if not counted and (told := pair(question_of(asked))):
        return _with_memory(told, asked)
    if not changes and asks_else(frozenset(asked.reading.cues), asked.profile):
        return None
    unsaid = work_unsaid(asked.profile) and not asked.rules and not asked.reading.by_hand
    if unsaid and (asked.hits or changes):
        return None  # also where no turn of a thread has said what the work is
    judged = asked.verdict
    named = asked.profile.model or asked.profile.parameters
    if judged.kind == "need_more" and asked.hits and not judged.work_unknown and (counted or not named):
        return None
    beside = passages(asked.hits, asked.facts, asked.day, BESIDE)
    if judged.kind == "recommend" and (there := _on_named(asked)) is not None:
        return there.model_copy(update={"passages": beside})
    if counted or judged.kind == "no_fit" or asked.profile.priority == "carbon":
        return _by_rule(asked, beside) or FactAnswer(passages=beside, verdict_below=True)
    free = _by_rule(asked, beside) or _without_amount(asked, beside)
    return free or FactAnswer(passages=beside, verdict_below=True)


def _paid_by_credits(asked: Asked) -> FactAnswer | None:
    """ "100k in credits for 40B tokens on an 8B: is it enough?": yes or no, and the dollars; None where that is not
    asked, or nothing is to be trained."""
    said = asked.profile
    usd = said.budget_usd or said.credits_usd
    trains = said.task != "inference" and (said.task or "training_words" in asked.reading.cues)
    if usd is None or not trains or not said.says("tokens"):
        return None
    profile = said_also(said, {"budget_usd": usd, "task": said.task or "pretraining"})
    told = estimated(replace(asked, reading=asked.reading.model_copy(update={"profile": profile})))
    if told is None or not isinstance(told.headline, BudgetHolds):
        return None
    table = told.table.model_copy(update={"words": "estimate"}) if told.table is not None else None
    return told.model_copy(update={"table": table, "verdict_below": False, "of_told": True})


def _samples_unsaid(asked: Asked) -> bool:
    """Of work in samples only how often was said: a total would rest on a number of them that nobody said. Where
    machines are named, they are weighed by it."""
    turn = asked.reading.intent == "followup" or asked.reading.by_hand
    turn = turn or bool({*asked.profile.candidates, *asked.profile.instances} - FAMILIES)
    large = asked.profile.architecture == "recommender"  # its tables are what a machine is chosen by
    return (
        not (turn or large) and in_samples(asked.profile, asked.facts) and SAMPLED.isdisjoint(asked.profile.stated())
    )


def _on_named(asked: Asked) -> FactAnswer | None:
    """Of so much work put on one kind of machine, and nothing asked ("... at 40 requests/s, on L4s"): what it takes
    there, before the verdict. Where runs are planned or a machine is in use, the verdict alone."""
    reading, said = asked.reading, asked.profile
    named = {*said.instances, *said.candidates}
    cues, stated = frozenset(reading.cues), said.stated().keys()
    counted = said.accelerator_count is not None or said.instance_count is not None
    # A turn of a thread, which put it there before or puts it there now; "why?" is of what the question got.
    turn = reading.intent == "followup" and WHY not in cues
    put = counted or turn or PUT in cues
    alone = len(named) == 1 and not named & FAMILIES and put and cues.isdisjoint(CHOOSES if turn else WEIGHS)
    sized = not stated.isdisjoint(MODELS) and not stated.isdisjoint(AMOUNTS)
    if not (alone and sized and PLANNED.isdisjoint(stated) and IN_USE.isdisjoint(stated)) or reading.by_hand:
        return None
    told = estimated(asked)
    first = told.headline if told is not None else None
    if told is None or told.table is None or not isinstance(first, Cost) or not first.is_named:
        return None
    told = told.model_copy(update={"table": told.table.model_copy(update={"words": "estimate"})})
    if asked.verdict.base.filled.profile.task != "inference":
        return told  # of one run, since no number was said: advice on many is another sum
    return told.model_copy(update={"filled": asked.verdict.base.filled, "questions": (), "verdict_below": True})


def _of_own_cards(asked: Asked) -> FactAnswer | None:
    """Of cards that nobody rents out here, and no amount of work: what they hold, and no machine to rent instead."""
    said, known = asked.profile, asked.facts.accelerators.values()
    words = set(said.candidates) - FAMILIES
    chips = {chip.id for chip in known if is_named(chip, words)}
    rented = any(instance.accelerator in chips for instance in asked.facts.instances.values())
    if len(words) < PAIR or rented or said.instances or says_amount(said) or asked.reading.intent == "followup":
        return None
    held = FIT.answer(asked) if said.parameters or said.model else None
    if held is not None and held.headline is not None and held.table is not None:
        return held.model_copy(update={"table": held.table.model_copy(update={"words": FIT.id})})
    told, table = cards_of(asked.reading, asked.library, asked.day)
    return FactAnswer(headline=told, table=table)


def _with_memory(told: FactAnswer, asked: Asked) -> FactAnswer:
    """Where one chip or machine was named, whether the model fits there comes first."""
    sized = asked.profile.parameters is not None or asked.profile.model is not None
    things = {*asked.profile.instances, *(set(asked.profile.candidates) - FAMILIES)}
    named = len(things) == 1 or any(not one.is_cloud for one in not_priced(asked.profile, asked.library, asked.day))
    held = FIT.answer(asked) if named and sized and WORTH not in asked.reading.cues else None
    if held is None or held.headline is None or told.headline is None:
        return told
    return told.model_copy(update={"headline": held.headline, "sentences": (told.headline, *told.sentences)})


def _without_amount(asked: Asked, beside: tuple[Passage, ...]) -> FactAnswer | None:
    """No total is told where nobody said how much it is: what a unit costs, for each size that is open."""
    if not (asked.profile.task or asked.profile.model or asked.profile.parameters):
        return None
    question = question_of(_against_gpus(asked))
    if asked.profile.task is None and "training_words" not in asked.reading.cues:
        served = said_also(asked.profile, {"task": "inference"})
        reading = asked.reading.model_copy(update={"profile": served})
        question = question._replace(filled=fill(reading, asked.library))
    if asked.profile.parameters is None and asked.profile.model is None:
        return FactAnswer(headline=NeedsSize(), questions=(WhichSize(),), passages=beside, doubts=(SizeUnsaid(),))
    if serves_samples(question.filled.profile, asked.facts) and question.filled.profile.task == "inference":
        return _held(asked, question.filled.reading)
    told = by_size(question) or amount_free(question, beside)
    return _with_memory(told, asked) if told else None


def _against_gpus(asked: Asked) -> Asked:
    """ "Is trn2 worth it for a 13B?": against the GPUs, which nobody has to name."""
    named = asked.profile.candidates
    if WORTH not in asked.reading.cues or len(named) != 1 or asked.profile.instances:
        return asked
    if any(chip.family == "gpu" for chip in asked.facts.accelerators.values() if is_named(chip, set(named))):
        return asked
    profile = asked.profile.model_copy(update={"candidates": (*named, "gpu")})
    return replace(asked, reading=asked.reading.model_copy(update={"profile": profile}))


def _held(asked: Asked, reading: Reading) -> FactAnswer | None:
    """Nothing says how fast such a model is served: what holds it, and what that costs an hour."""
    told = FIT.answer(Asked(reading, asked.library, asked.day))
    if told is None or told.table is None or "rate" not in told.table.columns:
        return None
    row = dict(zip(told.table.columns, told.table.rows[0].cells, strict=True))
    if not isinstance(row["rate"], float):
        return None
    holds = HeldOn(
        machine=str(row["machines"]),
        usd_per_hour=row["rate"],
        usd_per_month=row["rate"] * HOURS_PER_MONTH,
        cites=told.table.rows[0].cites,
    )
    return FactAnswer(headline=holds, questions=(HowManyServed(),), lean="gpu")


def _by_rule(asked: Asked, beside: tuple[Passage, ...]) -> FactAnswer | None:
    """Where a rule speaks and nothing was said that gives the work a size: its lean is the answer, not a sum."""
    said = asked.profile.stated().keys()
    sized = not SIZES.isdisjoint(said) or asked.reading.by_hand or asked.reading.intent == "followup"
    if not asked.rules or sized or asked.verdict.kind != "recommend":
        return None
    rule = asked.rules[0]
    return FactAnswer(
        headline=RuleLeans(lean=rule.lean, because=rule.because, cites=(rule.source,)),
        questions=(OfWhichWork(), HowOften()),
        passages=beside,
        lean=rule.lean,
        doubts=(RuleAlone(),),
    )


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
