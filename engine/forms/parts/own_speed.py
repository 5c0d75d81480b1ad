"""Whether what the asker sees or was told is normal: the speed it implies, against what was published of the chip."""

from __future__ import annotations

from typing import Literal, NamedTuple

from engine.base.interval import Interval
from engine.base.reason import Reason
from engine.forms.parts.estimate_reasons import OwnRun
from engine.forms.parts.rows import quoted
from engine.options.named import called, is_named
from engine.options.problem import Problem
from engine.prices.price_book import Quote
from engine.workload.equipment import about, count_of, of_role
from engine.workload.flops import method_factor, training_flops_per_token
from engine.workload.profile import Equipment, Profile, Reading
from knowledge.facts import Accelerator, Instance
from knowledge.units import SECONDS_PER_HOUR, TERA

EACH = 2  # machines, at least, whose speeds are told
JUDGED = frozenset({"judged", "is_normal", "mfu"})  # cues: is that normal, is it true
TRAINS = frozenset({"training_words", "mfu"})  # cues
CAUSE = "asks_cause"  # a cue
NO_TRAINING = 0.1  # of the peak: less is hardly a speed of training
Judged = Literal["normal", "slow", "fast", "beyond"]


class OwnSpeed(Reason, code="own_speed"):
    """Tokens a second and what they imply, against the published range of the chip; hours where those were told.

    `batch`: sequences of a step on each chip, where none was said and one was taken. `sixteen`: the peak is of FP16.
    """

    chip: str
    chips: int
    judged: Judged
    tokens_per_second: float
    tflops: float
    mfu: float
    seen: Interval  # TFLOP/s a chip
    peak: float
    hours: float | None
    expected: Interval | None  # hours
    batch: int | None
    basis: str
    sixteen: bool
    machines: int  # over which the chips are spread, 1 where that is not said
    asks_why: bool  # the cause is asked
    yes: bool | None = None  # where it was asked whether it is good, or slow


class IfServed(Reason, code="if_served"):
    """The same tokens a second as a speed of serving: nobody said which of the two it is."""


class Told(NamedTuple):
    """A speed of training, how long the run is if that was said, and the sequences a step was taken to have."""

    tokens_per_second: float
    hours: float | None
    batch: int | None


def own_speed(reading: Reading, asked: Problem) -> OwnSpeed | None:
    """None where nothing was measured or claimed of training on a known chip, or nobody asks whether it is right."""
    if JUDGED.isdisjoint(reading.cues) or asked.profile.task == "inference":
        return None
    one = measured_on(reading)
    chip = chip_of(asked, one) if one else None
    if one is None or chip is None:
        return None
    chips = count_of(one, reading) or reading.profile.current_count or 1
    told = _told(asked.profile, reading.profile, chips)
    published = asked.speed(chip)
    if told is None or published is None or asked.shape.sample is not None:
        return None
    flops = flops_each(asked)
    tflops = told.tokens_per_second * flops / chips / TERA
    peak = chip.bf16_dense_tflops.value
    if may_be_served(reading) and (tflops > peak or tflops < NO_TRAINING * peak):
        return None
    tokens = asked.profile.tokens if told.hours else None
    work = tokens * flops / chips / TERA / SECONDS_PER_HOUR if tokens else None
    judged = _judged(tflops, published.speed, peak)
    return OwnSpeed(
        chip=chip.name,
        chips=chips,
        judged=judged,
        machines=int(reading.profile.instance_count or 1),
        asks_why=CAUSE in reading.cues,
        yes=None
        if judged == "beyond" or CAUSE in reading.cues
        else yes_to(reading, good=judged != "slow", bad=judged == "slow"),
        tokens_per_second=told.tokens_per_second,
        tflops=tflops,
        mfu=tflops / peak,
        seen=published.speed,
        peak=peak,
        hours=told.hours,
        expected=_hours(work, published.speed) if work else None,
        batch=told.batch,
        basis=published.basis,
        sixteen=not chip.has_bf16,
        cites=(*published.cites[:2], chip.bf16_dense_tflops.source),
    )


def may_be_served(reading: Reading) -> bool:
    """Whether tokens a second were told of nobody knows what: training, or answers."""
    said, cues = reading.profile, reading.cues
    return said.task is None and said.method is None and said.tokens is None and TRAINS.isdisjoint(cues)


