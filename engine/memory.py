"""Whether it fits, before what it costs. Bytes a chip (or a core) must hold, against what it has."""

from __future__ import annotations

from typing import NamedTuple

from engine.constants import Constants
from engine.profile import Profile
from engine.work import Shape
from knowledge.facts import Accelerator, Instance
from knowledge.units import BYTES_PER_GIB, gib


class Need(NamedTuple):
    """Bytes of a workload: `sharded` spreads over all cores, `per_core` is held by each."""

    sharded: float
    per_core: float
    host_per_parameter: float = 0.0


class Fit(NamedTuple):
    """Result of a fit check. `instances` is the smallest number that holds the need; `short_gib` what one lacks."""

    fits: bool
    instances: int
    short_gib: float = 0.0
    host_short_gib: float = 0.0


def need(profile: Profile, of: Shape, constants: Constants) -> Need:
    """What training or serving holds in HBM.

    Full fine-tuning and pretraining: 16 bytes a parameter, 2 weights + 2 gradients + 12 Adam in FP32,
    sharded as by ZeRO stage 3 (Rajbhandari 2020). LoRA: 2 bytes a base parameter + 16 an adapter parameter;
    QLoRA: 4.127 bits a base parameter (Dettmers 2023). Activations with full recomputation: 2*s*b*h a layer
    plus the working set of one layer, 34*s*b*h (Korthikanti 2022), micro-batch 1.
    Serving: 2 bytes a parameter + KV cache of 2*L*kv_width*2 bytes a token of context.
    """
    sequence = constants.likely("sequence_length")
    if profile.task == "inference":
        context = constants.likely("serving_context_tokens") * constants.likely("serving_batch")
        return Need(sharded=2 * of.parameters + 4 * of.layers * of.kv_width * context, per_core=0)
    activations = sequence * of.hidden * (2 * of.layers + 34)
    if profile.method in ("lora", "qlora"):
        weight = 2.0 if profile.method == "lora" else constants.likely("qlora_bits_per_parameter") / 8
        adapters = constants.likely("lora_adapter_share") * of.parameters
        return Need(sharded=weight * of.parameters + 16 * adapters, per_core=activations)
    return Need(
        sharded=constants.likely("full_training_bytes_per_parameter") * of.parameters,
        per_core=activations,
    )


def fit(wanted: Need, of: Shape, instance: Instance, chip: Accelerator, constants: Constants) -> Fit:
    """How many of `instance` hold `wanted`; checked per core where memory belongs to a core, and on the host."""
    usable = constants.likely("usable_hbm_share")
    cores = chip.cores if chip.core_hbm_gib else 1
    core_bytes = (chip.core_hbm_gib or chip.hbm_gib).value * BYTES_PER_GIB * usable
    room = core_bytes - wanted.per_core
    all_cores = instance.count * cores
    if room <= 0:
        return Fit(fits=False, instances=0, short_gib=gib(-room))
    instances = max(1, -int(-wanted.sharded // (room * all_cores)))
    host_short = 0.0
    if chip.family == "trainium" and instance.host_ram_gib is not None:
        host_need = constants.likely("neuron_compile_host_bytes_per_parameter") * of.parameters
        host_short = max(0.0, gib(host_need) / instances - instance.host_ram_gib)
    if host_short:
        return Fit(fits=False, instances=instances, host_short_gib=host_short)
    short = gib(max(0.0, wanted.sharded - room * all_cores))
    return Fit(fits=True, instances=instances, short_gib=short)
