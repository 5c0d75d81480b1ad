"""The same work seen on two machines: how many times as fast one is, card-hours and dollars of each, and whether the
cards explain it.

hours to expect = hours there x cards there x speed of a card there / (cards here x speed of a card here), the speeds
between the ratios of 16-bit peak and of memory bandwidth.
"""

from __future__ import annotations

import re
from typing import Literal

from engine.answers.model import FactAnswer
from engine.base.computed import Computed
from engine.base.reason import Reason
from engine.forms.claims.context import (
    DOLLARS,
    FASTER,
    NORMAL,
    SHOULD,
    WHY,
    Claims,
    Named,
    hour_of_all,
    last_of_each,
    machine_of,
    named,
    questions,
)
from engine.forms.claims.observed import Observation
from engine.forms.form import Asked
from engine.forms.money.rows import rows_of
from engine.forms.own.machines import Machine, named_in, times_as_fast
from engine.forms.paced.paces import groups_in
from knowledge.facts import Purchase
from knowledge.units import SECONDS_PER_HOUR

PAIR, FEW = 2, 8  # machines; words of a turn that says how they are bought
ON_DEMAND: Purchase = "on_demand"
BOUGHT = "purchase"  # the slot of it
WAYS = frozenset({"way_spot", "way_block", "way_1yr", "way_3yr", "way_plan"})  # cues
ELSE = (  # slots of a sum that is of more than the two
    "runs_per_month", "cadence", "budget_usd", "region", "purchase", "tokens_per_day", "requests_per_second",
    "utilization", "concurrent_users",
)  # fmt: skip
BULK = {
    "token": 1e6,
    "image": 1e3,
    "sample": 1e6,
    "request": 1e3,
    "frame": 1e3,
    "page": 1e3,
}  # whose dollars are told
USUAL = "scaling_share"  # the constant
SLACK = 1.1  # times beyond the bounds that the cards still explain
THAN = re.compile(r"\b(fast\w*|quick\w*|better|cheap\w*|slow\w*|worse|dear\w*|more expensive)\s+than\b", re.I)
OF_PEAK = re.compile(r"\butili[sz]\w*|\bmfu\b|\befficien\w*", re.IGNORECASE)
LESS = re.compile(r"slow|worse|dear|expensive", re.I)
Explained = Literal["yes", "faster", "slower", "unknown"]


class Side(Computed):
    """Hours of one thing, or of a run, on all cards of a machine; `usd` of `bulk` of them, 0 without a price."""

    on: Named
    hours: float
    low: float
    high: float
    card_hours: float
    usd_hour: float
    usd: float
    instance: str
    by_others: bool
    a_second: float  # of a rate that was told; else 0


class RunsApart(Reason, code="runs_apart"):
    """The first line. The faster first. `yes`: to whether the one named is the faster or the cheaper; None where that
    was not asked. `low` to `high`: hours to expect of the faster by the other's; 0 where makers differ."""

    thing: str
    bulk: float
    fast: Side
    slow: Side
    times: float
    card_times: float  # card-hours of the slow over those of the fast
    cheaper: str
    less: float
    by_dollars: bool
    judged: bool
    should: bool  # whether it should be faster is asked
    yes: bool | None
    explained: Explained
    low: float
    high: float
    more_machines: bool  # the slow one is of more machines
    more_memory: bool  # a card of the fast one has more
    same_chip: bool
    linear: float
    share: float  # of linear, of the same chip on more cards
    poor: bool  # less than several cards usually bring
    slow_low: float  # hours to expect of the slower by the other's
    slow_high: float
    way: Purchase  # how both are bought

    @property
    def of_equal_cards(self) -> bool:
        """Whether both are of as many cards, so that card-hours tell nothing more."""
        return self.fast.on.cards == self.slow.on.cards


