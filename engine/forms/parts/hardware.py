"""The hardware that a question about memory means: types, chips, or cards of so much memory."""

from __future__ import annotations

import re
from typing import NamedTuple

from engine.base.constants import Constants
from engine.memory.placement import Core, core_of
from engine.memory.ways import Machines
from engine.options.named import SAID_MEMORY, SAME_CARD, called, is_named, sizes_of_line, usual_forms, variant_of
from engine.options.problem import Problem
from engine.options.too_small import splits
from engine.workload.conditions import FAMILIES
from engine.workload.equipment import about, count_of, of_role
from engine.workload.profile import Equipment, Reading
from knowledge.facts import Accelerator, Instance
from knowledge.units import BYTES_PER_GIB, gib

TOGETHER = "cards_together"  # the cue
RAN_OUT = "no_room"  # the cue
NEWEST = 2  # chips that a family stands for
SEVERAL = 2  # kinds of cards together
KINDS = 4  # of hardware in one answer
ANY_GPU = "gpu"  # names no chip
CLASS = "memory_class_"  # constants: chips of so much memory
PLUS = re.compile(r"\s*(?:\(?\s*\d+\s*g(?:b|ib)?\s*\)?)?\s*[+&]\s*(?:\d\s*x?\s*)?", re.IGNORECASE)
LEAST_OF_CARD, MOST_OF_CARD = 0.4, 2.1  # of what a maker lists: laptops have less, and cards are refitted with more


class Hardware(NamedTuple):
    """Chips of one kind: a known one, or any of so much memory (`chip` is None). `said`: how many were named."""

    name: str
    core: Core
    machines: Machines
    chip: Accelerator | None = None
    types: tuple[Instance, ...] = ()  # it is sold as
    said: int = 0
    type_said: Instance | None = None
    kin: tuple[Instance, ...] = ()  # the other types of its chip, where a type was named
    least: Core | None = None  # of cards of several kinds together, the smallest
    slow: bool = False  # several machines were named whose network is not known to be fast enough to share a model

    @property
    def mixed(self) -> bool:
        return self.least is not None

    @property
    def usable_gib(self) -> float:
        """What is usable of one chip."""
        return gib(self.core.chip_usable)

    @property
    def chip_gib(self) -> float:
        return gib(self.core.total * self.core.per_chip)


def meant(problem: Problem, *, alone: bool, at_most: int = KINDS) -> tuple[Hardware, ...]:
    """The hardware asked about, then what it is set against: types, chips, or cards of so much memory.

    `alone`: one chip where no number was said.
    """
    reading, facts = problem.filled.reading, problem.facts
    profile = reading.profile
    if reading.hardware and not profile.chip_memory_gb and all(one.role == "yardstick" for one in reading.hardware):
        return ()
    listed = _counted_each(reading) or _ran_out_on(reading) or (*about(reading), *of_role(reading, "compared"))
    both = tuple(one for one in reading.hardware if one in listed or one.role == "owned")
    if TOGETHER in reading.cues and len(both) == SEVERAL > len(listed) > 0:
        listed = both  # "I have a 5090 and a 3080 10GB"
    said_of = {one.id: one for one in reversed(listed)}
    words = tuple(dict.fromkeys(profile.candidates or profile.current_instances))
    named = tuple(dict.fromkeys((*profile.instances, *profile.current_instances)))
    if listed:
        order = tuple(dict.fromkeys(one.id for one in listed))
        words = tuple(word for word in order if word not in facts.instances)
        named = tuple(word for word in order if word in facts.instances)
        lines = {facts.instances[name].accelerator for name in profile.current_instances if name in facts.instances}
        named += tuple(name for name in profile.current_instances if lines & set(words) and name in facts.instances)
    typed = [facts.instances[name] for name in named if name in facts.instances]
    variants = [(variant_of(problem.chip(one), profile.chip_memory_gb, facts), one.count) for one in typed]
    if owned := tuple(
        _chip(problem, chip, None, alone=True)._replace(said=count) for chip, count in variants if chip
    ):
        return owned  # "our V100s are 32 GB" counts more than the type that was named
    chips = [
        (chip, said_of.get(word))
        for word in words
        for chip in _of_memory(_chips(problem, (word,)), profile.chip_memory_gb)
    ]
    chips = list({chip.id: (chip, one) for chip, one in reversed(chips)}.values())[::-1]
    typed += _of_line(problem, {chip.id for chip, _ in chips} - {instance.accelerator for instance in typed})
    found = [of_type(problem, instance, said_of.get(instance.id)) for instance in typed]
    by_line = any(instance.id not in named for instance in typed)  # "p4d" means one chip of the two called A100
    known = {instance.accelerator for instance in typed}
    kin = [sizes_of_line(name, facts) for name in (*profile.instances, *profile.current_instances)]  # nobody sells
    lines_only = [problem.chip(one) for line in kin for one in line[:1] if one.accelerator not in known]
    found += [_chip(problem, chip, one, alone=alone) for chip, one in chips if chip.id not in known and not by_line]
    found += [_chip(problem, chip, None, alone=False) for chip in lines_only]
    if profile.chip_memory_gb and (own := _of_own_memory(problem, found)):
        return (own,)
    if profile.chip_memory_gb and (not found or _is_another_card(reading, found)):
        said = _said(reading, None, 1, alone=alone) if not found else _count_left(reading) or int(alone)
        found.insert(0, plain_card(problem.constants, profile.chip_memory_gb, said))
    together = _together(problem, found) if TOGETHER in reading.cues or _are_added(reading) else None
    return (together,) if together else (*found[:at_most], *_of_other_memory(problem, found))


