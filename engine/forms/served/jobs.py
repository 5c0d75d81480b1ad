"""Inference with an end: how long so many documents, samples or tokens take, and what they cost.

The hours are those of queued serving: nobody waits, so machines are busy nearly all the hours they are paid for.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from engine.answers.model import FactAnswer
from engine.base.interval import Interval
from engine.base.reason import Reason
from engine.forms.costed.lead import cheaper_way, lead_of
from engine.forms.parts.estimate_reasons import EstimateRange, dollars_of
from engine.forms.parts.estimate_table import shown_of, table_of
from engine.forms.parts.headline import model_of
from engine.forms.per_unit.rates import Question
from engine.forms.served.amounts import EMBEDS, JOBS, Job, Kind, job_of
from engine.forms.served.by_card import between_bounds
from engine.forms.served.shown import TRAFFIC, Part, Shown, shown_in
from engine.forms.served.unmeasured import said_samples, unmeasured
from engine.options.assumptions import Filled, fill
from engine.options.named import is_named
from engine.options.option import CostedOption, Named, ServingFigures, costed
from engine.options.problem import Problem
from engine.serving.encoder import EIGHT_BITS, flops_per_token, peak_tflops
from engine.verdict.forks import Case, answer_case
from engine.workload.encoders import is_encoder
from engine.workload.profile import Profile
from engine.workload.said import said_also
from engine.workload.samples import serves_samples
from knowledge.facts import Purchase
from knowledge.units import HOURS_PER_DAY, HOURS_PER_MONTH

MEMORY = ("fit_strong", "how_much_memory", "host_memory", "no_room", "asks_users")  # cues of other questions
ASKS = ("asks_time", "asks_cost", "which_way", "choice", "job_moves")
SIXTEEN = "bf16"
FAMILY = "embedding"  # of a text that speaks of vectors and of no model that makes them
SIZES = "served_model_parameters"  # the constant: of a model that nobody named
GIGA, EXA = 1e9, 1e18
PLAINLY = 0.98  # of the dollars of what was named: nearer is no cheaper machine


class OnMachines(Reason):
    """A job on so many machines."""

    instance: str
    machines: int
    chips: int
    chip: str
    purchase: Purchase
    hours: Interval
    usd: Interval


class JobTakes(OnMachines, code="job_takes"):
    """Hours and dollars of a job, and what it is; `said_chips` that were named and do not hold it. Of one run,
    where it is repeated."""

    kind: Kind
    model: str
    parameters: float
    assumed_size: bool
    precision: str
    requests: float
    prompt: float
    answer: float | None
    is_named: bool
    said_chips: int | None
    cheaper: float | None
    cheaper_purchase: Purchase | None
    a_month: float | None  # dollars of all runs of a month, where it is repeated
    part_chips: int | None  # of the machine, those that were said; it is sold whole
    part_hours: float | None  # on these alone, at the same speed of each
    allowed: float | None  # hours in which it is to be done, as was said
    counts: bool  # it was asked how many chips do it in that time
    also: tuple[tuple[str, int, int], ...]  # further chips that were named and are not sold: at least and at most
    pixels: int | None  # a side of an image, whose tokens the prompts are


class JobSpeed(Reason, code="job_speed"):
    """What is read and written, and the tokens a second of all machines together: of answers beside the prompts, of
    an encoder those read; GFLOP of a token of it, and of all of them in exaFLOP."""

    read: float
    written: float
    tokens_per_second: float
    utilization: float
    requests: float  # at once, on all machines
    parameters: float
    gflop: float | None
    exaflop: float | None
    sixteen: float | None  # hours in 16 bits, by the peaks of the chip, where 8 are computed in


class JobCheapest(OnMachines, code="job_cheapest"):
    """The cheapest machines for the same job, where others were named."""


class JobAssumes(Reason, code="job_assumes"):
    """The lengths that nobody said."""

    prompt: float | None
    answer: float | None


class JobOther(OnMachines, code="job_other"):
    """The same with a larger model, where no size was said."""

    parameters: float


class HowLongTexts(Reason, code="how_long_texts"):
    """How many tokens are read and written each time?"""

    answers: bool


def asks(shown: Shown) -> bool:
    """Whether it is an amount of work to be done once, or again and again, and no traffic that somebody waits for."""
    said = shown.said
    amount = said.samples is not None or said.tokens is not None
    waited = said.latency_ms is not None or any(said.says(slot) for slot in TRAFFIC)
    if (
        not ((shown.has(*JOBS) or said.model == FAMILY) and amount)
        or waited
        or shown.trains
        or shown.of_else
        or said.method is not None
    ):
        return False
    if not (shown.sized or said.task == "inference" or shown.has(EMBEDS)):
        return False
    if shown.has("vs", "compare") and not shown.has("job_moves"):
        return False
    return not shown.has(*MEMORY) or shown.has(*ASKS) or said.deadline_days is not None


def answer(question: Question) -> FactAnswer | None:
    """On what was named, else on the cheapest that suits; of a model without a size at two of them."""
    shown = shown_in(question.reading)
    sized = as_served(shown, question)
    if serves_samples(sized, question.library.facts):
        return unmeasured(question) if said_samples(shown) else None
    job, filled = laid_out(shown, sized, question)
    if job is None:
        return None
    told = _told(question, job, filled)
    if told is None or shown.sized or job.answer is None:
        return told
    size = question.library.constants.entry(SIZES).value.high
    larger = said_also(sized, {"parameters": size})
    other = _told(question, *laid_out(shown, larger, question))
    first = other.headline if other else None
    if not isinstance(first, JobTakes):
        return told
    beside = JobOther(**{name: getattr(first, name) for name in OnMachines.model_fields}, parameters=size)
    return told.model_copy(update={"sentences": (beside, *told.sentences)})


def as_served(shown: Shown, question: Question) -> Profile:
    """The profile as that of serving, with a model where only the kind of it was said."""
    said, facts = shown.said, question.library.facts
    changed: dict[str, object] = {"task": "inference"}
    family = facts.families.get(said.model or "")
    if shown.has(EMBEDS) and not (family and family.encoder):
        changed["model"] = FAMILY
    if (changed.get("model") or said.model) == FAMILY and said.parameters is None and said.variant is None:
        changed["parameters"] = question.library.constants.likely("embedding_parameters")
    elif not shown.sized:
        changed["parameters"] = question.library.constants.likely(SIZES)
    return said_also(said, changed)


def laid_out(shown: Shown, served: Profile, question: Question, *, in_time: bool = True) -> tuple[Job | None, Filled]:
    """The job, and the workload whose tokens are all of its answers, or of an encoder all that it reads.

    `in_time`: on as many machines as end one run before the next.
    """
    encodes = is_encoder(served, question.reading.signals, question.library.facts)
    job = job_of(shown, question.library.constants, encodes=encodes)
    reading = question.reading.model_copy(update={"profile": served})
    if job is None:
        return None, fill(reading, question.library)
    counted = job.read if job.answer is None else job.written
    changed: dict[str, object] = {
        "tokens": counted, "prompt_tokens": job.prompt, "answer_tokens": job.answer, "samples": None,
        "tokens_per_sample": None, "budget_usd": None,
    }  # fmt: skip
    if job.answer is None and served.precision is None:
        changed["precision"] = SIXTEEN  # as most embed
    if not (served.runs_per_month or served.runs):
        changed["cadence"] = "one_off"
    elif in_time and served.runs_per_month and served.deadline_days is None and served.runs_per_month > 1:
        changed["deadline_days"] = HOURS_PER_MONTH / HOURS_PER_DAY / served.runs_per_month  # the next one begins then
    reading = reading.model_copy(update={"profile": said_also(served, changed)})
    return job, fill(reading, question.library)


def options_of(filled: Filled, question: Question) -> tuple[Case, list[CostedOption]]:
    """Every offering that does the job."""
    case = answer_case(filled, question.library, question.day)
    return case, [option for option in costed(case.options) if not option.at_hand and option.serving]


def questions_of(job: Job) -> tuple[Reason, ...]:
    """How long its texts are, where nobody said."""
    return (HowLongTexts(answers=job.answer is not None),) if job.unsaid else ()


def _told(question: Question, job: Job | None, filled: Filled) -> FactAnswer | None:
    if job is None:
        return None
    case, options = options_of(filled, question)
    lead = lead_of(options, case, question.library.facts)
    if lead is None or lead.serving is None:
        return None
    problem = Problem(filled, question.library, question.day, brief=True)
    lines = [
        _speed(lead, lead.serving, job, problem),
        *_cheapest(lead, options),
        dollars_of(lead),
        EstimateRange(basis=lead.speed.basis, cites=lead.speed.cites[:2]),
        *_assumed(job),
    ]
    table = table_of(shown_of(options, lead, filled), lead, filled.profile)
    first = job_takes(lead, job, problem, shown_in(question.reading), cheaper_way(lead, options, case))
    return FactAnswer(
        headline=first,
        sentences=tuple(lines),
        table=table.model_copy(update={"words": "estimate"}),
        questions=questions_of(job),
        filled=filled,
    )


def job_takes(lead: CostedOption, job: Job, problem: Problem, shown: Shown, cheaper: CostedOption | None) -> JobTakes:
    """The first line."""
    said = shown.said.accelerator_count
    part = said if said and lead.count == 1 and said < lead.chips else None
    return JobTakes(
        **on_machines(lead),
        kind=job.kind,
        model=model_of(problem),
        parameters=problem.shape.parameters,
        assumed_size=shown.said.parameters is None and shown.said.variant is None,
        precision=lead.serving.precision if lead.serving else "",
        requests=job.requests,
        prompt=job.prompt,
        answer=job.answer,
        is_named=lead.named >= Named.BY_CHIP,
        said_chips=lead.too_few.said_chips if lead.too_few else None,
        cheaper=cheaper.run.usd.likely if cheaper else None,
        cheaper_purchase=cheaper.purchase if cheaper else None,
        a_month=lead.run.usd.likely * shown.said.runs_per_month if shown.said.runs_per_month else None,
        part_chips=part,
        part_hours=lead.run.hours.likely * lead.chips / part if part else None,
        allowed=shown.said.deadline_days * HOURS_PER_DAY if shown.said.deadline_days else None,
        counts=shown.has("how_many") and shown.said.deadline_days is not None,
        also=tuple(_also(lead, shown, problem)) if shown.has("how_many") and shown.said.deadline_days else (),
        pixels=shown.said.image_side,
        cites=lead.cites,
    )


def _also(lead: CostedOption, shown: Shown, problem: Problem) -> Iterator[tuple[str, int, int]]:
    """Cards that were named beside the one that was costed, by the bounds of both."""
    base = problem.facts.accelerators[lead.accelerator]
    for name in shown.said.candidates:
        chip = problem.facts.accelerators.get(name)
        ratio = between_bounds(base, chip) if chip and not is_named(base, frozenset({name})) else None
        if chip is not None and ratio is not None:
            yield chip.name, math.ceil(lead.chips / ratio.high), math.ceil(lead.chips / ratio.low)


def on_machines(option: CostedOption) -> dict[str, Any]:
    return {
        "instance": option.instance,
        "machines": option.count,
        "chips": option.chips,
        "chip": option.chip_name,
        "purchase": option.purchase,
        "hours": option.run.hours,
        "usd": option.run.usd,
    }


def _speed(lead: CostedOption, serving: ServingFigures, job: Job, problem: Problem) -> JobSpeed:
    each = flops_per_token(problem.shape, job.prompt) if job.answer is None else None
    chip = problem.facts.accelerators[lead.accelerator]
    eight = peak_tflops(chip, serving.precision) if serving.precision in EIGHT_BITS else 0.0
    return JobSpeed(
        read=job.read,
        written=job.written,
        tokens_per_second=serving.tokens_per_second * lead.count,
        utilization=serving.utilization,
        requests=serving.batch * lead.chips / serving.chips,
        parameters=problem.shape.parameters,
        gflop=each / GIGA if each else None,
        exaflop=each * job.read / EXA if each else None,
        sixteen=lead.run.hours.likely * eight / chip.bf16_dense_tflops.value if each and eight else None,
        cites=lead.speed.cites[:2],
    )


def _cheapest(lead: CostedOption, options: list[CostedOption]) -> Iterator[JobCheapest]:
    """Of what needs no port and is bought alike, where something else was named."""
    if lead.named < Named.BY_CHIP:
        return
    alike = [one for one in options if one.purchase == lead.purchase and one.family == "gpu"]
    alike = [one for one in alike if one.not_leading is None or one.named >= Named.BY_CHIP]
    best = min(alike, key=lambda one: (one.choice_usd(1.0), one.id), default=None)
    if best is not None and best.id != lead.id and best.run.usd.likely < lead.run.usd.likely * PLAINLY:
        yield JobCheapest(**on_machines(best), cites=best.cites)


def _assumed(job: Job) -> Iterator[JobAssumes]:
    if job.unsaid:
        yield JobAssumes(
            prompt=job.prompt if "prompt_tokens" in job.unsaid else None,
            answer=job.answer if "answer_tokens" in job.unsaid else None,
        )


JOB = Part(asks, answer)
