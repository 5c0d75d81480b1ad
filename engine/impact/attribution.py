"""What prices did to a verdict: the same question at the prices of then and now, and which price did it.

Nothing is guessed: the question is judged again for each changed price, with the other prices put back.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from engine.impact.verdict_figures import (
    Kind,
    MoveLimits,
    VerdictFigures,
    kinds,
    lead_usd,
    matching_case,
    verdict_figures,
)
from engine.options.option import Option
from engine.prices.offers import OfferKey, in_force, offer_key
from engine.verdict.verdict import Verdict
from knowledge.facts import Offer, Source

Judge = Callable[[tuple[Offer, ...]], Verdict]


class PriceMove(NamedTuple):
    """One price, then and now. None: not priced then, or not priced now."""

    thing: OfferKey
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

    `because`: every price that alone makes the difference of the first kind; where none alone does, the fewest that
    do together (`is_alone` is False). By weight.
    """

    before: VerdictFigures
    after: VerdictFigures
    kinds: tuple[Kind, ...]
    because: tuple[PriceMove, ...]
    is_alone: bool = True

    @property
    def saving_share(self) -> float | None:
        """By what share the saving moved; None where either side saves nothing."""
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

    `judge` gives the verdict of today at whatever prices it is handed. Prices of what neither verdict shows cannot
    have done it and are left as they are. Within an area the cheapest region counts, so a price is tried together
    with those of the same thing elsewhere; what is named is what the verdicts show, today's before the one then.
    `given`: the verdict as it was first given, whose case is looked at.
    """
    given = given or first
    here = (matching_case(last, given), last.base, last.case, matching_case(first, given), first.base, first.case)
    shown = [option for case in here for option in case.options]
    moved = [move for move in moves(then, now, limits) if _is_of(move.thing, shown)]
    near = list({_sold_as(move): move for move in reversed(_as_shown(moved, shown))}.values())
    if not near:
        return None
    old = judge(put_back(now, moved))
    start, end = verdict_figures(old, given), verdict_figures(last, given)
    moved_kinds = kinds(start, end, limits)
    if not moved_kinds:
        return None
    kind = moved_kinds[0]

    def with_new(new: Collection[PriceMove]) -> Verdict:
        tried = {_sold_as(move) for move in new}
        return judge(put_back(now, [move for move in moved if _sold_as(move) not in tried]))

    def lead(judged: Verdict) -> float:
        saving = verdict_figures(judged, given).saving_usd if kind == "saving" else None
        return lead_usd(judged, given) if saving is None else saving

    alone = {move: with_new((move,)) for move in near}
    weight = {move: lead(judged) - lead(old) for move, judged in alone.items()}
    whole = lead(last) - lead(old)
    ranked = sorted(near, key=lambda move: (-weight[move] if whole >= 0 else weight[move], move.thing))
    each = tuple(m for m in ranked if _does(kind, start, verdict_figures(alone[m], given), end, limits))
    by = each or _fewest(ranked, lambda new: _does(kind, start, verdict_figures(with_new(new), given), end, limits))
    return Moved(verdict_figures(first, given), end, moved_kinds, by, is_alone=bool(each))


def put_back(now: Prices, moved: Iterable[PriceMove]) -> tuple[Offer, ...]:
    """Today's prices with these moves undone, dated as today's so that age does not count as a change."""
    gone = {move.thing: move for move in moved}
    kept = [offer for offer in now.offers if offer_key(offer) not in gone]
    for move in gone.values():
        if move.before is not None:
            seen = move.after.observed_on if move.after else now.day
            kept.append(move.before.model_copy(update={"observed_on": seen}))
    return tuple(kept)


def _fewest(ranked: Sequence[PriceMove], does: Callable[[Sequence[PriceMove]], bool]) -> tuple[PriceMove, ...]:
    """Added by weight until they suffice; then each one that is not needed is dropped."""
    taken: list[PriceMove] = []
    for move in ranked:
        taken.append(move)
        if len(taken) > 1 and does(taken):
            break
    for move in list(taken[:-1]):
        fewer = [other for other in taken if other is not move]
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
    """Up, down, or neither; a missing break-even or saving counts as infinite."""
    a, b = (float("inf") if figure is None else figure for figure in (before, after))
    return (b > a) - (b < a)


def _sold_as(move: PriceMove) -> OfferKey:
    """The same thing bought the same way, wherever."""
    return move.thing._replace(region="")


def _is_of(thing: OfferKey, options: Iterable[Option]) -> bool:
    """On demand bounds spot, so any way of buying the same may matter."""
    return any(_prices(thing, option) for option in options)


def _as_shown(moved: Iterable[PriceMove], options: Sequence[Option]) -> list[PriceMove]:
    """Those that an option shows in its region, in the order of the options."""
    places = [
        (place, move)
        for move in moved
        for place, option in enumerate(options)
        if _prices(move.thing, option) and move.thing.region == option.region
    ]
    return list(dict.fromkeys(move for _, move in sorted(places, key=lambda one: one[0])))


def _prices(thing: OfferKey, option: Option) -> bool:
    """Whether it is the price of an option's type, wherever that is sold."""
    return thing.cloud == option.cloud and thing.instance == (
        option.accelerator if thing.scope == "chip" else option.instance
    )


def _is_same(before: Offer | None, after: Offer | None, share: float) -> bool:
    if before is None or after is None:
        return before is after
    pairs = (
        (before.usd_per_hour, after.usd_per_hour),
        (before.usd_per_hour_low or before.usd_per_hour, after.usd_per_hour_low or after.usd_per_hour),
        (before.usd_per_hour_high or before.usd_per_hour, after.usd_per_hour_high or after.usd_per_hour),
    )
    return all(abs(float(b / a) - 1) <= share for a, b in pairs)
