"""What the figures of a text come to: the pace of one machine, a load on it, or an amount of work for it."""

from __future__ import annotations

import re
from math import prod
from typing import NamedTuple

from engine.forms.own.figures import (
    FRAME,
    HOUR,
    SOUND,
    Figure,
    clock_hours,
    counts,
    every,
    hours_of_sound,
    of_sound,
    peak,
    rates,
    sentence,
    shares,
    times,
)
from engine.forms.own.machines import Machine

NEAR = 45  # characters between a rate and the machine it was measured on
LONGEST = 3600.0  # seconds of a pace: so many a day on a card is a load
STEM, SMALL_STEM, SHORTEST = 4, 3, 2
LEAST = 2.0  # of what is counted
MANY = 1e8  # more of what asks are parameters
TOKENS = re.compile(r"tok", re.IGNORECASE)
# What is asked of a model, whatever it is called; one is counted for each of what comes.
ANY = (
    "call", "requ", "infe", "item", "stud", "scan", "case", "job", "file", "samp", "exam", "pass", "quer", "pred",
    "anfr", "peti", "estu", "wind", "acti", "eval", "unit", "task", "obje", "forw", "thin", "请求", "样本",
)  # fmt: skip
PICTURES = ("fram", "imag", "bild", "pict", "img", "phot", "foto", "图片", "帧", "кадр", "изоб")
EACH = re.compile(
    r"\b(?:each|apiece|je(?:weils)?|chacune?|cada un[oa]?|ciascun[oa]?|per (?:camera|stream|user|robot))\b"
    r"|每[个路台]",
    re.IGNORECASE,
)
OF_IT = re.compile(r"\W*(?:of|von|de|des|di|из)\b", re.IGNORECASE)
KEEPS = re.compile(
    r"gb|gib|tb|gpus?|cards?|nodes?|machines?|server|euros?|eur|usd|dollars?|cards|karten|cartes|tarjetas",
    re.IGNORECASE,
)


class Pace(NamedTuple):
    """`a_second` of a noun on a machine; `seconds` of one where that was said."""

    noun: str
    a_second: float
    machine: Machine
    seconds: float | None
    figure: Figure


class Load(NamedTuple):
    """`a_second` of a noun at its busiest; `number` of them in `hours`, of which `share` come in the window."""

    noun: str
    a_second: float
    number: float
    hours: float
    parts: tuple[float, ...]
    each_seconds: float
    peak: float


def pace_of(text: str, named: list[Machine]) -> Pace | None:
    """The pace that was measured; None of tokens, which are priced and sized elsewhere."""
    for figure in times(text):
        machine = _machine(text, figure, named, far=True)
        if machine and not TOKENS.match(figure.noun):
            return Pace(figure.noun, figure.a_second, machine, figure.seconds, figure)
    sound = of_sound(text)
    if sound is not None:
        machine = _machine(text, sound, named, far=True)
        return Pace(sound.noun, sound.value, machine, None, sound) if machine else None
    found = [(one, machine) for one in rates(text) if (machine := _machine(text, one, named, far=False))]
    found = [(one, machine) for one, machine in found if one.seconds <= LONGEST and not TOKENS.search(one.noun)]
    if not found:
        return None
    one, machine = min(found, key=lambda pair: _apart(pair[0], pair[1]))
    return Pace(one.noun, one.a_second, machine, None, one)


def load_of(text: str, pace: Pace) -> Load | None:
    """What comes, in so many a second at its busiest; None where nothing does."""
    others = [one for one in rates(text) if not _meets(one, pace.figure) and not TOKENS.search(one.noun)]
    for one in others:
        number, noun = one.value, one.noun
        each = _owner(text, one) if EACH.search(text, max(0, one.at - 12), min(len(text), one.end + 12)) else None
        number *= each.value if each else 1.0
        parts = shares(text)
        clock = clock_hours(text)
        hours, used = one.seconds / HOUR, tuple[float, ...]()
        if clock is not None and one.seconds > LONGEST:
            before = [part for part in parts if part.at < clock[1]]
            used = (before[-1].value,) if before else (1.0,)
            return Load(noun, number * used[0] / (clock[0] * HOUR), number, clock[0], used, 0.0, 1.0)
        of_it = tuple(part.value for part in parts if _is_of_it(text, part.at))
        most = peak(text)
        return Load(noun, number * prod(of_it) * most / one.seconds, number, hours, of_it, 0.0, most)
    rhythm = every(text)
    if rhythm is not None:
        each = _owner(text, rhythm)
        if each is not None:
            return Load(each.noun, each.value / rhythm.seconds, each.value, 0.0, (), rhythm.seconds, 1.0)
    if pace.noun == SOUND:
        people = [
            one for one in counts(text) if one.value >= LEAST and not KEEPS.match(one.noun) and _free(one, pace)
        ]
        if people:
            kept = tuple(part.value for part in shares(text))
            first = people[0]
            return Load(first.noun, first.value * prod(kept), first.value, 0.0, kept, 0.0, 1.0)
    return None


