"""What prices did to a verdict: the same question at the prices of then and now, and which price did it.

Nothing is guessed: the question is judged once more for each price that changed, with the others put back.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from engine.impact.verdict_figures import Kind, MoveLimits, VerdictFigures, kinds, lead_usd, verdict_figures
from engine.options.option import Option
from engine.prices.offers import Thing, in_force, thing_of
from engine.verdict.verdict import Verdict
from knowledge.facts import Offer, Source

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

    @property
    def saving_share(self) -> float | None:
        """By what share the saving moved; None where one of the two is no saving."""
        before, after = self.before.saving_usd, self.after.saving_usd
        return after / before - 1 if before and after and before > 0 and after > 0 else None


class Prices(NamedTuple):
    """All prices at hand on a day, and the sources they cite."""

    offers: tuple[Offer, ...]
    sources: Mapping[str, Source]
    day: date


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
    start, end = verdict_figures(old, given), verdict_figures(last, given)
    found = kinds(start, end, limits)
    if not found:
        return None
    kind = found[0]

    def with_new(new: Collection[PriceMove]) -> Verdict:
        return judge(put_back(now, [move for move in moved if move not in new]))

    alone = {move: with_new((move,)) for move in moved}
    weight = {move: lead_usd(each, given) - lead_usd(old, given) for move, each in alone.items()}
    whole = lead_usd(last, given) - lead_usd(old, given)
    ranked = sorted(moved, key=lambda move: (-weight[move] if whole >= 0 else weight[move], move.thing))
    by = next(
        ((move,) for move in ranked if _does(kind, start, verdict_figures(alone[move], given), end, limits)), None
    ) or _fewest(ranked, lambda new: _does(kind, start, verdict_figures(with_new(new), given), end, limits))
    return Moved(verdict_figures(first, given), end, found, by)


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