def _of_other_memory(problem: Problem, found: list[Hardware]) -> tuple[Hardware, ...]:
    """The one card that was named with the other gigabytes it may have: "8 x A100 (40GB) or A100 (80GB)"."""
    if len(found) != 1:
        return ()
    one, kinds = found[0], list[Hardware]()
    name = SAID_MEMORY.sub("", one.name)
    for card in problem.filled.reading.memories:
        known = problem.facts.accelerators.values()
        same = [chip for chip in known if one.chip and SAID_MEMORY.sub("", chip.name) == name]
        kin = next((chip for chip in same if abs(chip.hbm_gib.value / card - 1) <= SAME_CARD), None)
        plain = plain_card(problem.constants, card)._replace(name=f"{card:g} GB card")
        other = _chip(problem, kin, None, alone=True) if kin else plain
        kinds.append(other._replace(said=one.said))
    return tuple(kinds)


def apart(kinds: tuple[Hardware, ...]) -> tuple[Hardware, ...]:
    """Those that differ in memory: cards of one name with as much are one ("Titan X" of Maxwell and of Pascal)."""
    found: dict[tuple[str, float, int], Hardware] = {}
    for kind in kinds:
        same = (kind.name.split(" (")[0], kind.core.usable, kind.said)
        found[same] = found[same]._replace(name=same[0]) if same in found else kind
    return tuple(found.values())


def _of_own_memory(problem: Problem, found: list[Hardware]) -> Hardware | None:
    """A card of one's own with the gigabytes that were said of it, where its maker lists others: "3060 laptop 6 GB".

    None where they are those listed, or so far from them that they are another thing's.
    """
    reading, names = problem.filled.reading, {SAID_MEMORY.sub("", kind.name) for kind in found}
    card = reading.profile.chip_memory_gb or 0.0
    listed = [card / kind.chip.hbm_gib.value for kind in found if kind.chip and not kind.types]
    if len(names) != 1 or len(listed) != len(found) or not of_role(reading, "asked", "remedy", "owned"):
        return None
    if any(abs(ratio - 1) <= SAME_CARD for ratio in listed) or not LEAST_OF_CARD <= listed[0] <= MOST_OF_CARD:
        return None
    told = {kind.chip.id for kind in found if kind.chip}
    of_others = (chip for one in reading.hardware for chip in _chips(problem, (one.id,)) if chip.id not in told)
    if any(abs(card / chip.hbm_gib.value - 1) <= SAME_CARD for chip in of_others):
        return None  # "on a v3-8; it failed on an A100 (40GB)"
    name = names.pop()
    kin = [chip for chip in problem.facts.accelerators.values() if chip.name.startswith(f"{name} ")]
    kin = [chip for chip in kin if abs(chip.hbm_gib.value / card - 1) <= SAME_CARD]
    nearest = min(kin, key=lambda chip: len(SAID_MEMORY.sub("", chip.name)), default=None)
    if nearest is not None:  # "a 4060 with 16 GB" is a 4060 Ti
        of_it = f"{nearest.name} (the {name.split()[-1]} with {card:g} GB)"
        return _chip(problem, nearest, None, alone=True)._replace(name=of_it, said=found[0].said)
    own, total = found[0].core, card * BYTES_PER_GIB
    core = Core(total, total * own.usable / own.total, total * own.safe / own.total, per_chip=1)
    return found[0]._replace(name=f"{name} {card:g} GB", core=core)


