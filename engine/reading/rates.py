"""Rates: "a week", "/month", "nightly" as how many times a month; factors: "twice the chips"."""

from __future__ import annotations

from engine.reading.document import Document
from engine.reading.patterns import Match
from engine.workload.profile import Profile
from knowledge.facts import Scalar

_SIZE = 1e9
RATE_REACH = 7  # tokens between a count of runs and "a month"


def rate_at(document: Document, at: int) -> tuple[float, int] | None:
    """A rate beginning here: ("a week" -> 4.3333 a month, token after it)."""
    schedule = document.at("schedule", at)
    if schedule is not None:
        return float(schedule.value), schedule.last
    per = document.at("each", at)
    if per is None and at < len(document.tokens) and document.tokens[at].norm == "/":
        after = at + 1
    elif per is not None:
        after = per.last
    else:
        return None
    period = document.at("period", document.skip(after))
    if period is not None and per is not None and per.value == "in" and not _is_one(document, period):
        return None
    return None if period is None else (float(period.value), period.last)


def rate_after(document: Document, at: int, reach: int = RATE_REACH) -> tuple[float, int] | None:
    """The first rate within reach of a counted thing, in the same clause, before another number."""
    starts = {
        n.first for n in document.numbers if n.scale < _SIZE
    }  # a size may stand between: "10 LoRAs of an 8B nightly"
    for here in range(at, min(at + reach, len(document.tokens))):
        rate = rate_at(document, here)
        if rate is not None:
            return rate
        if here in starts or document.ends_clause(here):
            return None
    return None


def _is_one(document: Document, period: Match) -> bool:
    """Whether a period is a bare singular ("in month"), not a span of time ("in 6 months")."""
    return period.last - period.first == 1 and not document.tokens[period.first].norm.endswith("s")


def scaled(document: Document, profile: Profile) -> dict[str, Scalar | tuple[str, ...]]:
    """ "twice the chips, half the time": slots of the profile multiplied."""
    changes: dict[str, Scalar | tuple[str, ...]] = {}
    for factor in document.classes.get("factor", {}).values():
        meant = _what_is_scaled(document, factor)
        for slot in () if meant is None else str(meant.value).split(","):
            now = getattr(profile, slot)
            if now is not None:
                product = now * float(factor.value)
                changes[slot] = max(1, round(product)) if isinstance(now, int) else product
    return changes


def _what_is_scaled(document: Document, factor: Match) -> Match | None:
    """What a factor multiplies: named right behind it, or before it ("traffic will triple")."""
    for at in range(factor.last, min(factor.last + 4, len(document.tokens))):
        if document.ends_clause(at):
            break
        named = document.at("scaled", at)
        if named is not None:
            return named
    if document.at("scales", factor.first) is None or rate_at(document, factor.last) is not None:
        return None
    for at in range(factor.first - 1, max(-1, factor.first - 4), -1):
        if document.ends_clause(at):
            return None
        named = document.at("scaled", at)
        if named is not None:
            return named
    return None