def runs_apart(claims: Claims) -> FactAnswer | None:
    """None unless two machines were timed at the same thing, and the turn sets them against each other."""
    way = _way(claims)
    dollars, speed = claims.asks(DOLLARS) or way != ON_DEMAND, claims.asks(FASTER, WHY)
    judged = claims.asks(NORMAL)
    if not (dollars or speed or judged):
        return None
    if OF_PEAK.search(claims.text) is not None:
        return None  # engine/forms/costed/both_used.py
    sides = _sides(claims)
    if len(sides) != PAIR or _is_of_others(claims, sides):
        return None
    in_thread = any(one.earlier for one in sides)
    if not in_thread and dollars:
        return None  # engine/forms/paced/two_measured.py
    if in_thread and not _is_of_them(claims, sides):
        return None
    fast, slow = sorted(sides, key=lambda one: one.of.value)
    here, there = machine_of(fast), machine_of(slow)
    if here is None or there is None:
        return None
    if here.chip.id == there.chip.id and not in_thread:
        return None  # engine/forms/told/scaling.py
    bulk = BULK.get(fast.of.thing, 1.0)
    (first, cites), (other, more) = (_side(one, on, claims, bulk, way) for one, on in ((fast, here), (slow, there)))
    ratio = times_as_fast(there, here)
    times = slow.of.value / fast.of.value
    low, high = (other.hours / ratio.high, other.hours / ratio.low) if ratio else (0.0, 0.0)
    cheaper, dearer = sorted((first, other), key=lambda one: one.usd)
    priced = bool(first.usd and other.usd)
    linear = here.cards / there.cards
    told = RunsApart(
        thing=fast.of.thing, bulk=bulk, fast=first, slow=other, times=times,
        card_times=other.card_hours / first.card_hours,
        cheaper=cheaper.on.name if priced else "", less=1 - cheaper.usd / dearer.usd if priced else 0.0,
        by_dollars=dollars and priced, judged=judged, should=claims.asks(SHOULD),
        yes=_yes(claims, fast, slow, cheaper.on.name == first.on.name, dollars=dollars and priced),
        explained=_explained(first.hours, low, high), low=low, high=high, way=way,
        slow_low=first.hours * ratio.low if ratio else 0.0, slow_high=first.hours * ratio.high if ratio else 0.0,
        more_machines=there.cards > here.cards, same_chip=here.chip.id == there.chip.id,
        more_memory=_gib(here) > _gib(there), linear=linear, share=times / linear,
        poor=times / linear < claims.turn.problem.constants.spread(USUAL).low,
        cites=tuple(dict.fromkeys((*cites, *more))),
    )  # fmt: skip
    return FactAnswer(headline=told, of_told=True, whole=True)


def _way(claims: Claims) -> Purchase:
    """How both are bought: as a turn of few words says ("and on spot?"), else on demand."""
    alone = claims.alone
    things = alone.profile.instances or alone.profile.candidates
    only = len(claims.text.split()) <= FEW and not claims.now and not things
    told = alone.profile.purchase or (claims.turn.profile.purchase if WAYS & set(alone.reading.cues) else None)
    return told if only and told else ON_DEMAND


def _gib(machine: Machine) -> float:
    return machine.chip.hbm_gib.value if machine.chip.hbm_gib else 0.0


def _sides(claims: Claims) -> tuple[Observation, ...]:
    """Of the thing that the most machines were timed at, the last time of each of two."""
    times = [one for one in claims.seen if one.of.kind == "time" and not one.of.wanted]
    found: tuple[Observation, ...] = ()
    for thing in dict.fromkeys(one.of.thing for one in times):
        of_it = last_of_each(one for one in times if one.of.thing == thing)
        found = of_it if len(of_it) > len(found) else found
    return found


def _is_of_others(claims: Claims, sides: tuple[Observation, ...]) -> bool:
    """Whether the turn names a machine beside the two, or asks of so many runs, a place or a way to buy."""
    said = [slot for slot in ELSE if claims.alone.profile.says(slot)]
    if said and (said != [BOUGHT] or _way(claims) == ON_DEMAND):
        return True
    known = {(one.on.chip.id, one.cards) for one in sides if one.on and one.on.chip}
    chips = {chip for chip, _ in known}
    groups = [one for one in groups_in(claims.alone) if one.chip is not None]
    types = {one.type.id for one in named_in(claims.alone.reading, claims.turn.facts) if one.type is not None}
    if types - {one.key[0] for one in sides} - {_type_of(one) for one in sides}:
        return True
    return any(
        (one.chip.id, one.cards) not in known if one.cards else one.chip.id not in chips
        for one in groups
        if one.chip is not None
    )


