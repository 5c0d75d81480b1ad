"""How long work takes of which too little was said: the formula, one line worked out, and what is missing."""

from __future__ import annotations

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.parts.doubts import MachineUnsaid
from engine.forms.parts.estimate_reasons import WhichData, WhichSize
from engine.forms.parts.hardware import meant
from engine.options.problem import Problem
from engine.workload.flops import FLOPS_PER_PARAMETER
from engine.workload.profile import Profile, Reading
from engine.workload.samples import NO_TOKENS
from knowledge.units import DAYS_PER_WEEK, HOURS_PER_DAY, SECONDS_PER_HOUR, TERA

OF_SOUND = "hours_of_data"  # the cue: the samples are clips that hours of sound were cut into here


class StepsUnknown(Reason, code="steps_unknown"):
    """So many steps, of which nobody said how long one is: the hours at one second each."""

    steps: float
    hours: float


class HoursFormula(Reason, code="hours_formula"):
    """Hours from parameters, tokens, and what a chip achieves: an example on the chips that were named. `sure`: the
    work is known to be on a language model."""

    parameters: float
    tokens: float
    chips: int
    chip: str
    tflops: float
    hours: float
    sure: bool = True


class TimeItself(Reason, code="time_itself"):
    """How to find the hours of any work, and what an hour of the machines costs; `machines` 0: none is named."""

    machines: int
    instance: str
    usd_per_hour: float


class HoursOfWhat(Reason, code="hours_of_what"):
    """Hours of a machine that nobody named: an example of what they would cost, `usd` = hours x usd_per_hour."""

    hours: float
    instance: str
    chips: int
    chip: str
    usd_per_hour: float
    usd: float


class TimeFirst(Reason, code="time_first"):
    """So many samples of which nobody said what a model does with them: how to find the hours; those of a week, where
    hours of a day were said."""

    samples: float
    daily: float | None
    weekly: float | None


class WhichMachine(Reason, code="which_machines"):
    """What do the hours run on?"""


class WhichStep(Reason, code="which_step"):
    """How long is one step?"""


class SizeOfName(Reason, code="size_of_name"):
    """How large is a model whose name says nothing here? `network`: it may be one of images, video or sound."""

    name: str
    network: bool = False


def steps_unknown(reading: Reading) -> StepsUnknown | None:
    """None where no steps were said."""
    steps = reading.profile.steps
    return StepsUnknown(steps=steps, hours=steps / SECONDS_PER_HOUR) if steps else None


def time_first(reading: Reading) -> TimeFirst | None:
    """None where no samples were said."""
    said = reading.profile
    daily = said.run_hours if said.runs_per_month and said.run_hours and said.run_hours <= HOURS_PER_DAY else None
    if said.samples is None or OF_SOUND in reading.cues:
        return None
    return TimeFirst(samples=said.samples, daily=daily, weekly=daily * DAYS_PER_WEEK if daily else None)


def hours_of_what(problem: Problem) -> FactAnswer | None:
    """What is told of hours that were said of no machine; None where they were said of one, or none were said."""
    hours = problem.profile.run_hours
    if problem.serving or hours is None or not problem.reference_assumed:
        return None
    example = problem.reference_instance()
    quote = problem.prices.near(example, "on_demand") if example else None
    if example is None or quote is None:
        return None
    hourly = quote.usd_per_hour.likely
    told = HoursOfWhat(
        hours=hours,
        instance=example.id,
        chips=example.count,
        chip=problem.chip(example).name,
        usd_per_hour=hourly,
        usd=hours * hourly,
        cites=quote.cites,
    )
    return FactAnswer(headline=told, questions=(WhichMachine(),), doubts=(MachineUnsaid(),))


def hours_formula(problem: Problem) -> HoursFormula | None:
    """None where no speed of a chip that was named is known, or the work is of another kind."""
    kind = next((kind for kind in meant(problem, alone=True) if kind.chip), None)
    speed = problem.speed(kind.chip) if kind and kind.chip else None
    reading = problem.filled.reading
    if kind is None or speed is None or problem.serving or (reading.domains and not _is_of_text(reading)):
        return None
    parameters = problem.constants.likely("example_parameters")
    tokens = problem.constants.likely("example_tokens")
    chips = kind.said or 1
    seconds = FLOPS_PER_PARAMETER * parameters * tokens / (chips * speed.speed.likely * TERA)
    return HoursFormula(
        parameters=parameters,
        tokens=tokens,
        chips=chips,
        chip=kind.name,
        tflops=speed.speed.likely,
        hours=seconds / SECONDS_PER_HOUR,
        sure=_is_of_text(reading),
        cites=speed.cites[:2],
    )


def _is_of_text(reading: Reading) -> bool:
    """Whether anything says that the work is on a language model, whose rule is by parameters and tokens."""
    said = reading.profile
    return "text" in reading.domains or bool(said.method or said.tokens) or said.task == "pretraining"


def is_sized(reading: Reading) -> bool:
    """Whether the size of the model was said, or follows from its name or from the computing."""
    said = reading.profile
    named = said.model or said.variant or said.architecture in NO_TOKENS
    return bool(said.parameters or said.flops or named or "parameters" in reading.ambiguous)


def is_timed(said: Profile) -> bool:
    """Whether hours were said, or what they follow from."""
    stepped = said.steps and said.seconds_per_step
    return bool(said.run_hours or said.current_hours_per_run or stepped or (said.elapsed_hours and said.share_done))


def says_data(said: Profile) -> bool:
    """Whether the amount of data was said."""
    return any(value is not None for value in (said.tokens, said.samples, said.data_gb, said.dataset, said.flops))


def missing(reading: Reading) -> tuple[Reason, ...]:
    """What to ask: the size, unless it was said; the data, or of steps how long one is."""
    said = reading.profile
    if said.steps:
        return (WhichStep(),)
    name = next(iter(reading.unknown_models), None)
    size: tuple[Reason, ...] = ()
    if said.parameters is None and said.model is None:
        size = (SizeOfName(name=name),) if name else (WhichSize(),)
    return size if size and says_data(said) else (*size, WhichData())
