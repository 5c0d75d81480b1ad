"""Where the verdict turns on something unsaid: the answer for each plausible value, and the one question to ask."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import replace
from datetime import date
from functools import partial
from typing import cast

from engine.base.computed import Computed
from engine.library import Library
from engine.options.assumptions import Filled, fill, refill
from engine.options.candidates import candidates
from engine.options.constraints import NO_TIME, is_short
from engine.options.option import CostedOption, Named, Option, costed, leading
from engine.options.port import PortCost, port
from engine.options.problem import Problem
from engine.verdict.deciding_sum import BreakEven, Sum, TieBreak, break_even, deciding_sum
from engine.verdict.rules import weightiest
from engine.workload.conditions import holds
from engine.workload.named import version_sizes
from engine.workload.profile import Reading
from engine.workload.told_speeds import share_counted
from knowledge.facts import Cloud, Family, Fork, Lean, Scalar

SHOWN_SIDE_BY_SIDE = frozenset({"parameters"})
BESIDE_COST = (
    "custom_kernels",
    "port_weeks",
    "framework",
    "capacity",
)  # slots that exclude offerings, or are the port's
MOST = 64  # cases kept, of a quarter of a megabyte each
MANY = 128  # answers kept: those of a handful of questions
WIDE = 2.0  # break-evens that differ by more than this factor are different answers


class Case(Computed):
    """One computed answer: a filled profile, its offerings, the sum over them."""

    filled: Filled
    options: tuple[Option, ...]
    sum: Sum | None
    runs: float
    steps_at: str = ""
    tie: TieBreak | None = None  # what takes a near tie

    @property
    def lean(self) -> Family | None:
        return self.sum.lean if self.sum else None

    def cheaper_held_back(self, option: CostedOption | None) -> tuple[CostedOption, ...]:
        """Offerings that cost less than `option` over the planned runs and do not lead, the cheapest first."""
        if option is None:
            return ()
        held = [other for other in costed(self.options) if not other.may_lead]
        cheaper = [other for other in held if other.total(self.runs) < option.total(self.runs)]
        return tuple(sorted(cheaper, key=lambda other: (other.total(self.runs), other.id)))

    @property
    def incumbent(self) -> CostedOption | None:
        """What runs today; without it nobody stays on anything."""
        return next((option for option in costed(self.options) if option.at_hand), None)


class Branch(Computed):
    """The answer at one value of an unsaid slot."""

    slot: str
    value: Scalar
    case: Case
    break_even: BreakEven | None


class ForkResult(Computed):
    """All branches of one slot. `turns`: their answers differ; `spreads`: their break-evens differ widely."""

    slot: str
    question: str
    even: bool
    branches: tuple[Branch, ...]
    turns: bool
    spreads: bool


def answer_case(
    filled: Filled,
    library: Library,
    day: date,
    *,
    leading_only: bool = False,
) -> Case:
    """Candidates and deciding sum for one filled profile.

    Both follow from the profile, the signals and what was ruled out: a verdict asks for the same ones many times, and
    so do the follow-ups of a thread. What was said and what assumed makes no difference.
    """
    key = _costs_by(filled, day), leading_only
    make = partial(Problem, filled, library, day, brief=leading_only)
    return _kept(library.answered, MOST, key, filled, library, lambda: candidates(make()))


def on_named(filled: Filled, library: Library, day: date) -> tuple[CostedOption, ...]:
    """Of `answer_case` what was named by its chip or its type, without today's: the rest takes most of the time."""
    key = _costs_by(filled, day)
    if (key, False) in library.answered:
        options = answer_case(filled, library, day).options
    else:
        if (key, Named) not in library.answered:
            if len(library.answered) >= MOST:
                library.answered.clear()
            library.answered[key, Named] = candidates(Problem(filled, library, day, named_alone=True))
        options = cast("tuple[Option, ...]", library.answered[key, Named])
    return tuple(one for one in costed(options) if not one.at_hand and one.named >= Named.BY_CHIP)


def lean_case(filled: Filled, library: Library, day: date) -> Case:
    """The same where only the lean is looked at: what may lead is costed, and no detail of it is that of the port.

    A verdict asks for some twenty; they are kept apart, so that the cases of a thread's turns are still there.
    """
    return _kept(
        library.leans, MANY, _costs_by(filled, day), filled, library, lambda: _may_lead(filled, library, day)
    )


