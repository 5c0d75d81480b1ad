"""What the first line of an answer is about: the machines it tells, else the chips or cards that it or the thread
names."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.base.computed import Computed
from engine.base.of_facts import once
from engine.base.reason import Reason
from engine.forms.parts.fit_reasons import ChipsNeeded, MemoryNeeded, OnNamed
from engine.options.option import Option
from engine.workload.conditions import FAMILIES
from engine.workload.profile import Reading
from engine.workload.subject import MOST, Subject
from engine.workload.told_sums import ToldSum
from knowledge.facts import Facts

LEAST, LARGEST = 6.0, 300.0  # gigabytes of a card
_ROOM = re.compile(r"(?<![\w.])(\d{1,3})\s?(?:GB|GiB)\b")
DEEP = 3  # values in values that are looked through for a machine
FAILS = frozenset({"too_small_there"})  # codes of first lines about what does not do


def about(
    first: Reason | None, option: Option | None, words: str, reading: Reading, facts: Facts, named: tuple[str, ...]
) -> tuple[Subject, ...]:
    """`words`: the line as it is shown; `named`: the chips that it names by any name."""
    told = reading.sums[-min(reading.sums_told, MOST) :] if reading.sums_told else ()
    if told and not (first is not None and first.code in FAILS):
        found = tuple(one for one in (_of_sum(each, facts) for each in reversed(told)) if one is not None)
        if found:
            return tuple(dict.fromkeys(found))
    if first is None and option is not None:
        return (Subject(
            instance=option.instance, machines=option.count, chips=option.chips, hours=option.run.hours.likely,
            chip=facts.instances[option.instance].accelerator if option.instance in facts.instances else "",
        ),)  # fmt: skip
    if isinstance(first, OnNamed) and (made := _of_fit(first, facts)) is not None:
        return (made,)
    if isinstance(first, MemoryNeeded) and first.ways:
        way = first.ways[0]
        return (Subject(gb=way.large or way.size, chips=max(way.chips, 1)),)
    if made := _of_machines(first, words, facts):
        return (made,)
    return _of_thread(reading, facts) or _of_words(words, facts, named)


def _of_sum(one: ToldSum, facts: Facts) -> Subject | None:
    thing = facts.instances.get(one.thing)
    chip = thing.accelerator if thing is not None else _chips(facts).get(one.thing) or _chips(facts).get(one.chip)
    if thing is None and chip is None:
        return None
    chips = one.chips if one.unit != "hour" else one.chips * one.machines
    return Subject(
        instance=one.thing if thing is not None else "", chip=chip or "", machines=one.machines, chips=max(chips, 1),
        hours=one.hours, runs=one.runs,
    )  # fmt: skip


def _of_fit(first: OnNamed, facts: Facts) -> Subject | None:
    """What holds it: what was asked about, or what is told instead."""
    if first.code in FAILS:
        if first.instead:
            one = first.instead[0]
            return _machine(one.instance, 0, one.chips, facts)
        return None
    if isinstance(first, ChipsNeeded) and first.every:
        held = first.every[0]
        if held.instance:
            return _machine(held.instance, held.machines, held.chips, facts)
        return Subject(chip=_chips(facts).get(first.chip, ""), chips=held.chips) if held.chips else None
    if first.instance:
        return _machine(first.instance, first.machines, 0, facts)
    chip = _chips(facts).get(first.chip)
    return Subject(chip=chip, chips=max(first.said, 1)) if chip else None


def _machine(name: str, machines: int, chips: int, facts: Facts) -> Subject | None:
    thing = facts.instances.get(name)
    if thing is None:
        return None
    many = machines or max(-(-chips // thing.count), 1)
    return Subject(instance=name, chip=thing.accelerator, machines=many, chips=many * thing.count)


def _of_machines(first: Reason | None, words: str, facts: Facts) -> Subject | None:
    """The first type that the reason holds, else that the line shows, with its number."""
    for name, machines in _held(first, 0) if first is not None else ():
        if name in facts.instances and name in words and (made := _machine(name, machines, 0, facts)):
            return made
    found = _types(facts).search(words)
    return _machine(found[2], int(found[1] or 1), 0, facts) if found else None


def _held(value: object, deep: int) -> Iterator[tuple[str, int]]:
    """The types that a value names, with how many of them, the nearest first."""
    fields: dict[str, object] = {}
    if isinstance(value, Computed):
        fields = {name: getattr(value, name) for name in type(value).model_fields}
    elif isinstance(value, tuple) and hasattr(value, "_fields"):
        fields = dict(zip(value._fields, value, strict=True))
    if isinstance(name := fields.get("instance"), str) and name:
        machines = fields.get("machines")
        yield name, machines if isinstance(machines, int) and machines > 0 else 1
    if deep < DEEP:
        inside = fields.values() if fields else value if isinstance(value, tuple) else ()
        for one in inside:
            yield from _held(one, deep + 1)


def _of_thread(reading: Reading, facts: Facts) -> tuple[Subject, ...]:
    """What the thread names."""
    said = reading.turn or reading.profile
    machines = int(said.instance_count or 1)
    types = [one for name in said.instances if (one := _machine(name, machines, 0, facts))]
    if types:
        return tuple(types[:MOST])
    chips = [name for name in said.candidates if name in facts.accelerators and name not in FAMILIES]
    return tuple(Subject(chip=name, chips=int(said.accelerator_count or 1)) for name in chips[:MOST])


def _of_words(words: str, facts: Facts, named: tuple[str, ...]) -> tuple[Subject, ...]:
    """A chip that the line names and that can be rented, else cards with the most memory that it names."""
    rented = {one.accelerator for one in facts.instances.values()}
    for name in named:
        if name in rented:
            return (Subject(chip=name),)
    rooms = [float(found) for found in _ROOM.findall(words) if LEAST <= float(found) <= LARGEST]
    return (Subject(gb=max(rooms)),) if rooms else ()


@once
def _chips(facts: Facts) -> dict[str, str]:
    """The id of each chip by what it is called in an answer."""
    names = {one.name: one.id for one in facts.accelerators.values()}
    return names | {name: name for name in facts.accelerators}


@once
def _types(facts: Facts) -> re.Pattern[str]:
    """A type of a machine in a line, with the number before it."""
    names = "|".join(re.escape(name) for name in sorted(facts.instances, key=len, reverse=True))
    return re.compile(rf"(?:(?<![\w.])(\d{{1,4}}) x )?(?<![\w.-])({names})(?![\w-])")
