"""What decides: rules, conditions, migration effort, defaults, tradeoffs, claims, and where sources differ."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Literal

from pydantic import Field

from knowledge.types.base import Cited, Fact, Family, Figure, Lean, Range, Scalar


class Condition(Fact):
    """One test on a reading. Exactly one of slot, signal, any_of, all_of is set.

    A slot by itself tests that the slot was stated, `unsaid` that it was not. `is` passes if any value matches (for
    list slots: if any member does), `only` if every member of a list slot does.
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
    """A text to which the rule must apply. `rule_lean` is the lean of all rules together."""

    text: str
    rule_lean: Lean


class RuleCase(Fact):
    """Slots and signals, as if they had been read, that must make the rule speak among all the others."""

    said: dict[str, Scalar | tuple[Scalar, ...]] = {}
    signals: tuple[str, ...] = ()
    rule_lean: Lean


class Rule(Cited):
    """A scenario, exception, profile or commitment rule; priorities follow the documents it comes from."""

    id: str
    group: Literal["scenario", "default", "exception", "hybrid", "profile", "wins", "role", "capacity"]
    title: str
    lean: Lean
    about: Literal["time"] | None = None  # a rule about time is a constraint, never outweighed by dollars
    priority: int  # the highest matching priority gives rule_lean
    when: tuple[Condition, ...]
    unless: tuple[Condition, ...] = ()
    because: str
    claims: tuple[str, ...] = ()
    example: tuple[RuleExample, ...] = Field(min_length=1)
    case: tuple[RuleCase, ...] = ()


class Claim(Cited):
    """What somebody says, in our words. A claim is not a fact: where claims disagree, see `Conflict`."""

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
    """ "B gives X % better price-performance than A", with the prices of the day of the claim.

    A ratio of throughput per dollar is valid only at the prices of its day. They give the throughput ratio of the two
    instances, to which the prices of today can then be applied.
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


class ConflictSide(Fact):
    """One side of a conflict."""

    value: str
    source: str
    claim: str | None = None


class Conflict(Cited):
    """Where sources disagree, which one decides, and why."""

    id: str
    subject: str
    about: str
    said: tuple[ConflictSide, ...]
    used: str
    why: str
    confidence: Literal["high", "medium", "low"]
    instances: tuple[str, ...] = ()  # shown when one of these is on the card ...
    accelerators: tuple[str, ...] = ()
    when: tuple[Condition, ...] = ()  # ... and all of these hold


class Port(Cited):
    """Engineer-weeks to migrate a workload to a target. The matching entry with the highest `priority` is used."""

    id: str
    target: Literal["cuda", "neuron", "tpu"]
    priority: int
    when: tuple[Condition, ...] = ()
    unless: tuple[Condition, ...] = ()
    first_job_weeks: Range
    production_weeks: Range
    because: str


class Constant(Cited):
    """A number that the arithmetic needs and that nobody states about a workload."""

    id: str
    value: Range
    unit: str
    because: str


class Default(Cited):
    """What is assumed if a slot is not stated, and why. The matching entry with the highest `priority` is used."""

    slot: str
    value: Scalar
    priority: int = 0
    when: tuple[Condition, ...] = ()
    unless: tuple[Condition, ...] = ()
    because: str


class Fork(Cited):
    """A slot that can change the verdict if it is not stated, with the values worth giving an answer for."""

    slot: str
    values: tuple[Scalar, ...]
    when: tuple[Condition, ...] = ()
    question: str  # asked in return, such as "How big is the model?"
    even: bool = False  # no value is likelier than the others, so any of them may give the lean


class Tradeoff(Cited):
    """One axis of the decision, and what it favors."""

    id: str
    axis: str
    favours: Lean
    text: str
    when: tuple[Condition, ...] = ()
    unless: tuple[Condition, ...] = ()
    options: tuple[Family, ...] = ()  # shown when one of these families is on the card


class WorkedLine(Fact):
    """One line of a worked example: rate x instances x hours, and the result printed in the document."""

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
