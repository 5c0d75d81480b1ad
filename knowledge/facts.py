"""What chipscout knows, as frozen types. Everything here is read from `knowledge/data/` by `load.py`.

A figure without a source cannot be written down: `Figure` and every table row need one.
"""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

Grade = Literal["own", "independent", "vendor_measured", "claim", "assumed"]
GRADES: tuple[Grade, ...] = ("own", "independent", "vendor_measured", "claim", "assumed")
Lean = Literal["trainium", "gpu", "tpu", "inferentia", "hybrid", "pilot_both"]
Family = Literal["trainium", "gpu", "tpu", "inferentia"]
Cloud = Literal["aws", "gcp", "azure"]
Purchase = Literal["on_demand", "spot", "reserved_1yr", "reserved_3yr", "savings_plan", "capacity_block"]
PURCHASES_IN_ORDER: tuple[Purchase, ...] = (
    "on_demand",
    "capacity_block",
    "spot",
    "reserved_1yr",
    "reserved_3yr",
    "savings_plan",
)
Scalar = str | bool | int | float


class Fact(BaseModel):
    """Frozen, and refuses keys it does not know."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Source(Fact):
    """Where a figure comes from. `as_of` is the day the source speaks of, not the day we read it."""

    id: str
    title: str
    publisher: str
    as_of: date
    grade: Grade
    read: Literal["read", "indirect", "recalled"]
    url: str | None = None
    licence: str | None = None
    note: str | None = None


class Cited(Fact):
    """Anything that names its source, the place in it, and the day somebody last looked."""

    source: str
    where: str | None = None
    checked_on: date
    grade: Grade | None = None  # None: the grade of the source
    note: str | None = None


class Figure(Cited):
    """One number. The unit stands in the name of the field that holds it."""

    value: float


class Range(Fact):
    """Low, likely, high of one quantity, in the unit of the field that holds it."""

    low: float
    likely: float
    high: float


class Accelerator(Fact):
    """One chip. Figures are per chip and dense (no sparsity)."""

    id: str
    name: str
    vendor: str
    family: Family
    software: str  # the row group of software.csv
    trains: bool
    serves: bool
    released: str  # YYYY-MM
    cores: int = 1
    core_hbm_gib: Figure | None = None  # where memory is bound to a core, e.g. one NeuronCore-v2
    bf16_dense_tflops: Figure
    fp8_dense_tflops: Figure | None = None
    hbm_gib: Figure
    hbm_gbps: Figure
    interconnect_gbps: Figure | None = None
    tdp_w: Figure | None = None
    aliases: tuple[str, ...] = ()
    note: str | None = None


class Instance(Cited):
    """One thing that can be rented: an instance type, or a TPU slice."""

    id: str
    cloud: Cloud
    accelerator: str
    count: int = Field(gt=0)
    host_ram_gib: float | None = None
    vcpu: int | None = None
    network_gbps: float | None = None
    sold: tuple[Purchase, ...] = ()  # channels it is sold through; a channel left out is not offered
    regions: tuple[str, ...] = ()  # regions known to sell it, empty: not known
    advised_training_chips: int | None = None  # smaller slices are advised against for training
    aliases: tuple[str, ...] = ()


class Offer(Cited):
    """One observed price. `scope` chip: usd_per_hour is for one chip of accelerator `instance`."""

    observed_on: date
    cloud: Cloud
    instance: str
    region: str  # a region id, or "unstated"
    purchase: Purchase
    scope: Literal["instance", "chip"] = "instance"
    usd_per_hour: Decimal = Field(gt=0)
    usd_per_hour_low: Decimal | None = None
    usd_per_hour_high: Decimal | None = None


class Measurement(Cited):
    """One published throughput. Training rows give tokens/s per accelerator, serving rows output tokens/s."""

    id: str
    kind: Literal["training", "inference"]
    benchmark: str
    model: str
    architecture: Literal["dense", "moe"]
    parameters: float
    active_parameters: float
    method: Literal["pretraining", "full", "lora", "qlora", "inference"]
    sequence_length: int | None = None
    flops_per_token: float | None = None  # with causal attention, 6N + 6*L*h*s
    precision: str | None = None
    accelerator: str
    accelerator_count: int
    instance: str | None = None
    tokens_per_second_per_accelerator: float = Field(gt=0)
    mfu_percent: float | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    submitter: str
    measured_on: str  # YYYY[-MM[-DD]]
    group: str


class ModelFamily(Fact):
    """A family people name without a size, the sizes it comes in, and what it implies."""

    id: str
    name: str
    architecture: Literal["transformer", "moe", "diffusion", "cnn", "recommender", "novel"]
    plausible_parameters: tuple[float, ...] = ()  # the sizes asked about when none was said
    aliases: tuple[str, ...] = ()


class Model(Cited):
    """One published model. Attention shapes are for memory and attention FLOPs."""

    id: str
    family: str
    name: str
    parameters: float
    active_parameters: float
    layers: int
    hidden: int
    heads: int
    kv_heads: int
    head_dim: int
    vocabulary: int | None = None
    aliases: tuple[str, ...] = ()


class Support(Cited):
    """How far a software feature goes on a chip family."""

    software: str
    feature: str
    level: Literal["native", "good", "beta", "limited", "none"]
    evidence: str
    as_of: str


class Condition(Fact):
    """One test on a reading. Exactly one of slot, signal, any_of, all_of is set.

    A slot test with nothing else asks whether the slot was said, `unsaid` whether it was not. `is` passes when
    any value matches (for list slots: when any member does), `only` when every member of a list slot does.
    """

    slot: str | None = None
    signal: str | None = None
    any_of: tuple[Condition, ...] = ()
    all_of: tuple[Condition, ...] = ()
    unsaid: bool = False
    is_: tuple[Scalar, ...] = Field(default=(), alias="is")
    only: tuple[Scalar, ...] = ()
    at_least: float | None = None
    at_most: float | None = None


class RuleExample(Fact):
    """A text that must make the rule speak. `rule_lean` is what all rules together then lean to."""

    text: str
    rule_lean: Lean
    settings: dict[str, Scalar] = {}


class Rule(Cited):
    """A scenario, exception, profile or commitment rule, in the documents' order of weight."""

    id: str
    group: Literal["scenario", "default", "exception", "hybrid", "profile", "wins", "role", "capacity"]
    title: str
    lean: Lean
    priority: int  # the highest matching priority gives rule_lean
    when: tuple[Condition, ...]
    unless: tuple[Condition, ...] = ()
    because: str
    claims: tuple[str, ...] = ()
    example: tuple[RuleExample, ...] = Field(min_length=1)


