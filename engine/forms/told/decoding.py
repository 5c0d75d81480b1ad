"""Whether the speed somebody sees of one request is to be expected: against what reading the weights allows."""

from __future__ import annotations

from typing import Literal, cast

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.parts.headline import model_of
from engine.forms.parts.own_speed import chip_of
from engine.memory.kv_cache import FULL_BITS, Precision, weight_bits
from engine.memory.training_states import BITS_PER_BYTE
from engine.options.problem import Problem
from engine.workload.conditions import FAMILIES
from engine.workload.equipment import about, count_of
from engine.workload.phases import phases_said
from engine.workload.profile import Equipment, Reading
from engine.workload.question import FormCues
from engine.workload.samples import in_samples
from engine.workload.told_speeds import ToldSpeed, is_of_each, is_partly_on_host, told_speeds, wanted_speed
from knowledge.units import BYTES_PER_GB, MILLISECONDS_PER_SECOND

NORMAL = ("judged", "is_normal")  # cues
ELSE = ("asks_cost", "price_strong", "which_hardware", "asks_batch")  # cues of another question
ASKED_SLOW = "slow"  # the predicate
NEAR = 40  # characters that a machine behind a speed counts as farther
OFFLOADS = frozenset({"llama.cpp", "ollama"})  # libraries
PLAIN = {"fp16": 16.0, "fp32": FULL_BITS}
SUMMED = 2.0  # of it: many requests together, whose number nobody said
BEYOND = 1.05  # of the bandwidth: one request in that precision cannot be so fast
TOGETHER = 64  # requests; more are bound by math, and by their caches
Level = Literal["beyond", "expected", "low", "slow"]


class SeenOn(Reason):
    """What one request gets on `chips` of a machine; `sized` is False where nobody said which size the model has."""

    machine: str
    chips: int
    model: str
    parameters: float
    sized: bool
    precision: str


class DecodingSeen(SeenOn, code="decoding_seen"):
    """Milliseconds a token and tokens a second, and the least milliseconds in which `gb` of weights are read at
    `gbps`; `share`: of the bandwidth. `asks_slow`: whether it is slow was asked, and not whether it is normal.

    `requests`: at once, whose tokens are counted together, `most` by the bandwidth. `wanted` 0: no speed to reach was
    said; `offloads`: a program that may leave layers to the CPU."""

    gb: float
    gbps: float
    requests: int
    most: float
    wanted: float
    offloads: bool
    least_ms: float
    told_ms: float
    a_second: float
    share: float
    level: Level
    asks_slow: bool


class AnswerSeen(SeenOn, code="answer_seen"):
    """Seconds of an answer whose length nobody said: the tokens that one request writes in that time, usually and at
    most."""

    seconds: float
    usual: float
    most: float


class WhatTakesRest(Reason, code="what_takes_rest"):
    """What takes the time beyond reading the weights, and what raises the sum over requests."""


class WhichLength(Reason, code="which_length"):
    """How many tokens has an answer, in which precision?"""


def asks_of_decoding(seen: FormCues) -> bool:
    """Whether it asks if a speed of generating text is normal, of a model and on a machine that are known."""
    sized = seen.says("parameters") or seen.says("model") or seen.says("variant")
    trains = seen.has("training_words") or seen.profile.task not in (None, "inference") or seen.says("method")
    asks = seen.has(*NORMAL) and not seen.has(*ELSE) and not trains
    return asks and sized and seen.hardware_named > 0 and bool(told_speeds(seen.text))


def of_decoding(problem: Problem, reading: Reading) -> FactAnswer | None:
    """A line for each machine that a speed is told of; None where none is known, or the model writes no text."""
    of_text = not in_samples(problem.profile, problem.facts) and problem.shape.sample is None
    if is_partly_on_host(reading.text):
        return None  # what the host reads bounds it
    if not set(NORMAL) & set(reading.cues) or not of_text or "training" in phases_said(reading):
        return None
    lines: dict[str, Reason] = {}
    for told in told_speeds(reading.text):
        one = _nearest(told, reading)
        line = _line(problem, one, told) if one else None
        if one is not None and line is not None:
            lines[one.id] = line  # the last that is told of it is the asker's own
    if not lines:
        return None
    first, *others = lines.values()
    asked = (WhichLength(),) if any(isinstance(line, AnswerSeen) for line in lines.values()) else ()
    return FactAnswer(headline=first, sentences=(*others, WhatTakesRest()), questions=asked, of_told=True)


