"""How many streams, requests or users at once: by what somebody measured, else what decides it and how to find it.

streams in real time = 1 / real-time factor of one; requests a second = requests at once / seconds of one.
"""

from __future__ import annotations

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.at_once.told import (
    AtOnce,
    cache_told,
    is_of_video,
    rtf_alone,
    sound_a_second,
    told_at_once,
    wanted_at_once,
)
from engine.forms.domains.of_kind import Decides
from engine.forms.form import Asked
from engine.forms.kinds.kind import work_of
from engine.forms.parts.hardware import Hardware, meant
from engine.options.problem import Problem
from engine.options.too_small import memory_cite
from engine.workload.conditions import FAMILIES
from engine.workload.phases import phases_said
from engine.workload.samples import in_samples

ASKED = "at_once"  # the predicate
JUDGES = frozenset({"judge", "why", "slow", "rate"})  # predicates that times with one and with many at once answer
ELSE = frozenset({"dollars", "carbon", "commit"})  # predicates of another matter
QUEUED = 1.3  # times the throughput of one: what rises less only waits in line
SOURCE = "own-machines-recalled"


class OnCard(Reason):
    """The machine that was named; `said` 0: none."""

    chip: str
    usable_gib: float
    said: int


class AtOnceSeen(Reason, code="at_once_seen"):
    """Of real-time factors that were told: the most requests that keep up (0: none does), and the first that do not
    (0: all do)."""

    most: int
    rtf: float
    over: int
    over_rtf: float


class AtOnceWaits(Reason, code="at_once_waits"):
    """Requests a second with `few` and with `many` at once, `times` as many; `queued`: nearly no more."""

    few: int
    few_seconds: float
    few_rate: float
    many: int
    many_seconds: float
    many_rate: float
    times: float
    queued: bool


class AtOnceLive(Reason, code="at_once_live"):
    """Streams in real time, from the seconds of sound worked off in a second or from a real-time factor."""

    streams: int
    sound: float
    rtf: float


class AtOnceCached(Reason, code="at_once_cached"):
    """Requests of `tokens` each that the cache holds, of the `held` tokens that an engine logs."""

    requests: int
    tokens: float
    held: float


class AtOnceDepends(OnCard, code="at_once_depends"):
    """Nothing was measured: what decides it. `wanted`: the number that is asked about, 0 where none is."""

    wanted: int


class AtOnceBySpeed(Reason, code="at_once_speed"):
    """How many finish in time."""


class AtOnceByMemory(OnCard, code="at_once_memory"):
    """How many have room."""


class AtOnceDecoded(Reason, code="at_once_decoded"):
    """What limits streams of video beside the network."""


class AtOnceMeasure(Reason, code="at_once_measure"):
    """How to find the number."""


class WhichAtOnce(Reason, code="which_at_once"):
    """The one thing that would tell it."""


def at_once(asked: Asked, written: frozenset[str] = frozenset()) -> FactAnswer | None:
    """None where that is not asked, or a model that writes text is known, whose cache is summed.

    `written`: the predicates that what stands first tells already; then only what was measured comes before it.
    """
    sought = frozenset(asked.reading.sought.predicates)
    text = asked.reading.text
    first = _measured(text)
    judged = isinstance(first, AtOnceSeen | AtOnceWaits) and bool(sought & JUDGES)
    judged = judged or isinstance(first, AtOnceCached)
    if not (ASKED in sought or judged) or sought & ELSE or "training" in phases_said(asked.reading):
        return None
    long = asked.profile.concurrent_users and asked.profile.sequence_length  # then memory is summed for all of them
    if first is None and (ASKED in written or long or _writes_text(asked)):
        return None
    problem = asked.problem
    kind = _named(problem)
    on = OnCard(
        chip=kind.name if kind else "",
        usable_gib=kind.usable_gib if kind else 0.0,
        said=(kind.said or 1) if kind else 0,
        cites=(memory_cite(kind.chip),) if kind and kind.chip else (),
    ).model_dump()
    decoded = (AtOnceDecoded(),) if is_of_video(text) else ()
    below = (*decoded, AtOnceBySpeed(cites=(SOURCE,)), AtOnceByMemory(**on), *_of_kind(asked), AtOnceMeasure())
    if first is None:
        headline: Reason = AtOnceDepends(**on, wanted=wanted_at_once(text))
        return FactAnswer(headline=headline, sentences=below, questions=(WhichAtOnce(),), of_told=False)
    return FactAnswer(headline=first, sentences=below, of_told=True)


def _writes_text(asked: Asked) -> bool:
    said, work = asked.profile, work_of(asked.reading, asked.library)
    sized = said.parameters or said.variant or said.model
    return bool(sized) and not in_samples(said, asked.facts) and (work is None or work.is_open)


def _named(problem: Problem) -> Hardware | None:
    """The machine that was named, where it is one."""
    said = problem.filled.reading.profile
    if not (set(said.candidates) - FAMILIES or said.instances or said.chip_memory_gb):
        return None
    kinds = meant(problem, alone=True)
    return kinds[0] if len(kinds) == 1 else None


def _of_kind(asked: Asked) -> tuple[Reason, ...]:
    """What the kind of work says of the speed of one."""
    work = work_of(asked.reading, asked.library)
    cell = work.cell("speed") if work and work.phase == "inference" else None
    return (Decides(text=cell.text, cites=cell.cites),) if cell else ()


def _measured(text: str) -> Reason | None:
    if (cached := cache_told(text)) is not None:
        held, tokens = cached
        return AtOnceCached(requests=int(held / tokens), tokens=tokens, held=held)
    told = told_at_once(text)
    factors = [one for one in told if one.rtf]
    if len(factors) > 1:
        return _by_factors(factors)
    times = [one for one in told if one.seconds]
    if len(times) > 1:
        return _by_seconds(times[0], times[-1])
    if (sound := sound_a_second(text)) >= 1:
        return AtOnceLive(streams=int(sound), sound=sound, rtf=0.0)
    alone = rtf_alone(text) or next((one.rtf for one in factors if one.requests == 1), 0.0)
    return AtOnceLive(streams=int(1 / alone), sound=0.0, rtf=alone) if 0 < alone <= 1 else None


def _by_factors(told: list[AtOnce]) -> AtOnceSeen:
    kept = [one for one in told if one.rtf <= 1]
    most = max(kept, key=lambda one: one.requests, default=None)
    over = next((one for one in told if one.rtf > 1 and (most is None or one.requests > most.requests)), None)
    return AtOnceSeen(
        most=most.requests if most else 0,
        rtf=most.rtf if most else 0.0,
        over=over.requests if over else 0,
        over_rtf=over.rtf if over else 0.0,
    )


def _by_seconds(few: AtOnce, many: AtOnce) -> AtOnceWaits:
    rates = few.requests / few.seconds, many.requests / many.seconds
    times = rates[1] / rates[0]
    return AtOnceWaits(
        few=few.requests, few_seconds=few.seconds, few_rate=rates[0],
        many=many.requests, many_seconds=many.seconds, many_rate=rates[1],
        times=times, queued=times < QUEUED,
    )  # fmt: skip
