"""What an answer about memory is worked out from: the hardware that is meant, and each way to use it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from engine.base.constants import Constants
from engine.forms.fit_reasons import Largest, LargestThere
from engine.memory.fit import MemoryPlan, fit
from engine.memory.placement import Core, Need, core_bytes, core_of, place
from engine.memory.ways import SERVING, Machines, Room, Way, fewest, needed, on_way
from engine.options.assumptions import refill
from engine.options.named import is_named
from engine.options.problem import Problem
from engine.options.too_small import memory_cite, splits
from engine.prices.price_book import Quote
from engine.workload.conditions import FAMILIES
from engine.workload.flops import Shape, grouped, plain
from engine.workload.profile import Profile
from knowledge.facts import Accelerator, Instance, Purchase
from knowledge.units import BYTES_PER_GIB

NEWEST = 2  # chips that a family stands for
KINDS = 4  # of hardware in one answer
ANY_GPU = "gpu"  # names no chip
CLASS = "memory_class_"  # constants: chips of so much memory
COMMON = slice(0, 3, 2)  # of the classes, a small and a large one
SIZES = (1e7, 4e12)  # parameters, between which the largest model that fits is looked for
NEAR = 1.01  # how near it is found
SAME_CARD = 0.12  # a share within which gigabytes said beside a chip are those of one of its variants
OPEN: tuple[Purchase, ...] = (
    "on_demand",
    "capacity_block",
    "reserved_1yr",
    "savings_plan",
)  # without being asked for


class Hardware(NamedTuple):
    """Chips of one kind: a known one, or any of so much memory (`chip` is None). `said`: how many were named."""

    name: str
    core: Core
    machines: Machines
    chip: Accelerator | None = None
    types: tuple[Instance, ...] = ()  # it is sold as
    said: int = 0
    type_said: Instance | None = None

    @property
    def chip_gib(self) -> float:
        return self.core.total * self.core.per_chip / BYTES_PER_GIB


class Rented(NamedTuple):
    """The machines of least price that hold the work."""

    instance: Instance
    machines: int
    quote: Quote | None

    @property
    def usd_per_hour(self) -> float | None:
        return self.quote.usd_per_hour.likely * self.machines if self.quote else None


class Work:
    """One way to train or serve the asker's model, with what it needs in memory."""

    def __init__(self, way: Way, asked: Problem) -> None:
        """`asked` is the question as it was read."""
        self.way, self._asked = way, asked

    @cached_property
    def problem(self) -> Problem:
        """The question as if this way had been asked for."""
        filled = self._asked.filled
        said = on_way(filled.reading.profile, self.way)
        changed = {"task": said.task, "method": said.method, "precision": said.precision}
        there = refill(filled, self._asked.library, **changed)
        return Problem(there, self._asked.library, self._asked.day, brief=True, recorded=False)

    @property
    def profile(self) -> Profile:
        return self.problem.profile

    @property
    def shape(self) -> Shape:
        """That of the model; a large one of which only the size is known shares its keys and values among heads."""
        return _shape(self.problem.shape, self)

    @property
    def constants(self) -> Constants:
        return self.problem.constants

    @cached_property
    def plan(self) -> MemoryPlan:
        """How it is run: as the verdict has it, at the precision of this way; for one user one request at a time."""
        plan = self.problem.plan(self.way)
        reading = self._asked.filled.reading
        users = reading.profile.concurrent_users or (1.0 if "one_user" in reading.cues else None)
        return plan._replace(requests=users) if users and self.way in SERVING else plan

    def need(self, **changed: object) -> Need:
        """Its bytes, with terms of the plan changed."""
        plan = self.plan._replace(**changed)  # type: ignore[arg-type]  # the terms are those of the plan
        return needed(self.profile, self.way, self.shape, self.constants, plan)

    def room(self, hardware: Hardware, **changed: object) -> Room | None:
        """The fewest chips that hold it."""
        return fewest(self.need(**changed), self.shape, hardware.core, hardware.machines)

    def on_machines(self, hardware: Hardware, machines: int) -> Room | None:
        """What each chip holds on so many whole machines, which are enough."""
        wanted, core, count = self.need(), hardware.core, hardware.machines.counts[-1]
        placed = place(wanted, core.usable, count * core.per_chip, self.shape.heads, self.shape.kv_heads)
        if placed is None:
            return None
        over = placed.instances if wanted.serving else max(machines, placed.instances)
        size = core_bytes(wanted, placed.tensor_parallel, count * core.per_chip, over, self.shape.kv_heads)
        return Room(over * count, over, size, placed.tensor_parallel)

    def runs_on(self, chip: Accelerator | None) -> bool:
        """Whether a chip can be used this way: 4-bit bases train on GPUs, and serve where that was measured."""
        if chip is None:
            return True
        if self.way in SERVING:
            return chip.serves and (chip.family == ANY_GPU or self.problem.precision(chip) == self.way)
        return chip.trains and (self.way != "qlora" or chip.family == ANY_GPU)

    def rented(self, types: tuple[Instance, ...]) -> Rented | None:
        """The machines of least price among `types` that hold it; without prices those of the fewest chips."""
        found = [rented for instance in types if (rented := self._rented(instance))]
        return min(found, key=_cheaper, default=None)

    def _rented(self, instance: Instance) -> Rented | None:
        chip = self.problem.chip(instance)
        if not self.runs_on(chip):
            return None
        placed = fit(self.need(), self.shape, instance, chip, self.constants)
        if not placed.fits or (placed.instances > 1 and not splits(self.problem, instance)):
            return None
        return Rented(instance, placed.instances, quoted(self.problem, instance))


