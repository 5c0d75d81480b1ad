"""What would change the verdict: for each slot that matters, the nearest value at which another lean comes.

A flip is proposed where totals cross, and kept only where the decision itself, asked at the value and some way past
it, gives the lean that is stated: rules, constraints and a pilot of both included.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from datetime import date
from itertools import islice
from typing import Literal, NamedTuple

from engine.base.computed import Computed
from engine.base.interval import Z80
from engine.library import Library
from engine.options.assumptions import refill
from engine.options.option import CostedOption, Option, leading
from engine.verdict.crossings import FAR, crossings
from engine.verdict.decide import Decision, by_rule, decide
from engine.verdict.deciding_sum import deciding_sum
from engine.verdict.forks import Case, ForkResult, OpenSlot, break_even_of, with_cases
from engine.verdict.rules import weightiest
from knowledge.facts import Family, Lean, Rule

PAST = 0.03  # a flip still holds this share of the value past it
NEAR = 5.0
HALVINGS = 8
TIE_STRIDE = 1.25  # how much further a flip is looked for where a near tie goes to the rule
TRIES = 3  # crossings of one slot that are asked about, the nearest first
CHOICES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("custom_kernels", ("heavy", "none")),
    ("framework", ("jax", "pytorch")),
    ("purchase", ("spot",)),
    ("capacity", ("tight", "normal")),
    ("cadence", ("one_off",)),
)
TRAINING_ONLY = frozenset({"cadence", "purchase"})
Change = Callable[[CostedOption], CostedOption]
Dollars = Callable[[CostedOption, float], float]  # about what an offering is chosen by, at a value


Apart = Literal["near_tie", "its_cost", "other_cost", "too_close"]


class Flip(Computed):
    """At `at` (now: `now`) and beyond it the lean is `lean`. `option` is the offering the slot belongs to, if one.

    Where a flip of the runs lies away from `break_even`, at which likely totals cross for `pays` and `favored` is the
    family that a near tie goes to, `apart` says why.
    """

    slot: str
    now: float | str | None
    at: float | str
    lean: Lean
    option: str | None = None
    upwards: bool = True
    ratio: float | None = None  # at / now, for continuous slots
    apart: Apart | None = None
    break_even: float | None = None
    pays: str | None = None
    favored: Family | Literal["today"] | None = None


class Asked(NamedTuple):
    """What flips are looked for in: the decision, the cases it was taken among, and what it takes to decide again."""

    taken: Decision
    base: Case
    even: ForkResult | None  # the unsaid slot whose values are equally likely, whether or not it turns the sum
    library: Library
    day: date

    @property
    def cases(self) -> tuple[Case, ...]:
        return tuple(branch.case for branch in self.even.branches) if self.even else (self.base,)

    def said(self, **values: object) -> Lean | None:
        """The lean if `values` had been said as well."""
        return self.taken_if(**values).lean

    def taken_if(self, **values: object) -> Decision:
        """The decision if `values` had been said as well; the value of an open slot that leads is tried first."""
        leads = getattr(self.taken.case.filled.profile, self.even.slot) if self.even else None
        filled = refill(self.base.filled, self.library, **values)
        return decide(filled, self.library, self.day, first=leads)

    def with_options(self, change: Change) -> Lean | None:
        """The lean if the offerings cost something else."""
        even = self.even
        if even is not None:
            even = with_cases(even, (_changed(branch.case, change) for branch in even.branches))
        return self._by(self.taken.rule, _changed(self.base, change), even)

    def with_runs(self, runs: float) -> Lean | None:
        """The lean after another number of runs: each costs what it does, only what they add up to is another."""
        filled = refill(self.base.filled, self.library, runs=runs)
        even = self.even
        if even is not None:
            even = with_cases(even, (_counted(branch.case, runs) for branch in even.branches))
        base = _counted(self.base, runs).model_copy(update={"filled": filled})
        return self._by(weightiest(filled, self.library), base, even)

    def _by(self, rule: Rule | None, base: Case, even: ForkResult | None) -> Lean | None:
        return by_rule(rule, base, OpenSlot(base, self.library, self.day, even), self.library).lean


def flips(asked: Asked) -> tuple[Flip, ...]:
    """Numbers first, the nearest of them first, then choices."""
    numbers = [flip for flip in _numbers(asked) if flip]
    numbers.sort(key=lambda flip: abs(math.log(flip.ratio or 1.0)))
    return (*numbers, *_switches(asked))


def _numbers(asked: Asked) -> Iterator[Flip | None]:
    case = asked.taken.case
    contenders = leading(case.options)
    if case.sum is None:
        return
    runs, profile = case.runs, case.filled.profile
    yield _said(asked, "runs", runs, _choice, least=1.0)
    if profile.tokens:
        tokens = profile.tokens
        yield _said(asked, "tokens", tokens, lambda option, value: _choice(option, runs, value / tokens))
    ported = next((option for option in (case.sum.winner, case.sum.other) if option and _port(option)), None)
    if ported is not None and ported.port.weeks.likely:  # to move clouds costs, and takes no week of a port
        weeks = ported.port.weeks.likely
        yield _said(
            asked,
            "port_weeks",
            weeks,
            lambda option, value: _choice(option, runs, port=value / weeks),
        )
    weighed = tuple(option for option in (asked.taken.option, case.sum.winner, case.sum.other) if option)
    for moved in {option.id: option for option in weighed}.values():
        yield _of_price(asked, moved)
    chip = next((option for option in weighed if option.family != "gpu"), None)
    if chip is not None and len({option.family for option in contenders}) > 1:
        yield _of_throughput(asked, chip)


def _said(asked: Asked, slot: str, now: float, usd: Dollars, least: float = 0.0) -> Flip | None:
    """The nearest value of a slot that can be said. `usd`: about what an offering costs in all at a value."""
    sides = [_best_of_families(leading(case.options), usd, now) for case in asked.cases]

    def leans(value: float) -> tuple[Family | None, ...]:
        return tuple(_least(side, lambda option: usd(option, value)) for side in sides)

    def lean(value: float) -> Lean | None:
        return asked.with_runs(value) if slot == "runs" and _is_many(asked, value) else asked.said(**{slot: value})

    def past(value: float, upwards: bool) -> float:
        return _rounded_past(slot, value, upwards)

    def beyond(at: float, upwards: bool) -> float:
        return _beyond(slot, at, upwards)

    found = _kept(asked, now, crossings(now, leans, least), lean, past, beyond, least)
    if found is None or (slot == "runs" and asked.said(runs=found.at) != found.lean):
        return None
    flip = Flip(slot=slot, now=now, at=found.at, lean=found.lean, upwards=found.at > now, ratio=found.at / now)
    return _beside_break_even(flip, found.at, asked.taken.case) if slot == "runs" else flip


def _beside_break_even(flip: Flip, at: float, case: Case) -> Flip:
    """Likely totals cross at the break-even; the choice weighs what is less certain, and a near tie goes to the rule.

    Between the two counts of runs the choice without its tie-break either follows likely totals, and it is the tie
    that moves the flip, or it does not.
    """
    point = break_even_of(case)
    if point is None or point.runs is None or case.sum is None or case.sum.rival is None:
        return flip
    rival, crossing = case.sum.rival, max(1.0, math.ceil(point.runs.likely))
    if abs(at - crossing) <= max(1.0, PAST * crossing) or (crossing > case.runs) != flip.upwards:
        return flip
    between = math.sqrt(at * crossing)
    plain = deciding_sum(case.options, between)
    apart: Apart
    if flip.lean not in (rival.family, case.sum.reference.family if case.sum.reference else None):
        apart = "too_close"
    elif case.tie and plain and (plain.lean == rival.family) == (between > crossing):
        apart = "near_tie"
    else:
        apart = "its_cost" if at > crossing else "other_cost"
    favored = None if case.tie is None else "today" if case.tie.stays else case.tie.family
    return flip.model_copy(
        update={"apart": apart, "break_even": crossing, "pays": rival.instance, "favored": favored}
    )


def _of_price(asked: Asked, moved: CostedOption) -> Flip | None:
    """The nearest price of an offering, everything else as it is."""
    price = moved.price.usd_per_hour.likely

    def at_price(value: float) -> Change:
        return lambda option: _moved(option, value / price, price=True) if option.id == moved.id else option

    def usd(option: CostedOption, value: float) -> float:
        times = value / price if option.id == moved.id else 1.0
        return _choice(option, option.runs, times, block=times)

    return _of_options(asked, "usd_per_hour", price, usd, at_price, moved)


def _of_throughput(asked: Asked, chip: CostedOption) -> Flip | None:
    """The nearest throughput of a chip, as a share of its estimate: dollars of a run go with its inverse."""

    def at_ratio(value: float) -> Change:
        return lambda option: _moved(option, 1 / value) if option.accelerator == chip.accelerator else option

    def usd(option: CostedOption, value: float) -> float:
        return _choice(option, option.runs, 1 / value if option.accelerator == chip.accelerator else 1.0)

    return _of_options(asked, "throughput_ratio", 1.0, usd, at_ratio, chip)


def _of_options(
    asked: Asked, slot: str, now: float, usd: Dollars, at: Callable[[float], Change], moved: CostedOption
) -> Flip | None:
    sides = [_best_of_families(leading(case.options), usd, now) for case in asked.cases]

    def leans(value: float) -> tuple[Family | None, ...]:
        return tuple(_least(side, lambda option: usd(option, value)) for side in sides)

    def lean(value: float) -> Lean | None:
        return asked.with_options(at(value))

    def past(value: float, upwards: bool) -> float:
        return _to_digits(value, 3, upwards)

    def beyond(value: float, upwards: bool) -> float:
        return value * (1 + PAST if upwards else 1 - PAST)

    found = _kept(asked, now, crossings(now, leans), lean, past, beyond)
    if found is None:
        return None
    upwards, ratio = found.at > now, found.at / now
    return Flip(slot=slot, now=now, at=found.at, lean=found.lean, option=moved.id, upwards=upwards, ratio=ratio)


class Kept(NamedTuple):
    at: float
    lean: Lean


def _kept(
    asked: Asked,
    now: float,
    proposed: Iterator[tuple[float, bool]],
    lean: Callable[[float], Lean | None],
    past: Callable[[float, bool], float],
    beyond: Callable[[float, bool], float],
    least: float = 0.0,
) -> Kept | None:
    """The first proposal that holds: at the value and beyond it another lean comes, the same at both.

    Where two answers lie close together (a pilot of both, then the other chip), the value moves on past the first; it
    takes longer strides where the rule for this work holds on to its chip through a near tie.
    """
    for crossing, upwards in islice(proposed, TRIES):
        value = past(crossing, upwards)
        for _ in range(TRIES):
            if value < least:
                break
            here, further = lean(value), beyond(value, upwards)
            if here is not None and here != asked.taken.lean and lean(further) == here:
                return Kept(_nearest(asked, now, value, here, lean, past), here)
            stride = TIE_STRIDE if _tie_matters(asked, here) else 1.0
            value = past(further * (stride if upwards else 1 / stride), upwards)
    return None


def _tie_matters(asked: Asked, lean: Lean | None) -> bool:
    return asked.base.tie is not None and asked.base.tie.family in (lean, asked.taken.lean)


def _nearest(
    asked: Asked,
    now: float,
    value: float,
    wanted: Lean,
    lean: Callable[[float], Lean | None],
    past: Callable[[float, bool], float],
) -> float:
    """The first value that leads to the wanted lean; where a rule takes near ties that is not where totals cross."""
    if not _tie_matters(asked, wanted):
        return value
    near = now
    for _ in range(HALVINGS):
        middle = past(math.sqrt(near * value), value > now)
        if not min(near, value) < middle < max(near, value):
            break
        near, value = (near, middle) if lean(middle) == wanted else (middle, value)
    return value


def _switches(asked: Asked) -> Iterator[Flip]:
    """For each alternative choice: the lean it leads to, where that differs from the present one."""
    profile = asked.base.filled.profile
    for slot, values in CHOICES:
        if slot in TRAINING_ONLY and profile.task == "inference":
            continue
        now = getattr(profile, slot)
        for value in values:
            if value == now or (slot != "purchase" and now is None):
                continue
            taken = asked.taken_if(**{slot: value})
            if taken.lean is not None and taken.lean != asked.taken.lean:
                option = taken.option.id if taken.option else None
                yield Flip(slot=slot, now=now, at=value, lean=taken.lean, option=option)


def _rounded_past(slot: str, value: float, upwards: bool) -> float:
    """The first whole run, otherwise the first value of two significant digits, that is past."""
    if slot == "runs":
        return float(math.ceil(value) if upwards else math.floor(value))
    return _to_digits(value, 2, upwards)


def _to_digits(value: float, digits: int, upwards: bool) -> float:
    step = 10.0 ** (math.floor(math.log10(value)) - digits + 1)
    return float(f"{(math.ceil if upwards else math.floor)(value / step) * step:.{digits}g}")


def _beyond(slot: str, at: float, upwards: bool) -> float:
    """Where a flip is asked about again: the next whole run, or 3 percent on, whichever is further."""
    share = at * PAST
    if slot == "runs" and (upwards or at > 1):
        share = max(1.0, share)
    return at + share if upwards else at - share


def _counted(case: Case, runs: float) -> Case:
    return case.model_copy(update={"runs": runs, "sum": deciding_sum(case.options, runs, case.tie)})


def _changed(case: Case, change: Change) -> Case:
    options: tuple[Option, ...] = tuple(
        change(option) if isinstance(option, CostedOption) and option.may_lead else option for option in case.options
    )
    return case.model_copy(update={"options": options, "sum": deciding_sum(options, case.runs, case.tie)})


def _is_many(asked: Asked, runs: float) -> bool:
    """Whether a number of runs changes nothing but what they add up to: neither is one, and no budget binds."""
    return min(runs, asked.base.runs) > 1 and asked.base.filled.profile.budget_usd is None


def _best_of_families(options: Iterable[CostedOption], usd: Dollars, now: float) -> tuple[CostedOption, ...]:
    """The best of every family at the value of now and at values a few and many times away."""
    offered = tuple(options)
    best: dict[str, CostedOption] = {}
    for value in (now / FAR, now / NEAR, now, now * NEAR, now * FAR):
        families: dict[Family, tuple[float, CostedOption]] = {}
        for option in offered:
            dollars = usd(option, value)
            if option.family not in families or dollars < families[option.family][0]:
                families[option.family] = dollars, option
        best |= {option.id: option for _, option in families.values()}
    return tuple(best.values())


def _least(options: Iterable[CostedOption], usd: Callable[[CostedOption], float]) -> Family | None:
    best = min(options, key=lambda option: (usd(option), option.id), default=None)
    return best.family if best else None


def _moved(option: CostedOption, times: float, *, price: bool = False) -> CostedOption:
    """The same with runs that cost so many times what they do; only by its `price` does a block or a term, too."""
    run = option.run
    cost = run._replace(usd=run.usd.times(times), steady_usd=run.steady_usd.times(times))
    if price:
        term = run.term._replace(usd=run.term.usd.times(times)) if run.term else None
        cost = cost._replace(least_usd=run.least_usd * times, term=term)
    return replace(option, run=cost)


def _choice(option: CostedOption, runs: float, times: float = 1.0, port: float = 1.0, block: float = 1.0) -> float:
    """`choice_usd` with runs, port and block that cost so many times what they do, without making the offering."""
    run, ported = option.run, option.port.usd
    if run.term is not None:
        paid, least = run.term.total(runs), 0.0
    else:
        paid, least = (run.steady_usd if run.least_usd else run.usd), run.least_usd * block
        times = times * runs
    low = ported.low * port + max(paid.low * times, least)
    likely = ported.likely * port + max(paid.likely * times, least)
    high = ported.high * port + max(paid.high * times, least)
    if option.speed.basis == "extrapolated":
        return high
    sigma = math.log(high / low) / (2 * Z80) if low > 0 else 0.0
    return likely * math.exp(sigma * sigma / 2)


def _port(option: CostedOption) -> float:
    return option.port.usd.likely
