"""What interruptions take, told each time and how often: "killed every 7 h, lose 25 min plus 10 min to come back".

And prices that others are held against.
"""

from __future__ import annotations

from engine.base.measures import Unit, unit
from engine.reading.measures.text import Amount, Text, Told
from engine.reading.measures.words import DAY
from engine.reading.words.numbers import Number

_EVERY, _ENDS = 3, 12  # tokens before how often in which "every" and what comes so often stand
_BEFORE, _BEHIND = 5, 4  # tokens around a time in which it is said that it is lost
_NEAR = 3  # tokens between a price and what says that others are held against it


def with_losses(text: Text, found: list[Amount]) -> list[Amount]:
    """The amounts, with the share of all hours that is lost in place of the times that tell it."""
    often = next((one for one in found if _is_time(one) and _comes(text, one)), None)
    lost = [one for one in found if one is not often and _is_time(one) and _is_lost(text, one)]
    if often is None or not lost:
        return found
    hours = sum(map(_hours, lost))
    if not 0 < hours < _hours(often):
        return found
    parts = " + ".join(text.slice(one.first, one.last) for one in lost)
    words = f"({parts} of {text.slice(often.first, often.last)} lost)"
    share = Amount(hours / _hours(often), ((),), often.first, often.last, role="lost", words=words)
    return [*(one for one in found if one is not often and one not in lost), share]


def _is_time(one: Amount) -> bool:
    return one.units[0] in (unit(h=1), unit(day=1)) or unit(h=1, run=-1) in one.units


def _hours(one: Amount) -> float:
    return one.value * (DAY if "day" in dict(one.units[0]) else 1.0)


def _comes(text: Text, one: Amount) -> bool:
    """Whether it is the time between two interruptions."""
    every = text.ending("measure_every", one.first, _EVERY)
    if every is None:
        return False
    ends = range(every.first - 1, max(-1, every.first - 1 - _ENDS), -1)
    return any(text.at("measure_interrupts", at) is not None for at in ends)


def _is_lost(text: Text, one: Amount) -> bool:
    for at in (*range(one.first - 1, max(-1, one.first - 1 - _BEFORE), -1), *range(one.last, one.last + _BEHIND)):
        if text.ends_clause(at):
            if at >= one.last:
                return False
            continue
        if text.at("measure_loss", at) is not None:
            return True
    return False


def held_against(text: Text, number: Number, before: Told) -> Amount | None:
    """A bare number behind "vs" or "than" is a price where one is told before it."""
    prices = [one.units for one in before if _is_price(one.units) or one.units[0] == unit(usd=1)]
    if not prices or not _is_against(text, number.first):
        return None
    return Amount(number.value, prices[-1], number.first, number.last, role="against")


def against(text: Text, found: list[Amount]) -> list[Amount]:
    """Of two prices an hour the one that is held against the other, which is no factor of a sum."""
    money = [one for one in found if set(dict(one.units[0])) == {"usd"} or _is_price(one.units)]
    hourly = [one for one in money if _is_price(one.units) and one.role != "against"]
    other = [one for one in money if one.role != "against" and _is_against(text, one.first)]
    if len(money) != 2 or len(other) != 1 or not [one for one in hourly if one not in other]:
        return found
    units = next(one.units for one in hourly if one not in other)
    return [one._replace(role="against", units=units) if one in other else one for one in found]


def _is_price(units: tuple[Unit, ...]) -> bool:
    own = dict(units[0])
    return own.get("usd") == 1 and own.get("h") == -1


def _is_against(text: Text, at: int) -> bool:
    match = text.ending("measure_against", at, _NEAR)
    return match is not None and not any(
        text.ends_clause(here) or any(one.first == here for one in text.numbers) for here in range(match.last, at)
    )
