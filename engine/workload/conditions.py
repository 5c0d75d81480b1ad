"""Whether a condition written in the data holds for a profile and its signals."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import get_args

from engine.workload.profile import Profile
from knowledge.facts import Condition, Family, Scalar

FAMILIES: frozenset[str] = frozenset(get_args(Family))
Stated = Scalar | tuple[str, ...] | None


def holds(condition: Condition, profile: Profile, signals: Collection[str], families: Mapping[str, str]) -> bool:
    """Test one condition. `families` maps a chip to its family, so that "gpu" finds an H100.

    An empty slot passes only `unsaid`: a slot that was not stated meets no other test.
    """
    slot = condition.slot
    if slot is None:
        return _holds_of_others(condition, profile, signals, families)
    stated: Stated = getattr(profile, slot)
    if stated is None or stated == ():
        return condition.unsaid
    if condition.unsaid:
        return False
    members = stated if isinstance(stated, tuple) else (stated,)
    return (
        (not condition.is_ or any(_among(member, condition.is_, families) for member in members))
        and (not condition.only or all(_among(member, condition.only, families) for member in members))
        and _within(stated, condition)
    )


def _holds_of_others(
    condition: Condition, profile: Profile, signals: Collection[str], families: Mapping[str, str]
) -> bool:
    if condition.signal is not None:
        return condition.signal in signals
    if condition.all_of:
        return all_hold(condition.all_of, profile, signals, families)
    if condition.any_of:
        return any_holds(condition.any_of, profile, signals, families)
    raise ValueError("a condition needs a slot, a signal, any_of or all_of")


def all_hold(
    conditions: Iterable[Condition], profile: Profile, signals: Collection[str], families: Mapping[str, str]
) -> bool:
    """Whether every condition holds. A plain loop: a verdict asks tens of thousands of times."""
    for condition in conditions:  # noqa: SIM110 - a generator takes twice as long
        if not holds(condition, profile, signals, families):
            return False
    return True


def any_holds(
    conditions: Iterable[Condition], profile: Profile, signals: Collection[str], families: Mapping[str, str]
) -> bool:
    """Whether at least one condition holds."""
    for condition in conditions:  # noqa: SIM110 - the same
        if holds(condition, profile, signals, families):
            return True
    return False


def _among(member: Scalar, values: Collection[Scalar], families: Mapping[str, str]) -> bool:
    if isinstance(member, str) and member in values:  # most often, and the cheapest to see
        return True
    for value in values:  # noqa: SIM110 - as above
        if _same(member, value, families):
            return True
    return False


def _same(member: Scalar, value: Scalar, families: Mapping[str, str]) -> bool:
    if isinstance(member, bool) or isinstance(value, bool):
        return member is value
    if not isinstance(member, str) or not isinstance(value, str):
        return member == value
    if member == value or member.startswith(f"{value}-"):
        return True
    return value in FAMILIES and _family(member, families) == value


def _family(name: str, families: Mapping[str, str]) -> str | None:
    """The family of a chip, also when it was named without its variant ("a100" for a100-40)."""
    if name in families:
        return families[name]
    return next((family for chip, family in families.items() if chip.startswith(f"{name}-")), None)


def _within(stated: Stated, condition: Condition) -> bool:
    if condition.at_least is None and condition.at_most is None:
        return True
    if isinstance(stated, bool) or not isinstance(stated, (int, float)):
        return False
    low = condition.at_least is None or stated >= condition.at_least
    return low and (condition.at_most is None or stated <= condition.at_most)
