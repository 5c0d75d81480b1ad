"""What an amount is per: a time, a period, a thing, a chip; "each" is what was counted before."""

from __future__ import annotations

from engine.base.measures import times, unit
from engine.reading.measures.text import Amount, Text, Told, norm
from engine.reading.measures.words import Found, hardware_at, is_each, per_at, thing_at, time_at

_OF_HARDWARE = (unit(chip=1), unit(machine=1))
_INTO = frozenset({"in", "for", "of"})  # words that may stand before "a" and "each"


def per(text: Text, amount: Found, first: int, before: Told) -> Amount:
    """The amount with all that it is per, behind it."""
    own, value, last = amount.unit, amount.scale, amount.last
    while True:
        rhythm = text.at("measure_rhythm", last)
        if rhythm is not None and "day" not in dict(own):
            own, value, last = times(own, unit(day=1), -1), value / float(rhythm.value), rhythm.last
            continue
        if own in _OF_HARDWARE and norm(text, last) in _INTO:
            break  # "with 8 V100 in a week": until then
        at = per_at(text, last)
        if at is None and _is_at(text, last):
            at = last + 1
            if text.at("chain_per", at) is not None:
                at = per_at(text, at)
        found = _of_what(text, at) if at is not None else None
        if found is not None and found.unit == unit(day=1) and dict(own).get("day") == -1:
            break  # "12 hours a day for a month": until then
        if found is not None and at is not None:
            own, value, last = times(own, found.unit, -1), value / found.scale, found.last
            continue
        if is_each(text, last):
            thing = next((one.thing for one in reversed(before) if one.thing), "")
            each = text.at("chain_alone", last) or text.at("measure_each", last)
            last = each.last if each is not None else last + 1
            if thing:
                own = times(own, unit(**{thing: 1}), -1)
            continue
        break
    thing = next((name for name, power in own if power == 1 and name not in ("usd", "h", "day")), "")
    return Amount(value, (own,), first, last, thing)


def _is_at(text: Text, at: int) -> bool:
    """Whether "in a", "of each" stand here."""
    return norm(text, at) in _INTO and per_at(text, at + 1) is not None


def _of_what(text: Text, at: int) -> Found | None:
    """What something is per; "per 1M tokens" is by so many."""
    many = next((one for one in text.numbers if one.first == at), None)
    if many is not None:
        at = many.last
    scale = many.value if many is not None else 1.0
    if many is not None and hardware_at(text, at) is not None:
        return None  # "20 h on 8 A100" in languages whose "on" is "per"
    hours = text.at("chip_hours", at)
    if hours is not None and time_at(text, at) is None:
        kind = "chip" if hours.value == "chips" else "machine"
        return Found(scale, unit(h=1, **{kind: 1}), hours.last)
    for found in (time_at(text, at), hardware_at(text, at), thing_at(text, at)):
        if found is not None:
            return Found(scale * found.scale, found.unit, found.last)
    return None
