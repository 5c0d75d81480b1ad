"""What can be asked for: bodies of requests and arguments of tools, each bounded."""

from __future__ import annotations

from datetime import date
from typing import Annotated

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints

from bot.brief.frozen import FrozenDict, frozen

MOST_TURNS = 8
MOST_FILES = 8
MOST_SLOTS = 80
MOST_NAMES = 6
LONGEST_FILE = 100_000  # characters

Value = str | int | float | bool
Slots = Annotated[dict[str, Value | tuple[Value, ...]], Field(max_length=MOST_SLOTS), AfterValidator(frozen)]
Text = Annotated[str, StringConstraints(max_length=12_000)]
Word = Annotated[str, StringConstraints(max_length=120)]
Name = Annotated[str, StringConstraints(min_length=1, max_length=120, strip_whitespace=True)]
Note = Annotated[str, StringConstraints(max_length=400)]


class Given(BaseModel):
    """Frozen, and strict about names."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)


class Turn(Given):
    """One earlier question of a thread, as it was asked."""

    text: Text = ""
    slots: Slots = FrozenDict()
    form: Word | None = None


class Question(Turn):
    """A question in words, in slots, or in both."""

    earlier: Annotated[tuple[Turn, ...], Field(max_length=MOST_TURNS)] = ()
    """The questions of this thread so far, oldest first, word for word."""


class ConfigText(Given):
    """A training config or a job file."""

    name: Word
    """Its file name, such as finetune.yml: it says the format."""
    content: Annotated[str, StringConstraints(max_length=LONGEST_FILE)]


class EstimateOf(Question):
    """A run, told in words and slots or by its files."""

    files: Annotated[tuple[ConfigText, ...], Field(max_length=MOST_FILES)] = ()
    on: Word | None = None
    """The machine it would run on, such as p5.48xlarge or 8xH100."""


def _written(amount: object) -> object:
    """A number is an amount, too."""
    return str(amount) if isinstance(amount, int | float) and not isinstance(amount, bool) else amount


class NewPrice(Given):
    """What the workspace pays instead of a list price."""

    name: Name
    """An instance type, a family such as p5, a chip, or a cloud."""
    amount: Annotated[Word, BeforeValidator(_written)]
    """31.46 is USD an hour of one machine (of one chip, for a chip), 12% a discount, "25000 credits" a sum."""
    cloud: Word = ""
    """aws, gcp or azure, where the name is sold on several."""
    region: Word = ""
    """A region, such as us-east-1; empty for all."""
    purchase: Word = ""
    """on_demand, spot, capacity_block, reserved_1yr, reserved_3yr or savings_plan; empty for all."""
    valid_from: date | None = None
    """The first day it is paid, such as 2026-11-21; by default today."""
    valid_until: date | None = None
    """The last day it is paid; empty while no end is agreed."""
    note: Note | None = None
    """What it is based on, such as the number of a contract."""


class NewMeasurement(Given):
    """A throughput that the workspace measured."""

    on: Name
    """The instance type it ran on, or a chip with `chips`."""
    tokens_per_second: float = Field(gt=0, allow_inf_nan=False)
    """Of all chips together; of one with `per_chip`. Serving: output tokens."""
    model: Word | None = None
    """A published model, such as llama-3.1-8b."""
    parameters: float | None = Field(default=None, gt=0, allow_inf_nan=False)
    """Needed for a model that is not published."""
    task: Word = "fine_tuning"
    """pretraining, fine_tuning or inference."""
    method: Word = "full"
    """full, lora or qlora."""
    sequence: int | None = Field(default=None, ge=1, le=100_000_000)
    """Tokens of one sequence."""
    chips: int | None = Field(default=None, ge=1, le=1_000_000)
    """How many chips it ran on; all of one machine where an instance type is named."""
    precision: Word = "bf16"
    """bf16, fp8 and the like."""
    per_chip: bool = False
    """tokens_per_second is of one chip."""
    measured_on: date | None = None
    """The day of the measurement, such as 2026-11-21; by default today."""
    note: Note | None = None
    """How it was measured."""
