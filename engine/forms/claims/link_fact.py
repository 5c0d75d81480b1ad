"""A machine's network as somebody takes it for granted, against what it has, and beside that of another machine."""

from __future__ import annotations

import re

from engine.answers.model import FactAnswer
from engine.base.computed import Computed
from engine.base.reason import Reason
from engine.forms.claims.context import Claims, hour_of_all, machine_of
from engine.forms.claims.observed import Observation
from engine.forms.own.machines import Machine, named_in

ASKS_LINK = "asks_link"  # the cue of who asks whether the link holds training up
CONFIRMED = re.compile(
    r"\b(?:right|correct|true|isn't it|doesn't it|no)\s*\?|"
    r"\b(?:is it (?:true|right|correct)|does|do|has|have)\b[^.?!]{0,80}"
    r"\d\s?g(?:bps|bit|b/s)[^.?!]{0,30}\?", re.I,
)  # fmt: skip
CLOSE = 0.02  # as a share, of what is published


class LinkOf(Computed):
    """`units` of a type with `held` Gbit/s each, said to be `said`; USD an hour of all, 0 without a price."""

    type: str
    units: int
    said: float
    held: float
    right: bool
    cards: int
    each: int  # cards of one machine
    chip: str
    gib: float  # of a card
    usd_hour: float


class LinkFact(Reason, code="link_fact"):
    """The first line. `times`: the link of the second over that of the first; 0 where only one is told."""

    right: bool
    each: tuple[LinkOf, ...]
    times: float
    usd_times: float
    twice: bool  # the second is of more machines than the first


def link_fact(claims: Claims) -> FactAnswer | None:
    """None unless the turn tells the network of a known type and asks whether that is so."""
    told = [one for one in claims.now if one.of.kind == "gbps"]
    if not told or not CONFIRMED.search(claims.text) or ASKS_LINK in claims.alone.reading.cues:
        return None
    each = [made for one in told if (made := _of(one, claims)) is not None]
    if not each or len(each) != len(told) or len({one.type for one in each}) != len(each):
        return None
    each += _not_told(claims, {one.type for one in each})
    first, last = each[0], each[-1]
    both = len(each) > 1
    told_of = LinkFact(
        right=all(one.right for one in each), each=tuple(each), times=last.held / first.held if both else 0.0,
        usd_times=last.usd_hour / first.usd_hour if both and first.usd_hour and last.usd_hour else 0.0,
        twice=both and last.units > first.units,
        cites=tuple(dict.fromkeys(claims.turn.facts.instances[one.type].source for one in each)),
    )  # fmt: skip
    return FactAnswer(headline=told_of, of_told=True, whole=True)


def _not_told(claims: Claims, told: set[str]) -> list[LinkOf]:
    """Other types that the turn names, whose network it does not tell, or as a bare number."""
    found = named_in(claims.alone.reading, claims.turn.facts)
    others = [one for one in found if one.type is not None and one.type.id not in told]
    return [made for one in others if (made := _held(one, None, claims)) is not None]


def _of(one: Observation, claims: Claims) -> LinkOf | None:
    machine = machine_of(one)
    return _held(machine, one.of.value, claims) if machine is not None else None


def _held(machine: Machine, said: float | None, claims: Claims) -> LinkOf | None:
    if machine.type is None or not machine.type.network_gbps:
        return None
    held = machine.type.network_gbps
    said = said if said is not None else held
    usd_hour, _ = hour_of_all(machine, claims.turn)
    gib = machine.chip.hbm_gib
    return LinkOf(
        type=machine.type.id, units=machine.units, said=said, held=held,
        right=abs(said / held - 1) <= CLOSE, cards=machine.cards, each=machine.type.count, chip=machine.chip.name,
        gib=gib.value if gib else 0.0, usd_hour=usd_hour,
    )  # fmt: skip
