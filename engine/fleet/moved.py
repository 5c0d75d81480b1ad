"""What a constraint is worth: the plan solved again with one of them moved, and what that saves or does besides."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from engine.base.computed import Computed
from engine.fleet.asked import Budget
from engine.fleet.build import build
from engine.fleet.nearest import cents_up, enough_days, enough_machines
from engine.fleet.program import OVER, Key, Program, Solve, Values, fixed, loosened, total, with_limit
from engine.fleet.solved import Solved, solved
from engine.fleet.work import Work
from knowledge.units import HOURS_PER_DAY, HOURS_PER_MONTH

What = Literal["total", "monthly", "limit", "deadline", "spot", "blocks", "commitments", "apis", "no_apis"]
MORE_USD = 1_000.0
MORE_DAYS = 30.0
Budgeted = Literal["total", "monthly"]
BUDGETS: tuple[Budgeted, ...] = ("total", "monthly")
CENT = 0.01


class Moved(Computed):
    """`saves`: dollars, at the same work done; `besides`: the workloads that are done besides.

    `name`: of the workload or type it is about; `before` and `after`: the moved figure.
    """

    what: What
    name: str = ""
    before: float | None = None
    after: float | None = None
    saves: float = 0.0
    besides: tuple[str, ...] = ()
    usd: float = 0.0

    @property
    def costs(self) -> float:
        """What is lost where a way is forbidden."""
        return -self.saves


class Needed(Computed):
    """By how much a constraint has to be moved for the rest to hold; `name`: of the workload, for a deadline."""

    what: Literal["total", "monthly", "limit", "deadline"]
    more: float
    after: float | None = None
    name: str = ""


class NoWay(Computed):
    """A workload that nothing does, whatever it may cost: the codes of why, and the days that the fastest takes."""

    work: Work
    needs_days: float | None

    @property
    def needs_usd(self) -> float | None:
        """The least that any way costs which only the workload's own budget is too small for."""
        return min((each.needs_usd for each in self.work.left_out if each.needs_usd is not None), default=None)


class Trouble(Computed):
    """Why there is no plan. `needed`: each alone would do; `together`: all of these at once."""

    no_ways: tuple[NoWay, ...] = ()
    needed: tuple[Needed, ...] = ()
    together: tuple[Needed, ...] = ()


class Bounds(Computed):
    """What a plan has to keep to."""

    months: int
    budget: Budget
    limits: Mapping[str, int]

    def program(self, works: Sequence[Work]) -> Program:
        return build(works, self.months, self.budget, self.limits)

    def of(self, kind: Budgeted) -> float | None:
        return self.budget.total_usd if kind == "total" else self.budget.monthly_usd

    def with_machines(self, more: int) -> Bounds:
        """With so many more of each limited type."""
        return self.model_copy(update={"limits": {name: held + more for name, held in self.limits.items()}})


Later = Callable[[str, float], Sequence[Work]]  # the works with the deadline of one of them at so many days


def moved_budgets(found: Solved, works: Sequence[Work], bounds: Bounds, solve: Solve) -> tuple[Moved, ...]:
    """The next $1,000 in total and a month, and one machine more of each type that is limited."""
    program, made = bounds.program(works), []
    for kind, limit in (("total", bounds.budget.total_usd), ("monthly", bounds.budget.monthly_usd)):
        if limit is not None:
            again = solved(with_limit(program, frozenset({kind}), MORE_USD), works, solve, ranked=False)
            moved = Moved(what="total" if kind == "total" else "monthly", before=limit, after=limit + MORE_USD)
            made.append(_against(moved, found, again, works))
    for name, held in sorted(bounds.limits.items()):
        wider = bounds.model_copy(update={"limits": {**bounds.limits, name: held + 1}})
        again = solved(wider.program(works), works, solve, ranked=False)
        made.append(_against(Moved(what="limit", name=name, before=held, after=held + 1), found, again, works))
    return tuple(made)


def moved_deadlines(
    found: Solved, works: Sequence[Work], bounds: Bounds, solve: Solve, later: Later
) -> tuple[Moved, ...]:
    """Each deadline 30 days later."""
    made = []
    for work in works:
        if work.deadline_days is not None:
            after = work.deadline_days + MORE_DAYS
            again = solved(bounds.program(later(work.name, after)), works, solve, ranked=False)
            moved = Moved(what="deadline", name=work.name, before=work.deadline_days, after=after)
            made.append(_against(moved, found, again, works))
    return tuple(made)


def moved_ways(
    what: What, found: Solved, works: Sequence[Work], others: Sequence[Work], bounds: Bounds, solve: Solve
) -> Moved | None:
    """The plan with other ways allowed or forbidden; None where there is none."""
    again = solved(bounds.program(others), others, solve, ranked=False)
    return None if again is None else _against(Moved(what=what), found, again, works)


