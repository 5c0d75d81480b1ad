"""A team's own data: throughput it measured and prices it pays. Both are in the store, never in the data files."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Literal

from pydantic import Field

from knowledge.types.base import Cloud, Fact, Purchase


class OwnMeasurement(Fact):
    """One throughput a team measured. Only the workspace that recorded it sees it.

    `tokens_per_second` is the total of all `chips`: tokens trained on, or output tokens when serving. `model` is the
    id of a published model of the same shape, or the team's own name for a plain decoder with `parameters`. `id` is 0
    until the store assigns one.
    """

    id: int = 0
    workspace: str
    task: Literal["pretraining", "fine_tuning", "inference"]
    method: Literal["full", "lora", "qlora", "rlhf"] = "full"
    accelerator: str
    instance: str | None = None
    chips: int = Field(gt=0)
    model: str | None = None
    parameters: float = Field(gt=0)
    sequence_length: int = Field(gt=0)
    precision: Literal["bf16", "fp8"] = "bf16"
    tokens_per_second: float = Field(gt=0, allow_inf_nan=False)
    measured_on: date
    by: str | None = None
    note: str | None = None

    @property
    def kind(self) -> Literal["training", "inference"]:
        return "inference" if self.task == "inference" else "training"

    @property
    def tokens_per_second_per_accelerator(self) -> float:
        return self.tokens_per_second / self.chips

    @property
    def cite(self) -> str:
        """The id under which cards cite it, next to those of `sources.toml`."""
        return f"own-{self.id}"


Kind = Literal["rate", "discount", "credits"]
Scope = Literal["instance", "chip", "family", "cloud"]


class OwnPrice(Fact):
    """One price that a team negotiated. `amount`: USD per hour (rate), percent off list (discount) or USD (credits).

    `name` is the id of an instance or chip, the prefix of a family's instance types, or the cloud again. Without a
    `region` it applies in every region. Without a `purchase`, a rate is for on demand, and a discount applies to all
    list prices except market prices. It is valid from `valid_from` through `valid_until`.
    """

    id: int = 0
    team: str
    kind: Kind
    scope: Scope
    name: str
    cloud: Cloud
    region: str | None = None
    purchase: Purchase | None = None
    amount: Decimal = Field(gt=0)
    valid_from: date
    valid_until: date | None = None
    by: str | None = None
    note: str | None = None

    @property
    def cite(self) -> str:
        """The id under which cards cite it, next to those of `sources.toml`."""
        return f"own-price-{self.id}"

    def holds(self, day: date) -> bool:
        """Whether it is valid on that day."""
        return self.valid_from <= day and (self.valid_until is None or day <= self.valid_until)