def _is_another_card(reading: Reading, found: list[Hardware]) -> bool:
    """Whether the gigabytes are of a card without a name, beside chips of others: "they list V100, I have 12 GB"."""
    card = reading.profile.chip_memory_gb or 0.0
    others = not of_role(reading, "asked", "remedy", "owned")
    ratios = [card / kind.chip.hbm_gib.value for kind in found if kind.chip]
    if len(ratios) < len(found):
        return False
    far = all(abs(1 / ratio - 1) > SAME_CARD for ratio in ratios)
    return (others and far) or all(ratio < LEAST_OF_CARD for ratio in ratios)


def _count_left(reading: Reading) -> int:
    """The largest of the numbers of chips that are said of no chip with a name; 0 where there is none."""
    named = {one.chips for one in reading.hardware}
    left = {round(float(count)) for count in reading.ambiguous.get("accelerator_count", ())} - named
    return max(left, default=0)


def quoted(problem: Problem) -> tuple[Hardware, ...]:
    """What others were quoted to use or to need, with its number."""
    reading, facts = problem.filled.reading, problem.facts
    if any(one.role == "quoted" for one in about(reading)):
        return ()
    found: list[Hardware] = []
    for one in of_role(reading, "quoted"):
        instance = facts.instances.get(one.id)
        if instance is not None:
            found.append(of_type(problem, instance, one))
        elif one.chips or one.machines:
            found += [_chip(problem, chip, one, alone=False) for chip in _chips(problem, (one.id,))[-1:]]
    return tuple(found)


def _counted_each(reading: Reading) -> tuple[Equipment, ...]:
    """Cards that are one's own together, each kind with its number: "4 A100 80GB and 2 A100 40GB"."""
    every = of_role(reading, "asked", "remedy", "owned") if TOGETHER in reading.cues else ()
    return every if len(every) >= SEVERAL and all(one.chips for one in every) else ()


def _ran_out_on(reading: Reading) -> tuple[Equipment, ...]:
    """The chips at hand, with their number, where something ran out of memory: it did so on these."""
    remedies = of_role(reading, "remedy")
    if remedies and RAN_OUT in reading.cues:
        return (*remedies, *of_role(reading, "asked", "owned"))
    if RAN_OUT not in reading.cues or any(one.chips or one.machines for one in of_role(reading, "asked")):
        return ()
    return tuple(one for one in of_role(reading, "owned") if one.chips or one.machines)


def is_remedy(kind: Hardware, reading: Reading) -> bool:
    """Whether the card was asked about as the way out of what happens on another."""
    names = {one.id for one in of_role(reading, "remedy")}
    typed = kind.type_said is not None and kind.type_said.id in names
    return typed or (kind.chip is not None and is_named(kind.chip, names))


def _are_added(reading: Reading) -> bool:
    """Whether two cards stand with a plus between them: "RTX3090(24GB) + GTX1080Ti(11GB)"."""
    words = [one.words for one in of_role(reading, "asked", "owned") if one.words]
    if len(words) != SEVERAL:
        return False
    between = reading.text.partition(words[0])[2].partition(words[1])[0]
    return PLUS.fullmatch(between) is not None


def _together(problem: Problem, kinds: list[Hardware]) -> Hardware | None:
    """Cards of several kinds in one machine: "a 3090 and a 4090". None where how many of each is not told."""
    reading = problem.filled.reading
    kinds = _one_of_each(reading, kinds)
    counted = reading.profile.accelerator_count not in (None, len(kinds))
    if len(kinds) < SEVERAL or (counted and not _counted_each(reading)):
        return None
    numbers = [
        next((one.chips for one in reading.hardware if kind.chip and is_named(kind.chip, {one.id}) and one.chips), 1)
        for kind in kinds
    ]
    every = sum(numbers)
    mean = Core(
        total=sum(number * kind.core.total for number, kind in zip(numbers, kinds, strict=True)) / every,
        usable=sum(number * kind.core.usable for number, kind in zip(numbers, kinds, strict=True)) / every,
        safe=sum(number * kind.core.safe for number, kind in zip(numbers, kinds, strict=True)) / every,
        per_chip=1,
    )
    name = " + ".join(
        f"{number} x {kind.name}" if number > 1 else kind.name for number, kind in zip(numbers, kinds, strict=True)
    )
    least = min((kind.core for kind in kinds), key=lambda core: core.usable)
    return Hardware(name, mean, Machines((1,), spread=True), said=every, least=least)


