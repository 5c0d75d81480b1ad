"""Whether a workload fits: the bytes each core must hold against what it has, and the memory of the host.

The parts: `training_states` (weights, gradients, optimizer, ZeRO), `activations` (recomputation), `kv_cache` (weights
and cache in serving), `placement` (what one worker can address, and the split over many).
"""

from __future__ import annotations

from typing import NamedTuple

from engine.base.constants import Constants
from engine.memory.activations import Recompute, activation_bytes, logit_bytes
from engine.memory.kv_cache import KV_BYTES, Precision, cache_bytes, weight_bits, weight_bytes
from engine.memory.placement import Need, core_bytes, core_of, place
from engine.memory.training_states import (
    GRADIENT_BYTES,
    WEIGHT_BYTES,
    States,
    ZeroStage,
    adapter_rank,
    base_bits,
    frozen_states,
    gathered_block,
    lora_parameters,
    zero_states,
)
from engine.workload.flops import Shape
from engine.workload.profile import Profile
from engine.workload.samples import SampleShape
from knowledge.facts import Accelerator, Instance
from knowledge.units import BYTES_PER_GIB, BYTES_PER_MIB, gib

NEURON = frozenset({"trainium", "inferentia"})  # families whose programs are compiled on the host


class MemoryPlan(NamedTuple):
    """How a workload is run, as far as memory goes. The default uses the least memory.

    None means the likely value of the constant of that name.
    """

    recompute: Recompute = "full"
    zero: ZeroStage = 3
    micro_batch: float = 1
    sequence: float | None = None
    optimizer_bytes: float | None = None  # per trained parameter
    whole_loss: bool = True  # logits of all tokens at once; a fused or chunked loss keeps a part of them
    loss_copies: float = 1  # of the logits in FP32
    beside_bytes: float | None = None  # per parameter of the models beside the one that learns: reference, critic
    engine_bytes: float = 0.0  # per parameter of a copy of the weights that generates what the model learns from
    precision: Precision = "bf16"  # of served weights
    context: float | None = None  # tokens a served request holds
    requests: float | None = None  # served concurrently
    cache_value_bytes: float = KV_BYTES  # of each key and value
    base_in_eight: bool = False  # LoRA on a base of 8 bits


LEAST_MEMORY = MemoryPlan()


def fewest(plan: MemoryPlan, constants: Constants) -> MemoryPlan:
    """A plan of serving with the fewest requests that a machine has to hold; of longer ones fewer, one at least.

    How many it really holds, and what that serves, is decided beyond it. A plan of training is kept.
    """
    if plan.context is None:
        return plan
    usual = constants.likely("serving_requests_least") * constants.likely("serving_context_tokens")
    return plan._replace(requests=max(1.0, usual / plan.context))


class Fit(NamedTuple):
    """Result of a fit check of one instance type.

    `instances` is the smallest number that holds the need, 0 if none does; `short_gib` is what each core of a single
    instance lacks, `headroom_gib` the usable memory each core of `instances` has left.
    """

    fits: bool
    instances: int
    short_gib: float = 0.0
    host_short_gib: float = 0.0
    headroom_gib: float = 0.0
    tensor_parallel: int = 1
    core_needs_gib: float = 0.0  # on a single instance
    core_usable_gib: float = 0.0
    min_chips: int = 0


class CoreMemory(NamedTuple):
    """What each core holds when the workload is spread `over` enough instances, and the usable memory it has left.

    In training these are all instances, in serving those of one replica.
    `tight`: it fits the likely usable share of memory but not the lowest share on record.
    """

    over: int
    core_gib: float
    usable_gib: float
    headroom_gib: float
    tensor_parallel: int
    min_instances: int
    min_chips: int
    tight: bool


def need(profile: Profile, shape: Shape, constants: Constants, plan: MemoryPlan = LEAST_MEMORY) -> Need:
    """What a workload holds in HBM under a plan, before it is split over cores."""
    if profile.task == "inference":
        context = plan.context or constants.likely("serving_context_tokens")
        requests = plan.requests or constants.likely("serving_batch")
        return Need(
            sharded=weight_bytes(shape, weight_bits(plan.precision, constants, shape)),
            cache=cache_bytes(shape, context * requests, plan.cache_value_bytes),
            serving=True,
        )
    if shape.sample is not None:
        return _need_of_samples(profile, shape, shape.sample, constants, plan)
    sequence = plan.sequence or profile.sequence_length or constants.likely("sequence_length")
    states = training_states(profile, shape, constants, plan)
    passing = activation_bytes(shape, sequence, plan.micro_batch, plan.recompute)
    passing += loss_bytes(shape, sequence, plan)
    gathered = gathered_block(shape, trained=profile.method not in ("lora", "qlora")) if plan.zero == 3 else 0.0
    return Need(sharded=states.sharded, split=states.whole + passing, gathered=gathered, whole=plan.zero < 3)


def loss_bytes(shape: Shape, sequence: float, plan: MemoryPlan) -> float:
    """Logits that are kept for the loss of a micro-batch; next to none where it is taken in chunks."""
    return plan.loss_copies * logit_bytes(shape, sequence, plan.micro_batch) if plan.whole_loss else 0.0


def plain_loss_bytes(shape: Shape, sequence: float, constants: Constants, plan: MemoryPlan) -> float:
    """Logits that a loss holds which is neither fused nor taken in chunks, in all their copies."""
    known = shape.model_copy(update={"vocabulary": shape.vocabulary or round(constants.likely("usual_vocabulary"))})
    return constants.likely("plain_loss_copies") * logit_bytes(known, sequence, plan.micro_batch)


