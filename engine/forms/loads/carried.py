"""What the machines of today carry says how long answers are: a load is what serves it, not what is usual elsewhere.

"4 x g5.2xlarge carry 20 requests a second" of answers of the usual length would take eight times as many by the model
of speed. Their length is what nobody said; so the longest is taken that those machines carry, and whatever is to
replace them carries the same.
"""

from __future__ import annotations

from datetime import date

from engine.library import Library
from engine.options.assumptions import fill, refill
from engine.options.incumbent import at_hand_today
from engine.options.problem import Problem
from engine.options.run_cost import instances_needed
from engine.options.serving_plan import choose, evidence_of
from engine.base.reason import Reason
from engine.workload.profile import Chained, Part, Reading
from knowledge.facts import Instance

CARRYING = "carrying"  # the thing of a part: so many machines of a type, which carry the load today
LOADS = ("requests_per_second", "concurrent_users")
LENGTHS = ("prompt_tokens", "answer_tokens")
SHARES = tuple(2.0 ** (-step / 4) for step in range(1, 25))  # of the usual lengths, down to a 64th


def carried(reading: Reading, library: Library, day: date) -> Reading:
    """The same with the lengths that the machines of today carry, where a load was said of so many and no length.

    As it is where they carry the usual lengths, or not even a 64th of them: then something else was misread.
    """
    said = reading.profile
    counted = said.current_count if len(said.current_instances) == 1 else None
    if not counted or said.task == "pretraining" or said.task == "fine_tuning" or not any(map(said.says, LOADS)):
        return reading
    if any(map(said.says, (*LENGTHS, "tokens_per_day", "latency_ms"))):
        return reading
    filled = fill(reading, library)
    usual = {slot: getattr(filled.profile, slot) for slot in LENGTHS}
    if filled.profile.task != "inference" or not all(usual.values()):
        return reading
    running = next(iter(at_hand_today(Problem(filled, library, day))), None)
    if running is None or _carries(Problem(filled, library, day), running.instance, counted):
        return reading
    for share in SHARES:
        shorter = {slot: max(1, round(value * share)) for slot, value in usual.items()}
        problem = Problem(refill(filled, library, **shorter), library, day)
        if _carries(problem, running.instance, counted):
            told = (Part(value=counted, thing=CARRYING, per=running.instance.id), *_load(reading))
            chains = (Chained(slot=slot, value=value, parts=told) for slot, value in shorter.items())
            return reading.model_copy(update={"chains": (*reading.chains, *chains)})
    return reading


def _carries(problem: Problem, instance: Instance, machines: int) -> bool:
    placed, speed = problem.placed(instance), evidence_of(problem, problem.chip(instance))
    if speed is None or not placed.fits:
        return False
    served = choose(problem, instance, placed.instances)
    if isinstance(served, Reason):
        return False
    if speed.grade != "own":
        speed = speed.model_copy(update={"speed": served.at.tokens_per_second})
    return instances_needed(problem, instance, speed, placed) <= machines


def _load(reading: Reading) -> tuple[Part, ...]:
    """What was said of the load."""
    said = reading.profile
    if said.requests_per_second:
        return (Part(value=said.requests_per_second, thing="request", seconds=1.0),)
    return (Part(value=said.concurrent_users or 0, thing="user"),)
