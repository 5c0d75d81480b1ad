"""Whether a first line tells a sum already: one of its figures is that of the sum, in the unit of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.worked.worked_reasons import Sum, WorkedOut, WorkedSides
from knowledge.units import HOURS_PER_DAY

NEAR = 0.02  # share by which the same figure may differ


def tells(stated: FactAnswer, answer: FactAnswer) -> bool:
    """Whether the first line has the first sum already."""
    first = answer.headline
    if stated.headline is None or not isinstance(first, WorkedOut | WorkedSides):
        return False
    sums = [side.sums[0] for side in first.sides] if isinstance(first, WorkedSides) else [first.sums[0]]
    return all(_is_told(one, stated.headline) for one in sums)


def _is_told(one: Sum, headline: Reason) -> bool:
    """Whether a first line has this figure; days as hours, too."""
    counted = one.wants == "count"
    value = float(max(one.whole, one.at_busy)) if counted else one.value
    units = (1.0, float(HOURS_PER_DAY)) if one.wants == "days" else (1.0,)
    figures = list(_figures(headline.values, only_counts=counted))
    return any(abs(figure - value * own) <= NEAR * value * own for figure in figures for own in units)


def _figures(value: Any, *, only_counts: bool) -> Iterator[float]:
    """Every number in the values of a reason; whole ones alone, where a number of things is looked for."""
    if isinstance(value, bool):
        return
    if isinstance(value, int) or (isinstance(value, float) and not only_counts):
        yield float(value)
    elif isinstance(value, dict):
        yield from _figures(tuple(value.values()), only_counts=only_counts)
    elif isinstance(value, tuple | list):
        for one in value:
            yield from _figures(one, only_counts=only_counts)
    elif hasattr(value, "likely"):
        yield float(value.likely)
    elif hasattr(value, "__dict__"):
        yield from _figures(dict(value.__dict__), only_counts=only_counts)
    elif is_dataclass(value):
        yield from _figures(tuple(getattr(value, one.name) for one in fields(value)), only_counts=only_counts)
