"""What the machines of today carry says how long answers are: a load is what serves it, not what is usual elsewhere.

"4 x g5.2xlarge carry 20 requests a second" of answers of the usual length would take eight times as many by the model
of speed. Their length is what nobody said; so the longest is taken that those machines carry, and whatever is to
replace them carries the same. Where no load was said at all, it is what they carry at the usual share of their speed.
"""

from __future__ import annotations

from datetime import date

from engine.base.evidence import Achieved
from engine.base.reason import Reason
from engine.library import Library
from engine.options.assumptions import fill, refill
from engine.options.incumbent import at_hand_today
from engine.options.problem import Problem
from engine.options.run_cost import instances_needed
from engine.options.serving_plan import choose, evidence_of
from engine.workload.profile import Chained, Part, Reading
from knowledge.facts import Instance
from knowledge.units import HOURS_PER_DAY, SECONDS_PER_HOUR

CARRYING, BUSY = "carrying", "busy"  # things of parts: machines that carry it today, and how busy they are
LOADS, LENGTHS = ("requests_per_second", "concurrent_users"), ("prompt_tokens", "answer_tokens")  # slots
OTHERS = (*LENGTHS, "tokens_per_day", "latency_ms", "samples_per_second", "samples")  # that say it themselves
SHARES = tuple(2.0 ** (-step / 4) for step in range(1, 25))  # of the usual lengths, down to a 64th


def carried(reading: Reading, library: Library, day: date) -> Reading:
    """The same with the load, or the lengths of it, that the machines of today carry, where either was not said.

    As it is where they carry the usual lengths, or not even a 64th of them: then something else was misread.
    """
    said = reading.profile
    counted = said.current_count if len(said.current_instances) == 1 else None
    if not counted or said.task in ("pretraining", "fine_tuning") or any(map(said.says, OTHERS)):
        return reading
    filled = fill(reading, library)
    problem = Problem(filled, library, day)
    if filled.profile.task != "inference" or filled.profile.tokens_per_day is None or problem.encodes:
        return reading
    running = next(iter(at_hand_today(problem)), None)
    if running is None:
        return reading
    of_them = Part(value=counted, thing=CARRYING, per=running.instance.id)
    loaded = any(map(said.says, LOADS))
    found = _shortened(problem, running.instance, counted) if loaded else _in_all(problem, running.instance, counted)
    told = (of_them, *(_load(reading) if loaded else (Part(value=filled.profile.utilization or 1.0, thing=BUSY),)))
    chains = tuple(Chained(slot=slot, value=value, parts=told) for slot, value in found.items())
    return reading.model_copy(update={"chains": (*reading.chains, *chains)}) if chains else reading


def _in_all(problem: Problem, instance: Instance, machines: int) -> dict[str, float]:
    """Tokens of answers a day that they write, busy as usual; none where they do not hold the model."""
    speed = _speed(problem, instance)
    if speed is None or problem.placed(instance).instances > machines:
        return {}
    of_one = speed.speed.likely * instance.count * (problem.profile.utilization or 1.0)
    return {"tokens_per_day": of_one * machines * SECONDS_PER_HOUR * HOURS_PER_DAY}


def _shortened(problem: Problem, instance: Instance, machines: int) -> dict[str, float]:
    """The longest prompts and answers, in the usual proportion, that they carry; none where that is the usual."""
    usual = {slot: getattr(problem.profile, slot) for slot in LENGTHS}
    if not all(usual.values()) or _carry(problem, instance, machines):
        return {}
    for share in SHARES:
        shorter = {slot: float(max(1, round(value * share))) for slot, value in usual.items()}
        filled = refill(problem.filled, problem.library, **shorter)
        if _carry(Problem(filled, problem.library, problem.day), instance, machines):
            return shorter
    return {}


def _carry(problem: Problem, instance: Instance, machines: int) -> bool:
    speed = _speed(problem, instance)
    return speed is not None and instances_needed(problem, instance, speed, problem.placed(instance)) <= machines


def _speed(problem: Problem, instance: Instance) -> Achieved | None:
    """Tokens/s of a chip as it serves there; None where it does not."""
    placed, speed = problem.placed(instance), evidence_of(problem, problem.chip(instance))
    served = choose(problem, instance, placed.instances) if speed is not None and placed.fits else None
    if speed is None or served is None or isinstance(served, Reason):
        return None
    return speed if speed.grade == "own" else speed.model_copy(update={"speed": served.at.tokens_per_second})


def _load(reading: Reading) -> tuple[Part, ...]:
    """What was said of the load."""
    said = reading.profile
    if said.requests_per_second:
        return (Part(value=said.requests_per_second, thing="request", seconds=1.0),)
    return (Part(value=said.concurrent_users or 0, thing="user"),)
