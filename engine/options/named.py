"""What the asker named: which chips a word means, which of them are alternatives, and where they live."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import lru_cache

from engine.base.of_facts import once
from engine.library import Library
from engine.prices.areas import area_of
from engine.prices.specialists import sellers
from engine.workload.conditions import FAMILIES
from engine.workload.profile import Profile, Unavailable
from knowledge.facts import COMPARED, SPECIALISTS, Accelerator, Cloud, Facts, Family, Instance

CLOUDS: tuple[Cloud, ...] = (*COMPARED, *SPECIALISTS)  # the first that sells a thing is taken for its home
SAID_MEMORY = re.compile(r" \d+ GB$")  # in the name of a card
SAME_CARD = 0.12  # a share within which gigabytes said beside a chip are those of one of its variants


def is_named(chip: Accelerator, wanted: set[str] | frozenset[str]) -> bool:
    """Whether a chip is meant by one of the asker's words: its id, its short name, its line, a name it
    shares, or its family."""
    return bool(wanted) and not wanted.isdisjoint(_words(chip.id, chip.vendor, chip.family, chip.line))


def called(facts: Facts, word: str) -> tuple[Accelerator, ...]:
    """The chips that one of the asker's words means, in the order of the data; asked dozens of times a question."""
    return _by_word(facts).get(word, ())


@once
def called_by(facts: Facts, words: frozenset[str]) -> tuple[Accelerator, ...]:
    """The chips that one or another of the asker's words means, in the order of the data."""
    meant = {chip.id for word in words for chip in called(facts, word)}
    return tuple(chip for chip in facts.accelerators.values() if chip.id in meant)


@once
def _by_word(facts: Facts) -> dict[str, tuple[Accelerator, ...]]:
    """Every word that means chips, with those."""
    found: dict[str, tuple[Accelerator, ...]] = {}
    for chip in facts.accelerators.values():
        for word in _words(chip.id, chip.vendor, chip.family, chip.line):
            found[word] = (*found.get(word, ()), chip)
    return found


@lru_cache(maxsize=1024)
def _words(chip: str, vendor: str, family: Family, shared: str | None) -> frozenset[str]:
    """What a chip is called; `shared` is a name that it has in common with others."""
    short = chip.split("-sxm")[0]
    line = short.rstrip("0123456789") if vendor == "aws" else short.split("-")[0]
    line = short if vendor == "apple" else line  # an M4 is no M4 Max
    return frozenset({chip, short, line, family} | ({shared} if shared else set()))


def usual_forms(chips: Sequence[Accelerator]) -> list[Accelerator]:
    """Without the other forms of a chip that is among them: "H100" means the SXM module of the two."""
    named = {chip.id for chip in chips}
    return [chip for chip in chips if chip.form_of not in named]


def is_gone(entry: Unavailable, instance: Instance, chip: Accelerator) -> bool:
    """Whether an offering is of the chip or type that the asker cannot get."""
    return entry.id == instance.id or is_named(chip, frozenset({entry.id}))


def still_wanted(profile: Profile, gone: tuple[Unavailable, ...], facts: Facts) -> Profile:
    """Without what cannot be had where the work is: it is to be replaced, and no alternative."""
    there = profile.region
    area = area_of(there, facts)
    within = {None, there, *(area.regions if area else ())}
    out = {entry.id for entry in gone if there is None or entry.region in within}
    if out.isdisjoint((*profile.candidates, *profile.instances)):
        return profile
    return profile.model_copy(
        update={
            "candidates": tuple(name for name in profile.candidates if name not in out),
            "instances": tuple(name for name in profile.instances if name not in out),
        }
    )


def is_asked_for(chip: Accelerator, profile: Profile, facts: Facts) -> bool:
    """Whether a chip, or a type with it, was named or runs today; "GPU" alone names none."""
    words = {*profile.candidates, *profile.current_instances} - FAMILIES
    types = (facts.instances.get(name) for name in (*profile.instances, *profile.current_instances))
    return is_named(chip, words) or any(each is not None and each.accelerator == chip.id for each in types)


def reaching(library: Library, profile: Profile) -> Library:
    """With the specialist clouds that take part: those named, and those that sell a named chip nobody else does."""
    facts = library.facts
    said = frozenset(cloud for cloud in SPECIALISTS if cloud in profile.clouds)
    rented = {instance.accelerator for instance in facts.instances.values()}
    for word in (*profile.candidates, *profile.current_instances):
        chips = _meant(facts, word)
        if word not in FAMILIES and chips.isdisjoint(rented):
            said |= sellers(facts, chips)
    return library.reaching(said)