class Claim(Cited):
    """What somebody says, in our words. A claim is not a fact: see `Conflict` for what holds."""

    id: str
    kind: Literal["advice", "perf_claim", "rule", "definition", "spec", "price", "event", "example"]
    subject: str
    attribute: str
    value: str
    unit: str | None = None
    who_claims: str
    statement: str
    conditions: str | None = None


class RelativeClaim(Cited):
    """ "B gives X % better price-performance than A", with the prices of the day it was said.

    A ratio of throughput per dollar holds at that day's prices only; from them the throughput ratio
    of the two instances is recovered, and only then are today's prices applied.
    """

    id: str
    accelerator: str
    instance: str
    baseline_accelerator: str
    baseline_instance: str
    gain_low: float
    gain_high: float
    claimed_on: date
    instance_usd_per_hour: Figure
    baseline_usd_per_hour: Figure


class Said(Fact):
    """One side of a conflict."""

    value: str
    source: str
    claim: str | None = None


class Conflict(Cited):
    """Where sources disagree, which one decides, and why."""

    id: str
    subject: str
    about: str
    said: tuple[Said, ...]
    used: str
    why: str
    confidence: Literal["high", "medium", "low"]
    instances: tuple[str, ...] = ()  # shown when one of these is on the card ...
    accelerators: tuple[str, ...] = ()
    when: tuple[Condition, ...] = ()  # ... and all of these hold


