"""Ways to train or serve one model, what each keeps in memory, and the fewest chips that hold it."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias, get_args

from engine.base.constants import Constants
from engine.memory.activations import activation_bytes
from engine.memory.fit import LEAST_MEMORY, MemoryPlan, beside_bytes, loss_bytes, need
from engine.memory.kv_cache import Precision, cache_bytes, weight_bits, weight_bytes
from engine.memory.placement import Core, Need, core_bytes, place
from engine.memory.training_states import (
    BITS_PER_BYTE,
    GRADIENT_BYTES,
    WEIGHT_BYTES,
    adapter_rank,
    base_bits,
    lora_parameters,
)
from engine.workload.flops import Shape
from engine.workload.profile import Profile
from knowledge.units import BYTES_PER_MIB

Way: TypeAlias = Literal["pretraining", "full", "rlhf", "lora", "qlora", "bf16", "fp8", "int8", "int4", "fp4"]
SERVING: frozenset[str] = frozenset(get_args(Precision))


class Parts(NamedTuple):
    """Bytes of a workload by what they are, as one device would hold them: their sum is what it needs in all."""

    weights: float
    gradients: float = 0.0
    optimizer: float = 0.0
    adapters: float = 0.0  # of LoRA: their weights, gradients and optimizer
    frozen: float = 0.0  # models beside the one that learns: a reference, a reward model, a critic
    engine: float = 0.0  # a copy of the weights that generates what the model learns from
    activations: float = 0.0  # of one micro-batch
    logits: float = 0.0  # in FP32, once
    cache: float = 0.0  # keys and values of every token in flight


class Room(NamedTuple):
    """The fewest chips that hold a workload, in machines of so many; bytes on each core."""

    chips: int
    machines: int
    core_bytes: float
    tensor_parallel: int


class Machines(NamedTuple):
    """What chips come in: the numbers of them that can be had in one machine, and whether machines share a model."""

    counts: tuple[int, ...]
    spread: bool


def ways(profile: Profile) -> tuple[Way, ...]:
    """The ways of the task, from the one that takes the most memory to the one that takes the least."""
    if profile.task == "inference":
        eight: Way = "fp8" if profile.precision == "fp8" else "int8"
        four: Way = "fp4" if profile.precision == "fp4" else "int4"
        return "bf16", eight, four
    if profile.task == "pretraining":
        return ("pretraining",)
    return "rlhf" if profile.method == "rlhf" else "full", "lora", "qlora"


def on_way(profile: Profile, way: Way) -> Profile:
    """The profile as if this way had been asked for."""
    if way in SERVING:
        return profile.model_copy(update={"task": "inference", "method": None, "precision": way})
    if way == "pretraining":
        return profile.model_copy(update={"task": "pretraining", "method": None})
    return profile.model_copy(update={"task": "fine_tuning", "method": way})


def parts(profile: Profile, shape: Shape, constants: Constants, plan: MemoryPlan = LEAST_MEMORY) -> Parts:
    """What `need` adds up, by name."""
    if profile.task == "inference":
        context = plan.context or constants.likely("serving_context_tokens")
        requests = plan.requests or constants.likely("serving_batch")
        return Parts(
            weights=weight_bytes(shape, weight_bits(plan.precision, constants, shape)),
            cache=cache_bytes(shape, context * requests, plan.cache_value_bytes),
        )
    number, (passing, logits) = shape.parameters, _passing(profile, shape, constants, plan)
    if shape.sample is not None and shape.sample.kind == "recommender":
        return Parts(constants.likely("recommender_bytes_per_parameter") * number, activations=passing)
    kept, engine = plan.optimizer_bytes, plan.engine_bytes * number
    if kept is None:
        kept = constants.likely("full_training_bytes_per_parameter") - WEIGHT_BYTES - GRADIENT_BYTES
    if profile.method in ("lora", "qlora"):
        adapters = lora_parameters(shape, adapter_rank(profile, constants))
        bits = base_bits(profile, constants, in_eight=plan.base_in_eight)
        learned = adapters * (WEIGHT_BYTES + GRADIENT_BYTES + kept)
        return Parts(
            number * bits / BITS_PER_BYTE, adapters=learned, engine=engine, activations=passing, logits=logits
        )
    frozen = beside_bytes(profile, constants, plan) * number
    states = Parts(number * WEIGHT_BYTES, number * GRADIENT_BYTES, number * kept)
    return states._replace(frozen=frozen, engine=engine, activations=passing, logits=logits)


def _passing(profile: Profile, shape: Shape, constants: Constants, plan: MemoryPlan) -> tuple[float, float]:
    """Activations and logits of one micro-batch."""
    if shape.sample is not None:
        each = shape.sample.activation_mib or constants.likely("sample_activation_mib")
        return each * plan.micro_batch * BYTES_PER_MIB, 0.0
    sequence = plan.sequence or profile.sequence_length or constants.likely("sequence_length")
    return activation_bytes(shape, sequence, plan.micro_batch, plan.recompute), loss_bytes(shape, sequence, plan)


def needed(profile: Profile, way: Way, shape: Shape, constants: Constants, plan: MemoryPlan) -> Need:
    """`need` of one way; in serving `plan` says how many tokens are in flight."""
    return need(on_way(profile, way), shape, constants, plan)


def fewest(wanted: Need, shape: Shape, core: Core, machines: Machines) -> Room | None:
    """The fewest chips of one machine that hold it, else the fewest whole machines that share it; None if none do."""
    for count in machines.counts:
        placed = place(wanted, core.usable, count * core.per_chip, shape.heads, shape.kv_heads)
        if placed is not None and placed.instances == 1:
            return Room(count, 1, placed.core_bytes, placed.tensor_parallel)
    if not machines.spread:
        return None
    whole = machines.counts[-1]
    placed = place(wanted, core.usable, whole * core.per_chip, shape.heads, shape.kv_heads)
    if placed is None:
        return None
    return Room(placed.instances * whole, placed.instances, placed.core_bytes, placed.tensor_parallel)


def in_all(wanted: Need) -> float:
    """Bytes on one device large enough to hold it alone."""
    return core_bytes(wanted, 1, 1, 1, None)
