"""Tokens a second that are wanted of a model, with no machine named: a load of all the day.

"What do we need for 1,000 tokens per second of a 70B?" What one machine was seen to do, or what each user is to have,
is no such load.
"""

from __future__ import annotations

from collections.abc import Collection

from engine.base.measures import Measured, unit
from engine.workload.profile import Profile
from knowledge.units import HOURS_PER_DAY, SECONDS_PER_HOUR

LEAST = 100.0  # tokens a second; fewer are those of one user
LOADS = (
    "tokens_per_day", "requests_per_second", "concurrent_users", "current_instances",
    "instances", "accelerator_count", "samples", "tokens", "method", "deadline_days", "on_premises",
)  # fmt: skip
WANTS = frozenset({  # cues
    "advise", "asks_card", "choice", "what_it_takes", "which", "how_many", "fit", "asks_cost", "cheapest_of",
    "money_cheapest",
})  # fmt: skip
ELSE = frozenset({"training_words", "memory_error", "no_room", "told_time"})
KINDS = frozenset({"gpu", "tpu", "trainium", "inferentia"})


def demanded(profile: Profile, words: dict[str, str], told: Measured, cues: Collection[str]) -> Profile:
    """The profile with that load."""
    sized = profile.model is not None or profile.parameters is not None
    served = profile.task in (None, "inference") and sized and not any(map(profile.says, LOADS))
    named = set(profile.candidates) - KINDS
    if not served or named or WANTS.isdisjoint(cues) or not ELSE.isdisjoint(cues):
        return profile
    rates = [one for one in told.measures if unit(token=1, h=-1) in one.units and not one.role]
    people = any(dict(own).get("person") for one in told.measures for own in one.units)
    if len(rates) != 1 or people or rates[0].value < LEAST * SECONDS_PER_HOUR:
        return profile
    words["tokens_per_day"] = rates[0].words
    words.setdefault("task", rates[0].words)
    words.pop("current_tokens_per_second", None)  # nothing runs today
    load = {"task": "inference", "tokens_per_day": rates[0].value * HOURS_PER_DAY, "current_tokens_per_second": None}
    return profile.model_copy(update=load)