def missing(work: Work, works: Sequence[Work], bounds: Bounds, solve: Solve, later: Later) -> tuple[Needed, ...]:
    """What would have to be moved for a workload that is left out to be done beside all that has to be done."""
    done: Mapping[Key, float] = {("done", work.name): 1.0}
    return (*_needed(works, bounds, solve, done), *_later([work], works, bounds, solve, later, done))


def trouble(works: Sequence[Work], bounds: Bounds, solve: Solve, later: Later) -> Trouble:
    """Why nothing holds together, and by how much."""
    free = Bounds(months=bounds.months, budget=Budget(), limits={})
    stuck = [
        work
        for work in works
        if work.priority == 1 and solved(free.program([work]), [work], solve, ranked=False) is None
    ]
    if stuck:
        return Trouble(
            no_ways=tuple(NoWay(work=work, needs_days=_fastest(work, free, solve, later)) for work in stuck)
        )
    needed = (*_needed(works, bounds, solve, {}), *_later(works, works, bounds, solve, later, {}))
    return Trouble(needed=needed) if needed else Trouble(together=_together(works, bounds, solve))


def _fastest(work: Work, free: Bounds, solve: Solve, later: Later) -> float | None:
    """The shortest deadline that something keeps which is allowed, if a deadline is what is in the way."""
    found = _later([work], [work], free, solve, later, {("done", work.name): 1.0})
    return found[0].after if found else None


def _later(
    moving: Sequence[Work],
    works: Sequence[Work],
    bounds: Bounds,
    solve: Solve,
    later: Later,
    done: Mapping[Key, float],
) -> tuple[Needed, ...]:
    """Each deadline alone, as much later as it has to be: sizes and ways follow from it, so it is solved again."""
    found, names = [], {work.name for work in works}
    for work in moving:
        if work.deadline_days is None:
            continue

        def holds(days: float, name: str = work.name) -> bool:
            others = [each for each in later(name, days) if each.name in names]
            return solve(fixed(bounds.program(others), done), ()) is not None

        guess = min((entry.needs_days for entry in work.left_out if entry.needs_days is not None), default=None)
        last = work.last * HOURS_PER_MONTH / HOURS_PER_DAY
        after = enough_days(holds, work.deadline_days, last, guess)
        if after is not None:
            found.append(Needed(what="deadline", more=after - work.deadline_days, after=after, name=work.name))
    return tuple(found)


def _needed(works: Sequence[Work], bounds: Bounds, solve: Solve, done: Mapping[Key, float]) -> tuple[Needed, ...]:
    """For each kind of constraint alone, by how much it has to be exceeded; those where that is enough."""
    program, found = fixed(bounds.program(works), done), []
    for kind in BUDGETS:
        limit = bounds.of(kind)
        if limit is not None:
            loose, over = loosened(program, frozenset({kind}))
            values = solve(loose, over)
            if values is not None:
                found.append(_as_needed(kind, limit, total(over, values)))
    if bounds.limits:

        def holds(more: int) -> bool:
            return solve(fixed(bounds.with_machines(more).program(works), done), ()) is not None

        more = enough_machines(holds)
        if more is not None:
            found.append(Needed(what="limit", more=more))
    return tuple(found)


def _together(works: Sequence[Work], bounds: Bounds, solve: Solve) -> tuple[Needed, ...]:
    """So many machines more that money is all that is still in the way, and how much of it."""
    kinds = [kind for kind in BUDGETS if bounds.of(kind) is not None]

    def with_machines(more: int) -> Values | None:
        return solve(*loosened(bounds.with_machines(more).program(works), frozenset(kinds)))

    machines = (
        None
        if with_machines(0) is not None or not bounds.limits
        else enough_machines(lambda more: with_machines(more) is not None)
    )
    values = with_machines(machines or 0)
    if values is None:
        return ()
    money = [(kind, bounds.of(kind) or 0.0, values[OVER, kind]) for kind in kinds if values[OVER, kind] > CENT / 2]
    limit = (Needed(what="limit", more=machines),) if machines else ()
    return (*(_as_needed(*each) for each in money), *limit)


def _as_needed(kind: Budgeted, limit: float, over: float) -> Needed:
    """To the cent above, so that it is enough as it is printed."""
    after = cents_up(limit + over)
    return Needed(what=kind, more=after - limit, after=after)


def _against(moved: Moved, found: Solved, again: Solved | None, works: Sequence[Work]) -> Moved:
    """The moved plan held against the plan: what it saves counts only where it does the same."""
    if again is None:
        return moved
    besides = tuple(work.name for work in works if again.done(work) and not found.done(work))
    same = all(again.done(work) == found.done(work) for work in works)
    saves = found.usd - again.usd if same else 0.0
    return moved.model_copy(
        update={"saves": 0.0 if abs(saves) < CENT else saves, "besides": besides, "usd": again.usd}
    )