def _type_of(one: Observation) -> str:
    return one.machine.type.id if one.machine and one.machine.type else ""


def _is_of_them(claims: Claims, sides: tuple[Observation, ...]) -> bool:
    """Whether the turn tells one of the two, or names both, or nothing else."""
    if any(not one.earlier for one in sides):
        return True
    chips = {one.on.chip.id for one in sides if one.on and one.on.chip}
    facts = claims.turn.facts
    named_now = {
        facts.instances[one].accelerator if one in facts.instances else one
        for one in (*claims.alone.profile.instances, *claims.alone.profile.candidates)
    }
    known = {one for one in named_now if any(chip == one or chip.startswith(f"{one}-") for chip in chips)}
    return named_now == known and not claims.alone.profile.says("parameters")


def _side(
    one: Observation, machine: Machine, claims: Claims, bulk: float, way: Purchase
) -> tuple[Side, tuple[str, ...]]:
    usd_hour, instance, sources = _hour(machine, claims.turn, way)
    hours = one.of.value / SECONDS_PER_HOUR
    made = Side(
        on=named(machine), hours=hours, low=one.of.low / SECONDS_PER_HOUR, high=one.of.high / SECONDS_PER_HOUR,
        card_hours=hours * machine.cards, usd_hour=usd_hour, usd=usd_hour * hours * bulk,
        instance=instance, by_others=one.who == "theirs",
        a_second=1 / one.of.value if one.of.rate else 0.0,
    )  # fmt: skip
    return made, sources


def _hour(machine: Machine, asked: Asked, way: Purchase) -> tuple[float, str, tuple[str, ...]]:
    """What an hour of all its cards costs, 0 where that is not held; of which type, and where that is from."""
    if way == ON_DEMAND:
        usd, held = hour_of_all(machine, asked)
        return usd, held.instance if held else "", held.cites if held else ()
    types = [one for one in asked.facts.instances.values() if one.accelerator == machine.chip.id]
    own = tuple(one for one in types if machine.type is None or one.id == machine.type.id)
    row = next(iter(rows_of(asked, own, (way,), asked.profile.region)), None)
    if row is None:
        return 0.0, "", ()
    return row.usd_per_chip_hour * machine.cards, row.instance.id, (row.quote.source,)


def _explained(hours: float, low: float, high: float) -> Explained:
    if not low:
        return "unknown"
    if hours * SLACK < low:
        return "faster"
    return "slower" if hours > high * SLACK else "yes"


def _yes(claims: Claims, fast: Observation, slow: Observation, fast_cheaper: bool, *, dollars: bool) -> bool | None:
    """By the machine that stands before "faster than" in the sentence that asks."""
    for sentence in questions(claims.text):
        match = THAN.search(sentence)
        if match is None:
            continue
        before, behind = sentence[: match.start()].lower(), sentence[match.end() :].lower()
        first = [_is_named(one, before) for one in (fast, slow)]
        second = [_is_named(one, behind) for one in (fast, slow)]
        subject = 0 if (first[0] > first[1] or second[1] > second[0]) else 1
        if max(first) == 0 and max(second) == 0:
            return None
        best = 0 if (fast_cheaper or not dollars) else 1
        return (subject == best) is (LESS.search(match[1]) is None)
    return None


_COUNTS = {"one": 1, "single": 1, "two": 2, "both": 2, "four": 4, "eight": 8, "three": 3}
_UNITS = re.compile(
    r"\b(one|single|two|both|three|four|eight|\d+)\s*(?:x\s*)?(nodes?|boxes|box|machines?|servers?)?\b"
)


def _is_named(one: Observation, words: str) -> int:
    """How surely words name the machine of an observation: its chip or type 2, its number of nodes 1."""
    if one.on is None or one.on.chip is None:
        return 0
    short = one.on.chip.id.split("-")[0]
    kind = one.machine.type.id if one.machine and one.machine.type else ""
    if short in words.replace(" ", "") or (kind and kind in words):
        return 2
    counts = {_COUNTS.get(match[1]) or int(match[1]) for match in _UNITS.finditer(words)}
    nodes = one.on.nodes or max(1, one.cards // 8)
    return int(bool(counts & {nodes, one.cards}))
