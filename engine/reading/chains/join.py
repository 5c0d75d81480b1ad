"""Amounts joined: where what one is counted per is what another counts, their product counts the first thing.

"500 steps, 256 prompts x 8 rollouts, answers of 2k tokens" are 500 steps x 256 prompts a step x 8 answers a prompt
x 2,000 tokens an answer. What is counted per something that nobody counts stays open: it is no total.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import prod
from typing import NamedTuple

from engine.reading.chains.amounts import EACH, UNSAID, Amount

_LONGEST = 6  # amounts of one chain
_NO_OWNER = frozenset(
    {"epoch", "step", "token", "letter", "dim"}
)  # nothing is counted of each of these unless it is said


class Chain(NamedTuple):
    """Amounts whose product is so many of the last one's thing, in `seconds` where it comes at a rate (0 else)."""

    parts: tuple[Amount, ...]

    @property
    def value(self) -> float:
        return prod(part.value for part in self.parts)

    @property
    def seconds(self) -> float:
        return max(part.seconds for part in self.parts)

    @property
    def things(self) -> frozenset[str]:
        """What is counted, of every kind that it is."""
        return frozenset(kind for part in self.parts for kind in part.kinds)


def settled(amounts: Sequence[Amount], most: Mapping[str, float]) -> list[Amount]:
    """The amounts with what each is counted per, where that is not said: what is usual, else all there are.

    `most`: of a thing, the largest number that is counted so per what is usual.
    """
    return [_settled(one, amounts, most) for one in amounts]


def _settled(one: Amount, amounts: Sequence[Amount], most: Mapping[str, float]) -> Amount:
    others = [other for other in amounts if other is not one and other.thing != one.thing]
    usual = next((per for per in one.of if any(other.is_a(per) for other in others)), "")
    if one.per == EACH:
        before = [other for other in others if other.first < one.first and other.thing not in _NO_OWNER]
        fitting = next((found for kind in one.of if (found := [o for o in before if o.is_a(kind)])), [])
        nearest = (fitting or before or [other for other in others if other.thing not in _NO_OWNER])[-1:]
        per = next((kind for kind in one.of if nearest and nearest[0].is_a(kind)), "")
        return one._replace(per=per or (nearest[0].thing if nearest else usual or EACH))
    if one.per == UNSAID:
        few = one.value <= most.get(one.thing, float("inf"))
        return one._replace(per=usual if few else "")
    return one


def chain_of(one: Amount, amounts: Sequence[Amount]) -> Chain | None:
    """The chain that ends in this amount; None where what it is counted per is counted by nobody."""
    parts = [one]
    while parts[0].per:
        above = [other for other in amounts if other not in parts and other.is_a(parts[0].per)]
        if not above or len(parts) == _LONGEST:
            return None
        parts.insert(0, min(above, key=lambda other: _apart(parts[0], other)))
    rated = [part for part in parts if part.seconds]
    return Chain(tuple(parts)) if len(rated) <= 1 else None


def _apart(one: Amount, other: Amount) -> tuple[bool, int]:
    """How far another amount stands away; one that is counted per nothing more is nearer than any other."""
    return one.per not in (other.thing, *other.kinds[:1]), abs(other.first - one.first)


def chains(amounts: Sequence[Amount], kind: str) -> list[Chain]:
    """The closed chains that count a kind of thing, the longest first."""
    found = (chain_of(one, amounts) for one in amounts if one.is_a(kind))
    return sorted((chain for chain in found if chain is not None), key=lambda chain: -len(chain.parts))


def used(found: Iterable[Chain]) -> list[Amount]:
    """The amounts of chains, each once."""
    return list(dict.fromkeys(part for chain in found for part in chain.parts))