def _one_of_each(reading: Reading, kinds: list[Hardware]) -> list[Hardware]:
    """One variant of each card that is named, the largest: "an A100 and three 4090" are two kinds."""
    names = [one.id for one in reading.hardware]
    kept: dict[str, Hardware] = {}
    for kind in kinds:
        said = next((name for name in names if kind.chip and is_named(kind.chip, {name})), kind.name)
        if said not in kept or kind.core.total > kept[said].core.total:
            kept[said] = kind
    return list(kept.values())


def plain_card(constants: Constants, card_gib: float, said: int = 0) -> Hardware:
    """Any chip of so much memory, of which a machine holds as many as usual."""
    share = constants.spread("usable_hbm_share")
    total = card_gib * BYTES_PER_GIB
    core = Core(total=total, usable=total * share.likely, safe=total * share.low, per_chip=1)
    most = max(said, round(constants.likely("chips_per_machine")))
    return Hardware("", core, Machines(tuple(range(1, most + 1)), spread=True), said=said)


def _said(reading: Reading, one: Equipment | None, machine: int, *, alone: bool) -> int:
    """Chips the asker speaks of, machines of so many included; 0 where no number was said."""
    profile = reading.profile
    if one is not None:
        said = count_of(one, reading) or (one.machines or 0) * machine
        if said:
            return said
        if any(other.chips or other.machines for other in reading.hardware if other.id != one.id):
            return int(alone)  # the numbers are those of others
    machines = (profile.instance_count or 0) * machine
    counted = profile.accelerator_count or machines or profile.current_count
    return counted or _count_left(reading) or int(alone)


def _of_line(problem: Problem, chips: set[str]) -> list[Instance]:
    """The largest type of each line that was named ("one p4d"), of these chips."""
    said = problem.filled.reading.words.get("candidates", "").lower().replace(",", " ").split()
    lines: dict[str, Instance] = {}
    for instance in problem.facts.instances.values():
        if instance.accelerator not in chips or problem.chip(instance).family == "tpu":
            continue  # "v4" is a generation and no machine
        line = instance.line
        if line in said and line != instance.id:
            known = lines.get(line)
            lines[line] = instance if known is None or instance.count > known.count else known
    return list(lines.values())


def _of_memory(chips: list[Accelerator], card_gb: float | None) -> list[Accelerator]:
    """Of chips of one name those with the memory that was said: "V100 32 GB"; all where no such variant is known."""
    if card_gb is None:
        return chips
    same = {chip.id for chip in chips if abs(chip.hbm_gib.value / card_gb - 1) <= SAME_CARD}
    names = {chip.id: chip.line or SAID_MEMORY.sub("", chip.name) for chip in chips}  # "NVIDIA A100" of "A100 40 GB"
    held = {names[chip] for chip in same}
    if not same and chips and chips[0].line and all(chip.line == chips[0].line for chip in chips):
        return []  # "RTX 4000 16 GB" is none of those: a card of so much memory
    sizes = sorted(chip.hbm_gib.value for chip in chips)
    one = len({SAID_MEMORY.sub("", chip.name) for chip in chips}) == 1
    if not same and one and sizes and sizes[0] < card_gb < sizes[-1]:
        return []  # "A100 64 GB" lies between its two variants
    return [chip for chip in chips if chip.id in same or names[chip.id] not in held]


def _chips(problem: Problem, words: tuple[str, ...]) -> list[Accelerator]:
    """The chips that words mean: of a name with variants those on sale, of a family its newest."""
    found: list[Accelerator] = []
    for word in words:
        if word == ANY_GPU:
            continue
        matches = list(called(problem.facts, word))
        shared = any(chip.line == word for chip in matches)  # "RTX 6000" is each of three cards, whichever is sold
        matches = matches if shared else [c for c in matches if c.id in problem.library.largest] or matches
        matches.sort(
            key=lambda chip: chip.hbm_gib.value if shared else 0.0
        )  # what holds on the smallest holds on all
        if word in FAMILIES:
            matches = sorted(matches, key=lambda chip: chip.released, reverse=True)[:NEWEST]
        found += usual_forms(matches)
    return list({chip.id: chip for chip in found}.values())


