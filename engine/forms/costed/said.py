"""What was said of the work that an estimate rests on; without its amount of data it is a rate."""

from __future__ import annotations

from engine.options.problem import Problem
from engine.verdict.forks import Case
from engine.workload.profile import Profile, Reading
from engine.workload.samples import NO_TOKENS

MONEY = "dollars"  # the predicate


def is_size_said(case: Case, reading: Reading) -> bool:
    """Whether the size was said, or the price of a language model's tuning or serving is asked: the price says it."""
    priced = MONEY in reading.sought.predicates and case.filled.profile.task != "pretraining"
    in_samples = case.filled.profile.architecture in NO_TOKENS  # whose size is that of the network by its name
    return not case.filled.assumed("parameters") or in_samples or priced or reading.by_hand


def unit_of(case: Case, problem: Problem) -> float | None:
    """The tokens of which hours and dollars are told where nobody said how many a run has; None where it was said."""
    unsaid = case.filled.assumed("tokens") and not problem.serving and not case.filled.reading.by_hand
    return problem.constants.likely("example_tokens") if unsaid and case.filled.profile.tokens else None


def is_repeated(said: Profile) -> bool:
    """Whether runs were said to be repeated: then what pays off over them is worth a look."""
    return (said.runs or 0) > 1 or said.runs_per_month is not None or said.cadence == "repeated"


def in_time(said: Profile) -> bool:
    """Whether so much work is to be done in so much time: speed, not memory, then says how many chips it takes."""
    work = said.tokens is not None or (said.samples is not None and said.tokens_per_sample is not None)
    return work and said.task != "inference" and (said.deadline_days is not None or said.run_hours is not None)
