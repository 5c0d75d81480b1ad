"""Where the verdict turns on something unsaid: the answer for each plausible value, and the one question to ask."""

from __future__ import annotations

import math
from datetime import date

from engine.candidates import candidates
from engine.conditions import holds
from engine.deciding_sum import BreakEven, Sum, break_even, deciding_sum
from engine.fill import Filled, fill, kin, refill
from engine.options import Option
from engine.profile import Reading
from engine.scene import Scene
from knowledge.facts import Fact, Facts, Family, Fork, Scalar

WIDE = 2.0  # break-evens more than this many times apart are different answers


class Case(Fact):
    """One computed answer: a filled profile, its offerings, the sum over them."""

    filled: Filled
    options: tuple[Option, ...]
    sum: Sum | None
    runs: float
    steps_at: str = ""

    @property
    def lean(self) -> Family | None:
        return self.sum.lean if self.sum else None


class Branch(Fact):
    """The answer at one value of an unsaid slot."""

    slot: str
    value: Scalar
    case: Case
    break_even: BreakEven | None


class ForkResult(Fact):
    """All branches of one slot. `turns`: they lean differently; `spreads`: their break-evens are far apart."""

    slot: str
    question: str
    branches: tuple[Branch, ...]
    turns: bool
    spreads: bool


def answer_case(filled: Filled, facts: Facts, day: date) -> Case:
    """Candidates and deciding sum for one filled profile."""
    scene = Scene(filled, facts, day)
    options = candidates(scene)
    runs = filled.profile.runs or 1.0
    return Case(filled=filled, options=options, sum=deciding_sum(options, runs), runs=runs)


def first_case(reading: Reading, facts: Facts, day: date) -> Case:
    return answer_case(fill(reading, facts), facts, day)


def forks(base: Case, facts: Facts, day: date) -> tuple[ForkResult, ...]:
    """One result per unsaid fork slot whose values are worth answering for, in the order of the data."""
    results = []
    done: set[str] = set()
    for fork in facts.forks:
        if fork.slot in done or not _applies(fork, base.filled, facts):
            continue
        done.add(fork.slot)
        branches = tuple(_branch(fork, value, base, facts, day) for value in _values(fork, base.filled, facts))
        if len(branches) > 1:
            results.append(_result(fork, branches))
    return tuple(results)


def break_even_of(case: Case) -> BreakEven | None:
    """Of the best offering that is no GPU, against the GPU a run is compared with."""
    if case.sum is None or case.sum.rival is None or case.sum.reference is None:
        return None
    return break_even(case.sum.rival, case.sum.reference)


def _applies(fork: Fork, filled: Filled, facts: Facts) -> bool:
    unsaid = getattr(filled.reading.profile, fork.slot) is None and filled.assumed(fork.slot)
    return unsaid and all(
        holds(condition, filled.profile, filled.reading.signals, kin(facts)) for condition in fork.when
    )


def _values(fork: Fork, filled: Filled, facts: Facts) -> tuple[Scalar, ...]:
    """A named family is asked about in its own sizes, those nearest the values of the data."""
    family = facts.families.get(filled.profile.model or "")
    assumed = filled.profile.parameters
    if fork.slot != "parameters" or family is None or not family.plausible_parameters or not assumed:
        return fork.values
    wanted = (math.log(float(value)) for value in fork.values)
    near = {min(family.plausible_parameters, key=lambda size: abs(math.log(size) - want)) for want in wanted}
    return tuple(sorted(near | {assumed}))


def _branch(fork: Fork, value: Scalar, base: Case, facts: Facts, day: date) -> Branch:
    assumed = getattr(base.filled.profile, fork.slot)
    case = base if assumed == value else answer_case(refill(base.filled, facts, **{fork.slot: value}), facts, day)
    return Branch(slot=fork.slot, value=value, case=case, break_even=break_even_of(case))


def _result(fork: Fork, branches: tuple[Branch, ...]) -> ForkResult:
    leans = {branch.case.lean for branch in branches}
    points = [
        branch.break_even.runs.likely if branch.break_even and branch.break_even.runs else None for branch in branches
    ]
    known = [point for point in points if point]
    spreads = (len(known) != len(points) and bool(known)) or (bool(known) and max(known) > WIDE * min(known))
    return ForkResult(
        slot=fork.slot, question=fork.question, branches=branches, turns=len(leans) > 1, spreads=spreads
    )
