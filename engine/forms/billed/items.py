"""The machines that a bill is of: each type, line or slice that is named, with how many; one meaning everywhere."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date
from typing import NamedTuple

from engine.answers.rank_prices import lines_named, ranked
from engine.library import Library
from engine.options.named import called
from engine.workload.conditions import FAMILIES
from engine.workload.profile import Equipment, Reading
from knowledge.facts import Facts, Instance

MACHINE_OF = "machine_of"  # the slot of what a line by its name is: "p5"
_BEHIND = re.compile(r"\s?(?:x\s?(\d{1,3})|(\d{1,3})\s?x)(?!\w)", re.IGNORECASE)  # "H100 8x"
FEW = 2  # sizes of a line whose name means the larger
_COUNT = re.compile(r"^\D{0,12}?(\d{1,4})\s*(?:x\s*)?(?=[a-z]+\d)", re.IGNORECASE)


class Item(NamedTuple):
    """So many machines of a type; `at`, `end`: where it is named; `said`: whether a number was."""

    thing: Instance
    number: int
    at: int
    end: int
    said: bool


def items(reading: Reading, facts: Facts) -> tuple[Item, ...]:
    """In the order of the text; () where one that is named is no machine, or of a line with many sizes."""
    chips = {facts.instances[one.id].accelerator for one in reading.hardware if one.id in facts.instances}
    asked = [
        one for one in reading.hardware if one.id not in FAMILIES and chips.isdisjoint(_chips(one, facts))
    ]  # "3 hours on one A10G ... 5 g5.xlarge"
    asked = _counted_by_chip(asked, reading, facts)
    typed = [one.words for one in asked if one.id in facts.instances]
    asked = [one for one in asked if one.id in facts.instances or not any(one.words in words for words in typed)]
    if any(one.role not in ("asked", "compared") for one in asked):
        return ()
    found = [_item(one, reading, facts) for one in asked]
    told = [one for one in found if one is not None]
    return tuple(sorted(told, key=lambda one: one.at)) if len(told) == len(asked) else ()


def _counted_by_chip(asked: list[Equipment], reading: Reading, facts: Facts) -> list[Equipment]:
    """With the number of chips that is told beside the one type that has them: "24 H100 on p5.48xlarge"."""
    if len(asked) != 1 or asked[0].chips or asked[0].machines or asked[0].id not in facts.instances:
        return asked
    meant = {facts.instances[asked[0].id].accelerator}
    told = [one.chips for one in reading.hardware if one is not asked[0] and one.chips and meant & _chips(one, facts)]
    return [asked[0].model_copy(update={"chips": told[0]})] if len(told) == 1 else asked


def _chips(one: Equipment, facts: Facts) -> set[str]:
    return {chip.id for chip in called(facts, one.id)}


def of_sellers(reading: Reading, library: Library, day: date) -> tuple[Item, ...]:
    """Machines of so many of the one chip that is named, of each seller that is: "8x H100, Nebius or Lambda";
    beside a type that is named, of the sellers it is not of: "8x L40S, RunPod or g6e.48xlarge"."""
    types = library.facts.instances
    asked = [one for one in reading.hardware if one.id not in FAMILIES and one.id not in types]
    named = {types[one.id].cloud for one in reading.hardware if one.id in types}
    if len(asked) != 1:
        return ()
    one, at = asked[0], reading.text.find(asked[0].words)
    behind = _BEHIND.match(reading.text[at + len(one.words) :]) if at >= 0 else None
    wanted = int(one.chips or ((behind[1] or behind[2]) if behind else 0))
    if not wanted:
        return ()
    end = at + len(one.words) + (behind.end() if behind and not one.chips else 0)
    every = [thing for thing in library.facts.instances.values() if wanted % thing.count == 0]
    found: dict[str, list[Instance]] = {}
    for chip in called(library.facts, one.id) if at >= 0 else ():
        for cloud in (one for one in reading.profile.clouds if one not in named):
            of_it = [thing for thing in every if thing.accelerator == chip.id and thing.cloud == cloud]
            most = [thing for thing in of_it if thing.count == max(one.count for one in of_it)]
            rows = ranked(most, library, day, reading.profile.region, reading.profile.purchase or "on_demand")
            found.setdefault(chip.id, []).extend(row.instance for row in rows[:1])
    best = max(found.values(), key=len, default=[])  # the chip that most of them sell
    machines = int(one.machines or 1)
    return tuple(Item(thing, wanted // thing.count * machines, at, end, True) for thing in best)


def _item(one: Equipment, reading: Reading, facts: Facts) -> Item | None:
    named = facts.instances.get(one.id)
    thing = named or _slice(one, facts) or _of_line(one, reading, facts)
    at = reading.text.find(one.words)
    if thing is None or at < 0:
        return None
    count, alone = one.machines, len(reading.hardware) == 1
    if named is None and one.chips and thing.count == one.chips:
        before = _COUNT.match(one.words)
        count = int(before[1]) if before else None
    elif one.chips and not one.machines and one.chips != thing.count:
        if one.chips % thing.count:
            return None
        count = int(one.chips // thing.count)
    if count is None and alone:
        count = reading.profile.instance_count
    end = at + len(one.words)
    if thing.id in reading.text:
        end = max(end, reading.text.find(thing.id) + len(thing.id))
    return Item(thing, int(count or 1), at, end, count is not None)


def _slice(one: Equipment, facts: Facts) -> Instance | None:
    """A slice of a TPU by its name, whose number is that of its chips or cores."""
    words = one.words.casefold().split()
    return next((facts.instances[word] for word in words if word in facts.instances), None)


def _of_line(one: Equipment, reading: Reading, facts: Facts) -> Instance | None:
    """The machine that a line by its name means; of one chip, where that is said."""
    for line in _lines(one, reading):
        types = [thing for thing in facts.instances.values() if thing.line == line and not thing.by_contract]
        if not types:
            continue
        if one.chips == 1 or (reading.profile.accelerator_count == 1 and not one.machines):
            return next((thing for thing in types if thing.count == 1), None)
        usual = _usual(line, facts.terms)
        if usual in facts.instances:
            return facts.instances[usual]
        if len(types) <= FEW:
            return max(types, key=lambda thing: thing.count)
    return None


def _lines(one: Equipment, reading: Reading) -> Iterator[str]:
    words = set(re.findall(r"[\w-]+", one.words.casefold()))
    yield from (line for line in sorted(lines_named(reading)) if line in words)


def _usual(line: str, terms: Iterable[object]) -> str:
    """As the vocabulary says of lines with several sizes."""
    named = (one for one in terms if getattr(one, "slot", "") == MACHINE_OF and line in getattr(one, "words", ()))
    return str(getattr(next(named, None), "value", ""))
