"""Rates: "a week", "/month", "nightly" as how many times a month."""

from __future__ import annotations

from engine.reading.document import Document
from engine.reading.patterns import Match

_SIZE = 1e9
RATE_REACH = 7  # tokens between a count of runs and "a month"


def rate_at(scene: Document, at: int) -> tuple[float, int] | None:
    """A rate beginning here: ("a week" -> 4.3333 a month, token after it)."""
    schedule = scene.at("schedule", at)
    if schedule is not None:
        return float(schedule.value), schedule.last
    each = scene.at("each", at)
    if each is None and at < len(scene.tokens) and scene.tokens[at].norm == "/":
        after = at + 1
    elif each is not None:
        after = each.last
    else:
        return None
    period = scene.at("period", scene.skip(after))
    if period is not None and each is not None and each.value == "in" and not _is_one(scene, period):
        return None
    return None if period is None else (float(period.value), period.last)


def rate_after(scene: Document, at: int, reach: int = RATE_REACH) -> tuple[float, int] | None:
    """The first rate within reach of a counted thing, in the same clause, before another number."""
    starts = {
        n.first for n in scene.numbers if n.scale < _SIZE
    }  # a size may stand between: "10 LoRAs of an 8B nightly"
    for here in range(at, min(at + reach, len(scene.tokens))):
        rate = rate_at(scene, here)
        if rate is not None:
            return rate
        if here in starts or scene.ends_clause(here):
            return None
    return None


def _is_one(scene: Document, period: Match) -> bool:
    """Whether a period is a bare singular ("in month"), not a span of time ("in 6 months")."""
    return period.last - period.first == 1 and not scene.tokens[period.first].norm.endswith("s")
