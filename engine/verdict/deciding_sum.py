"""The deciding arithmetic: per-run saving x runs against the one-time port, on total dollars."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from statistics import NormalDist
from typing import NamedTuple

from engine.base.computed import Computed
from engine.base.interval import Interval, expected_regret
from engine.options.option import CostedOption, Named, Option, leading
from knowledge.facts import Family


class BreakEven(Computed):
    """Runs after which `option` is cheaper than `against`. None: no saving per run, so it never pays."""

    option: str
    against: str
    saving_per_run_usd: float
    runs: Interval | None


def never_pays(other: CostedOption | None, winner: CostedOption, runs: float) -> bool:
    """Whether an option costs more at its very least, its port included, than the winner at its most."""
    return other is not None and other.total_spread(runs).low > winner.total_spread(runs).high


class Sum(Computed):
    """What total dollars say. `probability` is that the winner is cheaper than the best of the other families."""

    lean: Family
    winner: CostedOption
    other: CostedOption | None  # the best offering of any other family
    reference: CostedOption | None  # what a run is compared with: what runs today, else the GPU to choose
    rival: CostedOption | None  # the best offering of another family than the reference: of a chip that was named
    probability: float
    margin: float  # by how much the other's total exceeds the winner's, as a share of the winner's
    expected_loss_usd: float = 0.0  # what choosing the winner is expected to lose by being wrong
    worst_loss_usd: float = 0.0  # what it loses where both intervals are missed on the wrong side


class TieBreak(NamedTuple):
    """What takes a near tie, where it is the cheaper with at least this chance: what runs today (`stays`), since a
    move has to gain something; else the family that a rule leans to.
    """

    family: Family
    share: float
    stays: bool = False

    def takes(self, option: CostedOption) -> bool:
        return option.at_hand if self.stays else option.family == self.family


def deciding_sum(options: Iterable[Option], runs: float, tie: TieBreak | None = None) -> Sum | None:
    """The cheapest way to `runs` trained models among offerings that may lead; None when none may.

    Dollars that cannot tell two options apart decide nothing: then `tie` does.
    """
    contenders = sorted(leading(options), key=lambda option: (option.choice_usd(runs), option.id))
    winner = chosen(contenders, runs, tie)
    if winner is None:
        return None
    other = next((option for option in contenders if option.family != winner.family), None)
    compared = reference(contenders)
    family = compared.family if compared else "gpu"
    return Sum(
        lean=winner.family,
        winner=winner,
        other=other,
        reference=compared,
        rival=_rival([option for option in contenders if option.family != family]),
        probability=probability_cheaper(winner, other, runs) if other else 1.0,
        margin=other.total(runs) / max(winner.total(runs), 1e-9) - 1 if other else math.inf,
        expected_loss_usd=expected_loss(winner, other, runs) if other else 0.0,
        worst_loss_usd=worst_loss(winner, other, runs) if other else 0.0,
    )


def _rival(ranked: Sequence[CostedOption]) -> CostedOption | None:
    """The first; but whether trn2 is worth it is no question about trn1, which nobody named."""
    named = (option for option in ranked if option.named >= Named.BY_CHIP)
    return next(named, next(iter(ranked), None))


def chosen(ranked: Sequence[CostedOption], runs: float, tie: TieBreak | None) -> CostedOption | None:
    """Of those that may lead, the cheapest first: the first, or in a near tie the first of those that take it."""
    best = next(iter(ranked), None)
    if best is None or tie is None or tie.takes(best):
        return best
    favored = next((option for option in ranked if tie.takes(option)), None)
    near = favored is not None and probability_cheaper(favored, best, runs) >= tie.share
    return favored if near else best


def reference(ranked: Sequence[CostedOption]) -> CostedOption | None:
    """What the others are compared with: what runs today, else the GPU to choose among those that may lead."""
    at_hand = next((option for option in ranked if option.at_hand), None)
    return at_hand or next((option for option in ranked if option.family == "gpu"), None)


def break_even(option: CostedOption, against: CostedOption) -> BreakEven:
    """The runs from which the total here stays at or below the total there; low and high follow the port's.

    In the long run that is port / (dollars a run there - dollars a run here). Few runs pay for a whole block, so
    totals are straight only between the runs that fill one; the crossing is found on the piece it lies on. A term is
    counted by the share of it that a planned run takes.
    """
    saving = against.run.steady_usd.likely - option.run.steady_usd.likely
    extra = _port(option, against)
    runs = None
    if saving > 0:
        fill = sorted({0.0, _filling(option), _filling(against)})
        gaps = [(count, _runs_usd(option, count) - _runs_usd(against, count)) for count in fill]
        runs = Interval(*(_crossing(gaps, port, saving) for port in (extra.low, extra.likely, extra.high)))
    return BreakEven(option=option.id, against=against.id, saving_per_run_usd=saving, runs=runs)


def _crossing(gaps: list[tuple[float, float]], port: float, saving: float) -> float:
    """The last count at which `port` and the gap in dollars of runs are above zero together; beyond it they fall."""
    count, gap = gaps[-1]
    if gap + port > 0:
        return count + (gap + port) / saving
    for (fewer, higher), (more, lower) in zip(reversed(gaps[:-1]), reversed(gaps[1:]), strict=True):
        if higher + port > 0:
            return fewer + (more - fewer) * (higher + port) / (higher - lower)
    return 0.0


def _runs_usd(option: CostedOption, runs: float) -> float:
    return runs * option.run.usd.likely if option.run.term else option.run.total(runs).likely


def _filling(option: CostedOption) -> float:
    """The runs that fill the first block; 0 where nothing is bought whole."""
    steady = option.run.steady_usd.likely
    return option.run.least_usd / steady if option.run.least_usd and steady > 0 else 0.0


def probability_cheaper(option: CostedOption, other: CostedOption, runs: float) -> float:
    """P(total of one < total of other), both log-normal: Phi((ln other - ln one) / s).

    s**2 is the sum of the squared log-spreads without what the two share: the work of a run, as far as runs make up a
    total.
    """
    shared = option.work_sigma * _share_of_runs(option, runs), other.work_sigma * _share_of_runs(other, runs)
    alone = option.total_spread(runs).sigma ** 2 + other.total_spread(runs).sigma ** 2 - sum(s * s for s in shared)
    spread = math.sqrt(max(0.0, alone) + (shared[0] - shared[1]) ** 2)
    gap = math.log(max(other.total(runs), 1e-9) / max(option.total(runs), 1e-9))
    if spread == 0:
        return 1.0 if gap > 0 else 0.5 if gap == 0 else 0.0
    return NormalDist().cdf(gap / spread)


def _share_of_runs(option: CostedOption, runs: float) -> float:
    total = option.total(runs)
    return 1 - option.port.usd.likely / total if total > 0 else 1.0


class Closest(NamedTuple):
    """The option of another chip that is the likeliest to be cheaper after all."""

    option: CostedOption
    probability: float  # that the recommended one is the cheaper of the two


def closest(option: CostedOption, options: Iterable[Option], runs: float) -> Closest | None:
    """The doubt about a recommendation; None where nothing of another chip may lead."""
    others = [other for other in leading(options) if other.accelerator != option.accelerator]
    chances = [Closest(other, probability_cheaper(option, other, runs)) for other in others]
    return min(chances, key=lambda chance: (chance.probability, chance.option.id), default=None)


def expected_loss(option: CostedOption, other: CostedOption, runs: float) -> float:
    """USD lost on average by taking `one` though `other` may turn out cheaper: E[max(0, T1 - T2)]."""
    return expected_regret(option.total_spread(runs), other.total_spread(runs))


def worst_loss(option: CostedOption, other: CostedOption, runs: float) -> float:
    """USD lost by taking `one` where it costs the high and `other` the low end of its 80 percent interval."""
    return max(0.0, option.total_spread(runs).high - other.total_spread(runs).low)


def _port(option: CostedOption, against: CostedOption) -> Interval:
    mine, theirs = option.port.usd, against.port.usd
    return Interval(low=mine.low - theirs.likely, likely=mine.likely - theirs.likely, high=mine.high - theirs.likely)
