"""The quantities that a text asks for: how many chips or things, hours, chip-hours, dollars by period or thing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.base.measures import Goal, Unit, Wanted, times, unit
from engine.reading.measures.text import Text, norm
from engine.reading.measures.words import (
    Found,
    hardware_at,
    per_at,
    period_at,
    thing_at,
    time_at,
)
from engine.reading.words.patterns import Match

_NEAR = 5  # tokens behind "how many" in which its noun stands
_AROUND = 7  # tokens around a word for cost in which its period or thing stands
_SHORT = 8  # tokens of a sentence that asks by nouns alone: "GPU hours and dollars?"
_PERIODS = {1: "day", 7: "week", 30: "month", 91: "quarter", 365: "year"}
_USD = unit(usd=1)
_HOURLY = {"chips": "chip", "machines": "machine"}


def goals(text: Text, sentences: Sequence[tuple[int, int]]) -> tuple[Goal, ...]:
    """In the order of the text, each once."""
    found = sorted([*_found(text), *_by_nouns(text, sentences)], key=lambda one: one[0])
    kept: dict[tuple[str, str, str], Goal] = {}
    for _, goal in found:
        kept.setdefault((goal.wants, goal.per if goal.wants != "count" else "", goal.thing), goal)
    if any(key[0] == "usd" and key[1] for key in kept):
        kept.pop(("usd", "", ""), None)  # "how much is it a month": asked once
    if any(goal.wants in ("saved", "payback") for goal in kept.values()):  # "how much do we save", "does it pay off"
        kept = {key: goal for key, goal in kept.items() if goal.wants != "usd"}
    if any(goal.wants == "chip_hours" for goal in kept.values()):
        kept.pop(("hours", "", ""), None)
    if any(goal.wants == "hours" and goal.scale != 1 for goal in kept.values()):
        kept.pop(("hours", "", ""), None)
    return tuple(kept.values())


def _found(text: Text) -> Iterator[tuple[int, Goal]]:
    for match in text.classes.get("measure_many", {}).values():
        if (goal := _many(text, match)) is not None:
            yield match.first, goal
    for match in text.classes.get("measure_long", {}).values():
        yield match.first, Goal(wants="hours", unit=unit(h=1))
    for match in text.classes.get("measure_enough", {}).values():
        yield match.first, Goal(wants="count", unit=unit(chip=1), enough=True)
    for match in text.classes.get("measure_payback", {}).values():
        yield match.first, Goal(wants="payback", unit=_USD)
    for match in text.classes.get("measure_worth", {}).values():
        yield match.first, Goal(wants="worth", unit=())
    yield from _wasted(text)
    for name in ("measure_save", "measure_cost"):
        for match in text.classes.get(name, {}).values():
            if not _is_told(text, match):
                goal = _cost(text, match.first, match.last)
                yield match.first, goal if name == "measure_cost" else goal.model_copy(update={"wants": "saved"})


def _wasted(text: Text) -> Iterator[tuple[int, Goal]]:
    """Dollars of hours that are not used, where no word for cost stands beside: "how much do we waste a month?"."""
    for match in text.classes.get("measure_waste", {}).values():
        goal = _cost(text, match.first, match.last)
        if goal.per and not _is_told(text, match):
            yield match.first, goal


def _is_told(text: Text, match: Match) -> bool:
    """Whether a word for cost stands beside its own figure: "costs us $180", "a $20k budget", "$4k"."""
    if match.last - match.first == 1 and norm(text, match.first) in ("$", "usd", "dollars"):
        return any(
            number.first in (match.last, match.last + 1) or number.last == match.first for number in text.numbers
        )
    return any(
        number.money and (match.last <= number.first <= match.last + 3 or number.last == match.first)
        for number in text.numbers
    )


def _many(text: Text, match: Match) -> Goal | None:
    """What "how many" asks for, by the noun behind it; chips, where none stands there."""
    near = range(match.last, match.last + _NEAR)
    for at in near:
        if text.ends_clause(at):
            break
        if (named := _noun(text, at)) is not None:
            return named[0]
    if text.ends_clause(match.last) or any(text.at("measure_need", at) is not None for at in near):
        return Goal(wants="count", unit=unit(chip=1))
    return None


def _noun(text: Text, at: int) -> tuple[Goal, int] | None:
    """The quantity that a noun names, and the token after it."""
    hours = text.at("chip_hours", at)
    if hours is not None:
        return Goal(wants="chip_hours", unit=unit(h=1, **{_HOURLY[str(hours.value)]: 1})), hours.last
    if (hard := hardware_at(text, at)) is not None:
        return Goal(wants="count", unit=hard.unit), hard.last
    span = time_at(text, at)
    if span is not None and per_at(text, at - 1) is None:
        wants: Wanted = "days" if span.unit == unit(day=1) else "hours"
        return Goal(wants=wants, unit=span.unit, scale=span.scale), span.last
    thing = thing_at(text, at)
    return None if thing is None else (_things(text, thing), thing.last)


def _things(text: Text, thing: Found) -> Goal:
    """So many of a thing, in a period where one stands behind."""
    name = thing.unit[0][0]
    for at in range(thing.last, thing.last + _AROUND):
        if text.ends_clause(at):
            break
        rhythm = text.at("measure_rhythm", at)
        after = per_at(text, at)
        span = time_at(text, after) if after is not None else None
        if rhythm is not None:
            span = Found(float(rhythm.value), unit(day=1), rhythm.last)
        if span is not None:
            per = _period(span.scale) if span.unit == unit(day=1) else _time(span.scale)
            rate = times(thing.unit, span.unit, -1)
            return Goal(wants="things", unit=rate, scale=1 / span.scale, per=per, thing=name)
    return Goal(wants="things", unit=thing.unit, thing=name)


def _by_nouns(text: Text, sentences: Sequence[tuple[int, int]]) -> Iterator[tuple[int, Goal]]:
    """What a short question asks for by nouns alone: "GPUs and cost?", "days, dollars?", "monthly?"."""
    for first, last in sentences:
        start = max((at + 1 for at in range(first, last - 1) if _parts(text, at)), default=first)
        if norm(text, last - 1) != "?" and not (first > 0 and last == len(text.tokens)):
            continue
        if last - start > _SHORT or any(start <= number.first < last for number in text.numbers):
            continue
        at = start
        while at < last:
            rhythm = text.at("measure_rhythm", at)
            after = per_at(text, at)
            if rhythm is not None and at == start and rhythm.last >= last - 1:
                yield at, _by(_USD, float(rhythm.value))
                at = rhythm.last
            elif after is not None and at == start:
                yield at, _cost(text, at, at)
                break
            elif after is None and not _is_named(text, at) and (named := _noun(text, at)) is not None:
                if named[0].wants != "things":
                    yield at, named[0]
                at = named[1]
            else:
                hours = text.at("chip_hours", at)
                at = hours.last if hours is not None else at + 1


def _parts(text: Text, at: int) -> bool:
    """Whether a mark parts a short question from what is told before it: "GPU-hour" has none."""
    return norm(text, at) in (",", ":") or (norm(text, at) == "-" and not text.tokens[at].glued)


def _is_named(text: Text, at: int) -> bool:
    """Whether the noun is named, not asked for: "on a T4", "our H100"."""
    before = norm(text, at - 1)
    if any(per_at(text, here) in (at, at - 1) for here in (at - 1, at - 2)):
        return True
    little = text.ending("chain_per", at) is not None or text.ending("chain_stop", at) is not None
    names = any(text.at(name, at) is not None for name in ("candidates", "instances"))
    named = names and text.at("measure_chip", at) is None
    return named or (little and before not in ("and", "or", "&"))


def _by(own: Unit, days: float) -> Goal:
    return Goal(wants="usd", unit=times(own, unit(day=1), -1), scale=1 / days, per=_period(days))


def _cost(text: Text, start: int, end: int) -> Goal:
    """Dollars, by the period and the thing that the clause around the word for them names."""
    first, last = text.clause(start)
    own, scale, per = _USD, 1.0, ""
    at = max(first, start - _AROUND)
    while at < min(last + 1, end + _AROUND):
        found = _per(text, at, start, end, last)
        if found is not None and not any(name in dict(own) for name, _ in found.unit):
            own, scale = times(own, found.unit, -1), scale / found.scale
            thing = next((name for name, _ in found.unit if name != "day"), "")
            hourly = found.unit != unit(day=1) and "h" in dict(found.unit)
            per = (
                "hour" if found.unit == unit(h=1) else "chip_hour" if hourly else thing or per or _period(found.scale)
            )
            at = found.last
        else:
            at += 1
    idle = any(first <= match.first <= last for match in text.classes.get("measure_waste", {}).values())
    return Goal(wants="usd", unit=own, scale=scale, per=per, idle=idle)


def _per(text: Text, at: int, start: int, end: int, last: int) -> Found | None:
    """What a place of the text says that dollars are per: "a month", "per 1M tokens", "yearly"."""
    rhythm = text.at("measure_rhythm", at)
    if rhythm is not None and (rhythm.last >= start - 1 or at >= end):
        return Found(float(rhythm.value), unit(day=1), rhythm.last)
    after = per_at(text, at)
    many = text.at("measure_million", at) if after is None else text.at("measure_million", after)
    if many is not None and (after is not None or norm(text, at - 1) in ("a", "one", "1")):
        thing = thing_at(text, many.last)
        if thing is not None or not hardware_at(text, many.last):
            return Found(
                float(many.value), thing.unit if thing else unit(token=1), thing.last if thing else many.last
            )
    first, _ = text.clause(at)
    told = any(first <= number.first < at <= number.last + 2 for number in text.numbers)
    if after is None or after > last or told:
        return None  # "40 of them a week" tells a rate
    if (span := period_at(text, after)) is not None:
        return span
    number = next((one for one in text.numbers if one.first == after), None)
    if number is not None:
        thing = thing_at(text, number.last)
        return None if thing is None else Found(number.value, thing.unit, thing.last)
    if text.at("measure_useful", after) is not None and time_at(text, after + 1) == (1.0, unit(h=1), after + 2):
        return Found(1.0, unit(h=1), after + 2)  # "per useful hour"
    span = time_at(text, after)
    if span is not None and span.unit == unit(h=1) and text.at("measure_useful", span.last) is not None:
        return Found(1.0, unit(h=1), span.last + 1)  # "por hora útil"
    for here in (after, after + 1):
        hours = text.at("chip_hours", here)
        if hours is not None:
            return Found(1.0, unit(h=1, chip=1), hours.last)
    word = text.at("chain_per", at)
    little = word is not None and word.value == "little"  # "a run" names one
    for here in (after, after + 1):
        if (thing := thing_at(text, here)) is not None and not little:
            return thing
    return None


def _period(days: float) -> str:
    return _PERIODS.get(int(days), "day")


def _time(hours: float) -> str:
    return "hour" if hours >= 1 else "second" if hours < 1 / 100 else "minute"
