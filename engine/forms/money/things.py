"""The things that a question names, each with the types it means: "p5" is no "p5en", "A100" both of its memories."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.answers.mentioned import meant
from engine.answers.rank_prices import with_memory
from engine.forms.parts.asked_on import AskedOn
from engine.forms.ways.kept_to import where_written
from engine.options.named import is_named
from knowledge.facts import Instance

_LONG = re.compile(r"(?<![\w.-])[A-Za-z]\w*-[A-Za-z]\w{2,}(?![\w-])")  # the begin of a name: "a3-ultragpu"
MOST = 12  # machines that are looked at
Thing = tuple[str, tuple[Instance, ...]]


def by_thing(asked: AskedOn) -> Iterator[Thing]:
    """Of each name that was written its types, wherever they are sold: types first, then lines, then chips."""
    said, facts = asked.profile, asked.facts
    clouds = where_written(asked.reading, facts).clouds
    every = [one for one in facts.instances.values() if not clouds or one.cloud in clouds]
    every = with_memory(every, said.chip_memory_gb, facts)
    chips = facts.accelerators
    told: set[str] = set()  # chips of what was named more narrowly
    for name in said.instances:
        if name in facts.instances:
            told.add(facts.instances[name].accelerator)
            yield name, (facts.instances[name],)
    for line in dict.fromkeys(asked.reading.words.get("candidates", "").lower().replace(",", " ").split()):
        of_line = [one for one in every if one.line == line and not is_named(chips[one.accelerator], {line})]
        if of_line and not any(one.id in said.instances for one in of_line):
            told |= {one.accelerator for one in of_line}
            yield line, _counted(of_line, asked)
    for name in _LONG.findall(asked.reading.text):
        of_name = [one for one in every if one.id.casefold().startswith(f"{name.casefold()}-")]
        if of_name and not any(one.id in said.instances for one in of_name):
            told |= {one.accelerator for one in of_name}
            yield name, _counted(of_name, asked)
    for word in said.candidates:
        of_chip = [one for one in every if is_named(chips[one.accelerator], {word})]
        if of_chip and told.isdisjoint(one.accelerator for one in of_chip):
            names = dict.fromkeys(chips[one.accelerator].name for one in of_chip)
            yield next(iter(names)) if len(names) == 1 else _title(word), _counted(of_chip, asked)


def _title(word: str) -> str:
    return word.upper() if any(map(str.isdigit, word)) else word.capitalize()


def _counted(types: list[Instance], asked: AskedOn) -> tuple[Instance, ...]:
    """Those with the number of chips that was said, where one has it."""
    wanted = asked.profile.accelerator_count
    return tuple([one for one in types if one.count == wanted] or types)


def one_of_each(asked: AskedOn) -> tuple[Instance, ...]:
    """Of several things that are named a machine of each, of the seller of the first where it has one; () of one."""
    things = list(by_thing(asked))
    usual = meant(asked.reading, asked.facts, asked.library.prices(asked.day), MOST, MOST)
    found: list[Instance] = []
    for _, types in things if len(things) > 1 else ():
        of_it = [one for one in usual if one in types] or sorted(types, key=lambda one: -one.count)
        same = [one for one in of_it if found and one.cloud == found[0].cloud]
        found += (same or of_it)[:1]
    return tuple(found)
