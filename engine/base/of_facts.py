"""What is worked out of the facts alone is worked out once, and kept for the facts last asked for."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from knowledge.facts import Facts

Given = ParamSpec("Given")
Result = TypeVar("Result")


def once(work: Callable[Concatenate[Facts, Given], Result]) -> Callable[Concatenate[Facts, Given], Result]:
    """`work(facts, ...)`, remembered; what it is given besides is hashable, and nobody changes what it gives."""
    last: tuple[Facts, dict[object, Result]] | None = None

    @wraps(work)
    def remembered(facts: Facts, /, *args: Given.args, **kwargs: Given.kwargs) -> Result:
        nonlocal last
        known = last
        if known is None or known[0] is not facts:
            last = known = facts, {}
        asked = args, tuple(sorted(kwargs.items()))
        if asked not in known[1]:
            known[1][asked] = work(facts, *args, **kwargs)
        return known[1][asked]

    return remembered
