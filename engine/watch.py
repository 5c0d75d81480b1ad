"""What prices did to a verdict: the same question at the prices of then and of now, and which price made the difference.

Nothing is guessed: the question is judged once more for each price that changed, with the others put back.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import date
from typing import Literal, NamedTuple

from engine.affected import Stand
from engine.constants import Constants
from engine.options import Option
from engine.priced import Thing, in_force, thing_of
from engine.verdict import Verdict
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

    before: Stand
    after: Stand
    kinds: tuple[Kind, ...]
    because: tuple[PriceMove, ...]


class Limits:
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


def stand(judged: Verdict | None, first: str | None = None) -> Stand:
    """Where a verdict stands. `first`: the option recommended at first, whose run is followed; None: this verdict's."""
    if judged is None:
        return Stand(None, None, None)
    chosen = judged.option.id if judged.option else None
    same = next((each for each in judged.case.options if each.id == (first or chosen) and each.usd_per_run), None)
    found = judged.case.sum
    other = found.other if found else None
    return Stand(
        lean=judged.lean,
        option=chosen,
        usd_per_run=same.usd_per_run.likely if same and same.usd_per_run else None,
        saving_usd=other.total(judged.case.runs) - found.winner.total(judged.case.runs) if found and other else None,
        usd_total=found.winner.total(judged.case.runs) if found else None,
        break_even_runs=break_even_runs(judged),
    )


def break_even_runs(judged: Verdict) -> float | None:
    """Runs from which the best of the other chips is cheaper than the GPU it is compared with; None: never."""
    found = judged.case.sum
    if found is None or found.rival is None or found.reference is None:
        return None
    pair = found.rival.id, found.reference.id
    return next(
        (each.runs.likely for each in judged.break_evens if (each.option, each.against) == pair and each.runs), None
    )


def kinds(before: Stand, after: Stand, limits: Limits) -> tuple[Kind, ...]:
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


def moves(before: Prices, after: Prices, limits: Limits) -> tuple[PriceMove, ...]:
    """Every price that is another now, by more than rounding."""
    then = in_force(before.offers, before.sources, before.day)
    now = in_force(after.offers, after.sources, after.day)
    return tuple(
        PriceMove(thing, then.get(thing), now.get(thing))
        for thing in dict.fromkeys((*then, *now))
        if not _is_same(then.get(thing), now.get(thing), limits.same_price)
    )


def because(
    judge: Judge, first: Verdict, last: Verdict, then: Prices, now: Prices, limits: Limits
) -> tuple[Kind, tuple[PriceMove, ...]] | None:
    """The first kind of difference that prices alone make today, and which; None: no price did it.

    `judge` gives the verdict of today at whatever prices it is handed. Prices that neither verdict shows cannot
    have done it and are left as they are.
    """
    shown = [*first.base.options, *first.case.options, *last.base.options, *last.case.options]
    moved = [move for move in moves(then, now, limits) if _is_shown(move.thing, shown)]
    if not moved:
        return None
    old = judge(put_back(now, moved))
    option = first.option.id if first.option else None
    start, end = stand(old, option), stand(last, option)
    found = kinds(start, end, limits)
    if not found:
        return None
    kind = found[0]

    def with_new(new: Collection[PriceMove]) -> Verdict:
        return judge(put_back(now, [move for move in moved if move not in new]))

    alone = {move: with_new((move,)) for move in moved}
    weight = {move: _lead(each, old.lean) - _lead(old, old.lean) for move, each in alone.items()}
    whole = _lead(last, old.lean) - _lead(old, old.lean)
    ranked = sorted(moved, key=lambda move: (-weight[move] if whole >= 0 else weight[move], move.thing))
    for move in ranked:
        if _does(kind, start, stand(alone[move], option), end, limits):
            return kind, (move,)
    return kind, _fewest(ranked, lambda new: _does(kind, start, stand(with_new(new), option), end, limits))


def put_back(now: Prices, moved: Iterable[PriceMove]) -> tuple[Offer, ...]:
    """The prices of now, but of these things as they were: as fresh as those of now, so that age makes no difference."""
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


def _does(kind: Kind, start: Stand, trial: Stand, end: Stand, limits: Limits) -> bool:
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


def _lead(judged: Verdict, lean: str | None) -> float:
    """USD by which the best offering of the leaning family is ahead of the best of the others; below zero: behind."""
    runs = judged.case.runs
    mine = _best(judged.case.options, runs, lambda family: family == lean)
    others = _best(judged.case.options, runs, lambda family: family != lean)
    return 0.0 if mine is None or others is None else others - mine


def _best(options: Iterable[Option], runs: float, takes: Callable[[Family], bool]) -> float | None:
    return min((each.total(runs) for each in options if each.may_lead and takes(each.family)), default=None)


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


def _is_saving_moved(before: Stand, after: Stand, limits: Limits) -> bool:
    """By a share of what it was, and by enough of the whole to matter."""
    if before.saving_usd is None or after.saving_usd is None:
        return before.saving_usd != after.saving_usd
    by = abs(after.saving_usd - before.saving_usd)
    whole = max(before.usd_total or 0.0, after.usd_total or 0.0)
    return by > limits.saving * abs(before.saving_usd) and by > limits.total * whole


def _is_break_even_moved(before: float | None, after: float | None, limits: Limits) -> bool:
    if before is None or after is None:
        return before is not after
    return abs(after - before) > limits.break_even * before