class Row(NamedTuple):
    """One way on one kind of hardware. `room` is None where no number of its chips holds it."""

    work: Work
    hardware: Hardware
    room: Room | None
    rented: Rented | None

    @property
    def fits(self) -> bool | None:
        """On what was named; None where no number was."""
        if not self.hardware.said:
            return None
        alone = self.hardware.type_said is not None and self.rented is None
        return self.room is not None and self.room.chips <= self.hardware.said and not alone

    def over(self, chips: int) -> Room | None:
        """What each chip holds on so many of them, which are enough; whole machines beyond one."""
        counts, needed_chips = self.hardware.machines.counts, self.room.chips if self.room else 0
        if chips <= needed_chips:
            return self.room
        if chips <= counts[-1]:
            machines = Machines(tuple(count for count in counts if count >= chips)[:1], spread=False)
            return self.work.room(self.hardware._replace(machines=machines))
        return self.work.on_machines(self.hardware, chips // counts[-1])


def holds(row: Row, **changed: object) -> bool:
    """Whether it fits on what was named with terms of the plan changed."""
    room = row.work.room(row.hardware, **changed)
    return room is not None and room.chips <= row.hardware.said


def rows(works: tuple[Work, ...], hardware: tuple[Hardware, ...]) -> tuple[Row, ...]:
    """Every way on every kind of hardware that can be used so."""
    return tuple(
        Row(work, kind, work.room(kind), work.rented(kind.types))
        for kind in hardware
        for work in works
        if work.runs_on(kind.chip)
    )


def _shape(shape: Shape, work: Work) -> Shape:
    """A large decoder of unknown heads is served with the few key-value heads that such models have."""
    least = work.constants.likely("grouped_query_from_parameters")
    if work.way not in SERVING or shape.parameters < least:
        return shape
    return grouped(shape, round(work.constants.likely("grouped_query_kv_heads")))


def classes_of(problem: Problem) -> list[Hardware]:
    """Chips of each common size of memory."""
    names = [name for name in problem.facts.constants if name.startswith(CLASS)]
    return [plain_card(problem.constants, problem.constants.likely(name)) for name in names]


def largest_there(problem: Problem, works: tuple[Work, ...], way: str | None) -> tuple[LargestThere, ...]:
    """How large a model may be on each kind of chip that was named, else on common ones; the way said first."""
    said = meant(problem, alone=True)
    kinds = said or tuple(classes_of(problem)[COMMON])
    ordered = sorted(works, key=lambda work: work.way != way)
    return tuple(
        LargestThere(
            chip=kind.name,
            card_gib=0.0 if kind.chip else kind.chip_gib,
            said=kind.said or 1,
            ways=tuple(Largest(work.way, _largest(work, kind)) for work in ordered if work.runs_on(kind.chip)),
            is_first=at == 0,
            cites=(memory_cite(kind.chip),) if kind.chip else (),
        )
        for at, kind in enumerate(kinds)
    )


def _largest(work: Work, kind: Hardware) -> float:
    """The parameters of the largest plain decoder that the chips hold."""
    low, high = SIZES
    if not _is_held(work, kind, low):
        return 0.0
    while high / low > NEAR:
        middle = (low * high) ** 0.5
        low, high = (middle, high) if _is_held(work, kind, middle) else (low, middle)
    return float(f"{low:.2g}")


def _is_held(work: Work, kind: Hardware, parameters: float) -> bool:
    shape = _shape(plain(parameters), work)
    wanted = needed(work.profile, work.way, shape, work.constants, work.plan)
    room = fewest(wanted, shape, kind.core, kind.machines)
    return room is not None and room.chips <= (kind.said or 1)


def software(work: Work) -> Iterator[tuple[str, float, dict[str, object]]]:
    """Changes of the run itself that keep its way; the other ways stand in the table."""
    if work.shape.sample is not None:
        return
    if work.way in SERVING:
        tokens = work.plan.context or work.constants.likely("serving_context_tokens")
        yield "context", tokens / 2, {"context": tokens / 2}
        yield "requests", 1.0, {"requests": 1.0}
        return
    length = work.profile.sequence_length or work.constants.likely("sequence_length")
    yield "sequence", length / 2, {"sequence": length / 2}
    if work.way not in ("lora", "qlora"):
        each = work.constants.likely("adam_8bit_bytes_per_parameter")
        yield "optimizer_8bit", each, {"optimizer_bytes": each}


def quoted(problem: Problem, instance: Instance) -> Quote | None:
    """What it costs by the way of buying asked for, else the first open one it is sold by."""
    wanted = problem.profile.purchase
    for way in (wanted,) if wanted else OPEN:
        quote = problem.prices.near(instance, way, problem.profile.region)
        if quote is not None and (not instance.sold or way in instance.sold):
            return quote
    return None


def sold_here(problem: Problem) -> tuple[Instance, ...]:
    """Every machine of GPUs with a price, in the clouds of the work: what runs common code as it is."""
    return tuple(
        instance
        for instance in problem.facts.instances.values()
        if problem.is_here(instance) and problem.chip(instance).family == ANY_GPU and quoted(problem, instance)
    )


def meant(problem: Problem, *, alone: bool) -> tuple[Hardware, ...]:
    """The hardware named: types, chips, or cards of so much memory. `alone`: one chip where no number was said."""
    profile, facts = problem.filled.reading.profile, problem.facts
    words = tuple(dict.fromkeys(profile.candidates or profile.current_instances))
    named = dict.fromkeys((*profile.instances, *profile.current_instances))
    typed = [facts.instances[name] for name in named if name in facts.instances]
    chips = _of_memory(_chips(problem, words), profile.chip_memory_gb)
    typed += _of_line(problem, {chip.id for chip in chips} - {instance.accelerator for instance in typed})
    found = [_type(problem, instance) for instance in typed]
    lines = any(instance.id not in named for instance in typed)  # "p4d" means one chip of the two called A100
    known = {instance.accelerator for instance in typed}
    found += [_chip(problem, chip, alone=alone) for chip in chips if chip.id not in known and not lines]
    if not found and profile.chip_memory_gb:
        found.append(plain_card(problem.constants, profile.chip_memory_gb, _said(profile, 1, alone=alone)))
    return tuple(found[:KINDS])


def plain_card(constants: Constants, card_gib: float, said: int = 0) -> Hardware:
    """Any chip of so much memory, of which a machine holds as many as usual."""
    share = constants.spread("usable_hbm_share")
    total = card_gib * BYTES_PER_GIB
    core = Core(total=total, usable=total * share.likely, safe=total * share.low, per_chip=1)
    most = max(said, round(constants.likely("chips_per_machine")))
    return Hardware("", core, Machines(tuple(range(1, most + 1)), spread=True), said=said)


def _said(profile: Profile, machine: int, *, alone: bool) -> int:
    """Chips the asker speaks of, machines of so many included; 0 where no number was said."""
    machines = (profile.instance_count or 0) * machine
    return profile.accelerator_count or machines or profile.current_count or int(alone)


def _of_line(problem: Problem, chips: set[str]) -> list[Instance]:
    """The largest type of each line that was named ("one p4d"), of these chips."""
    said = problem.filled.reading.words.get("candidates", "").lower().replace(",", " ").split()
    lines: dict[str, Instance] = {}
    for instance in problem.facts.instances.values():
        line = instance.id.split(".")[0]
        if line in said and line != instance.id and instance.accelerator in chips:
            known = lines.get(line)
            lines[line] = instance if known is None or instance.count > known.count else known
    return list(lines.values())


def _of_memory(chips: list[Accelerator], card_gb: float | None) -> list[Accelerator]:
    """Of chips of one name those with the memory that was said: "V100 32 GB"; all where no such variant is known."""
    if card_gb is None:
        return chips
    same = {chip.id for chip in chips if abs(chip.hbm_gib.value / card_gb - 1) <= SAME_CARD}
    names = {chip.id: chip.name.rsplit(" ", 2)[0] for chip in chips}  # "NVIDIA A100" of "NVIDIA A100 40 GB"
    held = {names[chip] for chip in same}
    return [chip for chip in chips if chip.id in same or names[chip.id] not in held]


def _chips(problem: Problem, words: tuple[str, ...]) -> list[Accelerator]:
    """The chips that words mean: of a name with variants those on sale, of a family its newest."""
    known = problem.facts.accelerators.values()
    found: list[Accelerator] = []
    for word in words:
        if word == ANY_GPU:
            continue
        matches = [chip for chip in known if is_named(chip, {word})]
        matches = [chip for chip in matches if chip.id in problem.library.largest] or matches
        if word in FAMILIES:
            matches = sorted(matches, key=lambda chip: chip.released, reverse=True)[:NEWEST]
        found += matches
    return list({chip.id: chip for chip in found}.values())


def _type(problem: Problem, instance: Instance) -> Hardware:
    """A type that was named; one machine of it where no number was said."""
    chip, profile = problem.chip(instance), problem.filled.reading.profile
    machines = profile.instance_count or profile.current_count or 0
    chips = machines * instance.count or profile.accelerator_count or instance.count
    counts = tuple(range(1, instance.count + 1)) if chip.family != "tpu" else (instance.count,)
    spread = splits(problem, instance)
    core = core_of(chip, problem.constants)
    return Hardware(chip.name, core, Machines(counts, spread), chip, (instance,), said=chips, type_said=instance)


def _chip(problem: Problem, chip: Accelerator, *, alone: bool) -> Hardware:
    """A chip in the machines it is sold in; one that is not sold, in machines of the usual number."""
    types = tuple(instance for instance in problem.facts.instances.values() if instance.accelerator == chip.id)
    core = core_of(chip, problem.constants)
    most = max((instance.count for instance in types), default=round(problem.constants.likely("chips_per_machine")))
    said = _said(problem.filled.reading.profile, most, alone=alone)
    if not types:
        most = max(said, most)
        spread = chip.interconnect_gbps is not None
        return Hardware(chip.name, core, Machines(tuple(range(1, most + 1)), spread), chip, said=said)
    counts = tuple(sorted({instance.count for instance in types})) if chip.family == "tpu" else range(1, most + 1)
    spread = any(splits(problem, instance) for instance in types if instance.count == most)
    here = tuple(instance for instance in types if problem.is_here(instance)) or types
    least = min(counts)  # of a TPU the smallest slice: nobody rents less
    return Hardware(
        chip.name, core, Machines(tuple(counts), spread), chip, here, said=max(said, least) if said else 0
    )


def _cheaper(rented: Rented) -> tuple[bool, float, int, str]:
    usd = rented.usd_per_hour
    return usd is None, usd or 0.0, rented.machines * rented.instance.count, rented.instance.id
