"""What the first line of an answer is about: the machines it tells, else the chips or cards that it or the thread
names."""

from __future__ import annotations

import re
from collections.abc import Callable

from engine.base.interval import Interval
from engine.base.of_facts import once
from engine.base.reason import Reason
from engine.forms.parts.fit_reasons import ChipsNeeded, MemoryNeeded, OnNamed
from engine.forms.per_unit.choice import TrainsOn
from engine.options.named import called_by
from engine.options.option import CostedOption, Option
from engine.workload.conditions import FAMILIES
from engine.workload.profile import Reading
from engine.workload.subject import MOST, Subject
from engine.workload.told_sums import ToldSum
from knowledge.facts import Facts
from knowledge.units import HOURS_PER_MONTH

LEADING = "Standard_"  # of a type's name, which lines leave out
LEAST, LARGEST = 6.0, 96.0  # gigabytes of a card
_ROOM = re.compile(r"(?<![\w.])(\d{1,3})\s?(?:GB|GiB)\b")
SIDES = frozenset({"compare", "explain", "price", "support"})  # forms that tell of each side
PAIRS = frozenset({"pair_costs", "side_by_side"})  # codes of first lines
LASTING = frozenset({"commitment"})  # forms of which a told time is no run
FAILS = frozenset({"too_small_there"})  # codes of first lines about what does not do


def about(
    first: Reason | None,
    option: Option | None,
    words: str,
    reading: Reading,
    facts: Facts,
    named: Callable[[], tuple[str, ...]],
    *,
    monthly: bool = False,
) -> tuple[Subject, ...]:
    """`words`: the line as it is shown; `named`: the chips that it names by any name; `monthly`: of serving. Hours
    that the thread said are those of what tells none."""
    found = _about(first, option, words, reading, facts, named, monthly=monthly)
    hours = (reading.turn.run_hours if reading.turn else None) or reading.profile.run_hours
    if not hours or reading.form in LASTING:
        return found
    return tuple(
        one if one.hours or one.hours_each else one.model_copy(update={"hours": float(hours)}) for one in found
    )


def _about(
    first: Reason | None,
    option: Option | None,
    words: str,
    reading: Reading,
    facts: Facts,
    named: Callable[[], tuple[str, ...]],
    *,
    monthly: bool = False,
) -> tuple[Subject, ...]:
    several = _of_thread(reading, facts)
    if len(several) > 1 and (reading.form in SIDES or (first is not None and first.code in PAIRS)):
        return several
    told = reading.sums[-min(reading.sums_told, MOST) :] if reading.sums_told else ()
    if told and not (first is not None and first.code in FAILS):
        found = tuple(one for one in (_of_sum(each, facts) for each in reversed(told)) if one is not None)
        if found:
            return tuple(dict.fromkeys(found))
    if first is None and option is not None:
        thing = facts.instances.get(option.instance)
        run = option.run.hours.likely if isinstance(option, CostedOption) else 0.0
        return (Subject(
            instance=option.instance, chip=thing.accelerator if thing else "", machines=option.count,
            chips=option.chips, hours=HOURS_PER_MONTH if monthly else run, monthly=monthly,
        ),)  # fmt: skip
    if isinstance(first, OnNamed) and (made := _of_fit(first, facts)) is not None:
        return (made,)
    if isinstance(first, MemoryNeeded) and first.ways:
        way = first.ways[0]
        return (Subject(gb=way.large or way.size, chips=max(way.chips, 1)),)
    if isinstance(room := getattr(first, "comfortable", None), float) and room:
        return (Subject(gb=room),)
    if made := _of_machines(first, words, facts):
        said = reading.turn or reading.profile
        if made.machines == 1 and made.instance in said.instances and (said.instance_count or 1) > 1:
            made = _machine(made.instance, int(said.instance_count or 1), 0, facts) or made
        return (made.model_copy(update=_timed(first)),)
    return several or _of_words(words, facts, named)


def _timed(first: Reason | None) -> dict[str, object]:
    """The hours of a run that the line tells, or those of one unit of work."""
    if isinstance(first, TrainsOn):
        return {"hours_each": first.hours or 0.0, "unit": first.unit}
    hours = getattr(first, "hours", None)
    return {"hours": hours.likely} if isinstance(hours, Interval) else {}


def _of_sum(one: ToldSum, facts: Facts) -> Subject | None:
    thing = facts.instances.get(one.thing)
    chip = thing.accelerator if thing is not None else _chips(facts).get(one.thing) or _chips(facts).get(one.chip)
    if thing is None and chip is None:
        return None
    chips = one.chips if one.unit != "hour" else one.chips * one.machines
    return Subject(
        instance=one.thing if thing is not None else "", chip=chip or "", machines=one.machines, chips=max(chips, 1),
        hours=HOURS_PER_MONTH if one.unit == "month" else one.hours,
        monthly=one.unit == "month",
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
    """The type that the reason is of, else the first that the line shows, with its number."""
    name, machines = getattr(first, "instance", ""), getattr(first, "machines", 1)
    if isinstance(name, str) and name in facts.instances and _short(name) in words:
        return _machine(name, machines if isinstance(machines, int) and machines > 0 else 1, 0, facts)
    found = _types(facts).search(words)
    return _machine(_by_short(facts)[found[2]], int(found[1] or 1), 0, facts) if found else None


def named_in(alone: Reading, facts: Facts) -> tuple[Subject, ...]:
    """What a turn names itself."""
    return _of_thread(alone, facts)


def _of_thread(reading: Reading, facts: Facts) -> tuple[Subject, ...]:
    """What the thread names."""
    said = reading.turn or reading.profile
    machines = int(said.instance_count or 1)
    types = [one for name in said.instances if (one := _machine(name, machines, 0, facts))]
    if types:
        return tuple(types[:MOST])
    chips = dict.fromkeys(_chip(facts, name) for name in said.candidates if name not in FAMILIES)
    number = int(said.accelerator_count or 1)
    return tuple(Subject(chip=name, chips=number) for name in chips if name)[:MOST]


@once
def _chip(facts: Facts, name: str) -> str:
    """The id of the chip that a name stands for, of several forms the usual one; "" where it is none."""
    forms = called_by(facts, frozenset({name}))
    return min(forms, key=lambda one: (one.form_of is not None, one.id)).id if forms else ""


def _of_words(words: str, facts: Facts, named: Callable[[], tuple[str, ...]]) -> tuple[Subject, ...]:
    """A chip that the line names and that can be rented, else cards with the most memory that it names."""
    rented = {one.accelerator for one in facts.instances.values()}
    for name in named():
        if name not in FAMILIES and _chip(facts, name) in rented:
            return (Subject(chip=_chip(facts, name)),)
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
    names = "|".join(re.escape(_short(name)) for name in sorted(facts.instances, key=len, reverse=True))
    return re.compile(rf"(?:(?<![\w.])(\d{{1,4}}) x )?(?<![\w.-])({names})(?![\w-])")


@once
def _by_short(facts: Facts) -> dict[str, str]:
    return {_short(name): name for name in facts.instances}


def _short(name: str) -> str:
    """As lines show it."""
    return name.removeprefix(LEADING)
