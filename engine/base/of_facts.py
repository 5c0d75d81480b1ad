"""What is worked out of the facts alone is worked out once, and kept for the few facts last asked for."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from knowledge.facts import Facts

FACTS = 4  # one question asks of those of every day, of those with a specialist's machines, of those without a cloud
Given = ParamSpec("Given")
Result = TypeVar("Result")


def once(work: Callable[Concatenate[Facts, Given], Result]) -> Callable[Concatenate[Facts, Given], Result]:
    """`work(facts, ...)`, remembered; what it is given besides is hashable, and nobody changes what it gives."""
    kept: deque[tuple[Facts, dict[object, Result]]] = deque(maxlen=FACTS)

    @wraps(work)
    def remembered(facts: Facts, /, *args: Given.args, **kwargs: Given.kwargs) -> Result:
        known = next((made for of, made in tuple(kept) if of is facts), None)
        if known is None:
            kept.append((facts, known := {}))
        asked = args, tuple(sorted(kwargs.items()))
        if asked not in known:
            known[asked] = work(facts, *args, **kwargs)
        return known[asked]

    return remembered