def yes_to(reading: Reading, *, good: bool, bad: bool) -> bool | None:
    """Yes or no, where it is asked whether something is good, or bad; None where neither is, or both."""
    if {"asks_bad", "asks_good"} <= set(reading.cues):
        return None
    if "asks_bad" in reading.cues:
        return bad
    return good if "asks_good" in reading.cues else None


def flops_each(asked: Problem) -> float:
    """Of a token trained by the method of the question."""
    sequence = asked.profile.sequence_length or asked.constants.likely("sequence_length")
    factor = method_factor(asked.profile.method, asked.constants, asked.filled.reading.signals).likely
    return factor * training_flops_per_token(asked.shape, sequence)


def measured_on(reading: Reading) -> Equipment | None:
    """What a speed or hours are told of: the machine in use, else one that was quoted, else the one asked about."""
    owned, quoted = of_role(reading, "owned"), of_role(reading, "quoted")
    return next(iter((*owned, *quoted, *about(reading))), None)


def chip_of(asked: Problem, one: Equipment) -> Accelerator | None:
    """Of a name with variants the one that is rented, the least expensive that holds the work."""
    facts = asked.facts
    instance = facts.instances.get(one.id)
    if instance is not None:
        return facts.accelerators[instance.accelerator]
    reference = asked.reference_instance()
    if reference is not None and is_named(asked.chip(reference), {one.id}):
        return asked.chip(reference)
    found = called(facts, one.id)
    return next((chip for chip in found if chip.id in asked.library.largest), next(iter(found), None))


def _told(profile: Profile, said: Profile, chips: int) -> Told | None:
    """Tokens a second: as said, of a step, or of a whole run in so many hours."""
    if profile.current_tokens_per_second:
        return Told(profile.current_tokens_per_second, None, None)
    if profile.seconds_per_step and profile.sequence_length:
        return Told(profile.sequence_length * chips / profile.seconds_per_step, None, 1)
    hours = said.run_hours or said.current_hours_per_run or profile.current_hours_per_run
    known = said.tokens or (said.samples and said.tokens_per_sample) or said.data_gb or said.dataset or said.flops
    if hours and known and profile.tokens:
        return Told(profile.tokens / hours / SECONDS_PER_HOUR, hours, None)
    return None


def _hours(tera_hours: float, speed: Interval) -> Interval:
    return Interval(tera_hours / speed.high, tera_hours / speed.likely, tera_hours / speed.low)


def _judged(tflops: float, seen: Interval, peak: float) -> Judged:
    if tflops > peak:
        return "beyond"
    return "slow" if tflops < seen.low else "fast" if tflops > seen.high else "normal"


def each_measured(asked: Problem) -> tuple[OwnRun, ...]:
    """The run on each machine that has a speed of its own in the text, at list prices; none for fewer than two."""
    profile, runs = asked.profile, []
    for one in asked.filled.reading.hardware:
        hours = _hours_of(one, profile)
        chip = chip_of(asked, one)
        priced = _priced(asked, one, chip) if chip else None
        if hours is None or chip is None or priced is None:
            continue
        instance, quote = priced
        chips = one.chips or (one.machines or 1) * (instance.count if one.id in asked.facts.instances else 1)
        usd = quote.usd_per_hour.likely / instance.count * chips * hours
        runs.append(OwnRun(hours=hours, chip=chip.name, chips=chips, usd=usd, cites=quote.cites[:1]))
    return tuple(runs) if len(runs) >= EACH else ()


def _hours_of(one: Equipment, profile: Profile) -> float | None:
    """By the speed of the machine itself."""
    if one.seconds_per_step and profile.steps:
        return profile.steps * one.seconds_per_step / SECONDS_PER_HOUR
    if one.tokens_per_second and profile.tokens:
        return profile.tokens / one.tokens_per_second / SECONDS_PER_HOUR
    return None


def _priced(asked: Problem, one: Equipment, chip: Accelerator) -> tuple[Instance, Quote] | None:
    """The type that was named, else the one of least price a chip-hour."""
    named = asked.facts.instances.get(one.id)
    types = (named,) if named else (i for i in asked.facts.instances.values() if i.accelerator == chip.id)
    found = [(instance, quote) for instance in types if (quote := quoted(asked, instance)) is not None]
    return min(found, key=lambda pair: pair[1].usd_per_hour.likely / pair[0].count, default=None)
