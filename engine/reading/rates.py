"""Rates: "a week", "nightly" as how many times a month; factors: "twice the chips"; until when credits hold."""

from __future__ import annotations

from engine.reading.document import Document, Mention
from engine.reading.patterns import Match
from engine.workload.profile import Profile
from knowledge.facts import Scalar
from knowledge.units import HOURS_PER_DAY

_SIZE = 1e9
_DATED = 5  # tokens between "expire" and the date
_CALENDAR = range(2024, 2040)
_LONGEST_MONTH = 31
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


def until(document: Document) -> list[Mention]:
    """Until when credits hold: "expiring in March", "valid until 2027-03-31", "expire in 90 days"."""
    for expires in sorted(document.classes.get("expires", {}).values(), key=lambda match: match.first):
        for at in range(expires.last, min(expires.last + _DATED, len(document.tokens))):
            if document.ends_sentence(at):
                break
            month = document.at("month_name", at)
            if month is not None:
                return [_by_month(document, expires.first, month)]
            span = next((number for number in document.numbers if number.first == at), None)
            unit = document.at("hours_in", document.skip(span.last)) if span else None
            if span is not None and unit is not None and float(unit.value) >= HOURS_PER_DAY:
                document.numbers = [number for number in document.numbers if number is not span]
                days = round(span.value * float(unit.value) / HOURS_PER_DAY)
                return [Mention("credits_until", f"P{days}D", expires.first, unit.last)]
    return []


def _by_month(document: Document, first: int, month: Match) -> Mention:
    """A month with the day and the year that stand beside it, as ISO 8601 writes them."""
    day = year = ""
    last = month.last
    for number in list(document.numbers):
        if not (month.first - 2 <= number.first <= month.last + 3) or number.scale != 1:
            continue
        if number.value in _CALENDAR:
            year = f"{number.value:.0f}"
        elif 1 <= number.value <= _LONGEST_MONTH and number.value == int(number.value):
            day = f"-{number.value:02.0f}"
        else:
            continue
        document.numbers.remove(number)
        last = max(last, number.last)
    return Mention("credits_until", f"{year or '-'}-{month.value}{day}", first, last)
