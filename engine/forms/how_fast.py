"""How many tokens a second a named machine does with a named model: a part of the form `estimate`."""

from __future__ import annotations

from typing import cast

from engine.answers.model import FactAnswer
from engine.base.interval import Interval
from engine.base.reason import Reason
from engine.forms.costed.lead import of_plain_form
from engine.forms.form import Asked, question_of
from engine.forms.parts.achieved import achieved
from engine.forms.parts.hardware import meant
from engine.forms.parts.headline import model_of
from engine.forms.per_unit.choice import lead_of
from engine.forms.per_unit.rates import fillable, unit_case, unit_costs
from engine.memory.kv_cache import Precision, weight_bits
from engine.memory.training_states import BITS_PER_BYTE, WEIGHT_BYTES
from engine.options.assumptions import Filled, fill, refill
from engine.options.option import CostedOption, costed
from engine.options.problem import Problem
from engine.options.serving_plan import first_token_alone
from engine.verdict.forks import answer_case, on_named
from engine.workload.profile import Profile, Reading
from engine.workload.question import FormCues
from engine.workload.said import said_also
from knowledge.units import BYTES_PER_GB, MILLISECONDS_PER_SECOND, SECONDS_PER_HOUR

SHORT = 1e9  # tokens of a run that few chips end in time


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
    """Of a run; `each`: of one of several chips."""

    each: float | None


class RequestSpeed(ServingSpeed, code="request_speed"):
    """Requests a second, each of so many tokens in and out."""

    requests_per_second: Interval


class TokenLatency(ServingSpeed, code="token_latency"):
    """Milliseconds to the first token and between tokens: as in `serving_speed`; `alone` between the tokens of one
    request alone, None where the bandwidth is not known; `first_ms` to the first token of one prompt that has all
    the chips to itself, None where they are no equal part of a machine that holds it."""

    model: str
    parameters: float
    alone: Interval | None
    first_ms: float | None
    of_fewer: bool  # on one chip, which holds one prompt, where so many at once as usual take several
    of_first: bool  # the first token is asked for


class TrainingMfu(Reason, code="training_mfu"):
    """The share of a chip's peak that training reaches, and the TFLOP/s behind it."""

    chip: str
    model: str
    parameters: float
    mfu: Interval
    tflops: Interval
    peak: float
    sixteen: bool  # the peak is of FP16


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


REQUESTS, LATENCY, MFU, FIRST = "request_speed", "token_latency", "mfu", "first_token"  # cues
SPEEDS = frozenset({"token_speed", REQUESTS, LATENCY, MFU, FIRST})
ANY = frozenset({"gpu"})  # candidates that name none
LIGHT = 1e6  # tokens a day that one machine serves, whatever it is
PATIENT = 600_000.0  # milliseconds: no limit, where nobody said one and the prompt alone takes longer than the usual


def is_speed_asked(seen: FormCues) -> bool:
    """ "How many tokens per second can an A10G do with Llama 3 8B?": asked, and not told of one's own runs."""
    machine = seen.specific + seen.instances > 0 or (seen.says("candidates") and not seen.generic)  # of the thread
    machine = machine or (
        seen.threaded and seen.profile.task == "inference"
    )  # "latency?": of the one that was recommended
    named = machine and (seen.says("model") or seen.says("parameters"))
    return (
        seen.has(*SPEEDS)
        and seen.asks
        and named
        and not _amount(seen.profile)
        and not _is_limited(seen)
        and not seen.has("vs", "compare")
    )


def _is_limited(seen: FormCues) -> bool:
    """Whether a rate or a latency was told: then it is traffic to serve, and no speed to be found."""
    told = seen.says("requests_per_second") or seen.says("latency_ms")
    measured = seen.says("current_tokens_per_second") or seen.says("seconds_per_step") or seen.says("run_hours")
    return (told or (measured and not seen.has("token_speed"))) and not seen.before


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
    asks = not SPEEDS.isdisjoint(cues) and {"asks_time", "asks_cost"}.isdisjoint(cues)
    return asks and not _amount(asked.profile)


