"""Runs that a thread told on several numbers of machines: the hours and dollars of each, side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.base.computed import Computed
from engine.base.reason import Reason
from engine.workload.profile import Profile
from engine.workload.told_sums import ToldSum
from knowledge.facts import Purchase

COUNTS = frozenset({"accelerator_count", "instance_count"})  # slots of how many there are
MOST, PAIR = 4, 2  # runs that are set beside each other


class OneWay(Computed):
    """Hours and USD of one run on `machines` of a type, which have `chips` together."""

    thing: str
    machines: int
    chips: int
    chip: str
    hours: float
    usd: float
    purchase: Purchase | None


class EachWay(Reason, code="each_way"):
    """Each run in the order in which it was told; the last against the first: `times` as fast, or as long where it is
    `slower`, for so much more, as a share."""

    ways: tuple[OneWay, ...]
    times: float
    slower: bool
    more: float


class ThanBefore(Reason, code="than_before"):
    """The run that was told before, of which only the number of machines was another."""

    before: OneWay
    times: float
    slower: bool
    more: float


def each_way(sums: Sequence[ToldSum]) -> EachWay | None:
    """None of fewer than two runs on other machines that are bought alike."""
    last = sums[-1]
    by_machines = {
        (one.thing, one.machines): one
        for one in sums
        if one.unit == "run" and one.hours and one.purchase == last.purchase and one.tokens == last.tokens
    }
    runs = tuple(by_machines.values())[-MOST:]
    if last.unit != "run" or len(runs) < PAIR:
        return None
    first, now = runs[0], runs[-1]
    return EachWay(
        ways=tuple(map(_way, runs)),
        **_times(first, now),
        more=now.usd / first.usd - 1,
        cites=tuple(dict.fromkeys(cite for one in runs for cite in one.cites)),
    )


def than_before(now: ToldSum, was: ToldSum, said: Profile, known: Profile) -> ThanBefore | None:
    """None where the turn changed anything besides how many there are."""
    after, before = said.stated(), known.stated()
    changed = {slot for slot in after.keys() | before.keys() if after.get(slot) != before.get(slot)}
    of_runs = now.unit == was.unit == "run" and now.hours and was.hours and now.chip == was.chip
    if not (of_runs and changed and changed <= COUNTS and now.chips != was.chips):
        return None
    return ThanBefore(before=_way(was), **_times(was, now), more=now.usd / was.usd - 1, cites=was.cites)


def _times(was: ToldSum, now: ToldSum) -> dict[str, Any]:
    slower = now.hours > was.hours
    return {"times": now.hours / was.hours if slower else was.hours / now.hours, "slower": slower}


def _way(one: ToldSum) -> OneWay:
    return OneWay(
        thing=one.thing,
        machines=one.machines,
        chips=one.chips,
        chip=one.chip,
        hours=one.hours,
        usd=one.usd,
        purchase=one.purchase,
    )
