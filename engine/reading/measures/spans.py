"""Times: of a thing, of each day, in all; how often something is done; hours between two times of day."""

from __future__ import annotations

from engine.base.measures import Unit, times, unit
from engine.reading.measures.per import per
from engine.reading.measures.text import HARDWARE, JOINTS, Amount, Text, Told, norm
from engine.reading.measures.words import (
    ADJECTIVES,
    DAY,
    Found,
    hardware_at,
    is_each,
    per_at,
    period_at,
    thing_at,
    time_at,
)
from engine.reading.words.numbers import Number
from knowledge.units import MINUTES_PER_HOUR

TAKES = 6  # tokens between a number of things and the time that they take
_BEFORE = 8  # tokens before a number in which what it is of may be said
_HALF_DAY, _LATEST = 12.0, 24.0
_BETWEEN = 3  # tokens between two times of day


def timed(text: Text, span: Found, first: int, before: Told) -> Amount:
    """A time: by itself, of one thing that is named before or behind it, or of each day."""
    amount = per(text, span, first, before)
    if amount.units[0] != span.unit:
        own = amount.units[0]
        powers = dict(own)
        things = [name for name, power in own if power < 0 and name not in ("day", *HARDWARE)]
        if things and powers.get("h") == 1:  # "1.5 s each on L4": of one chip
            return amount._replace(units=(*amount.units, times(own, unit(chip=1)), times(own, unit(machine=1))))
        return amount
    if span.unit == unit(h=1) and _on_weekdays(text, span.last):
        return Amount(span.scale, (unit(h=1, day=-1),), first, span.last)
    units = [span.unit]
    if span.unit == unit(day=1):
        units.append(unit(h=1))
    owner = _owner(text, first, before)
    hours = Found(span.scale * (DAY if span.unit == unit(day=1) else 1.0), unit(h=1), span.last)
    if owner is not None and owner != unit(run=1):
        own = times(unit(h=1), owner, -1)
        more = (times(own, unit(chip=1)), times(own, unit(machine=1)))
        return Amount(hours.scale, (own, *more), first, span.last)
    units += [times(one, unit(run=1), -1) for one in units]
    return Amount(span.scale, tuple(units), first, span.last)


def _on_weekdays(text: Text, at: int) -> bool:
    """Whether a time is that of each working day: "8h mon-fri", "6 h on weekdays"."""
    return any(text.at("measure_weekdays", here) is not None for here in (at, at + 1))


def _owner(text: Text, first: int, before: Told) -> Unit | None:
    """The thing that takes a time: "an epoch takes 47 min", "a batch of 32 takes 1.4 s"."""
    if before and unit(sample=1, step=-1) in before[-1].units and first - before[-1].last <= TAKES // 2:
        return unit(step=1)
    if before and before[-1].thing and first - before[-1].last <= 1 and _is_rate(before[-1]):
        return unit(**{before[-1].thing: 1})  # "2,000 inferences per second at 4 ms"
    last = next((one.thing for one in reversed(before) if one.thing), "")
    if last and _is_of_one(text, first):
        return unit(**{last: 1})
    for at in range(first - 1, max(-1, first - 1 - _BEFORE), -1):
        if text.ends_sentence(at) or text.at("measure_period", at) is not None:
            return None
        found = thing_at(text, at)
        if found is None or found.last > first:
            continue
        one = text.ending("chain_per", at) or text.ending("one_of", at)
        takes = any(text.at("measure_takes", here) for here in range(found.last, first))
        known = any(
            amount.first <= at < amount.last and dict(amount.units[0]).get("day") is None for amount in before
        )
        if not known and (one is not None or takes):
            return found.unit
    return None


def _is_of_one(text: Text, first: int) -> bool:
    """Whether "each" or "one takes" stands right before a time: of what was counted."""
    if is_each(text, first - 1) or norm(text, first - 1) in JOINTS:
        return True
    takes = text.ending("measure_takes", first, 1)
    return takes is not None and takes.last == first and text.at("one_of", takes.first - 1) is not None