def _need_of_samples(
    profile: Profile, shape: Shape, sample: SampleShape, constants: Constants, plan: MemoryPlan
) -> Need:
    """States as of any network, and the activations of a micro-batch of samples; a recommender is its tables."""
    each = sample.activation_mib or constants.likely("sample_activation_mib")
    if sample.kind == "recommender":
        states = States(constants.likely("recommender_bytes_per_parameter") * shape.parameters, 0.0)
    else:
        states = training_states(profile, shape, constants, plan)
    return Need(sharded=states.sharded, split=states.whole + each * plan.micro_batch * BYTES_PER_MIB)


def training_states(profile: Profile, shape: Shape, constants: Constants, plan: MemoryPlan) -> States:
    """Weights, gradients and optimizer of the method.

    full and pretraining: (4 + K) N.  lora: 2 N + (4 + K) x adapters.  qlora: 4.127 / 8 N + (4 + K) x adapters
    (Dettmers et al. 2023).  rlhf: full, and the models beside it: a frozen reference, a reward model, a critic.
    """
    optimizer = plan.optimizer_bytes
    if optimizer is None:
        optimizer = constants.likely("full_training_bytes_per_parameter") - WEIGHT_BYTES - GRADIENT_BYTES
    if profile.method in ("lora", "qlora"):
        adapters = lora_parameters(shape, adapter_rank(profile, constants))
        bits = base_bits(profile, constants, in_eight=plan.base_in_eight)
        base, trained = frozen_states(shape.parameters, bits, plan.zero), zero_states(adapters, optimizer, plan.zero)
        engine = plan.engine_bytes * shape.parameters
        return States(base.sharded + trained.sharded + engine, base.whole + trained.whole)
    states = zero_states(shape.parameters, optimizer, plan.zero)
    beside = beside_bytes(profile, constants, plan) + plan.engine_bytes
    return states._replace(sharded=states.sharded + beside * shape.parameters)


def beside_bytes(profile: Profile, constants: Constants, plan: MemoryPlan) -> float:
    """Bytes a parameter of the models beside the one that learns; 0 where nothing scores or judges it."""
    if plan.beside_bytes is not None:
        return plan.beside_bytes
    return constants.likely("rlhf_frozen_bytes_per_parameter") if profile.method == "rlhf" else 0.0


def fit(needed: Need, shape: Shape, instance: Instance, chip: Accelerator, constants: Constants) -> Fit:
    """How many of `instance` hold what is needed, in the memory of each core and of the host."""
    core = core_of(chip, constants)
    cores = instance.count * core.per_chip
    alone = core_bytes(needed, needed.degrees(cores, shape.heads)[-1], cores, 1, shape.kv_heads)
    short = gib(max(0.0, alone - core.usable))
    placed = place(needed, core.usable, cores, shape.heads, shape.kv_heads)
    if placed is None:
        return Fit(
            fits=False, instances=0, short_gib=short, core_needs_gib=gib(alone), core_usable_gib=gib(core.usable)
        )
    host_short = host_short_gib(shape, instance, chip, placed.instances, constants)
    return Fit(
        fits=not host_short,
        instances=placed.instances,
        short_gib=short,
        host_short_gib=host_short,
        headroom_gib=gib(core.usable - placed.core_bytes),
        tensor_parallel=placed.tensor_parallel,
        core_needs_gib=gib(alone),
        core_usable_gib=gib(core.usable),
        min_chips=placed.instances * instance.count,
    )


def core_memory(
    needed: Need, shape: Shape, instance: Instance, chip: Accelerator, constants: Constants, machines: int
) -> CoreMemory | None:
    """What each core holds on `machines` of `instance`, at the lowest tensor-parallel degree that fits.

    None where `machines` are too few.
    """
    core = core_of(chip, constants)
    cores = instance.count * core.per_chip
    placed = place(needed, core.usable, cores, shape.heads, shape.kv_heads)
    if placed is None or placed.instances > machines:
        return None
    over = placed.instances if needed.serving else machines
    sizes = ((d, core_bytes(needed, d, cores, over, shape.kv_heads)) for d in needed.degrees(cores, shape.heads))
    degree, size = next((d, size) for d, size in sizes if size <= core.usable)
    return CoreMemory(
        over=over,
        core_gib=gib(size),
        usable_gib=gib(core.usable),
        headroom_gib=gib(core.usable - size),
        tensor_parallel=degree,
        min_instances=placed.instances,
        min_chips=placed.instances * instance.count,
        tight=size > core.safe,
    )


def host_short_gib(
    shape: Shape, instance: Instance, chip: Accelerator, instances: int, constants: Constants
) -> float:
    """GiB of host memory missing to trace and compile a model for NeuronCores; 0 if there is enough or no need.

    The process that compiles holds the weights, and copies of them, in host memory; over several instances each
    compiles its own pipeline stages.
    """
    if chip.family not in NEURON or instance.host_ram_gib is None:
        return 0.0
    needed_gib = constants.likely("neuron_compile_host_bytes_per_parameter") * shape.parameters / BYTES_PER_GIB
    free = instance.host_ram_gib - constants.likely("host_reserved_gib")
    return max(0.0, needed_gib / instances - free)