def how_fast(asked: Asked) -> FactAnswer | None:
    """On the chips that were said, else on the smallest machine that holds it; None where none of them does."""
    own = asked.profile.current_tokens_per_second
    of_one = asks_latency(asked)
    cues = set(asked.reading.cues)
    if not (own or of_one or SPEEDS & cues) or _amount(asked.profile):
        return None
    trains = asked.profile.task not in (None, "inference") or (
        asked.profile.task is None and not cues.isdisjoint({"training_words", MFU})
    )
    if own and not (asked.profile.parameters or asked.profile.model):
        return None  # a speed that was seen of nobody knows what
    task: dict[str, object] = {} if asked.profile.task or trains else {"task": "inference"}
    reading = asked.reading.model_copy(update={"profile": said_also(asked.profile, task | _full(asked, cues))})
    filled = fill(reading, asked.library)
    if trains and not asked.profile.accelerator_count:  # of the fewest that hold it, however long a run is
        filled = refill(filled, asked.library, cadence="one_off", tokens=SHORT)
    advised = bool(asked.reading.work_form) and not trains  # in a thread
    unnamed = (of_one or advised) and not (set(asked.profile.candidates) - ANY or asked.profile.instances)
    options = _on_named(filled, asked, unnamed=unnamed)
    if not options and not trains and asked.profile.latency_ms is None:  # the limit is ours: the prompt is longer
        filled = refill(filled, asked.library, latency_ms=PATIENT, tokens_per_day=LIGHT)
        options = _on_named(filled, asked, unnamed=unnamed)
    problem = Problem(filled, asked.library, asked.day, brief=True)
    if not options:
        return None if trains else bound(problem, own)
    wanted = asked.profile.accelerator_count
    each = {option.id: problem.facts.instances[option.instance].count for option in options}
    if unnamed and advised:  # what was recommended in the thread
        best = _recommended(asked, reading)
        options = [one for one in options if best is not None and one.instance == best.instance] or options
    lead = (
        min(options, key=lambda one: one.run.usd.likely / one.count)  # the cheapest machine, where none was named
        if unnamed
        else min(options, key=lambda one: (abs(each[one.id] - (wanted or 0)), one.run.usd.likely))
    )
    rests = SpeedRests(basis=lead.speed.basis, cites=lead.speed.cites[:2])
    if trains and MFU in cues:
        published = achieved(asked.profile, asked.facts, asked.library.evidence)
        return FactAnswer(headline=_mfu(lead, problem), sentences=(*published, rests), filled=filled)
    if not trains and wanted and lead.serving is not None and wanted < lead.serving.chips:
        return bound(problem, own, sold=True)  # a copy that serves many takes more of them
    headline = _in_training(lead, problem, own) if trains else _in_serving(lead, int(wanted or each[lead.id]), own)
    if headline is None:
        return None
    if isinstance(headline, ServingSpeed) and not own and (asked_so := _asked_so(headline, lead, problem, cues)):
        return FactAnswer(headline=asked_so, sentences=(headline, rests), filled=filled)
    if of_one and isinstance(headline, ServingSpeed):
        told = (_answer_time(headline, lead, problem), headline)
        return FactAnswer(headline=told[0], sentences=(*told[1:], rests), filled=filled)
    return FactAnswer(headline=headline, sentences=(rests,), filled=filled)


def _recommended(asked: Asked, reading: Reading) -> CostedOption | None:
    """What advice names: for so much work the verdict's machine, else that of the least price an hour."""
    if _amount(asked.profile) or asked.profile.concurrent_users:
        return asked.verdict.option
    question = question_of(asked)._replace(filled=fill(reading, asked.library))
    lead = lead_of(fillable(unit_costs(unit_case(question)), question), question)
    return lead.option if lead is not None else None


def _full(asked: Asked, cues: set[str]) -> dict[str, object]:
    """The prompt that a context of so many tokens is asked for, where the wait for its first token is."""
    said = asked.profile
    waits = said.sequence_length is not None and said.prompt_tokens is None and not cues.isdisjoint({FIRST, LATENCY})
    return {"prompt_tokens": float(said.sequence_length or 0)} if waits else {}


