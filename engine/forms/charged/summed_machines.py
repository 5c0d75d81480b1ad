"""What several kinds of machine come to together: "2 x p5.48xlarge plus 4 x g6e.xlarge for 168 hours".

$ = the sum of machines x hours x $ an hour; a kind of which no price is held is named and not in the sum.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from engine.answers.model import AnswerRow, AnswerTable, Cell, FactAnswer
from engine.answers.prices import YEARS
from engine.base.computed import Computed
from engine.base.reason import Reason
from engine.forms.charged.held import Hour, hour_of, usual
from engine.forms.money.rows import bound
from engine.forms.money.said import MoneySaid
from engine.forms.parts.asked_on import AskedOn
from engine.forms.ways.own_places import own_places
from engine.forms.ways.own_ways import own_ways
from engine.options.named import is_named
from engine.workload.hours.told_spans import Told, times
from knowledge.facts import Instance, Purchase
from knowledge.units import HOURS_PER_YEAR

COLUMNS = ("machines", "bought", "usd", "hours", "in_all", "region", "seen")
SEVERAL = 2
FEW = 2  # sizes of a line whose name means the larger
TIMES = frozenset({"hours", "days"})


class Part(Computed):
    """Machines of one kind: `hours` of each, `usd` in all; `chips`: so many were said, whatever the machine;
    `is_term`: the hours are those of a term, which is owed whole."""

    thing: str
    number: int
    hours: float
    usd: float
    chips: int | None
    hour: Hour
    is_term: bool = False


class MachinesSum(Reason, code="machines_sum"):
    """Several kinds of machine together. `hours`: of each, None where each has its own; `unit`: the month or week
    that they are; an hour where nobody said how long. `missing`: no price of them is held. `way`: None where each is
    bought in its own. `dearest`: what is most of it, and its `share`."""

    parts: tuple[Part, ...]
    usd: float
    hours: float | None
    unit: str
    missing: tuple[str, ...]
    way: Purchase | None
    place: str
    dearest: str
    share: float


class _Kind(NamedTuple):
    name: str
    types: tuple[Instance, ...]
    number: int
    chips: int | None
    at: int


def summed_machines(asked: AskedOn, said: MoneySaid) -> FactAnswer | None:
    """None where fewer than two kinds are named, or a price of none of them is held."""
    if any(goal.wants in TIMES for goal in asked.reading.measured.goals):
        return None  # how long it takes on one of them
    asked = bound(asked, said)
    kinds = list(_kinds(asked))
    if len(kinds) < SEVERAL:
        kinds = list(_kinds(asked, lines=True))  # a bill tells them: engine/forms/billed; of one time for all
        if len(kinds) < SEVERAL or len(set(_own_times(_sides(asked.reading.text, kinds)))) < SEVERAL:
            return None
    hours = asked.profile.run_hours
    sides = _sides(asked.reading.text, kinds)
    told = _own_times(sides) or times(asked.reading.text) or ((Told(hours, "", 0),) if hours else ())
    way = said.ways[0] if len(said.ways) == 1 else asked.profile.purchase
    bought = own_ways(sides, said.ways)
    parts, rows, missing, own = [], [], [], own_places(asked.reading)
    for at, kind in enumerate(kinds):
        so = bought[at] if bought else way
        found = hour_of(_there(asked, own[kind.name]) if kind.name in own else asked, kind.types, so)
        if found is None:
            missing.append(kind.name)
            continue
        hours = _hours(kind, kinds, told)
        term = YEARS.get(found.hour.one.purchase, 0) * float(HOURS_PER_YEAR)
        is_term = bool(told) and not told[0].unit and hours < term
        hours = term if is_term else hours
        number = kind.number
        if kind.chips is not None:
            number = math.ceil(kind.chips / found.row.instance.count)
        usd = number * hours * found.row.quote.seen.likely
        parts.append(
            Part(
                thing=found.row.instance.id,
                number=number,
                hours=hours,
                usd=usd,
                chips=kind.chips,
                hour=found.hour,
                is_term=is_term,
            )
        )
        rows.append(found.row)
    if not parts:
        return None
    usd = sum(part.usd for part in parts)
    most = max(parts, key=lambda part: part.usd)
    shared = len({part.hours for part in parts}) == 1
    first = MachinesSum(
        parts=tuple(parts),
        usd=usd,
        hours=parts[0].hours if shared else None,
        unit=told[0].unit if told and (shared or len({one.unit for one in told}) == 1) else "" if told else "hour",
        missing=tuple(missing),
        way=None if bought and len(set(bought)) > 1 else way or "on_demand",
        place=asked.profile.region or "",
        dearest=most.thing,
        share=most.usd / usd,
        cites=tuple(dict.fromkeys(row.quote.source for row in rows)),
    )
    return FactAnswer(
        headline=first, table=_table(parts, [row.quote.source for row in rows]), of_told=True, whole=True
    )


def _sides(text: str, kinds: list[_Kind]) -> tuple[str, ...]:
    """The words behind each kind, up to the next one; in the order of the kinds."""
    order = sorted(one.at for one in kinds)
    ends = dict(zip(order, (*order[1:], len(text)), strict=True))
    return tuple(text[one.at : ends[one.at]] for one in kinds)


def _own_times(sides: tuple[str, ...]) -> tuple[Told, ...]:
    """The one time of each kind in the order of the kinds; () where one has none of its own, or several. The month
    that is asked for is no time of the kind behind which it stands."""
    each = [_without_asked(times(side)) for side in sides]
    return tuple(one[0] for one in each) if all(len(one) == 1 for one in each) else ()


def _without_asked(told: tuple[Told, ...]) -> tuple[Told, ...]:
    """Without the month or year that is asked for, where another time is told beside it."""
    own = tuple(one for one in told if not one.unit)
    return own if len(own) == 1 else told


def _there(asked: AskedOn, place: str) -> AskedOn:
    said = asked.profile.model_copy(update={"region": place})
    return replace(asked, reading=asked.reading.model_copy(update={"profile": said}))


def _kinds(asked: AskedOn, *, lines: bool = False) -> Iterator[_Kind]:
    """Each kind that is named with a number or by its type, or as a line of one or two sizes (`lines`), in the order
    of the text."""
    facts, text = asked.facts, asked.reading.text
    seen: set[str] = set()
    for one in asked.reading.hardware:
        if one.role != "asked" or one.id in seen:
            continue
        seen.add(one.id)
        at = text.find(one.words)
        if (kind := facts.instances.get(one.id)) is not None:
            yield _Kind(kind.id, (kind,), int(one.machines or 1), None, at)
            continue
        of_chip = tuple(
            thing for thing in facts.instances.values()
            if is_named(facts.accelerators[thing.accelerator], {one.id})
            and (not asked.profile.clouds or thing.cloud in asked.profile.clouds)
        )  # fmt: skip
        of_line = tuple(thing for thing in of_chip if thing.line in one.words.casefold().split())
        if lines and 1 <= len(of_line) <= FEW:
            largest = max(of_line, key=lambda thing: thing.count)
            yield _Kind(largest.id, (largest,), int(one.machines or 1), None, at)
        elif of_chip and one.chips:
            yield _Kind(one.id.upper(), usual(of_chip, int(one.chips)), 1, int(one.chips), at)
        elif of_chip and not of_line:  # "2 L4 machines, an A100"
            yield _Kind(one.id.upper(), usual(of_chip, 1), 1, int(one.machines or 1), at)


def _hours(kind: _Kind, kinds: list[_Kind], told: tuple[Told, ...]) -> float:
    """Those that were said of it, where each has its own; else those of all."""
    if len(told) == len(kinds):
        order = sorted(one.at for one in kinds)
        return told[order.index(kind.at)].hours
    return told[0].hours if told else 1.0


def _table(parts: list[Part], sources: list[str]) -> AnswerTable:
    def cells(part: Part) -> dict[str, Cell]:
        one = part.hour.one
        return {
            "machines": f"{part.number} x {part.thing}", "bought": one.purchase, "usd": one.usd, "hours": part.hours,
            "in_all": part.usd, "region": one.region, "seen": one.day,
        }  # fmt: skip

    lines = tuple(
        AnswerRow(cells=tuple(cells(part)[name] for name in COLUMNS), cites=(source,))
        for part, source in zip(parts, sources, strict=True)
    )
    return AnswerTable(words="summed_machines", columns=COLUMNS, rows=lines)
