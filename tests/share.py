"""How much of a dear property every run looks at: a share by a fixed rule, and all of it with CHIPSCOUT_EXPLORE=1."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TypeVar

EXPLORES = "CHIPSCOUT_EXPLORE" in os.environ
EVERY, LEAST = 6, 5  # of so many examples one is looked at; but of so few all are
One = TypeVar("One")


def examples(many: int) -> int:
    """How many examples are drawn of a property; the explicit ones are looked at in every run."""
    return many if EXPLORES else min(many, max(LEAST, many // EVERY))


def some(listed: Sequence[One], every: int = EVERY) -> list[One]:
    """The first of every few: where the data list what belongs together side by side, of each kind one and more."""
    return list(listed[:: 1 if EXPLORES else every])