def of_type(problem: Problem, instance: Instance, one: Equipment | None = None) -> Hardware:
    """A type that was named; one machine of it where no number was said."""
    chip, profile = problem.chip(instance), problem.filled.reading.profile
    of_cards = set(profile.current_instances) == {ANY_GPU}  # "a g6e.12xlarge with 4 GPUs": no number of machines
    counted = profile.instance_count or (0 if of_cards else profile.current_count)
    machines = (one.machines if one else None) or counted or 0
    chips = machines * instance.count or profile.accelerator_count or instance.count
    counts = tuple(range(1, instance.count + 1)) if chip.family != "tpu" else (instance.count,)
    spread = splits(problem, instance)
    slow = chip.family == ANY_GPU and chips > instance.count and not spread
    core = core_of(chip, problem.constants)
    others = problem.facts.instances.values()
    kin = tuple(one for one in others if one.accelerator == instance.accelerator and one.id != instance.id)
    kin = tuple(one for one in kin if one.cloud == instance.cloud)
    machines_of = Machines(counts, spread or slow)
    return Hardware(
        chip.name, core, machines_of, chip, (instance,), said=chips, type_said=instance, kin=kin, slow=slow
    )


def one_of(problem: Problem, chip: Accelerator) -> Hardware:
    """One of a chip that nobody named."""
    return _chip(problem, chip, None, alone=True)


def _chip(problem: Problem, chip: Accelerator, one: Equipment | None, *, alone: bool) -> Hardware:
    """A chip in the machines it is sold in; one that is not sold, in machines of the usual number."""
    types = tuple(instance for instance in problem.facts.instances.values() if instance.accelerator == chip.id)
    core, usual = core_of(chip, problem.constants), round(problem.constants.likely("chips_per_machine"))
    joined = [instance.count for instance in types if splits(problem, instance)]
    most = max(joined or (instance.count for instance in types), default=usual)
    each = min(most, usual) if chip.family == ANY_GPU else most
    said = _said(problem.filled.reading, one, each, alone=alone)
    if not types and chip.family == "tpu":
        slices = _slices(problem, chip)
        said = max(said, slices[0]) if said else 0
        return Hardware(chip.name, core, Machines(slices, spread=False), chip, said=said)
    if not types:
        most = max(said, most)
        spread, several = chip.interconnect_gbps is not None, said > usual
        machines = Machines(tuple(range(1, (usual if several else most) + 1)), spread or several)
        return Hardware(chip.name, core, machines, chip, said=said, slow=several and not spread)
    counts = tuple(sorted({instance.count for instance in types})) if chip.family == "tpu" else range(1, most + 1)
    spread = bool(joined)
    if chip.family == ANY_GPU and not said and not spread:
        counts = range(1, max(most, usual) + 1)  # cards are bought for a server of one's own, too
    slow = chip.family == ANY_GPU and (said > most or not said) and not spread
    here = tuple(instance for instance in types if problem.is_here(instance)) or types
    least = min(counts)  # of a TPU the smallest slice: nobody rents less
    machines = Machines(tuple(counts), spread or slow)
    return Hardware(chip.name, core, machines, chip, here, said=max(said, least) if said else 0, slow=slow)


def _slices(problem: Problem, chip: Accelerator) -> tuple[int, ...]:
    """The slices of a TPU that is not sold: those of its kind that are, up to its own largest."""
    facts = problem.facts
    kin = {other.id for other in facts.accelerators.values() if other.software == chip.software}
    most = chip.domain_chips.value if chip.domain_chips else 1
    counts = {one.count for one in facts.instances.values() if one.accelerator in kin and one.count <= most}
    return tuple(sorted(counts)) or (1,)


def classes_of(problem: Problem) -> list[Hardware]:
    """Chips of each common size of memory."""
    names = [name for name in problem.facts.constants if name.startswith(CLASS)]
    return [plain_card(problem.constants, problem.constants.likely(name)) for name in names]
