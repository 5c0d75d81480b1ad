"""What prices did to a verdict: the same question at the prices of then and now, and which price did it.

Nothing is guessed: the question is judged once more for each price that changed, with the others put back.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import date
from typing import Literal, NamedTuple

from engine.base.constants import Constants
from engine.impact.stand import VerdictFigures
from engine.options.option import Option
from engine.prices.offers import Thing, in_force, thing_of
from engine.verdict.deciding_sum import break_even
from engine.verdict.forks import Case
from engine.verdict.verdict import Verdict
from knowledge.facts import Facts, Family, Offer, Source

Kind = Literal["flipped", "other_option", "saving", "break_even"]
Judge = Callable[[tuple[Offer, ...]], Verdict]


class PriceMove(NamedTuple):
    """One price, then and now. None: there was none, or is none any more."""

    thing: Thing
    before: Offer | None
    after: Offer | None

    @property
    def share(self) -> float | None:
        """By what share it rose."""
        if self.before is None or self.after is None:
            return None
        return float(self.after.usd_per_hour / self.before.usd_per_hour) - 1


class Moved(NamedTuple):
    """What became of a verdict. `kinds`: the weightiest first.

    `because`: the price that alone makes the difference of the first kind; several, where none alone does, and
    then the fewest that do together, by weight.
    """

    before: VerdictFigures
    after: VerdictFigures
    kinds: tuple[Kind, ...]
    because: tuple[PriceMove, ...]


class MoveLimits:
    """From when on a verdict is said to have moved: shares set as data."""

    def __init__(self, facts: Facts) -> None:
        constants = Constants(facts)
        self.saving = constants.likely("watch_saving_share")
        self.total = constants.likely("watch_total_share")
        self.break_even = constants.likely("watch_break_even_share")
        self.same_price = constants.likely("same_price_share")


class Prices(NamedTuple):
    """All prices at hand on a day, and the sources they cite."""

    offers: tuple[Offer, ...]
    sources: Mapping[str, Source]
    day: date


def stand(judged: Verdict | None, first: Verdict | None = None) -> VerdictFigures:
    """Where a verdict stands: its figures in the case that `first` was given for, following what that recommended.

    A verdict on what was left unsaid is carried by one of the cases it may be; only figures of one case compare.
    """
    if judged is None:
        return VerdictFigures(None, None, None)
    first = first or judged
    case, followed = _case_of(judged, first), first.option.id if first.option else None
    same = next((each for each in case.options if each.id == followed and each.usd_per_run), None)
    family = judged.option.family if judged.option else None
    mine = _best(case, lambda each: each == family)
    other = _best(case, lambda each: each != family)
    pair = (case.sum.rival, case.sum.reference) if case.sum else (None, None)
    runs = break_even(pair[0], pair[1]).runs if pair[0] and pair[1] else None
    return VerdictFigures(
        lean=judged.lean,
        option=judged.option.id if judged.option else None,
        usd_per_run=same.usd_per_run.likely if same and same.usd_per_run else None,
        saving_usd=None if mine is None or other is None else other - mine,
        usd_total=mine,
        break_even_runs=runs.likely if runs else None,
        runs=case.runs,
    )


def _case_of(judged: Verdict, first: Verdict) -> Case:
    """The case of a verdict that says the same of what was left unsaid as the case `first` was given for."""
    for fork in first.forks:
        for branch in fork.branches:
            if branch.case == first.case and first.case != first.base:
                return next(
                    (
                        each.case
                        for other in judged.forks
                        for each in other.branches
                        if (other.slot, each.value) == (fork.slot, branch.value)
                    ),
                    judged.base,
                )
    return judged.base


def kinds(before: VerdictFigures, after: VerdictFigures, limits: MoveLimits) -> tuple[Kind, ...]:
    """In what ways it moved further than the limits; none, where it stands as it stood."""
    found: list[Kind] = []
    if before.lean != after.lean:
        found.append("flipped")
    if before.option != after.option:
        found.append("other_option")
    if _is_saving_moved(before, after, limits):
        found.append("saving")
    if _is_break_even_moved(before.break_even_runs, after.break_even_runs, limits):
        found.append("break_even")
    return tuple(found)


def moves(before: Prices, after: Prices, limits: MoveLimits) -> tuple[PriceMove, ...]:
    """Every price that is another now, by more than rounding."""
    then = in_force(before.offers, before.sources, before.day)
    now = in_force(after.offers, after.sources, after.day)
    return tuple(
        PriceMove(thing, then.get(thing), now.get(thing))
        for thing in dict.fromkeys((*then, *now))
        if not _is_same(then.get(thing), now.get(thing), limits.same_price)
    )


def because(
    judge: Judge,
    first: Verdict,
    last: Verdict,
    then: Prices,
    now: Prices,
    limits: MoveLimits,
    given: Verdict | None = None,
) -> Moved | None:
    """How far prices alone move the verdict of today, and which of them; None: no price did it.

    `judge` gives the verdict of today at whatever prices it is handed. Prices that neither verdict shows cannot
    have done it and are left as they are. `given`: the verdict as it was first given, whose case is looked at.
    """
    given = given or first
    shown = [*first.base.options, *first.case.options, *last.base.options, *last.case.options]
    moved = [move for move in moves(then, now, limits) if _is_shown(move.thing, shown)]
    if not moved:
        return None
    old = judge(put_back(now, moved))
    start, end = stand(old, given), stand(last, given)
    found = kinds(start, end, limits)
    if not found:
        return None
    kind = found[0]

    def with_new(new: Collection[PriceMove]) -> Verdict:
        return judge(put_back(now, [move for move in moved if move not in new]))

    alone = {move: with_new((move,)) for move in moved}
    weight = {move: _lead(each, given) - _lead(old, given) for move, each in alone.items()}
    whole = _lead(last, given) - _lead(old, given)
    ranked = sorted(moved, key=lambda move: (-weight[move] if whole >= 0 else weight[move], move.thing))
    by = next(
        ((move,) for move in ranked if _does(kind, start, stand(alone[move], given), end, limits)), None
    ) or _fewest(ranked, lambda new: _does(kind, start, stand(with_new(new), given), end, limits))
    return Moved(stand(first, given), end, found, by)


def put_back(now: Prices, moved: Iterable[PriceMove]) -> tuple[Offer, ...]:
    """The prices of now, but of these things as they were; as fresh as those of now: age is no price."""
    gone = {move.thing: move for move in moved}
    kept = [offer for offer in now.offers if thing_of(offer) not in gone]
    for move in gone.values():
        if move.before is not None:
            seen = move.after.observed_on if move.after else now.day
            kept.append(move.before.model_copy(update={"observed_on": seen}))
    return tuple(kept)


def _fewest(ranked: Sequence[PriceMove], does: Callable[[Sequence[PriceMove]], bool]) -> tuple[PriceMove, ...]:
    """Taken in by weight until they do it, then each one left out again that is not needed."""
    taken: list[PriceMove] = []
    for move in ranked:
        taken.append(move)
        if len(taken) > 1 and does(taken):
            break
    for move in list(taken[:-1]):
        fewer = [each for each in taken if each is not move]
        if len(fewer) > 1 and does(fewer):
            taken = fewer
    return tuple(taken)


def _does(kind: Kind, start: VerdictFigures, trial: VerdictFigures, end: VerdictFigures, limits: MoveLimits) -> bool:
    """Whether the trial differs from the start in this way, and towards the end."""
    if kind == "flipped":
        return trial.lean == end.lean
    if kind == "other_option":
        return trial.option == end.option
    if kind not in kinds(start, trial, limits):
        return False
    if kind == "saving":
        return _way(start.saving_usd, trial.saving_usd) == _way(start.saving_usd, end.saving_usd)
    return _way(start.break_even_runs, trial.break_even_runs) == _way(start.break_even_runs, end.break_even_runs)


def _way(before: float | None, after: float | None) -> int:
    """Up, down, or neither; a break-even or a saving that is none counts as beyond all."""
    a, b = (float("inf") if each is None else each for each in (before, after))
    return (b > a) - (b < a)


def _lead(judged: Verdict, first: Verdict) -> float:
    """USD by which the family `first` leans to is ahead of the best of the others; below zero: behind."""
    case, family = _case_of(judged, first), first.option.family if first.option else None
    mine, others = _best(case, lambda each: each == family), _best(case, lambda each: each != family)
    return 0.0 if mine is None or others is None else others - mine


def _best(case: Case, takes: Callable[[Family], bool]) -> float | None:
    return min((each.total(case.runs) for each in case.options if each.may_lead and takes(each.family)), default=None)


def _is_shown(thing: Thing, options: Iterable[Option]) -> bool:
    """On demand bounds spot, so any way of buying the same in the same place may matter."""
    return any(
        thing.cloud == each.cloud
        and thing.instance == (each.accelerator if thing.scope == "chip" else each.instance)
        and thing.region == each.region
        for each in options
    )


def _is_same(one: Offer | None, other: Offer | None, share: float) -> bool:
    if one is None or other is None:
        return one is other
    pairs = (
        (one.usd_per_hour, other.usd_per_hour),
        (one.usd_per_hour_low or one.usd_per_hour, other.usd_per_hour_low or other.usd_per_hour),
        (one.usd_per_hour_high or one.usd_per_hour, other.usd_per_hour_high or other.usd_per_hour),
    )
    return all(abs(float(b / a) - 1) <= share for a, b in pairs)


def _is_saving_moved(before: VerdictFigures, after: VerdictFigures, limits: MoveLimits) -> bool:
    """By a share of what it was, and by enough of the whole to matter. Over other runs it is another sum."""
    if before.runs != after.runs:
        return False
    if before.saving_usd is None or after.saving_usd is None:
        return before.saving_usd != after.saving_usd
    by = abs(after.saving_usd - before.saving_usd)
    whole = max(before.usd_total or 0.0, after.usd_total or 0.0)
    return by > limits.saving * abs(before.saving_usd) and by > limits.total * whole


def _is_break_even_moved(before: float | None, after: float | None, limits: MoveLimits) -> bool:
    if before is None or after is None:
        return before is not after
    return abs(after - before) > limits.break_even * before
