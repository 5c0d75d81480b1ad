"""How many tokens a second a named machine does with a named model: a part of the form `estimate`."""

from __future__ import annotations

from typing import cast

from engine.answers.model import FactAnswer
from engine.base.interval import Interval
from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.forms.parts.hardware import meant
from engine.forms.parts.headline import model_of
from engine.memory.kv_cache import Precision, weight_bits
from engine.memory.training_states import BITS_PER_BYTE, WEIGHT_BYTES
from engine.options.assumptions import fill
from engine.options.option import CostedOption, Named, costed
from engine.options.problem import Problem
from engine.verdict.forks import answer_case
from engine.workload.profile import Profile
from engine.workload.question import FormCues
from engine.workload.said import said_also
from knowledge.units import BYTES_PER_GB, MILLISECONDS_PER_SECOND, SECONDS_PER_HOUR


class SpeedOn(Reason):
    """Tokens a second of all `chips`."""

    instance: str
    chip: str
    chips: int
    tokens_per_second: Interval
    own: float | None  # what the asker sees


class ServingSpeed(SpeedOn, code="serving_speed"):
    """Of answers, with as many requests at once as it holds within the latency; milliseconds to the first token and
    between tokens."""

    precision: str
    requests: float
    ttft_ms: float
    tpot_ms: float
    prompt_tokens: float
    answer_tokens: float


class AnswerTime(Reason, code="answer_time"):
    """Seconds of one answer: with as many requests at once as in `serving_speed`; `alone` of one request alone, and
    the least that reading the weights for each token allows, None where the bandwidth is not known."""

    chip: str
    chips: int
    model: str
    parameters: float
    precision: str
    answer_tokens: float
    requests: float
    seconds: float
    alone: Interval | None
    least: float | None


class TrainingSpeed(SpeedOn, code="training_speed"):
    """Of a run."""


class SpeedBound(Reason, code="speed_bound"):
    """The most tokens a second that reading the weights allows, of a chip nobody measured or sells here."""

    chip: str
    chips: int
    model: str
    parameters: float
    precision: str
    weights_gb: float
    gbps: float
    tokens_per_second: float
    own: float | None  # what the asker sees


class SpeedRests(Reason, code="speed_rests"):
    """What the figure rests on."""

    basis: str


def is_speed_asked(seen: FormCues) -> bool:
    """ "How many tokens per second can an A10G do with Llama 3 8B?": asked, and not told of one's own runs."""
    machine = seen.specific + seen.instances > 0 or (seen.says("candidates") and not seen.generic)  # of the thread
    named = machine and (seen.says("model") or seen.says("parameters"))
    return (
        seen.has("token_speed")
        and seen.asks
        and named
        and not _amount(seen.profile)
        and not seen.has("vs", "compare")
    )


def asks_latency(asked: Asked) -> bool:
    """Whether it asks how long serving takes of which no traffic and no amount was said: so long an answer takes."""
    said, cues = asked.profile, asked.reading.cues
    told = said.stated().keys() & {"requests_per_second", "run_hours", "current_hours_per_run", "seconds_per_step"}
    served = said.task == "inference" and bool(said.parameters or said.model) and not told and not _amount(said)
    return served and "asks_time" in cues and "asks_cost" not in cues


def _amount(said: Profile) -> bool:
    """Whether an amount of work was said: then hours or dollars are asked."""
    return any(value is not None for value in (said.tokens, said.samples, said.tokens_per_day))


def asks_speed_alone(asked: Asked) -> bool:
    """Whether a speed is asked of a model that is served or on no amount of work: then hours are no answer."""
    cues = asked.reading.cues
    return "token_speed" in cues and not _amount(asked.profile) and {"asks_time", "asks_cost"}.isdisjoint(cues)


def how_fast(asked: Asked) -> FactAnswer | None:
    """On the chips that were said, else on the smallest machine that holds it; None where none of them does."""
    own = asked.profile.current_tokens_per_second
    of_one = asks_latency(asked)
    if not (own or of_one or "token_speed" in asked.reading.cues) or _amount(asked.profile):
        return None
    trains = asked.profile.task not in (None, "inference") or (
        asked.profile.task is None and "training_words" in asked.reading.cues
    )
    task = {} if asked.profile.task or trains else {"task": "inference"}
    reading = asked.reading.model_copy(update={"profile": said_also(asked.profile, task)})
    filled = fill(reading, asked.library)
    case = answer_case(filled, asked.library, asked.day)
    found = [option for option in costed(case.options) if not option.at_hand]
    unnamed = of_one and not (asked.profile.candidates or asked.profile.instances)
    options = [option for option in found if unnamed or option.named >= Named.BY_CHIP]
    problem = Problem(filled, asked.library, asked.day, brief=True)
    if not options:
        return None if trains else _bound(problem, own)
    wanted = asked.profile.accelerator_count
    each = {option.id: problem.facts.instances[option.instance].count for option in options}
    lead = (
        min(options, key=lambda one: one.run.usd.likely / one.count)  # the cheapest machine, where none was named
        if unnamed
        else min(options, key=lambda one: (abs(each[one.id] - (wanted or 0)), one.run.usd.likely))
    )
    headline = _in_training(lead, problem, own) if trains else _in_serving(lead, int(wanted or each[lead.id]), own)
    if headline is None:
        return None
    rests = SpeedRests(basis=lead.speed.basis, cites=lead.speed.cites[:2])
    if of_one and isinstance(headline, ServingSpeed):
        told = (_answer_time(headline, lead, problem), headline)
        return FactAnswer(headline=told[0], sentences=(*told[1:], rests), filled=filled)
    return FactAnswer(headline=headline, sentences=(rests,), filled=filled)