def _kept(
    kept: dict[Hashable, object],
    most: int,
    key: Hashable,
    filled: Filled,
    library: Library,
    make: Callable[[], tuple[Option, ...]],
) -> Case:
    runs = filled.profile.runs or 1.0
    if key not in kept:
        if len(kept) >= most:
            kept.clear()
        options = make()
        tie = _tie_break(filled, library, options)
        kept[key] = options, deciding_sum(options, runs, tie), tie
    found, decision, tie = cast("tuple[tuple[Option, ...], Sum | None, TieBreak | None]", kept[key])
    return Case(filled=filled, options=found, sum=decision, runs=runs, tie=tie)


def _costs_by(filled: Filled, day: date) -> Hashable:
    """All that offerings and their costs follow from."""
    reading = filled.reading
    out = tuple(sorted(reading.ruled_out.items()))
    return filled.profile, reading.signals, out, reading.unavailable, share_counted(reading), day


def _may_lead(filled: Filled, library: Library, day: date) -> tuple[Option, ...]:
    """What may lead. Unless time or money is limited, what a run costs does not depend on `BESIDE_COST`: it is worked
    out once, then what those slots exclude is taken out, and each is given its port."""
    profile, signals = filled.profile, filled.reading.signals
    if profile.deadline_days is not None or profile.budget_usd is not None or NO_TIME in signals:
        return candidates(Problem(filled, library, day, brief=True))
    of_any = filled.model_copy(update={"profile": profile.model_copy(update=dict.fromkeys(BESIDE_COST))})
    key = _costs_by(of_any, day)
    if key not in library.costed:
        if len(library.costed) >= MANY:
            library.costed.clear()
        library.costed[key] = tuple(leading(candidates(Problem(of_any, library, day, brief=True))))
    chips, found, ports = library.facts.accelerators, [], dict[tuple[Family, Cloud], PortCost]()
    for option in cast("tuple[CostedOption, ...]", library.costed[key]):
        chip = chips[option.accelerator]
        if (chip.software, profile.framework) in library.unsupported:
            continue
        if option.at_hand:
            found.append(option)
        elif not is_short(filled, option.cloud, option.accelerator, option.purchase, library):
            to = chip.family, option.cloud
            ports[to] = ports.get(to) or port(filled, chip, option.cloud, library)
            found.append(replace(option, port=ports[to]))
    return tuple(found)


def _tie_break(filled: Filled, library: Library, options: Iterable[Option]) -> TieBreak | None:
    share = library.constants.likely("tie_share")
    today = next((option for option in leading(options) if option.at_hand), None)
    if today is not None:
        return TieBreak(today.family, share, stays=True)
    rule = weightiest(filled, library)
    if rule is None or rule.lean == "hybrid" or rule.lean == "pilot_both":
        return None
    return TieBreak(rule.lean, share)


def first_case(reading: Reading, library: Library, day: date) -> Case:
    return answer_case(fill(reading, library), library, day)


def forks(base: Case, library: Library, day: date) -> tuple[ForkResult, ...]:
    """One result per unsaid fork slot whose values are worth answering for, in the order of the data."""
    results = []
    done: set[str] = set()
    for fork in library.facts.forks:
        if fork.slot in done or not _applies(fork, base.filled, library):
            continue
        done.add(fork.slot)
        branches = tuple(_branch(fork, value, base, library, day) for value in _values(fork, base.filled, library))
        if len(branches) > 1:
            results.append(_result(fork, branches))
    return tuple(results)


class OpenSlot:
    """The unsaid slot whose values are equally likely, if there is one; a branch is worked out when asked for."""

    def __init__(
        self,
        base: Case,
        library: Library,
        day: date,
        known: ForkResult | None = None,
        *,
        first: Scalar | None = None,
    ) -> None:
        """`known` are its branches, where they are worked out already; `first` is the value to look at first."""
        self._base, self._library, self._day, self._first = base, library, day, first
        self._cases: Iterator[Case] = (branch.case for branch in known.branches) if known else self._worked_out()
        self._seen: list[Case] = []

    def agreeing(self, lean: Lean) -> Case | None:
        """The first branch of that lean."""
        return next((case for case in self._all() if case.lean == lean), None)

    @property
    def turns(self) -> bool:
        """Whether its values recommend different chips."""
        chips = set()
        for case in self._all():
            chips |= {case.sum.winner.accelerator} if case.sum else set()
            if len(chips) > 1:
                return True
        return False

    def _all(self) -> Iterator[Case]:
        yield from tuple(self._seen)
        for case in self._cases:
            self._seen.append(case)
            yield case

    def _worked_out(self) -> Iterator[Case]:
        base, facts = self._base, self._library.facts
        fork = next((fork for fork in facts.forks if fork.even and _applies(fork, base.filled, self._library)), None)
        if fork is None:
            return
        for value in sorted(_values(fork, base.filled, self._library), key=lambda value: value != self._first):
            yield _case(fork, value, base, self._library, self._day, lean_case)


