"""What can be rented and run: chips, instances, prices, measurements, models, software, regions."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Literal

from pydantic import Field

from knowledge.types.base import Cited, Cloud, Fact, Family, Figure, Purchase, Specialist

ModelArchitecture = Literal["transformer", "moe", "diffusion", "cnn", "recommender", "novel"]


class Accelerator(Fact):
    """One chip. Figures are per chip and dense (no sparsity)."""

    id: str
    name: str
    vendor: str
    family: Family
    software: str  # its group of rows in software.csv
    trains: bool
    serves: bool
    graphics: bool = False  # a card that draws, with GDDR memory: digests tell of it on request
    arm_host: bool = False  # beside an Arm processor, for which images and wheels have to be made: never volunteered
    only_if_named: bool = False  # offered where it, or a type with it, was asked for
    form_of: str | None = None  # the same chip on another board, which is meant where no form is said
    released: str  # YYYY-MM
    generation: str | None = None  # of what it computes and of the software that runs on it
    line: str | None = None  # a name that several cards go by: "RTX 6000"
    cores: int = 1
    core_hbm_gib: Figure | None = None  # if memory belongs to a core: a NeuronCore-v2, or a pair of later ones
    bf16_dense_tflops: Figure  # of a chip without BF16 its FP16
    has_bf16: bool = True
    fp32_tflops: Figure | None = None  # without matrix units: compares cards of one generation whatever the format
    half_rate: bool = False  # matrix math that accumulates in FP32 runs at half the rate of FP16: most GeForce cards
    nvlink: bool = False  # several of them can be joined by it
    shared_memory: bool = False  # its memory is that of the CPU
    fp8_dense_tflops: Figure | None = None
    fp4_dense_tflops: Figure | None = None
    hbm_gib: Figure
    hbm_gbps: Figure
    interconnect_gbps: Figure | None = None
    domain_chips: Figure | None = None  # chips joined by its fast interconnect; beyond them, the network
    tdp_w: Figure | None = None
    aliases: tuple[str, ...] = ()
    note: str | None = None

    @property
    def workers(self) -> int:
        """Processes of a framework that share it: one for each core, or pair of cores, with memory of its own."""
        return round(self.hbm_gib.value / self.core_hbm_gib.value) if self.core_hbm_gib else 1

    @property
    def in_fp32(self) -> bool:
        """Whether the peak that is held of it is that of FP32, since its FP16 is no faster: no matrix units."""
        return self.fp32_tflops is not None and self.fp32_tflops.value == self.bf16_dense_tflops.value

    @property
    def is_usual_gpu(self) -> bool:
        """Whether common code and images run beside it as they are."""
        return self.family == "gpu" and not self.arm_host


class Generation(Cited):
    """Chips of one architecture: the formats they compute, and the software that ended with them.

    `state`: current, ending (the newest toolkits left it out, older ones run it), ended (nothing current runs on it).
    """

    id: str
    name: str
    vendor: str
    capability: str  # the CUDA compute capability, the gfx target, ...
    matrix: bool  # tensor cores and the like
    bf16: bool
    fp8: bool
    state: Literal["current", "ending", "ended"]
    ended: str | None = None  # the last toolkit for it
    needs: str | None = None  # what still runs on it


class ListPrice(Cited):
    """What a card, or a box with one chip, costs to buy, as its maker or the trade has it; `usd_high` of a range."""

    chip: str
    usd: float = Field(gt=0)
    usd_high: float | None = Field(default=None, gt=0)
    of: Literal["card", "box"] = "card"


class Instance(Cited):
    """One thing that can be rented: an instance type, or a TPU slice."""

    id: str
    cloud: Cloud
    accelerator: str
    count: int = Field(gt=0)
    host_ram_gib: float | None = None
    vcpu: int | None = None
    network_gbps: float | None = None
    fabric: str | None = None  # of a specialist: what joins several of them, None where it is not published
    sold: tuple[Purchase, ...] = ()  # purchase options it is sold through; others are not offered
    regions: tuple[str, ...] = ()  # regions known to sell it; empty if unknown
    advised_training_chips: int | None = None  # smaller slices are advised against for training
    aliases: tuple[str, ...] = ()
    by_contract: bool = False  # of a specialist: provisioned through a sales agreement, though listed by the hour
    ended: date | None = None  # from then on none is started, though price lists may still have it
    host: str | None = None  # the type its accelerators are attached to, which is sold without any as well

    def has_ended(self, day: date) -> bool:
        """Whether none is started any more on that day."""
        return self.ended is not None and self.ended <= day

    @property
    def line(self) -> str:
        """What the sizes of one machine share: "p5" of p5.48xlarge, "a4x" of a4x-highgpu-4g; GPUs on a host: none."""
        return self.id if self.host else self.id.partition("." if self.cloud == "aws" else "-")[0]


class Offer(Cited):
    """One observed price. With `scope` chip, usd_per_hour is for one chip and `instance` names the accelerator."""

    observed_on: date
    cloud: Cloud
    instance: str
    region: str  # a region id, or "unstated"
    purchase: Purchase
    scope: Literal["instance", "chip"] = "instance"
    usd_per_hour: Decimal = Field(gt=0)
    usd_per_hour_low: Decimal | None = None
    usd_per_hour_high: Decimal | None = None
    own: Literal["rate", "discount"] | None = None  # a team's own price; the list price stands next to it
    list_usd_per_hour: Decimal | None = None
    list_source: str | None = None
    withdrawn: bool = False  # what it cost: the feed that listed it later does so no longer


class Measurement(Cited):
    """One published throughput. Training rows give tokens/s per accelerator, serving rows output tokens/s."""

    id: str
    kind: Literal["training", "inference"]
    benchmark: str
    model: str
    architecture: Literal["dense", "moe", "encoder"]
    parameters: float
    active_parameters: float
    method: Literal["pretraining", "full", "lora", "qlora", "inference"]
    sequence_length: int | None = None
    flops_per_token: float | None = None  # with causal attention, 6N + 6*L*h*s
    global_batch_size: float | None = None  # sequences a step
    precision: str | None = None
    accelerator: str
    accelerator_count: int
    instance: str | None = None
    tokens_per_second_per_accelerator: float = Field(gt=0)
    mfu_percent: float | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    batch_size: float | None = None  # sequences at once: a micro-batch in training, concurrent requests in serving
    ttft_ms: float | None = None
    tpot_ms: float | None = None
    scenario: str | None = None  # as published: Offline, Server, "5 concurrent users", ...
    parallelism: str | None = None  # as published: "TP=8", "FSDP FULL_SHARD; act-ckpt=False", ...
    software: str | None = None
    submitter: str
    measured_on: str  # YYYY[-MM[-DD]]
    group: str


class Workload(Cited):
    """What a benchmark runs, if its result tables do not say: mean prompt and answer, precision, latency limits."""

    id: str
    benchmark: str  # prefix of the benchmark of the measurements it applies to
    model: str | None = None  # prefix of their model
    input_tokens: float | None = None
    output_tokens: float | None = None
    fp8_where_able: bool = False  # results without a precision are in FP8 on chips that support it
    server_tpot_ms: float | None = None  # allowed time per output token in the scenario Server
    interactive_tpot_ms: float | None = None


class ModelFamily(Fact):
    """A family that people name without a size, and the sizes it comes in."""

    id: str
    name: str
    architecture: ModelArchitecture
    in_samples: bool = False  # no token stream; without a `SampleModel` nothing says what a sample costs
    plausible_parameters: tuple[float, ...] = ()  # the sizes to ask about if none was given
    encoder: bool = False  # served in one pass over the input, without a next token
    reported: bool = False  # what is reported of the project of its name is reported of its models
    aliases: tuple[str, ...] = ()


class Model(Cited):
    """One published model. Attention shapes are for memory and attention FLOPs; all five are known, or none."""

    id: str
    family: str
    name: str
    parameters: float
    active_parameters: float
    architecture: ModelArchitecture | None = None  # where it is neither its family's nor plain from the sizes
    layers: int | None = None
    hidden: int | None = None
    heads: int | None = None
    kv_heads: int | None = None
    head_dim: int | None = None
    vocabulary: int | None = None
    context_tokens: int | None = None  # the longest sequence it is published for
    start_tokens: int | None = None  # what config.json of the tuned model says, where that is less
    native_precision: Literal["fp8", "fp4", "int4"] | None = None  # of the published weights; None: 16 bits
    native_bits: float | None = Field(default=None, gt=0)  # a parameter of them, if known
    by_name_only: bool = False  # a bare size of its family means another model
    full_attention_share: float = Field(default=1.0, gt=0, le=1)  # share of layers that attend to the whole sequence
    others_keep_nothing: bool = False  # the other layers are linear: no keys and values; else they look back a little
    yardstick: bool = False  # machines are told by it where nobody names a model
    aliases: tuple[str, ...] = ()


class Feature(Fact):
    """What people ask a chip to support, under the words they use for it."""

    id: str
    name: str
    kind: Literal["framework", "library", "method", "model", "precision", "link", "graphics"]
    aliases: tuple[str, ...]
    near: tuple[str, ...] = ()  # the features to name where nothing is held about this one
    everywhere: bool = False  # every software of a chip has a row about it, which full-text search finds


class Support(Cited):
    """How well a feature works on a chip, a generation, chips with one software, or a family of chips."""

    software: str  # an accelerator, else a generation, else a `software` of accelerators, else a family
    feature: str
    level: Literal["native", "good", "beta", "limited", "none"]
    evidence: str
    as_of: str


class Capacity(Cited):
    """A dated report of what could or could not be obtained at the time."""

    id: str
    accelerator: str
    cloud: Cloud
    region: str | None = None
    purchase: Purchase | None = None
    obtainable: bool
    text: str


class SpecialistPrice(Cited):
    """What a specialist cloud lists for a machine. `region` is its own name of one, if known.

    `fabric`: what joins several of them, where `fabric_source` publishes it; nothing is known of capacity and terms.
    """

    observed_on: date
    provider: Specialist
    instance: str
    accelerator: str
    count: int = Field(gt=0)
    vcpu: int | None = None
    host_ram_gib: float | None = None
    region: str | None = None
    area: str | None = None
    purchase: Purchase
    usd_per_hour: Decimal = Field(gt=0)
    fabric: str | None = None
    fabric_source: str | None = None


class Provider(Fact):
    """A place to rent accelerators that we know by name. One with rows in specialists.csv is a `Specialist`."""

    id: str
    name: str
    note: str | None = None
    aliases: tuple[str, ...] = ()
    contract: tuple[str, ...] = ()  # how the names of types end that are provisioned through a sales agreement


class Region(Fact):
    """A region of a cloud, with the carbon intensity of its grid and what its data centers add to it."""

    id: str
    cloud: Cloud
    place: str
    grid_g_per_kwh: float | None = Field(default=None, gt=0)  # location-based, by the method that `grid_basis` names
    grid_basis: str | None = None
    grid_year: int | None = None
    source: str  # of the grid
    pue: float | None = Field(default=None, ge=1)
    pue_scope: Literal["site", "fleet"] | None = None  # fleet: the operator's average is used for the site
    pue_source: str | None = None
    cfe_share: float | None = Field(default=None, ge=0, le=1)  # market-based: hours matched by carbon-free purchases
    cfe_year: int | None = None
    cfe_source: str | None = None
    note: str | None = None
    aliases: tuple[str, ...] = ()


class Area(Fact):
    """A part of the world: its regions, of each cloud the main one first and then the nearest to it.

    `country`: what a country is called, for which work is run in its main region and prices are looked up in all.
    `members`: regions of specialist clouds that lie in it, by cloud and region; prices say the continent alone.
    """

    id: str
    name: str
    regions: tuple[str, ...]
    aliases: tuple[str, ...] = ()
    country: tuple[str, ...] = ()
    members: tuple[str, ...] = ()
    zone: str | None = None  # a Local Zone, as feeds name it: a place of its own, and no region
