"""Every pace that a text tells, each with the machines it was measured on: nodes, cards and the chip.

"One node with 8 V100 does 30 samples/s per GPU, two nodes 10": a pace belongs to what stands right behind it ("on two
nodes"), else to what is named last before it. A time with no thing beside another with one is of the same thing.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from engine.forms.form import Asked
from engine.forms.joined.timed import Machine, told_of
from engine.forms.joined.told_amounts import Time, is_of_content
from engine.workload.hours.told_times import seconds_in
from knowledge.facts import Accelerator
from knowledge.units import MINUTES_PER_HOUR, SECONDS_PER_HOUR, SECONDS_PER_MINUTE

Thing = str  # step, epoch, sample, token; "" of a whole run
_NUMBERS = {
    "one": 1, "single": 1, "a": 1, "two": 2, "both": 2, "dual": 2, "three": 3, "four": 4, "six": 6, "eight": 8,
    "sixteen": 16,
}  # fmt: skip
_WORD = "|".join(_NUMBERS)
_N = r"(?<![\w.,$€£/-])(?:\d[\d.]*\s?k?\s?[-–]\s?(?=\d))?(\d[\d,]*(?:\.\d+)?)\s?(k)?[\s-]*"  # of a range the end
_STEP = r"(?:it|its|iters?|iterations?|steps?|batch(?:es)?)"
_COUNTED = rf"({_STEP}|samples?|seqs?|sequences?|images?|imgs?|docs?|pairs?|tokens?|toks?|t)"
_SPAN = r"(ms|s|secs?|seconds?|mins?|minutes?|h|hrs?|hours?|days?|weeks?)"
_EACH = r"(?:\s*(?:/|per|on each|each|a)\s*(gpu|card|chip|device|accelerator|core))?"
_RATE = re.compile(rf"{_N}{_COUNTED}\s*(?:/|per|a)\s*s(?:ec(?:ond)?s?)?(?![a-z]){_EACH}", re.I)
_RATE_EACH = re.compile(rf"{_N}{_COUNTED}\s*/\s*(gpu|card|chip|device|core)\s*/\s*s(?![a-z])", re.I)
_TIME = re.compile(rf"{_N}{_SPAN}\s*(?:/|per|an?|each|for (?:an?|one))\s*({_STEP}|epochs?)(?![a-z])", re.I)
_OF_ONE = rf"(?:\s*(?:/|per|an?|each|for (?:an?|one))\s*({_STEP}|epochs?)(?![a-z]))?"
_CLOCK = re.compile(rf"(?<![\w.])(\d{{1,3}})\s?h(?:rs?|ours?)?\s?(\d{{2}})(?:\s?m(?:ins?)?)?(?![\w.]){_OF_ONE}", re.I)
_MANY = re.compile(rf"{_N}{_SPAN}\s*for\s*(\d[\d,]*)\s*({_STEP}|epochs?)(?![a-z])", re.I)
_BARE = re.compile(
    rf"(?!\d0[5-9]0s\b){_N}{_SPAN}(?![a-z0-9/]|\s*(?:per|an?|each|of (?:audio|speech|data))\b)", re.I
)  # no "4090s"
_LIMIT = re.compile(r"\b(?:under|within|in|below|less than)\s+(an?|one)\s+(hour|day|week)(?![a-z])", re.I)
_NODES = re.compile(
    rf"(?<![\w.])(?:(\d{{1,4}})|({_WORD}))\s*(?:x\s*)?(?:nodes?|servers?|boxes)(?![a-z])|\bnnodes\s*[=:]\s*(\d{{1,4}})",
    re.I,
)
_CARDS = re.compile(
    rf"(?<![\w.])(?:(\d{{1,4}})|({_WORD}))\s*(?:x\s*)?(?:gpus?|cards?|devices)(?![a-z])"
    rf"|\b(?:with|on|using)\s+(?:(\d{{1,3}})|({_WORD}))(?=\s*(?:[.,;:)?!]|$|vs\b|and\b))",
    re.I,
)
_BEHIND = re.compile(
    r"^\W*(?:[a-z/]+\s+){0,2}?(?:on|with|using|for|at|across|over|in)\s+(?:(?:an?|the|only|just|my|our|your|same)\s+)*$",
    re.I,
)
_JOINS = re.compile(r"^\W*(?:(?:with|of|each|has|having|total|x|\d{1,3}\s?x?)\W*){0,3}$", re.I)
_TOTAL = re.compile(r"^\W*(?:gpus?|cards?)?\W*(?:in )?(?:total|all|altogether|overall)\b", re.I)
_ENDS = re.compile(r"[.?!;\n](?=\s|$)")
KILO = 1e3
WHOLE = ""  # the thing of a whole run


class On(NamedTuple):
    """Machines as they are named: `nodes` 0 where none are counted, `cards` of all, 0 where that is not told."""

    nodes: int
    cards: int
    chip: Accelerator | None
    first: int
    last: int

    @property
    def size(self) -> int:
        """What is compared: cards, else nodes."""
        return self.cards or self.nodes


class Pace(NamedTuple):
    """Seconds of one `thing` on all of `on`; `each`: told of one card; `rate`: as so many a second."""

    seconds: float
    thing: Thing
    on: On | None
    each: bool
    rate: bool
    first: int
    last: int


def paces_of(asked: Asked) -> tuple[Pace, ...]:
    """In the order of the text; worked out once."""
    return asked.once(_paces)


def _paces(asked: Asked) -> tuple[Pace, ...]:
    text = asked.reading.text.replace("×", "x")
    found = _timed(text)
    groups = _groups(asked, text, [(one.first, one.last) for one in found])
    bound = [one._replace(on=_holder(one, groups, found, text)) for one in found]
    things = [one.thing for one in bound if one.thing != WHOLE]
    alike = things[0] if things and len(set(things)) == 1 else WHOLE
    # "212 s per epoch with 8 GPUs vs 250 s with 1"
    return tuple(one._replace(thing=alike) if _follows(one, bound, alike) else one for one in bound)


def _follows(one: Pace, every: list[Pace], thing: Thing) -> bool:
    """Whether a time with no thing is set beside one of a thing: of about its length, on other machines."""
    if one.thing != WHOLE or thing == WHOLE or one.rate:
        return False
    kin = [other for other in every if other.thing == thing and not other.rate and other.on and one.on]
    return any(other.on != one.on and 1 / _ALIKE < other.seconds / one.seconds < _ALIKE for other in kin)


_ALIKE = 60.0  # times apart that two times of the same thing may be


def _timed(text: str) -> list[Pace]:
    found: list[Pace] = []

    def add(match: re.Match[str], seconds: float, thing: Thing, *, each: bool = False, rate: bool = False) -> None:
        taken = any(one.first < match.end() and match.start() < one.last for one in found)
        if not taken and seconds > 0:
            found.append(Pace(seconds, thing, None, each, rate, match.start(), match.end()))

    for match in (*_RATE_EACH.finditer(text), *_RATE.finditer(text)):
        if value := _value(match):
            add(match, 1 / value, _thing(match[3]), each=bool(match[4]), rate=True)
    for match in _CLOCK.finditer(text):  # "1h20 for an epoch"
        minutes = float(match[1]) * MINUTES_PER_HOUR + float(match[2])
        add(match, minutes * SECONDS_PER_MINUTE, _thing(match[3]) if match[3] else WHOLE)
    for match in _MANY.finditer(text):
        number = float(match[4].replace(",", ""))
        if number:
            add(match, _value(match) * seconds_in(match[3]) / number, _thing(match[5]))
    for match in _TIME.finditer(text):
        add(match, _value(match) * seconds_in(match[3]), _thing(match[4]))
    for match in _LIMIT.finditer(text):
        found.append(Pace(seconds_in(match[2]), WHOLE, None, False, False, match.start(1), match.end()))
    for match in _BARE.finditer(text):
        seconds = _value(match) * seconds_in(match[3])
        if not is_of_content(text, Time(seconds / SECONDS_PER_HOUR, match.start(), match.end())):
            add(match, seconds, WHOLE)
    return sorted(found, key=lambda one: one.first)


def _value(match: re.Match[str]) -> float:
    return float(match[1].replace(",", "")) * (KILO if match[2] else 1.0)


def _thing(word: str) -> Thing:
    plain = word.lower()
    if plain.startswith("epoch"):
        return "epoch"
    if plain.startswith("tok") or plain == "t":
        return "token"
    return "step" if re.fullmatch(_STEP, plain) else "sample"


def _number(*groups: str | None) -> int:
    word = next((one for one in groups if one), "1").lower()
    return _NUMBERS.get(word) or int(word)


def groups_in(asked: Asked) -> list[On]:
    """Machines in the order of the text, nodes and their cards together."""
    text = asked.reading.text.replace("×", "x")
    return _groups(asked, text, [(one.first, one.last) for one in _timed(text)])


def _groups(asked: Asked, text: str, paces: list[tuple[int, int]]) -> list[On]:
    """`paces`: where figures stand, in which no cards are counted."""
    parts = [_named(one, text) for one in told_of(asked).machines if one.chip is not None]
    for match in _NODES.finditer(text):
        if not any(one.first < match.end() and match.start() < one.last for one in parts):
            parts.append(On(_number(match[1], match[2], match[3]), 0, None, *match.span()))
    for match in _CARDS.finditer(text):
        taken = [(one.first, one.last) for one in parts] + paces
        inside = any(begins < match.end() and match.start() < ends for begins, ends in taken)
        if not inside and text[match.end() - 1] not in "%":
            first = match.start(next(at for at in range(1, 5) if match[at]))
            parts.append(On(0, _number(*match.groups()), None, first, match.end()))
    made: list[On] = []
    for one in sorted(parts, key=lambda part: part.first):
        last = made[-1] if made else None
        if last is not None and bool(last.nodes) != bool(one.nodes) and _JOINS.match(text[last.last : one.first]):
            nodes, cards = last.nodes or one.nodes, last.cards or one.cards
            whole = _TOTAL.match(text[one.last :]) or (last.cards and not last.nodes)
            made[-1] = On(nodes, cards if whole else cards * nodes, last.chip or one.chip, last.first, one.last)
        else:
            made.append(one)
    each = next((one.cards // one.nodes for one in made if one.nodes and one.cards), 0)
    return [one._replace(cards=one.nodes * each) if one.nodes and not one.cards else one for one in made]


def _named(one: Machine, text: str) -> On:
    """A mention, whose words may count its nodes too: "2 nodes with 4x A10 total"."""
    nodes, cards = _NODES.search(text, one.first, one.last), one.cards or 0
    if nodes is None:
        return On(0, cards, one.chip, one.first, one.last)
    number = _number(nodes[1], nodes[2], nodes[3])
    whole = _TOTAL.match(text[one.last :]) and cards % number == 0
    return On(number, cards // number if whole else cards, one.chip, one.first, one.last)


def _holder(pace: Pace, groups: list[On], paces: list[Pace], text: str) -> On | None:
    def apart(first: int, last: int) -> bool:
        return any(first <= one.first < last for one in paces if one is not pace) or bool(
            _ENDS.search(text[first:last])
        )

    behind = next((one for one in groups if one.first >= pace.last), None)
    if behind is not None and _BEHIND.match(text[pace.last : behind.first]) and not apart(pace.last, behind.first):
        return behind
    before = [one for one in groups if one.last <= pace.first]
    if before and not apart(before[-1].last, pace.first):
        return before[-1]
    if behind is not None and not apart(pace.last, behind.first):
        return behind
    return before[-1] if before and len({one[:3] for one in before}) == 1 else None
