"""Hours of sound that come to a model that hears: told as such, or as so many pieces of so long each."""

from __future__ import annotations

from collections.abc import Collection

from engine.base.measures import Measure, Measured, unit
from engine.reading.words.patterns import Match
from engine.workload.profile import Profile
from knowledge.units import HOURS_PER_DAY, SECONDS_PER_HOUR

TIMED = "told_time"  # the cue of a pace, which is not how long a piece is
_NO_PIECE = frozenset({"h", "usd", "day", "chip", "machine", "sound", "run", "person", "token"})
_LONGEST_PIECE = 6.0  # hours
_SECONDS = float(HOURS_PER_DAY * SECONDS_PER_HOUR)  # of a day
_CLIPS = 120.0  # of an hour of sound, which is counted by half a minute


def heard(
    profile: Profile, words: dict[str, str], told: Measured, matches: Collection[Match], *, of_sound: bool = False
) -> Profile:
    """The profile with the clips that come a second, where so many hours of sound come day after day to a model that
    hears them; of each person, those of all. Their words are kept, too. `of_sound`: so many pieces of it that last so
    long each are hours of it as well."""
    counts = any(one.value == "counts_samples" for one in matches)
    hours = [one for one in told.measures if one.units[0] == unit(sound=1, day=-1)]
    people = [one.value for one in told.measures if one.units[0] == unit(person=1)]
    each = any(dict(own).get("person") == -1 for one in told.measures for own in one.units)
    trained = profile.task not in (None, "inference") or profile.method is not None
    if not counts or trained or profile.samples_per_second or profile.concurrent_users:
        return profile
    if not hours and of_sound and not any(one.value == TIMED for one in matches):
        return _pieces(profile, words, told)
    if len(hours) != 1:
        return profile
    words.setdefault("samples_per_second", hours[0].words)
    number = hours[0].value * (people[0] if each and len(people) == 1 else 1.0)
    return profile.model_copy(update={"samples_per_second": number * _CLIPS / _SECONDS})


def _pieces(profile: Profile, words: dict[str, str], told: Measured) -> Profile:
    """So many pieces, once or day after day, of so long each: "40k calls a month of 6 minutes"."""
    free = [one for one in told.measures if not one.role]
    counts = [(one, thing) for one in free if (thing := _counted(one))]
    if len(counts) != 1:
        return profile
    number, thing = counts[0]
    lengths = [one for one in free if one is not number and _lasts(one, thing)]
    if len(lengths) != 1 or not 0 < lengths[0].value <= _LONGEST_PIECE:
        return profile
    hours = number.value * lengths[0].value
    changed: dict[str, object] = {
        "requests_per_second": None, "run_hours": None, "runs_per_month": None, "cadence": None, "samples": None,
    }  # fmt: skip
    if dict(number.units[0]).get("day") == -1:
        changed["samples_per_second"] = hours * _CLIPS / _SECONDS
    else:
        changed["samples"] = round(hours * _CLIPS)
    for slot, value in changed.items():
        if value is None:
            words.pop(slot, None)
        else:
            words[slot] = f"{number.words}, {lengths[0].words}"
    return profile.model_copy(update=changed)


def _counted(one: Measure) -> str:
    """The thing that so many of are told, or so many of a day; "" of anything else."""
    powers = dict(one.units[0])
    things = [name for name, power in powers.items() if power == 1 and name not in _NO_PIECE]
    return things[0] if len(things) == 1 and powers.keys() <= {things[0], "day"} and one.value >= 1 else ""


def _lasts(one: Measure, thing: str) -> bool:
    """Whether it is how long a piece lasts."""
    of_one = unit(h=1, **{thing: -1}) in one.units
    return of_one or unit(sound=1) in one.units or unit(h=1) in one.units
