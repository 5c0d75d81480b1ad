"""Why an offering is too small, with figures a reader can check, and what would change it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import get_args

from engine.memory import Fit, fit
from engine.memory_remedies import Workload, remedies
from engine.options import Option, Why
from engine.profile import Profile
from engine.scene import Scene, is_named
from knowledge.facts import Accelerator, Cloud, Family, Instance, Scalar

TOLD = {"does_not_fit": "named_does_not_fit", "host_memory": "named_host_memory"}  # as the answer's own words
TOO_SMALL = frozenset({*TOLD, *TOLD.values(), "too_few"})
FAMILIES: frozenset[str] = frozenset(get_args(Family))
SHOWN = 4  # remedies worth reading


def too_small(scene: Scene, instance: Instance, placed: Fit) -> Why | None:
    """The reason where no number of `instance` holds the work, or where several cannot share it."""
    if placed.host_short_gib:
        return Why(code="host_memory", values=_values(scene, instance, placed))
    if placed.fits and (placed.instances == 1 or _splits(scene, instance)):
        return None
    return Why(code="does_not_fit", values=_values(scene, instance, placed))


def too_few(scene: Scene, instance: Instance) -> Why | None:
    """The reason where the asker named this hardware and a number of it that does not hold the work."""
    profile = scene.profile
    if not asked_for(scene, instance) or not (profile.instance_count or profile.accelerator_count):
        return None
    machines = scene.said_instances(instance)
    chips = profile.accelerator_count or machines * instance.count
    part = instance.model_copy(update={"count": min(chips, instance.count)})
    placed = fit(scene.need, scene.shape, part, scene.chip(instance), scene.constants)
    if 0 < placed.instances <= machines:
        return None
    values = _values(scene, part, placed) | {"said": machines, "said_chips": chips, "chips": instance.count}
    return with_remedies(scene, part, Why(code="too_few", values=values), machines)


def asked_for(scene: Scene, instance: Instance) -> bool:
    """Whether this type or its very chip was named; "a GPU" names no chip."""
    chips = frozenset(scene.profile.candidates) - FAMILIES
    return instance.id in scene.profile.instances or is_named(scene.chip(instance), chips)


def fixed_too_small(options: Iterable[Option], profile: Profile) -> bool:
    """Whether the asker gave the machines and their number, and none of them can hold the work in any number."""
    if not profile.instances or profile.instance_count is None:
        return False
    reasons = [option.excluded for option in options if option.instance in profile.instances]
    return bool(reasons) and all(reason is not None and reason.code in TOO_SMALL for reason in reasons)


def with_remedies(scene: Scene, instance: Instance, reason: Why, machines: int = 1) -> Why:
    """The same reason with the changes that would make it fit, as "change=to=GiB" joined by "|"."""
    if reason.code not in TOO_SMALL:
        return reason
    chip = scene.chip(instance)
    alike = [
        other
        for other in scene.facts.instances.values()
        if other.accelerator == instance.accelerator and other.cloud == instance.cloud
    ]
    found = remedies(
        Workload(scene.profile, scene.shape, scene.constants),
        instance,
        chip,
        machines,
        alike,
        splits=_splits(scene, instance),
    )
    told = (*found[: SHOWN - 2], *(one for one in found[SHOWN - 2 :] if one.change in ("larger", "more")))
    said = "|".join(f"{one.change}={one.to}={one.core_gib:.3g}" for one in told)
    return replace(reason, values={**reason.values, "remedies": said})


def shortfalls(options: Iterable[Option], clouds: tuple[Cloud, ...]) -> tuple[Why, ...]:
    """What the named hardware lacks, one reason a chip: the first thing an answer has to say.

    Types in clouds the asker does not use are not told about.
    """
    held: dict[str, Why] = {}
    for option in options:
        reason = option.excluded or option.too_few
        elsewhere = bool(clouds) and option.cloud not in clouds
        if option.asked_for and not elsewhere and reason is not None and reason.code in TOO_SMALL:
            told = TOLD.get(reason.code, reason.code)
            held.setdefault(option.accelerator, replace(reason, code=told))
    return tuple(held.values())


def _splits(scene: Scene, instance: Instance) -> bool:
    """Whether several of a type share one model usefully: its network is fast enough, and it is no TPU slice."""
    fabric = scene.constants.likely("scale_out_min_gbps")
    return scene.chip(instance).family != "tpu" and (instance.network_gbps or 0) >= fabric


def _values(scene: Scene, instance: Instance, placed: Fit) -> dict[str, Scalar]:
    chip = scene.chip(instance)
    return {
        "instance": instance.id,
        "chip": chip.name,
        "core": _core(chip),
        "short_gib": placed.host_short_gib or placed.short_gib,
        "needs_gib": placed.core_needs_gib,
        "usable_gib": placed.core_usable_gib,
        "host_gib": instance.host_ram_gib or 0.0,
        "min_chips": placed.min_chips,
        "chips": instance.count,
        "instances": placed.instances,
        "splits": _splits(scene, instance),
        "accelerator": chip.id,
        "serving": scene.serving,
        "remedies": "",
    }


def _core(chip: Accelerator) -> str:
    """What holds the memory of one worker: a NeuronCore, a pair of them, a GPU or a TPU chip."""
    if chip.core_hbm_gib is None:
        return chip.family if chip.family in ("gpu", "tpu") else "chip"
    workers = round(chip.hbm_gib.value / chip.core_hbm_gib.value)
    return "neuron_core" if workers == chip.cores else "neuron_core_pair"
