"""What chipscout knows, as frozen types. Everything here is read from `knowledge/data/` by `load.py`.

A figure without a source cannot be written down: `Figure` and every table row need one. This is the door the
engine uses; the types themselves stand by subject in `base`, `things` and `decisions`.
"""

from __future__ import annotations

from knowledge.types.base import (
    GRADES,
    PURCHASES_IN_ORDER,
    Cited,
    Cloud,
    Fact,
    Family,
    Figure,
    Grade,
    Lean,
    Purchase,
    Range,
    Scalar,
    Source,
)
from knowledge.types.feeds import Accelerated, Description, Preference, Refreshing, Variant
from knowledge.types.hardware import (
    Accelerator,
    Capacity,
    Instance,
    Measurement,
    Model,
    ModelFamily,
    Offer,
    Region,
    Support,
    Workload,
)
from knowledge.types.observed import Observed, Oddity, Point, Series, SeriesKey
from knowledge.types.rules import (
    Claim,
    Condition,
    Conflict,
    Constant,
    Default,
    Fork,
    Port,
    RelativeClaim,
    Rule,
    RuleCase,
    RuleExample,
    Said,
    Tradeoff,
    WorkedExample,
    WorkedLine,
)
from knowledge.types.search_aids import Found, Hit, Promotion, Synonym, Topic
from knowledge.types.team import OwnMeasurement, OwnPrice

__all__ = [
    "GRADES",
    "PURCHASES_IN_ORDER",
    "Accelerator",
    "Capacity",
    "Cited",
    "Claim",
    "Cloud",
    "Condition",
    "Conflict",
    "Constant",
    "Default",
    "Fact",
    "Facts",
    "Family",
    "Figure",
    "Fork",
    "Found",
    "Grade",
    "Hit",
    "Instance",
    "Lean",
    "Measurement",
    "Model",
    "ModelFamily",
    "Observed",
    "Oddity",
    "Offer",
    "OwnMeasurement",
    "OwnPrice",
    "Point",
    "Port",
    "Preference",
    "Promotion",
    "Purchase",
    "Range",
    "Region",
    "RelativeClaim",
    "Rule",
    "RuleCase",
    "RuleExample",
    "Said",
    "Scalar",
    "Series",
    "SeriesKey",
    "Signal",
    "Source",
    "Support",
    "Synonym",
    "Term",
    "Topic",
    "Tradeoff",
    "Variant",
    "WorkedExample",
    "WorkedLine",
    "Workload",
]


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
    synonyms: tuple[Synonym, ...]
    topics: dict[str, Topic]
    promotions: tuple[Promotion, ...]
    workloads: dict[str, Workload]
    feeds: dict[str, Description]
    accelerated: dict[str, Accelerated]
    refreshing: dict[str, Refreshing]
    variants: tuple[Variant, ...]
    preferences: dict[str, Preference]