def amount_of(text: str, pace: Pace, epochs: float | None) -> float | None:
    """How many of what the pace counts there are in all; None where no number of them is told."""
    if pace.noun == SOUND:
        hours = hours_of_sound(text)
        return hours * HOUR if hours is not None else None
    spans = (*rates(text), *times(text))
    found = [
        one.value
        for one in counts(text)
        if one.value >= LEAST
        and any(is_same(word, pace.noun) for word in one.noun.split())
        and not any(_meets(one, other) and other.noun for other in spans)
    ]
    return max(found) * (epochs or 1.0) if found else None


def of_each(text: str, load: Load, pace: Pace) -> Load | None:
    """The load in what the pace counts, where it is told how many of these one has: "a slide is 40k tiles"."""
    first = load.noun.split()[-1].lower().rstrip("s") if load.noun.split() else ""
    if len(first) < STEM - 1:
        return None
    one = re.search(rf"\b(?:one|an?|each|every|per|eine?|une?|cada|chaque)\s+{re.escape(first)}", text, re.IGNORECASE)
    near = [
        found
        for found in counts(text)
        if one is not None and 0 <= found.at - one.end() <= NEAR and is_same(found.noun, pace.noun)
    ]
    if not near:
        return None
    each = near[0].value
    return load._replace(noun=pace.noun, a_second=load.a_second * each, number=load.number * each)


def is_same(one: str, other: str) -> bool:
    """Whether two nouns count the same thing, by how they begin."""
    mine, theirs = _stem(one), _stem(other)
    pictures = mine.startswith(PICTURES) and theirs.startswith(PICTURES)
    short, long = sorted((mine, theirs), key=len)
    return pictures or (len(short) >= SHORTEST and long.startswith(short))


def closes(load: Load, pace: Pace) -> bool:
    """Whether what comes is what the pace counts; else one is counted for each."""
    if not load.noun or load.each_seconds or pace.noun == SOUND:
        return True
    return is_same(load.noun, pace.noun) or (load.noun == FRAME and is_any(pace.noun))


def is_any(noun: str) -> bool:
    """Whether a noun names whatever is asked of a model."""
    return _stem(noun).startswith(ANY)


def _stem(noun: str) -> str:
    last = noun.split()[-1].lower().rstrip("s") if noun.split() else ""
    return last[:STEM] if last[:1].isascii() else last[:SMALL_STEM]


def _machine(text: str, figure: Figure, named: list[Machine], *, far: bool) -> Machine | None:
    """The nearest in the same sentence; `far`: the only chip, wherever it is named."""
    first, last = sentence(text, figure.at)
    here = [one for one in named if first <= one.at <= last and (far or _apart(figure, one) <= NEAR)]
    if here:
        return min(here, key=lambda one: _apart(figure, one))
    return named[0] if far and len({one.chip.id for one in named}) == 1 else None


def _apart(figure: Figure, machine: Machine) -> int:
    """Characters between the two; what stands before a figure is farther."""
    return machine.at - figure.end if machine.at >= figure.at else (figure.at - machine.end) + NEAR // 3


def _owner(text: str, figure: Figure) -> Figure | None:
    """The count before a figure in its sentence: "60 arms, each asks every 0.8 s"."""
    first, _ = sentence(text, figure.at)
    before = [
        one for one in counts(text) if first <= one.at < figure.at and not KEEPS.match(one.noun) and one.value < MANY
    ]
    return before[-1] if before else None


def _is_of_it(text: str, at: int) -> bool:
    end = re.compile(r"[\d.,]*\s?\S+").match(text, at)
    return end is not None and OF_IT.match(text, end.end()) is not None


def _meets(one: Figure, other: Figure) -> bool:
    return one.at < other.end and other.at < one.end


def _free(one: Figure, pace: Pace) -> bool:
    return not _meets(one, pace.figure)
