"""How much memory of the host a run takes whose states are offloaded there, and whether what was told holds it."""

from __future__ import annotations

from engine.answers.model import FactAnswer
from engine.forms.parts.fit_reasons import HostNeeded
from engine.forms.parts.headline import model_of
from engine.forms.parts.rows import Row, Work
from engine.memory.ways import SERVING, parts
from engine.options.problem import Problem
from engine.workload.profile import Reading
from knowledge.units import BYTES_PER_GB, BYTES_PER_GIB, gib

OFFLOAD = "offload"  # the word for keeping states in the memory of the host
NO_OFFLOAD, HOST, MEMORY = "no_offload", "host_memory", "how_much_memory"  # cues
USABLE = "ram_usable_share"  # the constant
UNIFIED = "apple"  # the vendor of chips that share the memory of their host


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
    ram = (problem.filled.reading.profile.ram_gb or 0.0) * BYTES_PER_GB / BYTES_PER_GIB
    free = ram * problem.constants.likely(USABLE)
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
        level=("all" if free >= states else "optimizer" if free >= optimizer else "none") if ram else "",
    )
