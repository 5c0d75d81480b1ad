"""The machines a question is about, of all that it names."""

from __future__ import annotations

from engine.workload.profile import Equipment, Profile, Reading, Role

_ROLES: tuple[tuple[Role, ...], ...] = (  # the first that is there
    ("asked", "remedy"), ("owned",), ("compared",), ("quoted",),
)  # fmt: skip


def about(reading: Reading) -> tuple[Equipment, ...]:
    """What is asked about; where that is nothing, what is owned, is compared with, or was quoted from others.

    A yardstick is nothing that anything runs on.
    """
    listed = of_role(reading, "asked", "remedy", "owned", "compared", "quoted")
    for roles in _ROLES:
        found = tuple(one for one in listed if one.role in roles)
        if found:
            return found
    return ()


def of_role(reading: Reading, *roles: Role) -> tuple[Equipment, ...]:
    """Those in one of the roles that the profile still names: a later turn or an edit may have taken one away."""
    profile = reading.profile
    named = {*profile.candidates, *profile.instances, *profile.current_instances}
    return tuple(one for one in reading.hardware if one.id in named and one.role in roles)


def count_of(one: Equipment, reading: Reading) -> int | None:
    """How many chips of it: as said of it; a number that was said of nothing else holds for it, too."""
    said = reading.profile.accelerator_count
    counts = {other.chips for other in reading.hardware if other.chips}
    if said and said not in counts and len(about(reading)) == 1 and one in about(reading):
        return said  # set later, or beside the text
    return one.chips or (said if said and not counts else None)


def of_asked(reading: Reading) -> Profile:
    """The profile with what is asked about alone, where other machines are named beside it to compare or to quote:
    "does it run on inf2? That is cheaper than a GPU"."""
    beside = {one.id for one in of_role(reading, "compared", "quoted", "out", "yardstick")}
    beside -= {one.id for one in of_role(reading, "asked", "remedy", "owned")}
    profile = reading.profile
    named = {
        "candidates": tuple(name for name in profile.candidates if name not in beside),
        "instances": tuple(name for name in profile.instances if name not in beside),
    }
    return profile.model_copy(update=named) if any(named.values()) else profile
