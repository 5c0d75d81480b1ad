"""Why an offering is too small, with figures a reader can check, and what would change it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar, get_args

from engine.base.reason import Reason
from engine.base.trace import Step, step
from engine.memory.fit import CoreMemory, Fit, fit
from engine.memory.remedies import MemoryWorkload, remedies
from engine.options.exclusions import DoesNotFit, Holds, HostMemory, MemoryShortfall, TooFew, TooSlow, TooSmall
from engine.options.named import is_named
from engine.options.option import CostedOption, ExcludedOption, Named, Option
from engine.options.problem import Problem
from engine.workload.profile import Profile
from knowledge.facts import Accelerator, Cloud, Family, Instance

FAMILIES: frozenset[str] = frozenset(get_args(Family))
SHOWN = 4  # remedies worth reading
R = TypeVar("R", bound=Reason)


def too_small(problem: Problem, instance: Instance, placed: Fit) -> TooSmall | None:
    """The reason where no number of `instance` holds the work, or where several cannot share it."""
    if placed.fits and (placed.instances == 1 or splits(problem, instance)):
        return None
    kind = HostMemory if placed.host_short_gib else DoesNotFit
    return kind(**_shortfall(problem, instance, placed, instance.count), cites=_cites(problem, instance))


def too_few(problem: Problem, instance: Instance) -> TooFew | None:
    """The reason where the asker named this hardware and a number of it that does not hold the work."""
    profile = problem.profile
    if not asked_for(problem, instance) or not problem.counts(instance):
        return None
    machines = problem.said_instances(instance)
    chips = profile.accelerator_count or machines * instance.count
    part = instance.model_copy(update={"count": min(chips, instance.count)})
    chip = problem.chip(instance)
    placed = fit(problem.need_on(chip), problem.shape, part, chip, problem.constants)
    if 0 < placed.instances <= machines:
        return None
    reason = TooFew(
        **_shortfall(problem, part, placed, instance.count),
        said=machines,
        said_chips=chips,
        is_part=chips < machines * instance.count,
        cites=_cites(problem, instance),
    )
    return with_remedies(problem, part, reason, machines)


def asked_for(problem: Problem, instance: Instance) -> bool:
    """Whether this type or its very chip was named; "a GPU" names no chip."""
    if instance.id in problem.profile.instances:
        return True
    said = problem.profile.candidates
    return bool(said) and is_named(problem.chip(instance), frozenset(said) - FAMILIES)


def fixed_too_small(options: Iterable[Option], profile: Profile) -> bool:
    """Whether the asker gave the machines and their number, and none of them can hold the work in any number."""
    if not profile.instances or profile.instance_count is None:
        return False
    named = [option for option in options if option.instance in profile.instances]
    return bool(named) and all(
        isinstance(option, ExcludedOption) and isinstance(option.reason, TooSmall) for option in named
    )


def with_remedies(problem: Problem, instance: Instance, reason: R, machines: int = 1) -> R:
    """The reason with the changes that would make it fit, as "change=to=GiB" joined by "|".

    Only for hardware that was asked for: of the rest, that it does not fit is all anybody wants to know.
    """
    if not isinstance(reason, TooSmall) or problem.brief or not asked_for(problem, instance):
        return reason
    chip = problem.chip(instance)
    same_chip = [
        other
        for other in problem.facts.instances.values()
        if other.accelerator == instance.accelerator and other.cloud == instance.cloud
    ]
    changes = remedies(
        MemoryWorkload(problem.profile, problem.shape, problem.constants, problem.memory_plan(chip)),
        instance,
        chip,
        machines,
        same_chip,
        splits=splits(problem, instance),
    )
    shown = (
        *changes[: SHOWN - 2],
        *(remedy for remedy in changes[SHOWN - 2 :] if remedy.change in ("larger", "more")),
    )
    listed = "|".join(f"{remedy.change}={remedy.to}={remedy.core_gib:.3g}" for remedy in shown)
    return reason.model_copy(update={"remedies": listed})


def shortfalls(options: Iterable[Option], clouds: tuple[Cloud, ...]) -> tuple[TooSmall, ...]:
    """How the named hardware is too small, one reason a type or chip: the first thing an answer has to say.

    Types in clouds the asker does not use are skipped.
    """
    reasons: dict[str, TooSmall] = {}
    for option in options:
        reason = option.reason if isinstance(option, ExcludedOption) else option.too_few
        elsewhere = bool(clouds) and option.cloud not in clouds
        if option.named >= Named.BY_CHIP and not elsewhere and isinstance(reason, TooSmall):
            reasons.setdefault(option.name_asked, reason.as_answer())
    return tuple(reasons.values())


def memory_headroom(options: Iterable[Option], clouds: tuple[Cloud, ...]) -> tuple[Holds, ...]:
    """What the named hardware has to spare, one reason a type or chip."""
    reasons: dict[str, Holds] = {}
    for option in options:
        elsewhere = bool(clouds) and option.cloud not in clouds
        if elsewhere or option.named < Named.BY_CHIP or not isinstance(option, CostedOption):
            continue
        if option.memory is None or option.too_few:
            continue
        core, memory, cites = option.memory
        holds = Holds(
            instance=option.instance,
            count=memory.over,
            chips=memory.over * option.chips // option.count,
            replicas=option.count > memory.over,
            core=core,
            core_gib=memory.core_gib,
            usable_gib=memory.usable_gib,
            headroom_gib=memory.headroom_gib,
            min_instances=memory.min_instances,
            tensor_parallel=memory.tensor_parallel,
            tight=memory.tight,
            cites=cites,
        )
        reasons.setdefault(option.name_asked, holds)
    return tuple(reasons.values())[:SHOWN]


def memory_steps(chip: Accelerator, memory: CoreMemory) -> tuple[Step, ...]:
    """The trace of the fit: what a core holds, what it may, and the difference."""
    cites = (memory_cite(chip),)
    return (
        step("core_gib", memory.core_gib, "gib"),
        step("usable_gib", memory.usable_gib, "gib", cites=cites),
        step("headroom_gib", memory.headroom_gib, "gib", "usable_gib", "core_gib"),
    )


def splits(problem: Problem, instance: Instance) -> bool:
    """Whether several of a type share one model usefully: its network is fast enough, and it is not a TPU slice."""
    fabric = problem.constants.likely("scale_out_min_gbps")
    return problem.chip(instance).family != "tpu" and (
        bool(instance.fabric) or (instance.network_gbps or 0) >= fabric
    )


def _shortfall(problem: Problem, instance: Instance, placed: Fit, chips: int) -> MemoryShortfall:
    """`chips` of a whole machine, also where `instance` is the part of one that was asked for."""
    chip = problem.chip(instance)
    return {
        "instance": instance.id,
        "chip": chip.name,
        "core": core_name(chip),
        "short_gib": placed.host_short_gib or placed.short_gib,
        "needs_gib": placed.core_needs_gib,
        "usable_gib": placed.core_usable_gib,
        "host_gib": instance.host_ram_gib or 0.0,
        "min_chips": placed.min_chips,
        "chips": chips,
        "instances": placed.instances,
        "splits": splits(problem, instance),
        "accelerator": chip.id,
        "serving": problem.serving,
    }


def _cites(problem: Problem, instance: Instance) -> tuple[str, ...]:
    """Where the memory, the host's memory and the model's shape are from."""
    sources = (memory_cite(problem.chip(instance)), instance.source, problem.shape.source)
    return tuple(dict.fromkeys(source for source in sources if source))


def memory_cite(chip: Accelerator) -> str:
    return (chip.core_hbm_gib or chip.hbm_gib).source


def core_name(chip: Accelerator) -> str:
    """What holds the memory of one worker: a NeuronCore, a pair of them, a GPU, a TPU chip or core."""
    if chip.core_hbm_gib is None:
        return chip.family if chip.family in ("gpu", "tpu") else "chip"
    if chip.family == "tpu":
        return "tpu_core"
    return "neuron_core" if chip.workers == chip.cores else "neuron_core_pair"


def tells_more(reason: Reason, known: ExcludedOption | None) -> bool:
    """Whether a reason replaces the one known of the chip: a larger type is too slow, or not too small."""
    if known is None:
        return True
    return isinstance(reason, TooSlow) or (isinstance(known.reason, TooSmall) and not isinstance(reason, TooSmall))
