"""What others used, paid or waited for: nobody here knows, and what follows of it without them."""

from __future__ import annotations

from collections.abc import Collection

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.parts.own_speed import chip_of
from engine.forms.parts.told import told_hours
from engine.options.problem import Problem
from engine.workload.conditions import FAMILIES
from engine.workload.equipment import about, count_of
from engine.workload.flops import FLOPS_PER_PARAMETER
from engine.workload.profile import Profile, Reading
from engine.workload.question import FormCues
from knowledge.units import SECONDS_PER_HOUR, TERA

DATA = frozenset({"tokens", "samples", "data_gb", "dataset", "tokens_per_day", "steps"})
TEXT = frozenset({"tokens", "data_gb"})  # slots that tokens follow from
SIZED = frozenset({"parameters", "model"})
THEIRS, THIS_RUN = "of_others", "of_this_run"  # cues: in the past, or of somebody; of "the training", now
EXAMPLE, BILLION = "a100-80", 1e9


class NotTheirs(Reason, code="not_theirs"):
    """What others used or paid nobody here knows."""


class WhereTheirs(Reason, code="where_theirs"):
    """Where others publish it, and how to find the time of one's own run without them."""


class PerBillion(Reason, code="per_billion"):
    """What so many tokens take of a chip for each billion parameters, where nobody said how many there are."""

    tokens: float
    flop: float
    chips: int
    chip: str
    tflops: float
    hours: float


class WhichTheirs(Reason, code="which_theirs"):
    """What makes it an estimate: the model, and its data or hours."""


def asks_of_theirs(seen: FormCues) -> bool:
    """Whether it asks what others used, and says too little of their work to work it out."""
    if seen.before or (seen.has("which_hardware") and seen.has("first_person")):
        return False
    sized = seen.says("parameters") or seen.says("model")
    fits = seen.has("fit_word") or (sized and seen.specific > 0 and seen.says("accelerator_count"))
    if seen.has("no_room", "memory_error") or (fits and not seen.has("asks_time", "asks_cost")):
        return False  # whether it fits
    return is_of_theirs(seen.cues, seen.profile)


def is_of_theirs(cues: Collection[str], said: Profile) -> bool:
    """The same of what was read. Of a run in general, where neither its model nor a machine was said."""
    stated = said.stated().keys()
    if said.flops:
        return False  # so much work whoever does it
    if THEIRS in cues:
        return not (SIZED & stated and (DATA & stated or "run_hours" in stated))
    named = set(said.candidates) - FAMILIES or said.instances
    return THIS_RUN in cues and not named and not SIZED & stated and "run_hours" not in stated


def of_theirs(asked: Problem, reading: Reading) -> FactAnswer:
    """That it is not known; what tokens or hours that were told come to; and where to look."""
    worked = [line for line in (per_billion(asked, reading), _hours(asked)) if line is not None]
    return FactAnswer(headline=NotTheirs(), sentences=(*worked, WhereTheirs()), questions=(WhichTheirs(),))


def _hours(asked: Problem) -> Reason | None:
    """What the hours that were told cost; None where they were told of no machine on sale."""
    reading = asked.filled.reading
    if reading.profile.run_hours is None or not set(reading.profile.candidates) - FAMILIES | set(
        reading.profile.instances
    ):
        return None
    without = reading.profile.model_copy(update=dict.fromkeys(DATA))
    filled = asked.filled.model_copy(update={"reading": reading.model_copy(update={"profile": without})})
    told = told_hours(Problem(filled, asked.library, asked.day, brief=True))
    return told.headline if told else None


def per_billion(asked: Problem, reading: Reading) -> PerBillion | None:
    """On the chips that were named, else on one A100; None where the data were not said, or a size was."""
    said, tokens = reading.profile, asked.profile.tokens
    stated = said.stated().keys()
    if tokens is None or said.task == "inference" or SIZED & stated or not TEXT & stated or asked.shape.sample:
        return None
    one = next((one for one in about(reading) if one.id not in FAMILIES), None)
    chip = (chip_of(asked, one) if one else None) or asked.facts.accelerators[EXAMPLE]
    reached, chips = asked.speed(chip), (count_of(one, reading) if one else None) or 1
    if reached is None:
        return None
    flop = FLOPS_PER_PARAMETER * BILLION * tokens
    return PerBillion(
        tokens=tokens,
        flop=flop,
        chips=chips,
        chip=chip.name,
        tflops=reached.speed.likely,
        hours=flop / (reached.speed.likely * TERA) / SECONDS_PER_HOUR / chips,
        cites=reached.cites[:2],
    )
