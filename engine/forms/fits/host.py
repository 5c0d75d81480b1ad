"""How much memory of the host a run takes whose states are offloaded there, and whether what was told holds it."""

from __future__ import annotations

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.parts.fit_reasons import HostNeeded
from engine.forms.parts.headline import model_of
from engine.forms.parts.rows import Row, Work
from engine.memory.training_states import WEIGHT_BYTES
from engine.memory.ways import SERVING, parts
from engine.options.problem import Problem
from engine.workload.profile import Reading
from knowledge.units import BYTES_PER_GB, BYTES_PER_GIB, gib

OFFLOAD = "offload"  # the word for keeping states in the memory of the host
NO_OFFLOAD, HOST, MEMORY = "no_offload", "host_memory", "how_much_memory"  # cues
USABLE = "ram_usable_share"  # the constant
ALL, BUFFERS = "offloaded_state_bytes", "offload_buffers"  # constants
FAILED = frozenset({"fails_on_one", "memory_error", "no_room"})  # cues
GRADIENTS, FSDP = "offloaded_gradient_bytes", "fsdp"  # the constant; a library that keeps its own with the weights
UNIFIED = "apple"  # the vendor of chips that share the memory of their host


class HostLoads(Reason, code="host_loads"):
    """The RAM that was told does not hold the checkpoint in 16 bits once: GiB of it, and of all processes that load
    one each; what the work takes on each card, where it fits."""

    parameters: float
    model: str
    way: str
    ram: float
    weights: float
    said: int
    chip: str
    loaded: float
    core_gib: float
    usable_gib: float


def asks_host(reading: Reading) -> bool:
    """Whether it is about the memory of the host, to which states are offloaded."""
    cues = set(reading.cues)
    offloads = OFFLOAD in reading.text.lower() or MEMORY in cues
    return offloads and NO_OFFLOAD not in cues and HOST in cues


def with_host(answer: FactAnswer, problem: Problem, works: tuple[Work, ...]) -> FactAnswer:
    """What the host takes before what chips take, where none were named and that is asked."""
    reading = problem.filled.reading
    if not (asks_host(reading) and OFFLOAD in reading.text.lower()):
        return answer
    first = next((told for work in works if (told := host_of(problem, work)) is not None), None)
    return answer.headed(first) if first else answer


def host_needed(problem: Problem, row: Row) -> HostNeeded | None:
    """Of full fine-tuning: the other ways keep next to nothing there. None in serving, and where it is one memory."""
    chip = row.hardware.chip
    return None if chip is not None and chip.vendor == UNIFIED else host_of(problem, row.work, row)


def loads_short(problem: Problem, row: Row) -> HostLoads | None:
    """Where it failed with RAM that does not hold the checkpoint once, which each process loads before a split."""
    said, cues = problem.filled.reading.profile, problem.filled.reading.cues
    if not said.ram_gb or not row.fits or row.work.way in SERVING or FAILED.isdisjoint(cues):
        return None
    weights = gib(row.work.shape.parameters * WEIGHT_BYTES)
    ram = said.ram_gb * BYTES_PER_GB / BYTES_PER_GIB
    if ram * problem.constants.likely(USABLE) >= weights:
        return None
    over = row.over(row.hardware.said)
    return HostLoads(
        parameters=row.work.shape.parameters,
        model=model_of(problem),
        way=row.work.way,
        ram=ram,
        weights=weights,
        said=row.hardware.said,
        chip=row.hardware.name,
        loaded=weights * max(row.hardware.said, 1),
        core_gib=gib(over.core_bytes) if over else 0.0,
        usable_gib=row.hardware.usable_gib,
    )


def lacks_ram(problem: Problem, row: Row) -> bool:
    """Whether the RAM that was told, or that the machines named have, is too small for what is offloaded there."""
    told = host_needed(problem, row) if row.fits and row.work.is_offloaded else None
    return told is not None and (told.level == "none" or bool(told.kept))


def _ram_gib(problem: Problem, row: Row | None) -> float:
    """Of the machines that run it: as was told, else of the type that was named; 0 where neither is known."""
    if said := problem.filled.reading.profile.ram_gb:
        return said * BYTES_PER_GB / BYTES_PER_GIB
    instance = row.hardware.type_said if row is not None else None
    if row is None or instance is None or not row.work.is_offloaded:
        return 0.0
    return (instance.host_ram_gib or 0.0) * -(-row.hardware.said // instance.count)


def host_of(problem: Problem, work: Work, row: Row | None = None) -> HostNeeded | None:
    """The same of no chips in particular."""
    if work.way in SERVING:
        return None
    made = parts(work.profile, work.shape, work.constants, work.plan._replace(optimizer_bytes=work.optimizer_bytes))
    if not made.optimizer:
        return None
    hardware = row.hardware if row is not None else None
    held = row is not None and row.fits and work.is_offloaded
    over = row.over(row.hardware.said) if row is not None and held and row.hardware.said else None
    optimizer, states = gib(made.optimizer), gib(made.optimizer + made.weights + made.gradients)
    ram = _ram_gib(problem, row)
    free = ram * problem.constants.likely(USABLE)
    kept = optimizer + gib(work.shape.parameters * problem.constants.likely(GRADIENTS))
    deepspeed = row is not None and FSDP not in work.libraries
    failed = deepspeed and not FAILED.isdisjoint(problem.filled.reading.cues)
    padded = gib(work.shape.parameters * problem.constants.likely(ALL)) * problem.constants.likely(BUFFERS)
    plain = work.room(row.hardware, optimizer_bytes=work.optimizer_bytes) if row is not None and held else None
    return HostNeeded(
        parameters=work.shape.parameters,
        model=model_of(problem),
        optimizer=optimizer,
        states=states,
        weights=gib(made.weights),
        bytes_each=made.optimizer / work.shape.parameters,
        each=gib(over.core_bytes) if over else 0.0,
        usable=gib(hardware.core.usable) if hardware else 0.0,
        chip=hardware.name if hardware else "",
        said=hardware.said if hardware else 0,
        ram=ram,
        free=free,
        level=("all" if free >= states else "optimizer" if free >= optimizer else "none") if ram else "",
        kept=kept if deepspeed and ram and optimizer <= free < kept else 0.0,
        padded=padded if failed and ram and free >= states else 0.0,
        too_little=padded > free,
        chips=plain.chips if plain is not None else 0,
        cites=(problem.constants.entry(GRADIENTS).source,),
    )