def even(split: Iterable[ForkResult]) -> ForkResult | None:
    """Of these, the one whose values are equally likely. Where it turns the sum, its slot is asked, not assumed."""
    return next((fork for fork in split if fork.even), None)


def turning(split: Iterable[ForkResult]) -> ForkResult | None:
    """The same where it turns the sum."""
    found = even(split)
    return found if found is not None and found.turns else None


def with_cases(fork: ForkResult, cases: Iterable[Case]) -> ForkResult:
    """The same fork with other cases for its branches."""
    branches = tuple(
        branch.model_copy(update={"case": case}) for branch, case in zip(fork.branches, cases, strict=True)
    )
    return fork.model_copy(update={"branches": branches, "turns": turns(branches, even=fork.even)})


def break_even_of(case: Case) -> BreakEven | None:
    """Of the best offering that is not a GPU, against the GPU a run is compared with."""
    if case.sum is None or case.sum.rival is None or case.sum.reference is None:
        return None
    return break_even(case.sum.rival, case.sum.reference)


def _applies(fork: Fork, filled: Filled, library: Library) -> bool:
    unsaid = getattr(filled.reading.profile, fork.slot) is None and filled.assumed(fork.slot)
    if fork.slot == "runs":
        unsaid = filled.runs_open
    return unsaid and all(
        holds(condition, filled.profile, filled.reading.signals, library.families) for condition in fork.when
    )


def _values(fork: Fork, filled: Filled, library: Library) -> tuple[Scalar, ...]:
    """A named family is asked about in its own sizes, those nearest the values of the data."""
    family = library.facts.families.get(filled.profile.model or "")
    assumed = filled.profile.parameters
    versions = version_sizes(filled.profile, library.facts)
    sizes = versions or (family.plausible_parameters if family else ())
    if fork.slot != "parameters" or not sizes or not assumed:
        return fork.values
    if len(versions) == len(fork.values):
        return versions
    wanted = (math.log(float(value)) for value in fork.values)
    near = {min(sizes, key=lambda size: abs(math.log(size) - want)) for want in wanted}
    return tuple(sorted(near | {assumed}))


def _branch(fork: Fork, value: Scalar, base: Case, library: Library, day: date) -> Branch:
    work_out = partial(answer_case, leading_only=fork.slot not in SHOWN_SIDE_BY_SIDE)
    case = _case(fork, value, base, library, day, work_out)
    return Branch(slot=fork.slot, value=value, case=case, break_even=break_even_of(case))


def _case(
    fork: Fork,
    value: Scalar,
    base: Case,
    library: Library,
    day: date,
    work_out: Callable[[Filled, Library, date], Case],
) -> Case:
    if getattr(base.filled.profile, fork.slot) == value:
        return base
    if fork.slot == "runs":  # a run costs what it costs: only the sum over runs is another
        runs = float(value)
        return base.model_copy(update={"runs": runs, "sum": deciding_sum(base.options, runs, base.tie)})
    filled = refill(base.filled, library, **{fork.slot: value})
    return work_out(filled, library, day)


def turns(branches: Iterable[Branch], *, even: bool) -> bool:
    """Whether the branches lean differently; where all are equally likely, whether they recommend different chips."""
    leaders = [branch.case.sum.winner for branch in branches if branch.case.sum]
    return len({leader.accelerator if even else leader.family for leader in leaders}) > 1


def _result(fork: Fork, branches: tuple[Branch, ...]) -> ForkResult:
    points = [
        branch.break_even.runs.likely if branch.break_even and branch.break_even.runs else None for branch in branches
    ]
    known = [point for point in points if point]
    spreads = (len(known) != len(points) and bool(known)) or (bool(known) and max(known) > WIDE * min(known))
    return ForkResult(
        slot=fork.slot,
        question=fork.question,
        even=fork.even,
        branches=branches,
        turns=turns(branches, even=fork.even),
        spreads=spreads,
    )