class Port(Cited):
    """Engineer-weeks to bring a workload to a target. The first matching entry by `priority` is used."""

    id: str
    target: Literal["cuda", "neuron", "tpu"]
    priority: int
    when: tuple[Condition, ...] = ()
    first_job_weeks: Range
    production_weeks: Range
    because: str


class Constant(Cited):
    """A number the arithmetic needs and nobody states about a workload."""

    id: str
    value: Range
    unit: str
    because: str


class Default(Cited):
    """What is assumed when a slot is unsaid, and why. The first matching entry by `priority` is used."""

    slot: str
    value: Scalar
    priority: int = 0
    when: tuple[Condition, ...] = ()
    because: str


class Fork(Cited):
    """A slot that may turn the verdict when unsaid, with the values worth answering for."""

    slot: str
    values: tuple[Scalar, ...]
    when: tuple[Condition, ...] = ()
    question: str  # asked back, e.g. "How big is the model?"


class Tradeoff(Cited):
    """One axis of the decision and whom it favours."""

    id: str
    axis: str
    favours: Lean
    text: str
    when: tuple[Condition, ...] = ()
    unless: tuple[Condition, ...] = ()
    options: tuple[Family, ...] = ()  # shown when one of these families is on the card


class Capacity(Cited):
    """A dated report of what could or could not be had. Never a yes or no for ever."""

    id: str
    accelerator: str
    cloud: Cloud
    region: str | None = None
    purchase: Purchase | None = None
    obtainable: bool
    text: str


class Region(Fact):
    id: str
    cloud: Cloud
    place: str
    grid_g_per_kwh: float | None = None
    grid_basis: str | None = None
    grid_year: int | None = None
    pue: float | None = None
    source: str
    aliases: tuple[str, ...] = ()


class WorkedLine(Fact):
    """One sum of a worked example: rate x instances x hours, and what the page printed."""

    label: str
    instance: str
    usd_per_hour: Decimal
    usd_per_hour_high: Decimal | None = None
    instances: int
    hours: Decimal
    printed: str
    printed_usd: Decimal | None = None
    why_different: str | None = None


class WorkedExample(Cited):
    """A worked example of a founding document, recomputed."""

    id: str
    title: str
    question: str
    lines: tuple[WorkedLine, ...]
    printed_verdict: str
    printed_saving_usd: Decimal | None = None
    conflicts: tuple[str, ...] = ()


class Term(Fact):
    """Words that set a slot to a value."""

    slot: str
    value: Scalar
    words: tuple[str, ...]
    implies: dict[str, Scalar] = {}


class Signal(Fact):
    """Something a text can say that is no slot, yet decides a rule (a growing bill, a need for an audit trail)."""

    id: str
    words: tuple[str, ...]
    note: str | None = None


class Facts(Fact):
    """Everything that was loaded, cross-checked. Keys are the entries' ids."""

    sources: dict[str, Source]
    accelerators: dict[str, Accelerator]
    instances: dict[str, Instance]
    offers: tuple[Offer, ...]
    measurements: tuple[Measurement, ...]
    families: dict[str, ModelFamily]
    models: dict[str, Model]
    support: tuple[Support, ...]
    rules: dict[str, Rule]
    claims: dict[str, Claim]
    relative_claims: dict[str, RelativeClaim]
    conflicts: dict[str, Conflict]
    ports: dict[str, Port]
    constants: dict[str, Constant]
    defaults: tuple[Default, ...]
    forks: tuple[Fork, ...]
    tradeoffs: dict[str, Tradeoff]
    capacity: dict[str, Capacity]
    regions: dict[str, Region]
    examples: dict[str, WorkedExample]
    terms: tuple[Term, ...]
    signals: dict[str, Signal]
