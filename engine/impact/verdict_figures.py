"""The figures of a verdict that later reports compare: what it recommends, what a run costs, what the advice saves.

The digest, the reports of watched verdicts and a verdict's history all read them here, so that they agree.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple

from engine.base.constants import Constants
from engine.options.option import CostedOption, cheapest, costed, leading
from engine.verdict.deciding_sum import break_even
from engine.verdict.forks import Case
from engine.verdict.verdict import Verdict
from knowledge.facts import Facts, Lean

Kind = Literal["flipped", "other_option", "saving", "break_even"]


class VerdictFigures(NamedTuple):
    """A verdict at the prices of a day. `option` is what it recommends, a run of which costs `own_usd_per_run`.

    `usd_per_run`: of the option that was recommended at first. `usd_total`: all runs on the recommended option.
    `saving_usd`: what that saves against `against`, the best option of any other chip, of its own family too;
    negative where a rule or carbon recommends a chip that costs more; None where no other chip can be used.
    `break_even_runs`: how many runs it takes until the best chip other than a GPU is cheaper than the GPU.
    `runs`: the runs that `saving_usd` and `usd_total` cover.
    """

    lean: Lean | None
    option: str | None
    usd_per_run: float | None
    saving_usd: float | None = None
    own_usd_per_run: float | None = None
    usd_total: float | None = None
    break_even_runs: float | None = None
    runs: float | None = None
    against: str | None = None


class MoveLimits:
    """How far a figure has to move before it is reported: shares set as data."""

    def __init__(self, facts: Facts) -> None:
        constants = Constants(facts)
        self.saving = constants.likely("watch_saving_share")
        self.total = constants.likely("watch_total_share")
        self.break_even = constants.likely("watch_break_even_share")
        self.same_price = constants.likely("same_price_share")


def verdict_figures(
    judged: Verdict | None, given: Verdict | None = None, since: Verdict | None = None
) -> VerdictFigures:
    """The figures of `judged`, in the case the verdict was first given for (`given`).

    Where something was left unsaid, a verdict rests on one of several cases; only figures of the same case compare.
    `usd_per_run` follows the option that `since` recommended, which is `given` unless a later day is compared with.
    """
    if judged is None:
        return VerdictFigures(None, None, None)
    given = given or judged
    since = since or given
    case = matching_case(judged, given)
    advised = _advised(case, judged.option)
    other = _compared(case, advised)
    followed = next(
        (option for option in costed(case.options) if since.option and option.id == since.option.id), None
    )
    pair = (case.sum.rival, case.sum.reference) if case.sum else (None, None)
    runs = break_even(pair[0], pair[1]).runs if pair[0] and pair[1] else None
    total = advised.total(case.runs) if advised else None
    return VerdictFigures(
        lean=judged.lean,
        option=judged.option.id if judged.option else None,
        usd_per_run=_usd_per_run(followed),
        saving_usd=None if total is None or other is None else other.total(case.runs) - total,
        own_usd_per_run=_usd_per_run(advised),
        usd_total=total,
        break_even_runs=runs.likely if runs else None,
        runs=case.runs,
        against=other.id if other else None,
    )


def compared(judged: Verdict, given: Verdict) -> CostedOption | None:
    """The option that the saving is counted against, in the case that `given` was given for; None: there is none."""
    case = matching_case(judged, given)
    return _compared(case, _advised(case, judged.option))


def matching_case(judged: Verdict, given: Verdict) -> Case:
    """The case of `judged` that assumes the same about what was left unsaid as the case `given` was given for."""
    for fork in given.forks:
        for branch in fork.branches:
            if branch.case == given.case and given.case != given.base:
                return next(
                    (
                        candidate.case
                        for other in judged.forks
                        for candidate in other.branches
                        if (other.slot, candidate.value) == (fork.slot, branch.value)
                    ),
                    judged.base,
                )
    return judged.base


def lead_usd(judged: Verdict, given: Verdict) -> float:
    """USD by which the family that `given` recommends is ahead of the best of the others; negative: it is behind."""
    if given.option is None:
        return 0.0
    case, family = matching_case(judged, given), given.option.family
    mine, other = _best(case, lambda one: one.family == family), _best(case, lambda one: one.family != family)
    return 0.0 if mine is None or other is None else other.total(case.runs) - mine.total(case.runs)


def kinds(before: VerdictFigures, after: VerdictFigures, limits: MoveLimits) -> tuple[Kind, ...]:
    """In what ways the verdict moved by more than the limits, the weightiest first; empty if it did not."""
    moved: list[Kind] = []
    if before.lean != after.lean:
        moved.append("flipped")
    if before.option != after.option:
        moved.append("other_option")
    if _is_saving_moved(before, after, limits):
        moved.append("saving")
    if _is_break_even_moved(before.break_even_runs, after.break_even_runs, limits):
        moved.append("break_even")
    return tuple(moved)


def _advised(case: Case, option: CostedOption | None) -> CostedOption | None:
    """The recommended option as it stands in this case; the best of its family where the case has no such option."""
    if option is None:
        return None
    same = next((other for other in leading(case.options) if other.id == option.id), None)
    return same or _best(case, lambda other: other.family == option.family)


def _best(case: Case, takes: Callable[[CostedOption], bool]) -> CostedOption | None:
    return cheapest((option for option in leading(case.options) if takes(option)), case.runs)


def _compared(case: Case, advised: CostedOption | None) -> CostedOption | None:
    """The best option of any other chip."""
    return _best(case, lambda other: other.accelerator != advised.accelerator) if advised else None


def _usd_per_run(option: CostedOption | None) -> float | None:
    return option.run.usd.likely if option else None


def _is_saving_moved(before: VerdictFigures, after: VerdictFigures, limits: MoveLimits) -> bool:
    """By a share of what it was, and by enough of the total to matter. Over other runs it is a different sum."""
    if before.runs != after.runs:
        return False
    if before.saving_usd is None or after.saving_usd is None:
        return before.saving_usd != after.saving_usd
    by = abs(after.saving_usd - before.saving_usd)
    total = max(before.usd_total or 0.0, after.usd_total or 0.0)
    return by > limits.saving * abs(before.saving_usd) and by > limits.total * total


def _is_break_even_moved(before: float | None, after: float | None, limits: MoveLimits) -> bool:
    if before is None or after is None:
        return before is not after
    return abs(after - before) > limits.break_even * before
