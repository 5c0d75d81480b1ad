"""What is told to have been seen: each amount of a message or thread with the one machine that it was seen on.

An amount belongs to the machine of its own clause; where a clause holds several, they stand alternately, or so many
amounts in the order of as many machines. A clause without a machine goes with the one before it in its sentence that
has no such amount yet, else with the next, else with the only one that the sentences before it named last.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Literal, NamedTuple

from engine.forms.claims.quantities import Quantity, quantities
from engine.forms.form import Asked
from engine.forms.own.machines import Machine, named_in
from engine.forms.paced.paces import On, groups_in

Who = Literal["mine", "theirs", "calculator", "progress"]
SEVERAL = 2
_SENTENCE = re.compile(r"[.?!](?=\s|$)|[;\n。！？；]")
_CLAUSE = re.compile(
    r"(?<!\d),|,(?!\d{3}\b)|[()（）]|\s[-–—]{1,2}\s|:(?=\s)|\b(?:and|but|while|whereas|vs|versus|against|"
    r"compared (?:to|with)|than|instead of|rather than|so|then)\b",
    re.I,
)
_THERE = re.compile(r"(?<!is )(?<!are )(?<!was )\bthere\b(?! (?:is|are|was))|\bon (?:it|that one|the former)\b", re.I)
_OWN = re.compile(r"\b(?:i|i'm|my|mine|we|our|ours|me|us)\b", re.I)
_OF_CALCULATOR = re.compile(
    r"\b(?:calculators?|estimators?|spreadsheets?|formula|rule of thumb|chipscout|on paper|in theory|theor\w+|"
    r"(?:your|the|this|that) (?:estimate|sum|tool|bot|answer|figure)|you (?:said|say|told|estimated?|calculated?))\b",
    re.I,
)
_OF_PROGRESS = re.compile(
    r"\b(?:eta|tqdm|progress bar|trainer|log|console|terminal|training bar|wandb|time remaining|remaining)\b", re.I
)
_OF_OTHERS = re.compile(
    r"\b(?:blogs?|posts?|papers?|articles?|docs?|documentation|vendors?|authors?|readme|benchmarks?|aws|nvidia|google|"
    r"they|people|someone|repo(?:sitory)?s?|github|website|leaderboard|tutorial|guide|team|somebody|colleague|officially|official|reported|published|claims?|advertised)\b",
    re.I,
)


class Observation(NamedTuple):
    """`on`: None where no machine is told; `machine`: the one that its words name; `earlier`: of a turn before."""

    of: Quantity
    on: On | None
    machine: Machine | None
    who: Who
    earlier: bool

    @property
    def cards(self) -> int:
        """Of all machines; 1 where none are counted."""
        if self.machine is not None and self.machine.type is not None and self.on is not None and not self.on.cards:
            return self.machine.cards
        return max(1, self.on.cards if self.on else 1)

    @property
    def key(self) -> tuple[str, int]:
        """The machine, as it is told apart from others."""
        chip = self.on.chip.id if self.on and self.on.chip else ""
        return (self.machine.type.id if self.machine and self.machine.type else chip), self.cards


def observed(asked: Asked, since: int = 0) -> tuple[Observation, ...]:
    """Of the texts of a thread, one a line; the last begins at `since`."""
    text = asked.reading.text.replace("×", "x")
    machines = [one for one in groups_in(asked) if one.chip is not None]
    named = named_in(asked.reading, asked.facts)
    told = quantities(text)
    told = tuple(one for one in told if not any(on.first < one.last and one.first < on.last for on in machines))
    places = machines + _meant_there(text, machines)
    bound = bind(text, told, sorted(places, key=lambda one: one.first))
    return tuple(
        Observation(one, on, _machine(on, named), who_says(text, one), one.first < since)
        for one, on in zip(_of_one_thing(told), bound, strict=True)
    )


def _meant_there(text: str, machines: list[On]) -> list[On]:
    """ "There", after a sentence or clause with a machine."""
    made = []
    for match in _THERE.finditer(text):
        before = [one for one in machines if one.last <= match.start()]
        if before:
            made.append(before[-1]._replace(first=match.start(), last=match.end()))
    return made


def _machine(on: On | None, named: list[Machine]) -> Machine | None:
    """The machine of the same words, else of the same chip and number."""
    if on is None or on.chip is None:
        return None
    inside = [one for one in named if one.at < on.last and on.first < one.end]
    return next(iter(inside or [one for one in named if one.chip.id == on.chip.id]), None)


def _of_one_thing(told: tuple[Quantity, ...]) -> tuple[Quantity, ...]:
    """A time with no thing is of the thing that other times near it are of, where it is of about their length."""
    kin = [one for one in told if one.kind == "time" and one.thing and not one.wanted]

    def of(one: Quantity) -> Quantity:
        if one.kind != "time" or one.thing or not kin:
            return one
        near = min(kin, key=lambda other: abs(other.first - one.first))
        return one._replace(thing=near.thing) if 1 / _LENGTHS < one.value / near.value < _LENGTHS else one

    return tuple(map(of, told))


_LENGTHS = 20.0


def bind(text: str, told: tuple[Quantity, ...], machines: list[On]) -> tuple[On | None, ...]:
    """The machine of each amount, in their order."""
    own: dict[int, On] = {}
    begins = 0
    spans = [(match.start(), match.end()) for match in _SENTENCE.finditer(text)] + [(len(text), len(text))]
    last: list[On] = []
    for ends, after in spans:
        inside = [one for one in machines if begins <= one.first < ends]
        of_it = [one for one in told if begins <= one.first < ends]
        for one, on in _in_sentence(text, begins, ends, of_it, inside, last).items():
            own[one] = on
        if inside:
            last = inside
        begins = after
    return tuple(own.get(one.first) for one in told)


def _in_sentence(
    text: str, begins: int, ends: int, told: list[Quantity], machines: list[On], last: list[On]
) -> dict[int, On]:
    own: dict[int, On] = {}
    if not machines:
        only = last if len({_key(one) for one in last}) == 1 else []
        return {one.first: only[-1] for one in told} if only else {}
    for kind in dict.fromkeys((one.kind, one.wanted) for one in told):
        of_kind = [one for one in told if (one.kind, one.wanted) == kind]
        own |= _in_blocks(of_kind, machines) or _by_clauses(text, begins, ends, of_kind, machines)
    return own


def _key(one: On) -> tuple[int, str]:
    return one.cards, one.chip.id if one.chip else ""


def _in_blocks(told: list[Quantity], machines: list[On]) -> dict[int, On]:
    """As many amounts as machines, all of the one before all of the other: in their order."""
    apart = told[-1].last <= machines[0].first or machines[-1].last <= told[0].first
    if len(told) == len(machines) >= SEVERAL and apart:
        return {one.first: on for one, on in zip(told, machines, strict=True)}
    return {}


def _by_clauses(text: str, begins: int, ends: int, told: list[Quantity], machines: list[On]) -> dict[int, On]:
    own: dict[int, On] = {}
    left: list[tuple[Quantity, int, int]] = []
    marks = [match.span() for match in _CLAUSE.finditer(text, begins, ends)]
    marks = [mark for mark in marks if not any(on.first < mark[1] and mark[0] < on.last for on in machines)]
    edges = [begins, *(mark[1] for mark in marks), ends]
    for first, stop in pairwise(edges):
        inside = [one for one in machines if first <= one.first < stop]
        for one in (one for one in told if first <= one.first < stop):
            if not inside:
                left.append((one, first, stop))
            elif len(inside) == 1:
                own[one.first] = inside[0]
            else:
                leads = inside[0].first < one.first
                behind = [on for on in inside if on.first > one.first]
                before = [on for on in inside if on.first < one.first]
                starts = min(other.first for other in told if first <= other.first < stop) < inside[0].first
                own[one.first] = behind[0] if (starts and behind) or not before or not leads else before[-1]
    for one, _first, stop in left:
        taken = {on.first for on in own.values()}
        before = [on for on in machines if on.first < one.first]
        behind = [on for on in machines if on.first >= stop]
        free = [on for on in (*before[-1:], *behind[:1]) if on.first not in taken]
        own[one.first] = (free or before[-1:] or behind[:1])[0]
    return own


def who_says(text: str, one: Quantity) -> Who:
    """By the words of its clause before it, else right behind it; the last that tells."""
    begins = max((match.end() for match in _SENTENCE.finditer(text, 0, one.first)), default=0)
    before = text[begins : one.first]
    found: list[tuple[int, Who]] = []
    for pattern, who in _SAYS:
        found += [(match.end(), who) for match in pattern.finditer(before)]
    if not found:
        ends = next((match.start() for match in _SENTENCE.finditer(text, one.last)), len(text))
        behind = _CLAUSE.split(text[one.last : ends])[0]
        found = [(0, who) for pattern, who in _SAYS if who != "mine" and pattern.search(behind)]
    return max(found, default=(0, "mine"))[1]


_SAYS: tuple[tuple[re.Pattern[str], Who], ...] = (
    (_OWN, "mine"),
    (_OF_OTHERS, "theirs"),
    (_OF_CALCULATOR, "calculator"),
    (_OF_PROGRESS, "progress"),
)
