"""What was said of the work that an estimate rests on; without its amount of data it is a rate."""

from __future__ import annotations

from collections.abc import Collection

from engine.options.assumptions import Filled
from engine.options.problem import Problem
from engine.verdict.forks import Case
from engine.workload.profile import Profile, Reading
from engine.workload.samples import NO_TOKENS

MONEY = "dollars"  # the predicate


def is_size_said(case: Case, reading: Reading) -> bool:
    """Whether the size was said, or the price of a language model's tuning or serving is asked: the price says it."""
    priced = MONEY in reading.sought.predicates and case.filled.profile.task != "pretraining"
    in_samples = case.filled.profile.architecture in NO_TOKENS  # whose size is that of the network by its name
    told = case.filled.profile.flops is not None  # so much work whatever the size
    return not case.filled.assumed("parameters") or told or in_samples or priced or reading.by_hand


def is_size_guessed(case: Case, problem: Problem) -> bool:
    """Whether hours rest on a size that nobody said: not those of so many FLOP, nor of a network with a name."""
    if not case.filled.assumed("parameters") or case.filled.profile.flops:
        return False
    sample = problem.shape.sample
    model = problem.facts.sample_models.get(sample.model) if sample else None
    names = (model.name, *model.aliases) if model else ()
    text = _plain(case.filled.reading.text)
    return not any(_plain(name) in text for name in names)


def runs_in_all(said: Profile, profile: Profile) -> float:
    """The runs that were said, or that a rate comes to over the horizon; else one. `profile`: gaps filled."""
    return said.runs or (profile.runs if said.runs_per_month else None) or 1.0


def _plain(text: str) -> str:
    """As names are compared, however they are written: "ResNet-50", "resnet 50"."""
    return "".join(sign for sign in text.casefold() if sign.isalnum())


def unit_of(case: Case, problem: Problem) -> float | None:
    """The tokens of which hours and dollars are told where nobody said how many a run has; None where it was said."""
    reading = case.filled.reading
    unsaid = case.filled.assumed("tokens") and not problem.serving and not reading.by_hand
    unsaid = unsaid and not asks_tokens(reading.cues, reading.profile)
    return problem.constants.likely("example_tokens") if unsaid and case.filled.profile.tokens else None


TOKENS_NEEDED = "tokens_needed"  # the cue
NO_PRETRAINING = ("method", "tokens", "samples", "dataset", "data_gb", "budget_usd", "tokens_per_day", "run_hours")
OF_USE = frozenset({"token_speed", "asks_context", "asks_batch", "asks_users", "serving_words"})  # cues


def asks_tokens(cues: Collection[str], said: Profile) -> bool:
    """Whether it is asked how many tokens a model of some size is to be trained on: not to tune or to serve it."""
    if TOKENS_NEEDED not in cues or not OF_USE.isdisjoint(cues) or not (said.parameters or said.model):
        return False
    return said.task in (None, "pretraining") and not any(map(said.says, NO_PRETRAINING))


def of_makers(filled: Filled) -> bool:
    """Whether the tokens are those that the makers of the model used, since no amount was said."""
    return any(entry.slot == "tokens" and entry.uses == ("variant",) for entry in filled.derived)


def is_repeated(said: Profile) -> bool:
    """Whether runs were said to be repeated: then what pays off over them is worth a look."""
    return (said.runs or 0) > 1 or said.runs_per_month is not None or said.cadence == "repeated"


def in_time(said: Profile) -> bool:
    """Whether so much work is to be done in so much time: speed, not memory, then says how many chips it takes."""
    work = said.tokens is not None or (said.samples is not None and said.tokens_per_sample is not None)
    return work and said.task != "inference" and (said.deadline_days is not None or said.run_hours is not None)
