"""All facts in one frozen value, and the words by which questions are read."""

from __future__ import annotations

from knowledge.types.base import Fact, Scalar, Source
from knowledge.types.configs import ConfigFormat, ConfigKey
from knowledge.types.domains import Domain
from knowledge.types.faq import Faq, FaqCue
from knowledge.types.feeds import (
    AcceleratedTypes,
    CommitmentVariant,
    FeedDescription,
    FeedPreference,
    LeftOut,
    Quota,
    RefreshSettings,
    Unlisted,
    UnsizedPrice,
)
from knowledge.types.hardware import (
    Accelerator,
    Area,
    Capacity,
    Feature,
    Generation,
    Instance,
    ListPrice,
    Measurement,
    Model,
    ModelFamily,
    Offer,
    Provider,
    Region,
    SpecialistPrice,
    Support,
    Workload,
)
from knowledge.types.parts import Part, Ported
from knowledge.types.projects import ProjectKind, ProjectReport, ProjectSupport
from knowledge.types.rules import (
    Claim,
    Conflict,
    Constant,
    Default,
    Fork,
    Port,
    RelativeClaim,
    Rule,
    Tradeoff,
    WorkedExample,
)
from knowledge.types.samples import (
    Dataset,
    Pretraining,
    PretrainingRun,
    SampleModel,
    SampleSpeed,
    ServedModel,
    ServedSpeed,
    TextSet,
)
from knowledge.types.search_aids import Promotion, Synonym, Topic
from knowledge.types.served import GpuSlice, Processor, SpeechSpeed, StreamSpeed, UnitTime


class Term(Fact):
    """Words that set a slot to a value."""

    slot: str
    value: Scalar
    words: tuple[str, ...]
    implies: dict[str, Scalar] = {}


class Signal(Fact):
    """Something a text can say that is not a slot but decides a rule: a growing bill, the need for an audit trail."""

    id: str
    words: tuple[str, ...]
    note: str | None = None


class Facts(Fact):
    """Everything that was loaded, cross-checked. Keys are the entries' ids."""

    sources: dict[str, Source]
    accelerators: dict[str, Accelerator]
    generations: dict[str, Generation]
    parts: dict[str, Part]
    ported: tuple[Ported, ...]
    instances: dict[str, Instance]
    list_prices: tuple[ListPrice, ...]
    offers: tuple[Offer, ...]
    measurements: tuple[Measurement, ...]
    families: dict[str, ModelFamily]
    models: dict[str, Model]
    providers: dict[str, Provider]
    specialists: tuple[SpecialistPrice, ...]
    sample_models: dict[str, SampleModel]
    datasets: dict[str, Dataset]
    text_sets: dict[str, TextSet]
    pretraining: dict[str, Pretraining]
    pretraining_runs: dict[str, PretrainingRun]
    sample_speeds: dict[str, SampleSpeed]
    served_models: dict[str, ServedModel]
    served_speeds: dict[str, ServedSpeed]
    features: dict[str, Feature]
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
    areas: dict[str, Area]
    examples: dict[str, WorkedExample]
    terms: tuple[Term, ...]
    signals: dict[str, Signal]
    synonyms: tuple[Synonym, ...]
    topics: dict[str, Topic]
    faqs: dict[str, Faq]
    domains: dict[str, Domain]
    faq_cues: dict[str, FaqCue]
    promotions: tuple[Promotion, ...]
    workloads: dict[str, Workload]
    feeds: dict[str, FeedDescription]
    accelerated: dict[str, AcceleratedTypes]
    left_out: dict[str, LeftOut]
    unlisted: dict[str, Unlisted]
    unsized: tuple[UnsizedPrice, ...]
    quotas: dict[str, Quota]
    refreshing: dict[str, RefreshSettings]
    variants: tuple[CommitmentVariant, ...]
    preferences: dict[str, FeedPreference]
    config_formats: dict[str, ConfigFormat]
    config_keys: tuple[ConfigKey, ...]
    reports: tuple[ProjectReport, ...]
    project_kinds: tuple[ProjectKind, ...]
    project_support: tuple[ProjectSupport, ...]
    gpu_slices: dict[str, GpuSlice]
    speech_speeds: dict[str, SpeechSpeed]
    unit_times: dict[str, UnitTime]
    stream_speeds: dict[str, StreamSpeed]
    processors: dict[str, Processor]
