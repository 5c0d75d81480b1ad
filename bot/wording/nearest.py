"""The known name that was probably meant."""

from __future__ import annotations

from collections.abc import Iterable

from rapidfuzz import fuzz, process

ALIKE = 70.0  # percent


def nearest(name: str, known: Iterable[str]) -> str | None:
    """None where no known name is like it."""
    found = process.extractOne(name, list(known), scorer=fuzz.ratio, score_cutoff=ALIKE)
    return found[0] if found else None
