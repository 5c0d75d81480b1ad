"""Of a family named without a size: which of its sizes fit what was named, in one line before a line for each."""

from __future__ import annotations

from typing import NamedTuple

from engine.base.reason import Reason
from engine.forms.parts.fit_reasons import ChipsNeeded, FitsShorter, FitsThere, Held, OnNamed


class SizeFits(NamedTuple):
    """Ways that fit, and ways that do not: of all, or the one that was said alone. `tokens`: with sequences of at
    most so many; 0 where it fits with those that are assumed, or does not fit at all."""

    model: str
    parameters: float
    tokens: float
    fitting: tuple[Held, ...]
    failing: tuple[Held, ...]


class FitsBySize(Reason, code="fits_by_size"):
    """Each size, the smallest first. `same`: the same ways fit at each."""

    sizes: tuple[SizeFits, ...]
    same: bool


def by_sizes(firsts: tuple[Reason, ...]) -> tuple[Reason, ...]:
    """The line of all before those of each; none where these count cards, or are of no card that was named."""
    told = [one for one in firsts if isinstance(one, OnNamed) and not isinstance(one, ChipsNeeded)]
    if len(told) < len(firsts) or len(told) < 2:
        return ()
    sizes = tuple(_of(one) for one in told)
    alike = {(tuple(held.way for held in size.fitting), size.tokens) for size in sizes}
    return (FitsBySize(sizes=sizes, same=len(alike) == 1),)


def _of(first: OnNamed) -> SizeFits:
    tokens = float(first.tokens or 0.0) if isinstance(first, FitsShorter) else 0.0
    fitting, failing = first.fitting, first.failing
    if first.asked is not None:
        fits = isinstance(first, FitsThere)
        fitting, failing = ((first.asked,), ()) if fits else ((), (first.asked,))
    return SizeFits(first.model, first.parameters, tokens, fitting, failing)