def _answer_time(speed: ServingSpeed, lead: CostedOption, problem: Problem) -> AnswerTime:
    """Of as many tokens as the speed counts with; alone, bandwidth over the bytes of the active weights."""
    chip = problem.chip(problem.facts.instances[lead.instance])
    bytes_each = weight_bits(cast("Precision", speed.precision), problem.constants) / BITS_PER_BYTE
    least, share = None, problem.constants.spread("alone_bandwidth_share")
    if chip.hbm_gbps is not None:
        rate = chip.hbm_gbps.value * BYTES_PER_GB * speed.chips
        least = problem.shape.active_parameters * bytes_each / rate * speed.answer_tokens
    return AnswerTime(
        chip=speed.chip,
        chips=speed.chips,
        model=model_of(problem),
        parameters=problem.shape.parameters,
        precision=speed.precision,
        answer_tokens=speed.answer_tokens,
        requests=speed.requests,
        seconds=(speed.ttft_ms + speed.answer_tokens * speed.tpot_ms) / MILLISECONDS_PER_SECOND,
        alone=Interval(least / share.high, least / share.likely, least / share.low) if least else None,
        least=least,
        cites=speed.cites,
    )


def _bound(problem: Problem, own: float | None) -> FactAnswer | None:
    """One request at a time reads every active weight for each token: bandwidth over bytes."""
    kind = next((kind for kind in meant(problem, alone=True) if kind.chip and not kind.types), None)
    if kind is None or kind.chip is None or kind.chip.hbm_gbps is None:
        return None
    chips, usable = kind.said or 1, kind.core.usable
    shape, constants = problem.shape, problem.constants
    eight = "fp8" if kind.chip.fp8_dense_tflops else "int8"
    ways = {
        "bf16" if kind.chip.has_bf16 else "fp16": WEIGHT_BYTES,
        eight: weight_bits("int8", constants) / BITS_PER_BYTE,
    }
    ways["int4"] = weight_bits("int4", constants) / BITS_PER_BYTE
    said = problem.filled.reading.profile.precision
    held = {way: size for way, size in ways.items() if shape.parameters * size <= usable * chips}
    if not held:
        return None
    precision = said if said in held else next(iter(held))  # the widest that fits
    active = shape.active_parameters * held[precision]
    bound = SpeedBound(
        chip=kind.name,
        chips=chips,
        model=model_of(problem),
        parameters=problem.shape.parameters,
        precision=precision,
        weights_gb=active / BYTES_PER_GB,
        gbps=kind.chip.hbm_gbps.value,
        tokens_per_second=kind.chip.hbm_gbps.value * BYTES_PER_GB * chips / active,
        own=own,
        cites=(kind.chip.hbm_gbps.source,),
    )
    return FactAnswer(headline=bound)


def _in_training(lead: CostedOption, problem: Problem, own: float | None) -> TrainingSpeed | None:
    startup, tokens, hours = problem.constants.likely("startup_hours"), problem.profile.tokens, lead.run.hours
    if not tokens or hours.low <= startup:
        return None
    low, likely, high = (
        tokens / ((end - startup) * SECONDS_PER_HOUR) for end in (hours.high, hours.likely, hours.low)
    )
    return TrainingSpeed(
        instance=lead.instance,
        chip=lead.chip_name,
        chips=lead.chips,
        tokens_per_second=Interval(low, likely, high),
        own=own,
        cites=lead.speed.cites[:2],
    )


def _in_serving(lead: CostedOption, chips: int, own: float | None) -> ServingSpeed | None:
    serving = lead.serving
    if serving is None or serving.tpot_ms is None or serving.answer_tokens is None:
        return None
    of_one = next(step.value for step in lead.steps if step.label == "output_tokens_per_second_per_chip")
    return ServingSpeed(
        instance=lead.instance,
        chip=lead.chip_name,
        chips=chips,
        tokens_per_second=of_one.times(float(chips)),
        own=own,
        precision=serving.precision,
        requests=serving.batch * chips / serving.chips,
        ttft_ms=serving.ttft_ms,
        tpot_ms=serving.tpot_ms,
        prompt_tokens=serving.prompt_tokens,
        answer_tokens=serving.answer_tokens,
        cites=lead.speed.cites[:2],
    )