def _is_rate(amount: Amount) -> bool:
    """Whether so many things come in a time."""
    powers = dict(amount.units[0])
    return powers.get(amount.thing) == 1 and (powers.get("h") == -1 or powers.get("day") == -1)


def often(text: Text, number: Number, value: float, at: int) -> Amount | None:
    """How often something is done, where no noun says what: "3 times a week", "20 par semaine"."""
    match = text.at("measure_times", at)
    behind = match.last if match is not None else at
    after = per_at(text, behind)
    rhythm = text.at("measure_rhythm", behind)
    span = time_at(text, after) if after is not None else None
    if match is not None and (before := _period_before(text, number)) is not None:
        return Amount(value / before.scale, (unit(run=1, day=-1),), before.last, match.last, "run")
    if rhythm is not None and match is not None:
        return Amount(value / float(rhythm.value), (unit(run=1, day=-1),), number.first, rhythm.last, "run")
    if span is None or span.unit != unit(day=1) or after is None or norm(text, behind) == "/":
        return None
    return Amount(value / span.scale, (unit(run=1, day=-1),), number.first, span.last, "run")


def _period_before(text: Text, number: Number) -> Found | None:
    """A period right before how often: "月に5回", "each week 3 times"; its `last` is the token where it begins."""
    for at in (number.first - 1, number.first - 2):
        period = period_at(text, at)
        if period is not None and period.last in (number.first, number.first - 1):
            return Found(period.scale, period.unit, at)
    return None


def of_time(text: Text, at: int) -> int:
    """The token behind "GPU time", where that stands behind a time: "1.5 s GPU time each"."""
    match = text.at("measure_of_time", at)
    return at if match is None else match.last


def is_term(text: Text, number: Number) -> bool:
    """Whether it is how long a commitment lasts: "a 3-year savings plan"."""
    at = number.last + (norm(text, number.last) == "-")
    span = time_at(text, at)
    if span is None or span.unit != unit(day=1):
        return False
    return any(
        (match := text.at("purchase", here)) is not None and str(match.value) not in ("spot", "on_demand")
        for here in range(span.last, span.last + ADJECTIVES)
    )


def clock(text: Text, number: Number) -> Amount | None:
    """Hours of each day, or of one, between two of its times: "from 9 to 6", "8am-5pm", "20:00-6:00"."""
    hour, last, noon = time_of_day(text, number)
    others = [one for one in text.numbers if last <= one.first <= last + _BETWEEN]
    if not others or number.money or others[0].money:
        return None
    hour_then, end, noon_then = time_of_day(text, others[0])
    told = text.ending("measure_from", number.first, 1) is not None or noon or noon_then
    between = range(last, others[0].first)
    joined = any(text.at("measure_until", at) is not None or norm(text, at) == "-" for at in between)
    same = hour == hour_then and norm(text, last) == norm(text, end)
    hourly = number.value <= _LATEST and others[0].value <= _LATEST and not same
    else_ = time_at(text, end) if not noon_then else None
    if not (told and joined and hourly) or else_ is not None or hardware_at(text, end) is not None:
        return None
    hours = (hour_then - hour) % _LATEST
    if not (noon or noon_then) and hour_then < hour and hours > _HALF_DAY:
        hours -= _HALF_DAY  # "9 to 6": from morning to evening
    return Amount(hours, (unit(h=1, day=-1), unit(h=1)), number.first, end)


def time_of_day(text: Text, number: Number) -> tuple[float, int, bool]:
    """An hour of a day, the token behind it, and whether it is written as one: "18:30", "8am", "7 Uhr"."""
    hour, last, shown = number.value, number.last, False
    behind = next((one for one in text.numbers if one.first == last + 1), None)
    if behind is not None and norm(text, last) == ":" and text.tokens[last].glued and behind.value < MINUTES_PER_HOUR:
        hour, last, shown = hour + behind.value / MINUTES_PER_HOUR, behind.last, True
    noon = text.at("measure_noon", last)
    if noon is not None:
        hour = hour + float(noon.value) if hour < _HALF_DAY else hour
        if norm(text, last) == "am" and hour >= _HALF_DAY:
            hour -= _HALF_DAY
        return hour, noon.last, True
    return hour, last, shown