def _on_named(filled: Filled, asked: Asked, *, unnamed: bool) -> list[CostedOption]:
    """What was named, in its plain form; everything, where nothing is."""
    if not unnamed:
        return of_plain_form(list(on_named(filled, asked.library, asked.day)), asked.facts)
    found = costed(answer_case(filled, asked.library, asked.day).options)
    return of_plain_form([one for one in found if not one.at_hand], asked.facts)


def _asked_so(speed: ServingSpeed, lead: CostedOption, problem: Problem, cues: set[str]) -> ServingSpeed | None:
    """The same speed as requests a second or as milliseconds, where that is what is asked."""
    told = speed.model_dump()
    if REQUESTS in cues:
        return RequestSpeed(**told, requests_per_second=speed.tokens_per_second.times(1 / speed.answer_tokens))
    if cues.isdisjoint({LATENCY, FIRST}):
        return None
    machine = problem.facts.instances[lead.instance]
    one = FIRST in cues and not problem.filled.reading.profile.accelerator_count  # "an A10G": no number of them
    alone_ms = first_token_alone(problem, machine, 1) if one and speed.chips > 1 else None
    if alone_ms is not None:
        told["chips"] = 1
    alone, _ = _alone(speed.model_copy(update={"chips": told["chips"]}), lead, problem)
    each = alone.times(MILLISECONDS_PER_SECOND / speed.answer_tokens) if alone else None
    return TokenLatency(
        **told,
        model=model_of(problem),
        parameters=problem.shape.parameters,
        alone=each,
        first_ms=alone_ms or first_token_alone(problem, machine, speed.chips),
        of_fewer=alone_ms is not None,
        of_first=FIRST in cues,
    )


def _mfu(lead: CostedOption, problem: Problem) -> TrainingMfu:
    chip = problem.facts.accelerators[lead.accelerator]
    peak = chip.bf16_dense_tflops.value
    return TrainingMfu(
        chip=lead.chip_name,
        model=model_of(problem),
        parameters=problem.shape.parameters,
        mfu=lead.speed.speed.times(1 / peak),
        tflops=lead.speed.speed,
        peak=peak,
        sixteen=not chip.has_bf16,
        cites=(*lead.speed.cites[:2], chip.bf16_dense_tflops.source),
    )


def _alone(speed: ServingSpeed, lead: CostedOption, problem: Problem) -> tuple[Interval | None, float | None]:
    """Seconds of one answer to one request alone, and the least that reading the weights allows."""
    chip = problem.chip(problem.facts.instances[lead.instance])
    if chip.hbm_gbps is None:
        return None, None
    bytes_each = weight_bits(cast("Precision", speed.precision), problem.constants) / BITS_PER_BYTE
    rate = chip.hbm_gbps.value * BYTES_PER_GB * speed.chips
    least = problem.shape.active_parameters * bytes_each / rate * speed.answer_tokens
    share = problem.constants.spread("alone_bandwidth_share")
    return Interval(least / share.high, least / share.likely, least / share.low), least


def _answer_time(speed: ServingSpeed, lead: CostedOption, problem: Problem) -> AnswerTime:
    """Of as many tokens as the speed counts with; alone, bandwidth over the bytes of the active weights."""
    alone, least = _alone(speed, lead, problem)
    return AnswerTime(
        chip=speed.chip,
        chips=speed.chips,
        model=model_of(problem),
        parameters=problem.shape.parameters,
        precision=speed.precision,
        answer_tokens=speed.answer_tokens,
        requests=speed.requests,
        seconds=(speed.ttft_ms + speed.answer_tokens * speed.tpot_ms) / MILLISECONDS_PER_SECOND,
        alone=alone,
        least=least,
        cites=speed.cites,
    )


def bound(problem: Problem, own: float | None, *, sold: bool = False) -> FactAnswer | None:
    """One request at a time reads every active weight for each token: bandwidth over bytes."""
    kinds = meant(problem, alone=True)
    kinds = kinds[::-1] if sold else kinds  # the larger of two cards of one name
    kind = next((kind for kind in kinds if kind.chip and (sold or not kind.types)), None)
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
        each=likely / lead.chips if lead.chips > 1 else None,
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
