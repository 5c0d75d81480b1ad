"""Every number of a text as an amount with its unit, and every rhythm: what the arithmetic of the asker is made of.

A number is money, a time, a share, so many machines, so many of a thing (per another, or in a time), or a pace. Where
a text leaves open per what something is, both are kept: the sum that uses everything decides.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.base.measures import Measure, Measured, Unit, times, unit
from engine.reading.chains.amounts import GROUP, is_grouped
from engine.reading.chains.amounts import Text as Plain
from engine.reading.measures.beside import (
    aside,
    deadline,
    each_has,
    of_data,
    of_epochs,
    rhythms,
    says_terms,
    taken_together,
)
from engine.reading.measures.goals import goals
from engine.reading.measures.losses import against, held_against, with_losses
from engine.reading.measures.per import per
from engine.reading.measures.shares import share
from engine.reading.measures.spans import clock, is_term, of_time, often, timed
from engine.reading.measures.text import HARDWARE, JOINTS, Amount, Text, Told, Words, is_end, norm
from engine.reading.measures.things import (
    alone,
    at_rate,
    counted,
    of_each,
    of_slice,
    paced,
    shown,
    sound_behind,
    step,
    team,
    timed_each,
)
from engine.reading.measures.windows import of_window, window
from engine.reading.measures.words import ADJECTIVES, Found, hardware_at, per_at, thing_at, time_at
from engine.reading.words.numbers import Number
from engine.workload.profile import Profile
from knowledge.units import SECONDS_PER_HOUR

Sentences = Callable[[Any], list[tuple[int, int]]]  # of a text: the first and last token of each


def measured(
    text: Text, sentences: Callable[[Any], list[tuple[int, int]]], profile: Profile, words: Words
) -> Measured:
    """The amounts of a text, what it asks for, and whether any number is left over."""
    wanted = goals(text, sentences(text))
    described = aside(text, profile, words)
    bought = {at for match in text.matches if match.slot == "purchase" for at in range(match.first, match.last)}
    between = window(text)
    until = of_window(text, between) if between is not None else deadline(text, profile, words)
    moments = between.taken if between is not None else frozenset[int]()
    found: list[Amount] = []
    whole = True
    done = -1
    for number in text.numbers:
        if text.at("measure_pixels", number.last) is not None and text.tokens[number.last].glued:
            continue  # "720p"
        if number.value == 1 and _is_of_one(text, number):
            continue
        if number.first in moments or (not moments and until and until.first <= number.first < until.last):
            continue
        if number.first < done or number.first in bought or is_term(text, number):
            continue
        amount = clock(text, number) or _amount(text, number, found)
        if amount is not None:
            done = max(done, amount.last)
            found.append(amount)
        elif number.value == 1 and text.at("measure_times", number.last) is not None:
            continue  # "1回 12時間": of one
        elif number.first not in described and text.at("measure_pixels", number.last) is None:
            whole = False
    whole = whole and not text.classes.get("measure_foreign")
    for span in (one for one in text.spans if one.first not in moments):
        found.append(timed(text, Found(span.hours, unit(h=1), span.last), span.first, found))
    if until is not None:
        found.append(until)
    found += rhythms(text, found)
    found += each_has(text, found)
    found += of_data(text, profile, words)
    found.sort(key=lambda one: one.first)
    found = against(text, with_losses(text, of_epochs(taken_together(text, found))))
    return Measured(
        measures=tuple(
            Measure(
                value=one.value,
                units=one.units,
                role=one.role,
                words=one.words or text.slice(one.first, one.last),
                between=one.between,
                at=text.tokens[one.first].start,
            )
            for one in found
        ),
        goals=wanted,
        whole=whole,
        terms=says_terms(text),
    )


def _amount(text: Text, number: Number, before: Told) -> Amount | None:
    """The first thing that a number can be."""
    at = number.last
    while norm(text, at) in JOINTS and at - number.last < 2:
        at += 1
    if norm(text, at) == "(" and text.at("measure_thing", at + 1) is not None:  # "200,000 (pages)"
        at += 1
    value = number.value * (GROUP if _is_grouped(text, number) else 1.0)
    if number.spelt and value < 1:
        return None  # "half the price"
    if number.money or _is_money(text, at) or _is_spent(text, number) or _is_hourly(text, number):
        return _money(text, number, value, at, before)
    if (compared := held_against(text, number, before)) is not None and not _is_counted(text, at):
        return compared
    if (part := share(text, number)) is not None:
        role, first, last = part
        return Amount(number.value / 100, ((),), first, last, role=role)
    if (repeated := often(text, number, value, at) or at_rate(text, number, value, before)) is not None:
        return repeated
    real = text.at("measure_real_time", at) or text.at("measure_real_time", at + 1)
    if real is not None:
        return paced(text, Found(value, unit(sound=1, h=-1), real.last), number.first)
    hours = text.at("chip_hours", at)
    if hours is not None and time_at(text, at) is None:
        kind = "chip" if hours.value == "chips" else "machine"
        return per(text, Found(value, unit(h=1, **{kind: 1}), hours.last), number.first, before)
    if (load := text.at("measure_rate", at)) is not None:
        named = str(load.value)
        return Amount(value * SECONDS_PER_HOUR, (unit(h=-1, **{named: 1}),), number.first, load.last, named)
    if (rate := text.at("thing", at)) is not None and rate.value == "frame_rate":
        return paced(text, Found(value, unit(image=1, h=-1), rate.last), number.first, SECONDS_PER_HOUR)
    for here in range(at, at + ADJECTIVES + 1):
        if here > at and _breaks(text, here - 1):
            break
        if (span := time_at(text, here)) is not None:
            if here > at and text.at("measure_period", here) is None:
                break
            sound = sound_behind(text, span.last)
            if sound is not None and span.unit == unit(h=1):
                return per(text, Found(value * span.scale, unit(sound=1), sound), number.first, before)
            if text.at("measure_past", span.last) is not None:
                return None
            return timed(text, Found(value * span.scale, span.unit, of_time(text, span.last)), number.first, before)
        if (hard := hardware_at(text, here)) is not None:
            return per(text, Found(value, hard.unit, hard.last), number.first, before)
        if (thing := thing_at(text, here)) is not None:
            return counted(text, Found(value, thing.unit, thing.last), number.first, before)
        them = text.at("counted", here)
        if them is not None and them.value == "them" and before:
            thing_before = next((one.thing for one in reversed(before) if one.thing), "run")
            known = Found(value, unit(**{thing_before: 1}), them.last)
            of_them = counted(text, known, number.first, before)
            bare = of_them.units == (known.unit,)
            more = (unit(chip=1), unit(machine=1)) if bare and thing_before != "run" else ()
            return of_them._replace(units=(*of_them.units, *more))
    return (
        of_slice(text, number, value)
        or timed_each(text, number, value, at)
        or of_each(text, number, value, at)
        or shown(text, number, value, at)
        or team(text, number, value)
        or step(text, number, value)
        or alone(text, number, value)
    )


def _is_grouped(text: Text, number: Number) -> bool:
    return is_grouped(Plain(text.tokens, text.classes, text.numbers), number)


def _breaks(text: Text, at: int) -> bool:
    """Whether a token ends the words between a number and its noun."""
    if is_end(text, at) or text.at("chain_stop", at) is not None or text.at("chain_per", at) is not None:
        return norm(text, at) not in JOINTS
    return any(other.first == at for other in text.numbers)


def _is_money(text: Text, at: int) -> bool:
    counted = text.at("counted", at)
    return counted is not None and counted.value == "dollars"


def _is_of_one(text: Text, number: Number) -> bool:
    """Whether it is the one that something is told of: "if one takes 6 min", "1時間あたり"."""
    span = time_at(text, number.last)
    thing = thing_at(text, number.last)
    behind = text.at("chain_per", span.last) if span is not None else None
    equals = thing is not None and norm(text, thing.last) in ("=", ":")  # "1 epoch = 3h10"
    takes = text.at("measure_takes", number.last) is not None
    return takes or equals or (behind is not None and behind.value == "behind")


def _is_spent(text: Text, number: Number) -> bool:
    """Whether a word for paying stands right before, and a time it is paid for behind: "costs 21.96 an hour"."""
    word = text.ending("measure_spend", number.first, 1)
    after = per_at(text, number.last)
    return word is not None and word.last == number.first and after is not None and time_at(text, after) is not None


def _is_hourly(text: Text, number: Number) -> bool:
    """Whether it is so much an hour and nothing is counted, in cents or beside a way to buy: "spot is 9.80/h"."""
    after = per_at(text, number.last) if norm(text, number.last) == "/" else None
    span = time_at(text, after) if after is not None else None
    bought = text.ending("purchase", number.first, ADJECTIVES) is not None
    return span is not None and span.scale == 1 and span.unit == unit(h=1) and (bought or number.value % 1 > 0)


def _is_counted(text: Text, at: int) -> bool:
    """Whether a noun stands behind a number, so that it is no price."""
    return hardware_at(text, at) is not None or thing_at(text, at) is not None or time_at(text, at) is not None


def _money(text: Text, number: Number, value: float, at: int, before: Told) -> Amount:
    """Dollars, per what stands behind them: a time of a chip or a machine, a period, a thing."""
    last = at + 1 if _is_money(text, at) else number.last
    first = number.first - (norm(text, number.first - 1) == "$")
    amount = per(text, Found(value, unit(usd=1), last), first, before)
    chosen: list[Unit] = []
    for one in amount.units:
        powers = dict(one)
        if powers.get("h") == -1 and not powers.keys() & HARDWARE:  # "$3/h": of a machine or of a chip
            chosen += [times(one, unit(machine=1), -1), times(one, unit(chip=1), -1), one]
        else:
            chosen.append(one)
    return amount._replace(units=tuple(chosen))
