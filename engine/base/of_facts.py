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
        last = kept[-1] if kept else None  # nearly always of the same facts
        known = last[1] if last is not None and last[0] is facts else _made_of(facts)
        asked = (remembered, args, tuple(sorted(kwargs.items()))) if kwargs else args
        try:
            return known[asked]
        except KeyError:
            pass
        made = known[asked] = work(facts, *args, **kwargs)
        return made

    def _made_of(facts: Facts) -> dict[object, Result]:
        known = next((made for of, made in tuple(kept) if of is facts), None)
        if known is None:
            kept.append((facts, known := {}))
        return known

    return remembered
