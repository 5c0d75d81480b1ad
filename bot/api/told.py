"""What is told beside the brief answer: prices through time, the trace of a figure, what was recorded."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, ConfigDict, with_config
from typing_extensions import TypedDict

from bot.brief.contract import Cite, Line, Part
from bot.brief.frozen import FrozenDict, FrozenMap, frozen


class PriceStep(Part):
    """A price from a day on; a missing price: it was no longer listed."""

    day: str
    usd_per_hour: float | None = None


class PriceSeries(Part):
    """One price through time, its latest changes last."""

    cloud: str
    instance: str
    region: str
    purchase: str
    seen_on: str
    """The last day it was seen."""
    low: float | None = None
    high: float | None = None
    change_percent: float | None = None
    """The last price against the first of the span."""
    steps: tuple[PriceStep, ...] = ()


class PriceHistory(Part):
    """The prices of one thing through time, in at most 4 kB."""

    schema_version: int = 1
    as_of: str
    series: tuple[PriceSeries, ...]
    left_out: FrozenMap[str, int] = FrozenDict()


class Step(Part):
    """One figure of the sums; `uses` names the steps it was worked out from."""

    label: str
    unit: str
    likely: float
    low: float | None = None
    high: float | None = None
    uses: tuple[str, ...] = ()
    cites: tuple[str, ...] = ()


class Trace(Part):
    """Every step of the sums of one option, with its sources."""

    schema_version: int = 1
    as_of: str
    headline: str
    option: str | None = None
    """The option whose sums these are; without one the answer is facts, and its lines say how they come about."""
    other_options: tuple[str, ...] = ()
    """What else can be asked for by name."""
    steps: tuple[Step, ...] = ()
    lines: tuple[Line, ...] = ()
    """Of an answer in facts, how its figures come about."""
    cites: FrozenMap[str, Cite] = FrozenDict()


@with_config(ConfigDict(extra="allow"))
class Row(TypedDict, total=False):
    """A price or a measurement of the workspace; its other keys are those it was recorded with.

    `amount` is of a price: USD an hour, percent off, or USD of credits, as `kind` says.
    """

    id: int | str
    kind_of_row: Literal["price", "measurement"]
    amount: float


OwnRow = Annotated[Row, AfterValidator(frozen)]


class Recorded(Part):
    """What was recorded for the workspace; the next answer uses it."""

    schema_version: int = 1
    id: str
    """What it is cited by, and removed by on the command line."""
    says: str
    row: OwnRow


class Origin(Part):
    """Everything that is known of a source."""

    schema_version: int = 1
    id: str
    title: str
    publisher: str
    as_of: str
    """The day it describes."""
    grade: str
    read: str
    """Whether it was read, came through somebody else, or is from memory."""
    url: str | None = None
    licence: str | None = None
    note: str | None = None


class Rows(Part):
    """What the workspace recorded so far."""

    schema_version: int = 1
    rows: tuple[OwnRow, ...]
