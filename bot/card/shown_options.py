"""Which offerings stand in the table, and in which order: what is recommended first, then what costs least.

Nothing cheaper is hidden: of what fits and costs less than the recommended offering, the three cheapest are always
there, with what holds them back; the cheapest of a specialist cloud is one of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from engine.options.nothing_fits import InsteadOfTerm, Nearest
from engine.options.option import CostedOption, Named, costed
from engine.verdict.deciding_sum import closest
from engine.verdict.verdict import Verdict

SHORT, LONG = 8, 16  # rows at first sight, and in full
CHEAPER = 3
NEAREST = 5


class ShownOptions(NamedTuple):
    """`ranked` may lead, the recommended one first; `held_back` do not; `hidden` more were costed."""

    ranked: tuple[CostedOption, ...]
    held_back: tuple[CostedOption, ...]
    hidden: int

    @property
    def rows(self) -> tuple[CostedOption, ...]:
        return (*self.ranked, *self.held_back)


def shown_options(verdict: Verdict, *, full: bool = False) -> ShownOptions:
    """The rows of a verdict's table."""
    runs, offers = verdict.case.runs, costed(verdict.case.options)
    first = recommended(verdict)
    aside = _aside(verdict, first, runs, full=full)
    most = LONG if full else SHORT - folds(verdict) - bool(aside)
    cheaper = _cheaper(offers, first, runs)
    named = [option for option in offers if option.named in (Named.BY_TYPE, Named.BY_CHIP)]
    must = _once([*_deciding(verdict, offers), *_best_of_each_chip((o for o in named if o.may_lead), runs)])
    held = [
        *cheaper[: most if full else CHEAPER - bool(aside)],
        *_nearest(verdict, offers),
        *_unseen(named, must, runs),
    ]
    elsewhere = [option for option in offers if option.not_leading and option.not_leading.code == "other_cloud"]
    if full or not {option.id for option in elsewhere} & {option.id for option in held}:
        held += _best_of_each_chip(elsewhere, runs)[: most if full else 1]
    held, offers = [*held, *aside], [*offers, *aside]
    top = [first] if first else []
    if first is None and not must:  # nothing fits: what comes nearest, with what is in its way
        held += _best_of_each_chip(_without(offers, elsewhere), runs)[: NEAREST * (1 + full)]
        near = {f"{reason.values.get('option')}:{reason.values.get('purchase')}" for reason in verdict.because}
        held = [*(option for option in offers if option.id in near), *held]
    held = _without(_once(held), [*must, *top])
    room = max(0, most - len(held) - len(top))
    ranked = _without(_once([*must, *_best_of_each_chip((o for o in offers if o.may_lead), runs)]), [*top, *held])
    kept = _by_expected(ranked[: max(room, len(_without(must, top)))], runs)
    return ShownOptions((*top, *kept), tuple(_by_total(held, runs)), len(offers) - len(top) - len(kept) - len(held))


def folds(verdict: Verdict) -> bool:
    """Whether the table has so many columns that each row takes two lines of a terminal."""
    return _asks_size(verdict) or verdict.case.filled.profile.task == "inference"


def _aside(verdict: Verdict, first: CostedOption | None, runs: float, *, full: bool) -> list[CostedOption]:
    """The machine of a specialist cloud: in full, and at first sight where it is cheaper. It is of one size."""
    aside = verdict.beside
    if aside is None or _asks_size(verdict):
        return []
    return [aside] if full or first is None or aside.total(runs) < first.total(runs) else []


def _asks_size(verdict: Verdict) -> bool:
    """Whether the figures of two sizes stand side by side."""
    return verdict.ask is not None and verdict.ask.slot == "parameters"


def rows(verdict: Verdict, *, full: bool = False) -> tuple[CostedOption, ...]:
    """The offerings with a row, in order."""
    return shown_options(verdict, full=full).rows


def recommended(verdict: Verdict) -> CostedOption | None:
    """The advised offering as the case it was read from costs it; without a verdict the sum's winner."""
    if verdict.kind == "no_fit" or verdict.option is None:
        return None
    same = (option for option in costed(verdict.case.options) if option.id == verdict.option.id)
    return next(same, verdict.option)


def _cheaper(offers: Iterable[CostedOption], first: CostedOption | None, runs: float) -> list[CostedOption]:
    """What fits and costs less than the recommended one, cheapest first."""
    if first is None:
        return []
    fitting = [option for option in offers if option.too_few is None and option.id != first.id]
    return _by_total((option for option in fitting if option.total(runs) < first.total(runs)), runs)


def _deciding(verdict: Verdict, offers: list[CostedOption]) -> list[CostedOption]:
    """What the answer compares: the sum's sides, the chip that may be cheaper after all, the winner of every branch,
    and both ends of a carbon ranking."""
    green, sums = verdict.green, [verdict.case.sum, verdict.base.sum]
    ids = {
        side.id
        for decision in sums
        if decision
        for side in (decision.winner, decision.rival, decision.reference)
        if side
    }
    if verdict.option is not None:
        doubt = closest(verdict.option, verdict.case.options, verdict.case.runs)
        ids |= {doubt.option.id} if doubt else set()
    if verdict.ask is not None:
        ids |= {branch.case.sum.winner.id for branch in verdict.ask.branches if branch.case.sum}
    ids |= {side.id for side in (green.lowest, green.other) if side} if green else set()
    return [option for option in offers if option.id in ids]


def _nearest(verdict: Verdict, offers: list[CostedOption]) -> list[CostedOption]:
    """Where nothing fits: the offerings that the answer names."""
    told = [reason for reason in verdict.because if isinstance(reason, Nearest | InsteadOfTerm)]
    wanted = {(reason.option, reason.purchase) for reason in told}
    return [option for option in offers if (option.instance, option.purchase) in wanted]


def _unseen(named: list[CostedOption], must: list[CostedOption], runs: float) -> list[CostedOption]:
    """Of each named chip that has no row yet, the cheapest way to have it."""
    seen = {option.accelerator for option in must}
    return _best_of_each_chip((option for option in named if option.accelerator not in seen), runs)


def _best_of_each_chip(options: Iterable[CostedOption], runs: float) -> list[CostedOption]:
    best: dict[str, CostedOption] = {}
    for option in _by_expected(options, runs):
        best.setdefault(option.accelerator if option.named is not Named.BY_TYPE else option.instance, option)
    return list(best.values())


def _by_expected(options: Iterable[CostedOption], runs: float) -> list[CostedOption]:
    return sorted(options, key=lambda option: (option.choice_usd(runs), option.id))


def _by_total(options: Iterable[CostedOption], runs: float) -> list[CostedOption]:
    return sorted(options, key=lambda option: (option.total(runs), option.id))


def _once(options: Iterable[CostedOption]) -> list[CostedOption]:
    return list({option.id: option for option in options}.values())


def _without(options: Iterable[CostedOption], others: Iterable[CostedOption]) -> list[CostedOption]:
    seen = {option.id for option in others}
    return [option for option in options if option.id not in seen]
