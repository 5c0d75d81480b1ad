"""The brief contract: an answer in at most 4 kB of JSON, the same wherever it is asked for.

What these docstrings say is in the JSON Schema, for those who read it there.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from pydantic import ConfigDict

from bot.brief.frozen import FrozenDict, FrozenMap
from knowledge.facts import Fact

VERSION: Final = 1  # counts up where a key changes its meaning; new keys do not
LONGEST = 4_000  # bytes of UTF-8
MOST_CHOICES = 6

Kind = Literal["recommend", "need_more", "no_fit", "answer"]
Lean = Literal["trainium", "gpu", "tpu", "inferentia", "hybrid", "pilot_both"]
Level = Literal["high", "medium", "low"]
Value: TypeAlias = str | float | int | bool | None


class Part(Fact):
    """Frozen; in JSON, what is unknown or empty is left out."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)


class Choice(Part):
    """One way to rent: machines, where, how bought, and what that costs. A key that is missing is unknown."""

    instance: str
    cloud: str | None = None
    accelerator: str | None = None
    count: int | None = None
    """Machines of this type, rented together."""
    hours: float | None = None
    """Hours paid of one run, or of one month of serving."""
    purchase: str | None = None
    region: str | None = None
    usd_per_hour: float | None = None
    """Of one machine."""
    price_as_of: str | None = None
    """The day this price was seen."""
    price_is_own: bool | None = None
    """The workspace pays this price itself; it is not a list price."""
    caveat: str | None = None
    """Of a price from a document: what is known against it."""
    unpublished: tuple[str, ...] = ()
    """Of a specialist cloud: what is not known beside its list price: capacity, network, transfer."""
    usd_per_run: float | None = None
    """One run, or one month of serving: count x hours x usd_per_hour."""
    usd_per_run_range: tuple[float, float] | None = None
    """An 80% interval."""
    migration_usd: float | None = None
    """Once, for moving the code to this accelerator."""
    usd_total: float | None = None
    """Migration and all planned runs or months."""
    usd_total_range: tuple[float, float] | None = None
    """An 80% interval."""
    usd_per_million_tokens: float | None = None
    ttft_ms: float | None = None
    """Serving: to the first token."""
    tpot_ms: float | None = None
    """Serving: between tokens."""
    is_elsewhere: bool | None = None
    """The region that was asked about has no known price; this is another region's."""
    evidence: str | None = None
    """The weaker of speed and price: own, independent, vendor_measured, claim or assumed."""
    not_recommended_because: str | None = None
    """Why it may not lead although it was costed."""
    cites: tuple[str, ...] = ()


class Line(Part):
    """A sentence of the answer with the ids of its sources."""

    text: str
    cites: tuple[str, ...] = ()


class Table(Part):
    """Figures that no choice and no line holds."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...]
    row_cites: tuple[tuple[str, ...], ...] = ()
    """The ids of the sources of each row."""
    cites: tuple[str, ...] = ()
    """The ids of the sources of all rows, where there was no room to say which row has which."""


class Pays(Part):
    """After how many whole runs (months, for serving) an option is cheaper than another."""

    option: str
    against: str
    runs: float | None = None
    """Missing: it never pays off."""
    runs_range: tuple[float, float] | None = None


class Branch(Part):
    """The answer at one value of a slot that nobody stated."""

    value: Value
    lean: Lean | None = None
    option: str | None = None


class TurnsOn(Part):
    """The unstated slot that the answer depends on; say it and ask again."""

    slot: str
    branches: tuple[Branch, ...] = ()
    figures_are_at: Value = None
    """The value that the option, the choices and their dollars were worked out for."""


class Confidence(Part):
    """How sure the recommendation is, and what keeps it from being surer."""

    level: Level
    probability: float | None = None
    """That the recommended option is cheaper than the closest one of another chip."""
    because: tuple[str, ...] = ()


class Derived(Part):
    """A slot that was worked out from what was said."""

    slot: str
    value: Value | tuple[Value, ...]
    by: str


class Also(Part):
    """What else was asked in the same message; ask it by itself for the whole answer."""

    question: str
    form: str
    headline: str


class Cite(Part):
    """A source of what is shown."""

    title: str
    as_of: str
    grade: str
    """own, independent, vendor_measured, claim or assumed, best first."""
    url: str
    """Where it can be read. chipscout://sources/ID has no public address: what is known of it is told by this server
    (the MCP resource of that name, or GET /v1/sources/ID)."""


class Brief(Part):
    """One answer of chipscout. Every figure has a source and a day; what is unknown is left out, never 0."""

    id: str | None = None
    """Of a line of a batch: the id of its question, `ID#N` for turn N of a thread."""
    schema_version: Literal[1] = VERSION
    form: str
    """The form of the answer: choose, fit, estimate, compare, price, carbon, commitment, explain and others."""
    kind: Kind
    """need_more: answer `ask_back` first; no_fit: nothing does what was asked; answer: facts, no recommendation."""
    as_of: str
    """The day it is answered for."""
    headline: str
    """The answer in a sentence or two, with its conditions; quote it whole."""
    headline_cites: tuple[str, ...] = ()
    advice: str | None = None
    """What is recommended, where the headline answers something else; break_even, flips, confidence are of this."""
    lean: Lean | None = None
    per: Literal["run", "month"] | None = None
    """What `hours`, `usd_per_run` and `runs` of the options count: runs, or months of serving."""
    option: Choice | None = None
    """What is recommended; of an estimate, what it is for."""
    choices: tuple[Choice, ...] = ()
    """Up to six others, in the order of the card."""
    answer: tuple[Line, ...] = ()
    """What the answer rests on, what decides most first."""
    table: Table | None = None
    break_even: tuple[Pays, ...] = ()
    flips: tuple[str, ...] = ()
    """What would change the answer, the nearest first."""
    turns_on: TurnsOn | None = None
    confidence: Confidence | None = None
    ask_back: tuple[str, ...] = ()
    """Questions for the person who asked. Do not answer them yourself."""
    next: str | None = None
    """What to do first."""
    changed: str | None = None
    """In a thread: what this turn changed."""
    read_as: tuple[str, ...] = ()
    """The lines it was answered as, where a language model of the workspace restated the question."""
    said: FrozenMap[str, Value | tuple[Value, ...]] = FrozenDict()
    """Slots that were stated, in words or as slots."""
    assumed: FrozenMap[str, Value] = FrozenDict()
    """Slots that nobody stated, with the value taken; say it if one is wrong."""
    derived: tuple[Derived, ...] = ()
    ignored: tuple[str, ...] = ()
    """Words and slots that were not used."""
    ruled_out: tuple[str, ...] = ()
    also: tuple[Also, ...] = ()
    unanswered: tuple[str, ...] = ()
    """Questions in the same message that are not answered at all."""
    cites: FrozenMap[str, Cite] = FrozenDict()
    """The sources of what is shown, by id."""
    left_out: FrozenMap[str, int] = FrozenDict()
    """What was cut to keep to 4 kB: entries by key, `details` of so many choices (their ranges, chip and second
    source), `characters` of long texts. The full JSON has them."""
