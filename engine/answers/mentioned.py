"""Which instances a question is about."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import zip_longest
from typing import get_args

from engine.options.named import CLOUDS, called, called_by, is_named, usual_forms
from engine.prices.price_book import PriceBook
from engine.workload.profile import Profile, Reading
from knowledge.facts import PURCHASES_IN_ORDER, Accelerator, Facts, Family, Instance

FAMILIES: frozenset[str] = frozenset(get_args(Family))


_NUMBER, _SPLIT, _PARTED = re.compile(r"\d"), re.compile(r"\.|-[^-]+$"), re.compile(r"[-_.]")
NEAR_SLICE = 2  # times the chips that were said, which a slice may have


def meant(reading: Reading, facts: Facts, book: PriceBook, limit: int, each: int = 2) -> tuple[Instance, ...]:
    """The types named; for a named chip, one type per cloud: with the stated number of chips, else the usual one.

    "p5" names a line of types and thus the cloud. A family ("tpu") stands for its `each` newest chips on sale.
    """
    profile = reading.profile
    named = [facts.instances[name] for name in profile.instances if name in facts.instances]
    named_chips = {instance.accelerator for instance in named}
    lines = set(reading.words.get("candidates", "").lower().replace(",", " ").split())
    spread = []
    for word in profile.candidates:
        chips = _chips(word, facts, book, each)
        chips = [chip for chip in chips if any(one.line in lines for one in _of(chip, facts))] or chips  # "p4de"
        chips = [chip for chip in chips if chip.id not in named_chips or _is_apart(chip, lines, named, facts)]
        if not (named and word in FAMILIES):
            spread.append([candidate for chip in chips for candidate in _types(chip, profile, lines, facts, book)])
    turns = (candidate for turn in zip_longest(*spread) for candidate in turn if candidate)
    return tuple({instance.id: instance for instance in (*named, *turns)}.values())[:limit]


def _is_apart(chip: Accelerator, lines: set[str], named: list[Instance], facts: Facts) -> bool:
    """Whether a line with this chip was named beside a type of another line: "p5 vs a3-highgpu-8g"."""
    said = {one.line for one in _of(chip, facts)} & lines - {one.line for one in named}
    return any(not is_named(chip, {line}) for line in said)


def with_attached(reading: Reading, facts: Facts) -> Reading:
    """A host that is named beside what is attached to it is that machine: "n1-standard-8 with 1 T4".

    Another host of that line is the nearest machine that is held, and stays named as well.
    """
    said, found = reading.profile, list[str]()
    chips = {chip.id for chip in called_by(facts, frozenset(said.candidates) - FAMILIES)}
    attached = [one for one in facts.instances.values() if one.host and one.accelerator in chips]
    for name in said.instances:
        line = name.partition("-")[0]
        kin = [
            one for one in attached if name not in facts.instances and one.host and one.host.startswith(f"{line}-")
        ]
        wanted = [one for one in kin if one.count == (said.accelerator_count or one.count)]
        own = [one for one in wanted if one.host == name]
        found += [own[0].id] if own else [name, *(one.id for one in wanted[:1])]
    if tuple(found) == said.instances:
        return reading
    return reading.model_copy(update={"profile": said.model_copy(update={"instances": tuple(dict.fromkeys(found))})})


def as_sized(reading: Reading, facts: Facts) -> Reading:
    """A line that is named by its usual machine, with a number of chips, is its machine with so many: "an A2 ultra
    with one A100" is a2-ultragpu-1g. A type whose size is written stays what it is."""
    said = reading.profile
    named = facts.instances.get(said.instances[0]) if len(said.instances) == 1 else None
    if named is None or said.instance_count or named.count == said.accelerator_count:
        return reading
    kin = (one for one in facts.instances.values() if one.count == said.accelerator_count and _is_kin(one, named))
    own = next(kin, None)
    if own is None or any(part in reading.text.casefold() for part in _parts(named) - _parts(own)):
        return reading

    def sized(profile: Profile) -> Profile:
        return profile.model_copy(update={"instances": (own.id,)} if profile.instances == said.instances else {})

    machines = (one.model_copy(update={"id": own.id}) if one.id == named.id else one for one in reading.hardware)
    turn = sized(reading.turn) if reading.turn else None
    return reading.model_copy(update={"profile": sized(said), "turn": turn, "hardware": tuple(machines)})


