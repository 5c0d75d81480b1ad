"""The best plan of a program: as much done as the budget holds, at the least cost, and one of several alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.base.computed import Computed
from engine.fleet.program import Key, Program, Row, Solve, Terms, Values, total, with_rows
from engine.fleet.work import Work

CENT = 0.01
WHOLE = 1e-4  # how far from a whole number a solver may leave one


class Solved(Computed):
    """A plan as values of the program's variables, whole where they have to be."""

    program: Program
    values: Mapping[Key, float]

    @property
    def usd(self) -> float:
        return total(self.program.usd, self.values)

    def done(self, work: Work) -> bool:
        return self.values["done", work.name] > 0.5

    def of(self, *start: str | float) -> list[tuple[Key, float]]:
        """The variables whose key starts so and that are not 0, in their order."""
        length = len(start)
        return [
            (variable.key, value)
            for variable in self.program.variables
            if variable.key[:length] == start and (value := self.values[variable.key]) > WHOLE
        ]


def solved(program: Program, works: Sequence[Work], solve: Solve, *, ranked: bool = True) -> Solved | None:
    """In this order: what is left out has the highest priority number there is; then the plan costs least.

    Plans that cost the same to the cent: as few terms and blocks as can be, then the ways that come first by name,
    then the earliest months (unless not `ranked`). None: what has to be done cannot be.
    """
    left = sorted({work.priority for work in works if work.priority > 1})
    for priority in left:
        of_it: Terms = tuple((("done", work.name), -1.0) for work in works if work.priority == priority)
        found = solve(program, of_it)
        if found is None:
            return None
        most = round(total(of_it, found))
        program = with_rows(program, [Row(("as_much", priority), of_it, high=float(most))])
    found = solve(program, program.usd)
    if found is None:
        return None
    cheapest = _whole(program, found)
    least = total(program.usd, cheapest)
    if not ranked:
        return Solved(program=program, values=_paid(program, cheapest))
    alike = with_rows(program, [Row(("cheapest",), program.usd, high=least + CENT / 2)])
    found = solve(alike, program.rank)
    chosen = cheapest if found is None else _whole(program, found)
    if total(program.usd, chosen) > least + CENT:
        chosen = cheapest
    return Solved(program=program, values=_paid(program, chosen))


def _whole(program: Program, values: Values) -> dict[Key, float]:
    """Whole numbers as such: a solver leaves them a hair beside."""
    return {
        variable.key: float(round(values[variable.key])) if variable.whole else values[variable.key]
        for variable in program.variables
    }


def _paid(program: Program, values: Mapping[Key, float]) -> dict[Key, float]:
    """A migration costs what the dearest of its works needs, to the cent of its figure and not of a solver."""
    made = dict(values)
    needed: dict[Key, float] = {}
    for row in program.rows:
        if row.key[0] == "port_paid":
            (shared, _), (key, usd) = row.terms
            needed[shared] = max(needed.get(shared, 0.0), -usd * made[key])
    return made | needed