def names_a_chip(profile: Profile) -> bool:
    """Whether a type or a chip was named, or is used today; "GPU" or "Trainium" alone is a family of many."""
    return bool(profile.instances or profile.current_instances or set(profile.candidates) - FAMILIES)


def alternatives(profile: Profile, facts: Facts, asked_about: Collection[str] = ()) -> frozenset[str]:
    """The chips of which one was to be chosen, where two or more were named; else none. `asked_about`: names that do
    not bound the choice, since a thread that named nothing went on to ask about them.

    A name that means no more than another ("H100, or any GPU") is not one more alternative, and neither is the one
    machine that the hours of a run were said about.
    """
    measured = profile.run_hours is not None and len(profile.instances) == 1
    named = [name for name in profile.instances if name not in asked_about]
    known = [facts.instances[name] for name in named if name in facts.instances]
    meant = [_meant(facts, word) for word in profile.candidates if word not in asked_about]
    meant += [] if measured else [frozenset({instance.id}) for instance in known]
    chips = {instance.id: instance.accelerator for instance in known}
    apart = [one for one in meant if not any(_within(one, other, chips) for other in meant if other is not one)]
    if len(set(apart)) < 2:
        return frozenset()
    return frozenset().union(*meant, [instance.id for instance in known])


def home(profile: Profile, facts: Facts) -> tuple[Cloud, ...]:
    """Where the named things are sold: of several clouds, that of the named region, else the first of `CLOUDS`."""
    there = facts.regions.get(profile.region or "")
    found: set[Cloud] = {there.cloud} if there else set()
    today = profile.current_instances
    found |= {facts.instances[name].cloud for name in (*profile.instances, *today) if name in facts.instances}
    for word in (*profile.candidates, *today):
        sold = _sold(facts, word)
        if sold and not (there and there.cloud in sold):
            found.add(next(cloud for cloud in CLOUDS if cloud in sold))
    return tuple(cloud for cloud in CLOUDS if cloud in found)


def sold_elsewhere(profile: Profile, facts: Facts) -> frozenset[str]:
    """The named types, and the chips of the named words, of which the clouds of the profile sell none."""
    away: set[str] = set()
    for word in profile.candidates:
        away |= set() if _sold(facts, word) & set(profile.clouds) else _meant(facts, word)
    known = (facts.instances[name] for name in profile.instances if name in facts.instances)
    return frozenset(away | {instance.id for instance in known if instance.cloud not in profile.clouds})


@once
def _sold(facts: Facts, word: str) -> frozenset[Cloud]:
    """The clouds that sell what a word means."""
    chips = _meant(facts, word)
    return frozenset(instance.cloud for instance in facts.instances.values() if instance.accelerator in chips)


@once
def _meant(facts: Facts, word: str) -> frozenset[str]:
    return frozenset(chip.id for chip in called(facts, word))


def _within(one: frozenset[str], other: frozenset[str], chips: dict[str, str]) -> bool:
    """Whether `one` names nothing that `other` does not; a type is within its chip. Equal ones are within neither."""
    return one != other and all(name in other or chips.get(name) in other for name in one)


def sizes_of_line(name: str, facts: Facts) -> tuple[Instance, ...]:
    """The machines of the line of a type that is none of them: "p5.12xlarge" is of the line p5, "a2-highgpu-3g" of
    a2-highgpu. Empty where the type exists, or nothing of its line is held."""
    if name in facts.instances:
        return ()
    line = name.partition(".")[0] + "." if "." in name else name.rpartition("-")[0] + "-"
    kin = (one for one in facts.instances.values() if one.id.startswith(line) and not one.host)
    return tuple(sorted(kin, key=lambda instance: (instance.count, instance.vcpu or 0, instance.id)))


def variant_of(chip: Accelerator, card_gib: float | None, facts: Facts) -> Accelerator | None:
    """The chip of the same name with so much memory, where that is not its own: of a V100 with 32 GB the larger."""
    if not card_gib or abs(card_gib / chip.hbm_gib.value - 1) <= SAME_CARD:
        return None
    kin = (
        one for one in facts.accelerators.values() if SAID_MEMORY.sub("", one.name) == SAID_MEMORY.sub("", chip.name)
    )
    return next((one for one in kin if abs(one.hbm_gib.value / card_gib - 1) <= SAME_CARD), None)