def _is_kin(one: Instance, other: Instance) -> bool:
    """Whether two machines differ in size alone."""
    same = one.cloud == other.cloud and one.accelerator == other.accelerator and one.host == other.host
    return same and _before_size(one) == _before_size(other)


def _before_size(thing: Instance) -> str:
    """ "Standard_NC" of Standard_NC24ads_A100_v4, "a2-ultragpu" of a2-ultragpu-8g, "g6e" of g6e.12xlarge."""
    return _NUMBER.split(thing.id)[0] if thing.cloud == "azure" else _SPLIT.split(thing.id)[0]


def _parts(thing: Instance) -> set[str]:
    return set(_PARTED.split(thing.id.casefold()))


def slices(profile: Profile, facts: Facts, book: PriceBook) -> tuple[str, ...]:
    """ "512 TPU": of each TPU meant, of a family the newest two, the slice of so many chips, else the largest.

    () where no number of TPU chips was said, or no slice is near it.
    """
    wanted = profile.accelerator_count
    if wanted is None or len(profile.candidates) != 1 or profile.instances:
        return ()
    found: list[str] = []
    for chip in _chips(profile.candidates[0], facts, book, 2):
        if chip.family != "tpu":
            continue
        sold = [one for one in facts.instances.values() if one.accelerator == chip.id and book.near(one, "on_demand")]
        sold.sort(key=lambda one: (one.count < wanted, one.count if one.count >= wanted else -one.count))
        found += [one.id for one in sold[:1] if one.count <= NEAR_SLICE * wanted]
    return tuple(found)


def unknown(reading: Reading, facts: Facts) -> tuple[str, ...]:
    """Named types that are not in the facts."""
    return tuple(name for name in reading.profile.instances if name not in facts.instances)


def machines(profile: Profile, instance: Instance) -> int | None:
    """How many of `instance` were stated, as instances or as chips."""
    if profile.instance_count:
        return profile.instance_count
    return -(-profile.accelerator_count // instance.count) if profile.accelerator_count else None


def _chips(word: str, facts: Facts, book: PriceBook, each: int) -> list[Accelerator]:
    """The generic "gpu" means no chip in particular."""
    matches = list(called(facts, word)) if word != "gpu" else []
    if word not in FAMILIES:
        return usual_forms([chip for chip in matches if _of(chip, facts)]) or matches
    on_sale = [chip for chip in matches if any(_priced(instance, book) for instance in _of(chip, facts))]
    return sorted(on_sale, key=lambda chip: chip.released, reverse=True)[:each]


def _of(chip: Accelerator, facts: Facts) -> list[Instance]:
    return [instance for instance in facts.instances.values() if instance.accelerator == chip.id]


def _types(
    chip: Accelerator, profile: Profile, lines: set[str], facts: Facts, book: PriceBook
) -> Iterator[Instance]:  # fmt: skip
    types = _of(chip, facts)
    types = [instance for instance in types if instance.line in lines] or types
    priced = [instance for instance in types if _priced(instance, book)]
    for cloud in sorted({instance.cloud for instance in priced or types[:1]}, key=CLOUDS.index):
        if not profile.clouds or cloud in profile.clouds:
            yield _usual([instance for instance in priced or types if instance.cloud == cloud], chip, profile)


def _priced(instance: Instance, book: PriceBook) -> bool:
    return any(book.quotes(instance, purchase) for purchase in PURCHASES_IN_ORDER)


def _usual(types: list[Instance], chip: Accelerator, profile: Profile) -> Instance:
    """The slice with the stated number of chips; else a single TPU chip, or the whole machine of any other chip.

    Of machines that are equal in this, one that is sold on demand.
    """
    exact = [instance for instance in types if instance.count == profile.accelerator_count]
    pick = min if chip.family == "tpu" else max
    whole = pick(instance.count for instance in types)
    alike = exact or [instance for instance in types if instance.count == whole]
    return next((instance for instance in alike if "on_demand" in instance.sold), alike[0])
