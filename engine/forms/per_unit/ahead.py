"""Of two sides: how many times as much one has, and which is behind the other in nothing."""

from __future__ import annotations

PAIR = 2


def times(values: tuple[float | None, ...]) -> float | None:
    """Of two sides the larger figure over the smaller; None where they are equal, one is unknown, or not two."""
    known = [value for value in values if value is not None]
    least, most = min(known, default=0.0), max(known, default=0.0)
    return most / least if len(known) == len(values) == PAIR and 0 < least < most else None


def ahead(names: tuple[str, ...], usd: tuple[float | None, ...], *figures: tuple[float, ...]) -> str | None:
    """Of two sides the one whose hour costs less and that is in no figure behind; None of one chip twice."""
    if len(names) != PAIR or all(values[0] == values[1] for values in figures):
        return None
    for one, other in ((0, 1), (1, 0)):
        mine, theirs = usd[one], usd[other]
        if mine and theirs and mine < theirs and all(values[one] >= values[other] for values in figures):
            return names[one]
    return None
