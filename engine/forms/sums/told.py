"""What a message tells that a sum can use: machines with their numbers, lengths of time, numbers of nothing named."""

from __future__ import annotations

import re

from engine.base.measures import Measure, times, unit
from engine.forms.form import Asked
from engine.forms.own.machines import NODES, Machine
from engine.forms.worked.run_elsewhere import named
from engine.workload.hours.told_spans import times as times_on
from knowledge.units import HOURS_PER_DAY

HOUR, DAY, CHIP, MACHINE = unit(h=1), unit(day=1), unit(chip=1), unit(machine=1)
A_DAY = times(HOUR, DAY, -1)
BARE = re.compile(r"(?<![\w.,$€£%/-])(\d{1,5})(?![\w%]|[.,:]\d|\s*[%$€£])")
# Slots of work whose hours follow from more than what is told of machines and times.
OF_WORK = frozenset({
    "parameters", "model", "variant", "tokens", "samples", "tokens_per_day", "requests_per_second", "flops",
    "dataset", "data_gb", "seconds_per_step", "concurrent_users",
})  # fmt: skip


def sides(asked: Asked) -> list[Machine]:
    """The machines in the order of the text; the number behind a name that another name follows is of that one."""
    found = named(asked)
    return [
        one._replace(said=False, cards=1, end=other.at)
        if one.said and (other := _within(one, found)) is not None
        else _counted(one, asked)
        for one in found
    ]


def _counted(one: Machine, asked: Asked) -> Machine:
    """With the number right before its name, where a later one took its place: "256 A100 ... we have 16"."""
    chips = [
        own
        for own in asked.reading.measured.measures
        if own.units[0] == CHIP and own.at <= one.at < own.at + len(own.words)
    ]
    words = asked.reading.text[one.at : one.end].lower()
    if any(node in words for node in NODES):
        return one  # chips of all of them: "2 DGX A100"
    if one.type is not None or len(chips) != 1 or chips[0].value == one.cards or chips[0].value % 1:
        return one
    return one._replace(cards=int(chips[0].value), said=True)


def _within(one: Machine, found: list[Machine]) -> Machine | None:
    return next((other for other in found if other is not one and one.at < other.at < one.end), None)


def line_chips(machine: Machine, asked: Asked) -> int:
    """Chips of one machine of the line that its name is, where all of these have as many: "p4d"; 0 of other names."""
    words = asked.reading.text[machine.at : machine.end].lower().split()
    line = words[-1] if words else ""
    kinds = {one.count for one in asked.facts.instances.values() if one.id.partition(".")[0] == line}
    return kinds.pop() if len(kinds) == 1 else 0


def spans(asked: Asked) -> list[tuple[Measure, float]]:
    """Every length of time that is told alone, with its hours; one that is told once in a profile alone, as that."""
    return [
        (one, one.value * (HOURS_PER_DAY if one.units[0] == DAY else 1.0))
        for one in asked.reading.measured.measures
        if not one.role and one.units[0] in (HOUR, DAY)
    ]


def hours_told(asked: Asked) -> float | None:
    """The one length of time that a message tells, of so many hours a day where these are; None of several."""
    found = {hours for _, hours in spans(asked)}
    daily = any(one.units[0] == A_DAY and not one.role for one in asked.reading.measured.measures)
    said = asked.profile
    once = not found and (said.run_hours or said.deadline_days)  # and no rhythm alone: "monthly power"
    worked = {one.hours for one in times_on(asked.reading.text)} if daily or once else set()
    if len(worked) == 1:
        return worked.pop()
    if found:
        return found.pop() if len(found) == 1 else None
    return said.run_hours or (said.deadline_days * HOURS_PER_DAY if said.deadline_days else None)


def bare_numbers(asked: Asked) -> list[tuple[float, int]]:
    """Whole numbers that count nothing which was read, and where each stands: "we have 16", "we need 90"."""
    text = asked.reading.text
    taken = [(one.at, one.at + len(one.words)) for one in asked.reading.measured.measures]
    taken += [(at, at + len(one.words)) for one in asked.reading.hardware if (at := text.find(one.words)) >= 0]
    return [
        (float(match[1]), match.start())
        for match in BARE.finditer(text)
        if not any(first <= match.start() < last for first, last in taken)
    ]
