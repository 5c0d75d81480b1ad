"""The product of told amounts, each once and as a factor or a divisor, that has the unit of what is asked.

Dimensional analysis decides how amounts go together: 3M documents a day x 800 tokens a document / 12k tokens a second
of a card / 24 hours a day are cards. What is told has to be used, each amount once; where two products fit equally
well and differ, there is none.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product as every
from math import isclose, isfinite, prod
from typing import NamedTuple

from engine.base.measures import Unit, times

MOST = 10  # amounts of one product: with more, too many products fit by chance
# How far each takes a product from what was plainly told; a divisor that is no rate counts, as a product of which
# every factor divides would have the same unit where that is none.
_ALTERNATIVE, _LEFT_OUT, _FILLED, _DIVIDES, _BESIDE = 1.0, 1.5, 0.4, 0.1, 0.2


class Term(NamedTuple):
    """An amount that may go into a product.

    `units`: what it may be of, the plainest first. `powers`: 1 a factor, -1 a divisor, 0 left out. `name`: what it
    is, for the working. `filled`: it was not told, and is used only where it is needed. `beside`: it may only say
    what another amount is of ("25 min an epoch on 4 cards"), so that leaving it out is nearer than dividing by it.
    """

    value: float
    units: tuple[Unit, ...]
    powers: tuple[int, ...] = (1, -1)
    name: str = ""
    filled: bool = False
    beside: bool = False


class Factor(NamedTuple):
    """A term in a product: what it is, its value and unit, and whether it multiplies (1) or divides (-1)."""

    name: str
    value: float
    power: int
    unit: Unit


class Solution(NamedTuple):
    """The value in the unit that was asked, and its factors in the order of the text."""

    value: float
    factors: tuple[Factor, ...]
    distance: float


class _Part(NamedTuple):
    """What some of the terms make together."""

    unit: Unit
    value: float
    distance: float
    factors: tuple[Factor, ...]


def solve(terms: Sequence[Term], target: Unit, scale: float = 1.0) -> Solution | None:
    """The nearest product of `terms` with the unit `target`, divided by `scale`; None where none or several fit."""
    if not terms or len(terms) > MOST or any(not isfinite(one.value) or one.value <= 0 for one in terms):
        return None
    half = len(terms) // 2
    first, rest = _parts(terms[:half]), _parts(terms[half:])
    by_unit: dict[Unit, list[_Part]] = {}
    for part in rest:
        by_unit.setdefault(part.unit, []).append(part)
    found: list[Solution] = []
    for part in first:
        for other in by_unit.get(times(target, part.unit, -1), ()):
            factors = (*part.factors, *other.factors)
            if factors:
                found.append(Solution(part.value * other.value / scale, factors, part.distance + other.distance))
    if not found:
        return None
    best = min(found, key=lambda one: one.distance)
    rivals = (one for one in found if one.distance < best.distance + 1e-9)
    return best if all(isclose(one.value, best.value, rel_tol=1e-6) for one in rivals) else None


def _parts(terms: Sequence[Term]) -> list[_Part]:
    """All products of some terms, the nearest of each unit and value first."""
    found: dict[tuple[Unit, float], _Part] = {}
    for chosen in every(*(tuple(_choices(one)) for one in terms)):
        unit: Unit = ()
        for _, own, power, _ in chosen:
            unit = times(unit, own, power)
        value = prod(one.value**power for one, _, power, _ in chosen)
        factors = tuple(Factor(one.name, one.value, power, own) for one, own, power, _ in chosen if power)
        part = _Part(unit, value, sum(distance for *_, distance in chosen), factors)
        key = unit, float(f"{value:.9g}")
        if key not in found or part.distance < found[key].distance:
            found[key] = part
    return list(found.values())


def _choices(term: Term) -> Iterable[tuple[Term, Unit, int, float]]:
    for power in term.powers:
        if power == 0:
            yield term, (), 0, 0.0 if term.filled else _BESIDE if term.beside else _LEFT_OUT
            continue
        for place, own in enumerate(term.units):
            divides = _DIVIDES if power < 0 and not _is_pace(own) else 0.0
            divides += 2 * _BESIDE if power < 0 and term.beside else 0.0
            yield term, own, power, place * _ALTERNATIVE + (_FILLED if term.filled else 0.0) + divides


def _is_pace(own: Unit) -> bool:
    """Whether it is so many of a thing an hour, by which work is divided."""
    powers = dict(own)
    return powers.get("h") == -1 and "usd" not in powers
