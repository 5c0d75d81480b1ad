"""The things that a question names, each with the types it means: "p5" is no "p5en", "A100" both of its memories."""

from __future__ import annotations

from collections.abc import Iterator

from engine.answers.rank_prices import with_memory
from engine.forms.form import Asked
from engine.forms.ways.kept_to import where_written
from engine.options.named import is_named
from knowledge.facts import Instance

Thing = tuple[str, tuple[Instance, ...]]


def by_thing(asked: Asked) -> Iterator[Thing]:
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
        if of_line:
            told |= {one.accelerator for one in of_line}
            yield line, _counted(of_line, asked)
    for word in said.candidates:
        of_chip = [one for one in every if is_named(chips[one.accelerator], {word})]
        if of_chip and told.isdisjoint(one.accelerator for one in of_chip):
            names = dict.fromkeys(chips[one.accelerator].name for one in of_chip)
            yield next(iter(names)) if len(names) == 1 else word.upper(), _counted(of_chip, asked)


def _counted(types: list[Instance], asked: Asked) -> tuple[Instance, ...]:
    """Those with the number of chips that was said, where one has it."""
    wanted = asked.profile.accelerator_count
    return tuple([one for one in types if one.count == wanted] or types)
