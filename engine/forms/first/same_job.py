"""The same job on machines of which each was told how long it takes: what each costs, the cheapest first.

USD = machines x hours x the price an hour. Each time belongs to the machine behind it ("9 h on one p4d"), or each to
the one before it ("two nodes would need 52 h"): whichever gives more of them a time, then whichever is nearer in the
whole text.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

from engine.answers.model import FactAnswer
from engine.base.measures import unit
from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.forms.joined.told_amounts import is_of_content, many_of_each, times
from engine.forms.parts.own_speed import chip_of
from engine.workload.conditions import FAMILIES
from engine.workload.profile import Equipment
from knowledge.facts import Instance, Purchase

WANTED = frozenset({"dollars", "which", "compare"})  # predicates
PICKS = frozenset({"pick", "cheapest", "usd"})  # units
ELSE = frozenset({"why", "slow", "effect", "meaning", "used", "carbon", "commit", "rate"})
# Slots of several runs, of traffic and of prices that were told.
OF_ELSE = frozenset({
    "runs_per_month", "budget_usd", "tokens_per_day", "requests_per_second", "current_usd_per_hour",
    "utilization", "seconds_per_step",
})  # fmt: skip
PAIR, HOUR = 2, unit(h=1)
NODE = "chips_per_machine"  # the constant: chips of a node of which nobody said how many it has
HOURLY = {("usd", 1), ("h", -1)}  # of a unit
ALIKE = 1.03  # times as much is no difference: prices of two days move by more


class JobOn(NamedTuple):
    """The job on one set of machines; `chips` 0 where a type was named. `part`: one card of a machine with `of`."""

    name: str
    instance: str
    machines: int
    chips: int
    of: int
    hours: float
    usd_per_hour: float  # of one machine, or of the part
    usd: float


class CheaperJob(Reason, code="cheaper_job"):
    """The first line: the cheapest of them, then the others; `sooner`: whether it is also the fastest, `tie`: whether
    the next costs as much."""

    each: tuple[JobOn, ...]
    sooner: bool
    tie: bool
    purchase: Purchase


class JobMany(Reason, code="job_many"):
    """What so many of them cost on each, in USD."""

    count: float
    each: tuple[tuple[JobOn, float], ...]


class JobDiffers(Reason, code="job_differs"):
    """What the dearest costs over the cheapest; `fewer` hours of the fastest for `more` dollars, 0 where it is the
    cheapest."""

    times: float
    name: str
    fewer: float
    more: float


def same_job(asked: Asked) -> FactAnswer | None:
    """None unless at least two machines have each a time of their own and dollars or a choice are asked."""
    said, shown = asked.profile, set(asked.reading.sought.predicates)
    if WANTED.isdisjoint(shown) and PICKS.isdisjoint(asked.reading.sought.units):
        return None
    if any(set(dict(one.units[0]).items()) >= HOURLY for one in asked.reading.measured.measures):
        return None  # the prices are told, too
    several = said.runs is not None and said.runs != 1  # "one training of ours"
    if not ELSE.isdisjoint(shown) or not OF_ELSE.isdisjoint(said.stated()) or several:
        return None
    bound = _bound(asked)
    way: Purchase = said.purchase or "on_demand"
    made = [one for on, hours in bound if (one := _on(asked, on, hours, way)) is not None]
    if len(made) < PAIR or len(made) < len(bound) or len({one[0].name for one in made}) < len(made):
        return None
    least = min(one.usd for one, _ in made)
    made.sort(
        key=lambda one: (one[0].usd > ALIKE * least, one[0].hours if one[0].usd <= ALIKE * least else one[0].usd)
    )
    each = tuple(one for one, _ in made)
    fastest = min(each, key=lambda one: one.hours)
    first = CheaperJob(
        each=each,
        sooner=fastest is each[0],
        tie=each[1].usd <= ALIKE * least,
        purchase=way,
        cites=tuple(dict.fromkeys(cite for _, cites in made for cite in cites)),
    )
    differs = JobDiffers(
        times=each[-1].usd / each[0].usd,
        name=fastest.name,
        fewer=each[0].hours - fastest.hours,
        more=fastest.usd - each[0].usd,
    )
    many = many_of_each(asked.reading.measured.measures)
    rest: tuple[Reason, ...] = (
        (JobMany(count=many, each=tuple((one, one.usd * many) for one in each)),) if many else ()
    )
    rest += (differs,) if differs.fewer or differs.times > ALIKE else ()
    return FactAnswer(headline=first, sentences=rest, whole=True)


def _bound(asked: Asked) -> list[tuple[Equipment, float]]:
    """Each machine with its hours; empty where one has two, or times and machines do not alternate."""
    text = asked.reading.text
    spans = [(one.first, one.hours) for one in times(text) if not is_of_content(text, one)]
    told = [(one.at, one.value) for one in asked.reading.measured.measures if one.units[:1] == (HOUR,)]
    if len(spans) < max(PAIR, len(told)):
        spans = told
    places = list(_placed(asked.reading.hardware, text))
    if len(spans) < PAIR or len(places) < PAIR:
        return []
    ways = (_by(spans, places, asked, before=before) for before in (False, True))
    found = min(
        (one for one in ways if len(one) >= PAIR),
        key=lambda one: (-len(one), sum(far for *_, far in one) / len(one)),
        default=[],
    )
    ids = [(on.id, on.chips, on.machines) for on, *_ in found]
    return [(on, hours) for on, hours, _ in found] if len(set(ids)) == len(ids) else []


def _by(
    spans: list[tuple[int, float]], places: list[tuple[int, Equipment]], asked: Asked, *, before: bool
) -> list[tuple[Equipment, float, int]]:
    """Each time with the machine next `before` it or behind it, up to the next time, and how far that is."""
    found: list[tuple[Equipment, float, int]] = []
    for number, (at, hours) in enumerate(spans):
        last = spans[number - 1][0] if number else -1
        ahead = spans[number + 1][0] if number + 1 < len(spans) else len(asked.reading.text)
        beside = [(place, on) for place, on in places if (last < place < at if before else at < place < ahead)]
        if beside:
            place, on = beside[-1 if before else 0]
            typed = next((other for _, other in beside if other.id in asked.facts.instances), on)
            found.append((typed if _names(typed, on) else on, hours, abs(place - at)))
    return found


def _names(typed: Equipment, first: Equipment) -> bool:
    """Whether a type behind a chip is the machine of it: "4 x A10G (g5.12xlarge)"."""
    return typed is first or first.words.casefold() in typed.words.casefold()


def _placed(hardware: tuple[Equipment, ...], text: str) -> Iterator[tuple[int, Equipment]]:
    plain, at = text.casefold(), 0
    found: list[tuple[int, Equipment]] = []
    for one in hardware:
        place = plain.find(one.words.casefold(), at) if one.words and one.id not in FAMILIES else -1
        place = place if place >= 0 or not one.words else plain.find(one.words.casefold())
        if place >= 0:
            found.append((place, one))
            at = place
    return iter(sorted(found, key=lambda one: one[0]))


def _on(asked: Asked, on: Equipment, hours: float, way: Purchase) -> tuple[JobOn, tuple[str, ...]] | None:
    """None where no price is held."""
    problem, facts = asked.problem, asked.facts
    said, region = asked.profile, asked.profile.region
    named = facts.instances.get(on.id)
    chip = None if named else chip_of(problem, on)
    if named is None and chip is None:
        return None
    words = set(on.words.casefold().replace("(", " ").split())
    types = (
        (named,) if named else tuple(one for one in facts.instances.values() if chip and one.accelerator == chip.id)
    )
    lined = tuple(one for one in types if one.line in words)
    if lined and not on.chips:
        named = max(lined, key=lambda one: one.count)
    types = (named,) if named else tuple(one for one in types if not said.clouds or one.cloud in said.clouds)
    of_nodes = (on.machines or 0) * round(asked.library.constants.likely(NODE))
    chips = 0 if named else max(1, on.chips or of_nodes)
    found: list[tuple[float, Instance, int, float, int, tuple[str, ...]]] = []
    for one in types:
        quote = problem.prices.near(one, way, region) if way in one.sold else None
        if quote is None:
            continue
        machines = (on.machines or 1) if named else math.ceil(chips / one.count)
        part = one.count if chips == 1 and one.count > 1 else 0
        rate = quote.usd_per_hour.likely / (part or 1)
        found.append((machines * rate * hours, one, machines, rate, part, quote.cites))
    if not found:
        return None
    usd, one, machines, rate, part, cites = min(found, key=lambda each: (each[0], bool(each[4]), each[1].id))
    name = one.id if named else chip.name if chip else ""
    return JobOn(name, one.id, machines, chips, part, hours, rate, usd), cites
