"""What a config says, as values: the profile, the set-up of the training, and how each value came about."""

from __future__ import annotations

from typing import Literal

from engine.workload.profile import Profile
from knowledge.facts import Fact, Scalar

Kind = Literal["training", "launch", "deepspeed", "job"]
Sharding = Literal["ddp", "zero", "fsdp"]
Recompute = Literal["none", "selective", "full"]
Work = Literal["product", "sum", "quotient", "difference", "shape", "catalog", "name", "library_default", "carried"]


class TrainingSetup(Fact):
    """How a run is set up, as far as its files say. None (or an empty tuple) means that they do not."""

    objective: str | None = None  # sft, pretraining, dpo, kto, orpo, ppo, grpo, reward
    model_name: str | None = None  # as written
    model_id: str | None = None  # the published model it is, if held
    micro_batch: int | None = None  # sequences of one device in one pass
    accumulation: int | None = None
    global_batch: int | None = None  # sequences of one optimizer step
    devices: int | None = None
    nodes: int | None = None
    devices_per_node: int | None = None
    data_parallel: int | None = None  # devices / (tensor x pipeline x context), where all of it is known
    tensor_parallel: int | None = None
    pipeline_parallel: int | None = None
    context_parallel: int | None = None
    expert_parallel: int | None = None
    sharding: Sharding | None = None
    zero_stage: int | None = None  # 0 to 3; FSDP's full shard is 3, shard_grad_op 2
    offload: tuple[str, ...] = ()  # optimizer, parameters, activations: what is kept in host memory
    recompute: Recompute | None = None  # activation checkpointing
    optimizer: str | None = None  # as written
    lora_rank: int | None = None
    lora_targets: tuple[str, ...] = ()  # as written; "all-linear" where that is said
    quantization_bits: int | None = None  # of the weights that are loaded
    packing: bool | None = None
    padded: bool | None = None  # every sample to the full length
    samples_each: int | None = None  # at most, of every data set
    answers_each: int | None = None  # generated to every prompt, each a sequence to train on
    max_steps: int | None = None
    datasets: tuple[str, ...] = ()
    time_limit_hours: float | None = None  # after which the scheduler ends the job
    layers: int | None = None
    hidden: int | None = None
    heads: int | None = None
    kv_heads: int | None = None
    ffn: int | None = None
    vocabulary: int | None = None


class Factor(Fact):
    """One number of an arithmetic: `name` is a field, `key` where it was read."""

    name: str
    value: Scalar
    key: str = ""


class Worked(Fact):
    """A slot that was worked out, and from what: micro-batch 2 x accumulation 8 x 8 devices = 128."""

    slot: str
    value: Scalar
    how: Work
    factors: tuple[Factor, ...] = ()


class Clash(Fact):
    """Two keys that say different things of one field; `used` is what counts."""

    field: str
    used: Factor
    other: Factor


class ConfigReading(Fact):
    """One file, or several of one job, as understood."""

    format: str  # the id of the format; of several files that of the first
    kind: Kind
    files: tuple[str, ...] = ()
    formats: tuple[str, ...] = ()
    profile: Profile = Profile()  # said and worked out; `derived` names the slots that were worked out
    training: TrainingSetup = TrainingSetup()
    derived: tuple[Worked, ...] = ()
    from_keys: dict[str, str] = {}  # slot or field -> the key it was read from
    used: tuple[str, ...] = ()
    unused: tuple[str, ...] = ()
    left_open: dict[str, str] = {}  # key -> what stands there: auto, a variable, a template
    clashes: tuple[Clash, ...] = ()
    unknown_machines: tuple[str, ...] = ()  # chips and types named that are not held
    fields: tuple[tuple[str, Scalar | tuple[Scalar | None, ...], str, str, int, str], ...] = ()  # for `merge`