def _nearest(told: ToldSpeed, reading: Reading) -> Equipment | None:
    """The machine whose words stand nearest before the speed, else nearest behind it."""
    text = reading.text.lower()
    found: list[tuple[bool, int, Equipment]] = []
    for one in about(reading) or reading.hardware:
        if one.id in FAMILIES:
            continue
        for word in {one.id.lower(), one.words.lower()}:
            at = text.rfind(word, 0, told.at)
            behind = text.find(word, told.at)
            if at >= 0:
                found.append((False, told.at - at, one))
            if behind >= 0:
                found.append((True, behind - told.at, one))
    return min(found, key=lambda entry: entry[1] + (NEAR if entry[0] else 0), default=(False, 0, None))[2]


def _line(problem: Problem, one: Equipment, told: ToldSpeed) -> DecodingSeen | AnswerSeen | None:
    chip = chip_of(problem, one)
    if chip is None or chip.hbm_gbps is None:
        return None
    reading = problem.filled.reading
    said, cues, instance = reading.profile, reading.cues, problem.facts.instances.get(one.id)
    split = None if instance else count_of(one, reading)  # "with TP=2 on A100"
    chips = one.chips or split or (one.machines or 1) * (instance.count if instance else 1)
    precision = said.precision or "bf16"
    bits = PLAIN.get(precision) or weight_bits(cast("Precision", precision), problem.constants)
    requests = _together(reading)
    if requests > TOGETHER:
        return None
    read = min(problem.shape.parameters, problem.shape.active_parameters * requests)  # each may want other experts
    gb = read * bits / BITS_PER_BYTE / BYTES_PER_GB
    least = gb / (chip.hbm_gbps.value * chips)
    share = problem.constants.spread("alone_bandwidth_share")
    on = SeenOn(
        machine=instance.id if instance else chip.name,
        chips=1 if instance else chips,
        model=model_of(problem),
        parameters=problem.shape.parameters,
        sized=bool(said.parameters) or said.variant in problem.facts.models,
        precision=precision,
        cites=(chip.hbm_gbps.source,),
    ).model_dump()
    seconds = told.seconds
    if told.of_answer and said.answer_tokens is None:
        return AnswerSeen(**on, seconds=seconds, usual=seconds / least * share.likely, most=seconds / least)
    if told.of_answer and said.answer_tokens is not None:
        seconds /= said.answer_tokens
    if requests > 1 and not is_of_each(reading.text, told.at):
        seconds *= requests  # of all of them together
    used = least / seconds
    if used > SUMMED:
        return None
    return DecodingSeen(
        **on,
        gb=gb,
        gbps=chip.hbm_gbps.value * chips,
        least_ms=least * MILLISECONDS_PER_SECOND,
        told_ms=seconds * MILLISECONDS_PER_SECOND,
        a_second=requests / seconds,
        requests=requests,
        most=requests / least,
        wanted=wanted_speed(reading.text) or 0.0,
        offloads=not OFFLOADS.isdisjoint(said.libraries),
        share=used,
        level=_level(used, share.low),
        asks_slow=ASKED_SLOW in problem.filled.reading.sought.predicates
        and ("is_normal" not in cues or "asks_bad" in cues),
    )


def _together(reading: Reading) -> int:
    """How many requests are written for at once, where that is said."""
    said = reading.profile
    return max(1, int(said.concurrent_users or said.batch_size or 1))


def _level(used: float, usual: float) -> Level:
    """By the share of the bandwidth that is used, and the least that engines usually reach."""
    if used > BEYOND:
        return "beyond"
    return "expected" if used >= usual else "low" if used >= usual / 2 else "slow"
