"""What serves is on for so many hours a day: those are hours of the machine, and no run that comes again."""

from __future__ import annotations

from collections.abc import Collection

from engine.workload.hours.on_hours import told_hours
from engine.workload.hours.schedule import schedule
from engine.workload.profile import Profile

RUNS = ("cadence", "runs_per_month", "run_hours")  # slots
DATA = ("samples", "tokens", "samples_per_second", "data_gb")
LOADS = ("concurrent_users", "requests_per_second", "tokens_per_day")
BATCH = "throughput_only"  # the signal of a job


def kept_on(profile: Profile, words: dict[str, str], signals: Collection[str], *, of_sound: bool) -> Profile:
    """The profile without runs, where a model that serves is used so long each day: "only 2 hours a day"."""
    told = words.get("run_hours", "")
    daily = bool(told) and told in words.get("runs_per_month", "")
    daily = daily or (profile.runs_per_month == 1 and any(map(profile.says, LOADS)))  # the month that is paid
    work = any(profile.says(slot) for slot in DATA) or of_sound or BATCH in signals
    served = profile.task == "inference" and (profile.model or profile.parameters)
    if not (daily and served) or work:
        return profile
    for slot in RUNS:
        words.pop(slot, None)
    return profile.model_copy(update=dict.fromkeys(RUNS))


def is_when(text: str, stretch: str, profile: Profile) -> bool:
    """Whether some words only say when what serves is on: "weekdays 9 to 18"."""
    told, at = schedule(text), text.find(stretch)
    if told is None or at < 0 or told_hours(text, profile) is None:
        return False
    covered = {here for first, last in told.words for here in range(first, last)}
    rest = [sign for here, sign in enumerate(stretch, at) if here not in covered]
    return not any(sign.isdigit() for sign in rest)
