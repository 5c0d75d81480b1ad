"""A mixed-integer program as data: variables, rows over them, and what is made smallest."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple, TypeAlias

from engine.base.computed import Computed

Key: TypeAlias = tuple[str | int | float, ...]
Terms: TypeAlias = tuple[tuple[Key, float], ...]
Values: TypeAlias = Mapping[Key, float]
NO_END = float("inf")
OVER = "over"  # the first word of the key of what a row is exceeded by


class Variable(NamedTuple):
    """A number to be found between `low` and `high`; `whole`: without a fraction."""

    key: Key
    low: float = 0.0
    high: float = NO_END
    whole: bool = False


class Row(NamedTuple):
    """low <= sum of coefficient x variable <= high."""

    key: Key
    terms: Terms
    low: float = -NO_END
    high: float = NO_END


class Program(Computed):
    """`usd`: dollars of one of each variable; `bills`: those of them that are billed in a month.

    `rank`: by what plans of the same cost are told apart.
    """

    variables: tuple[Variable, ...]
    rows: tuple[Row, ...]
    usd: Terms
    bills: tuple[tuple[int, Terms], ...] = ()
    rank: Terms = ()


Solve: TypeAlias = Callable[[Program, Terms], Values | None]  # the values that make the terms smallest; None: none do


def total(terms: Terms, values: Values) -> float:
    """What the terms come to, added up from the values and not taken from a solver."""
    return sum(each * values[key] for key, each in terms)


def with_rows(program: Program, rows: Iterable[Row]) -> Program:
    return program.model_copy(update={"rows": (*program.rows, *rows)})


def fixed(program: Program, values: Mapping[Key, float]) -> Program:
    """The same with some variables held at a value."""
    held = tuple(
        variable._replace(low=values[variable.key], high=values[variable.key]) if variable.key in values else variable
        for variable in program.variables
    )
    return program.model_copy(update={"variables": held})


def with_limit(program: Program, kinds: frozenset[str], more: float) -> Program:
    """The same with rows of some kinds moved up by `more`."""
    rows = tuple(row._replace(high=row.high + more) if row.key[0] in kinds else row for row in program.rows)
    return program.model_copy(update={"rows": rows})


def loosened(program: Program, kinds: frozenset[str]) -> tuple[Program, Terms]:
    """The same where rows of some kinds may be exceeded, all of a kind by one amount; and those amounts."""
    over = tuple(Variable((OVER, kind)) for kind in sorted(kinds))
    rows = tuple(
        row._replace(terms=(*row.terms, ((OVER, row.key[0]), -1.0))) if row.key[0] in kinds else row
        for row in program.rows
    )
    loose = program.model_copy(update={"variables": (*program.variables, *over), "rows": rows})
    return loose, tuple((variable.key, 1.0) for variable in over)
