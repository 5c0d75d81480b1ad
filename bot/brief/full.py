"""The full JSON of `ask --json`, as types: what its schema says and its tests hold it to."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from bot.brief.contract import Kind, Lean, Level, Part, Value

Slot = str
Grade = Literal["own", "independent", "vendor_measured", "claim", "assumed"]


class Spread(Part):
    """An estimate as an 80% interval around its most likely value."""

    low: float
    likely: float
    high: float


class Assumption(Part):
    """A slot nobody stated, the value taken, and why that one."""

    slot: Slot
    value: Value
    because: str


class WorkedOut(Part):
    """A slot that follows from what was said."""

    slot: Slot
    value: Any
    how: str = Field(alias="from")


class Excluded(Part):
    """What the asker ruled out, and the words that say so."""

    id: str
    words: str


class Gone(Part):
    """What the asker says cannot be had."""

    id: str
    region: str | None
    words: str


class Cited(Part):
    """A sentence and the ids of its sources."""

    text: str
    cites: tuple[str, ...]


class Run(Part):
    """A measurement that would settle the question."""

    model_config = {"extra": "allow"}

    hours: float
    cites: tuple[str, ...]


class Pilot(Part):
    """What to measure, the result that turns the answer, and what that is worth. Speeds are tokens/s a chip."""

    bench: Run
    also: Run | None
    doubt: str | None
    turns: Literal["above", "below"]
    turns_to: str | None
    lean: Lean | None
    turns_lean: bool
    tokens_per_second_per_chip: float | None
    tokens_per_second_per_instance: float | None
    ratio: float | None
    expected_tokens_per_second_per_chip: Spread | None
    stop_below: float | None
    stop_above: float | None
    expected_loss_usd: float | None
    value_usd: float | None
    first_job_usd: float | None
    cost_usd: float | None
    worth_it: bool
    given: dict[str, Any] | None
    text: str
    worth: str
    plan: tuple[str, ...]
    command: str | None


class Verdict(Part):
    """What is recommended, and how sure that is."""

    kind: Kind
    lean: Lean | None
    rule_lean: Lean | None
    option: str | None
    """The id of an entry of `options`."""
    confidence: Level | None
    headline: str
    because: tuple[Cited, ...]
    ask_back: tuple[str, ...]
    not_surer_because: tuple[str, ...]
    pilot: Pilot | None
    probability: float | None = None
    expected_loss_usd: float | None = None
    worst_loss_usd: float | None = None
    not_counted: str | None = None


class Term(Part):
    """A commitment as it is bought: all hours of it, and what is owed when the planned work ends."""

    usd_per_hour: float
    hours: float
    machines: float
    terms: float
    usd: float
    owed_usd: float


class Beside(Part):
    """A cost beside the machine: storage, traffic."""

    code: str
    usd: Spread | None
    per: str
    cites: tuple[str, ...]


class Offering(Part):
    """One way to rent, costed or with the reason it is not. Money in USD; null is unknown, never 0."""

    id: str
    cloud: str
    instance: str
    accelerator: str
    count: int
    region: str
    purchase: str
    usd_per_hour: float | None
    price_as_of: str | None
    own_price: str | None
    list_usd_per_hour: float | None
    hours_per_run: Spread | None
    usd_per_run: Spread | None
    port_usd: Spread | None
    runs: float
    usd_total: Spread | None
    usd_block_each: Spread | None
    term: Term | None
    usd_per_million_tokens: Spread | None
    kwh_per_run: Spread | None
    ttft_ms: float | None
    tpot_ms: float | None
    batch: float | None
    precision: str | None
    utilization: float | None
    tokens_per_second: float | None
    gco2e_per_run: Spread | None
    fits: bool
    excluded_because: str | None
    memory: dict[str, Any] | None
    too_few_because: str | None
    held_back_because: str | None
    unpublished: tuple[str, ...]
    beside: tuple[Beside, ...]
    evidence: Grade
    basis: str | None
    cites: tuple[str, ...]


class BreakEven(Part):
    """Runs after which an option is cheaper than another; null: never."""

    option: str
    against: str
    runs: float | None
    runs_low: float | None
    runs_high: float | None
    saving_per_run_usd: float


class Branch(Part):
    """The answer at one value of an unstated slot."""

    value: Value
    lean: Lean | None
    option: str | None
    break_even_runs: Spread | None


class Fork(Part):
    """An unstated slot; `turns`: the answers at its values differ."""

    slot: Slot
    turns: bool
    branches: tuple[Branch, ...]


class Flip(Part):
    """The nearest value of a slot that changes the answer."""

    slot: Slot
    now: Any
    at: Any
    lean: Lean | None
    option: str | None
    given: Any
    text: str


class Tradeoff(Part):
    """What speaks for whom beside dollars."""

    axis: str
    favours: str
    text: str
    cites: tuple[str, ...]


class Rule(Part):
    """A rule that what was said makes speak."""

    id: str
    lean: Lean | None
    because: str
    cites: tuple[str, ...]


class Conflict(Part):
    """Where sources disagree, and which was used."""

    model_config = {"extra": "allow"}

    id: str
    text: str
    cites: tuple[str, ...]


class FactTable(Part):
    """A record a row, its keys those of `columns`; `is_named`: the asker named it, `is_best`: it is the answer."""

    columns: tuple[str, ...]
    rows: tuple[dict[str, Any], ...]


class FactPart(Part):
    """An answer in facts: sentences, and a table where there is one."""

    answer: tuple[Cited, ...]
    table: FactTable | None
    headline: Cited | None = None


class Source(Part):
    """A source of what the answer says."""

    title: str
    publisher: str
    as_of: str
    grade: Grade
    url: str | None


class Full(Part):
    """The whole answer: every offering, every reason, every source."""

    id: str | None = None
    """Of a line of a batch: the id of its question, `ID#N` for turn N of a thread."""
    schema_version: Literal[1]
    question: str
    intent: str
    form: str
    as_of: str
    profile: dict[Slot, Any]
    """What was said."""
    assumptions: tuple[Assumption, ...]
    derived: tuple[WorkedOut, ...]
    unread: tuple[str, ...]
    """Words that were not understood."""
    ruled_out: tuple[Excluded, ...]
    unavailable: tuple[Gone, ...]
    verdict: Verdict
    options: tuple[Offering, ...]
    """Those of the card first, in its order."""
    break_even: tuple[BreakEven, ...]
    forks: tuple[Fork, ...]
    flips: tuple[Flip, ...]
    tradeoffs: tuple[Tradeoff, ...]
    rules: tuple[Rule, ...]
    conflicts: tuple[Conflict, ...]
    facts: FactPart
    cites: dict[str, Source]
    changed: str | None = None
    parts: tuple[Full, ...] = ()
    """Where several things were asked: an answer to each; this is the first."""
    unanswered: tuple[str, ...] = ()
    restated: tuple[str, ...] = ()
    """The lines it was answered as, where a language model of the workspace restated the question."""
    withheld: int | None = None
    """How many answers a language model of the workspace found to be about something else, and took away."""
