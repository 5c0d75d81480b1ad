"""What a team measured itself: kept in the store beside its threads, never in `knowledge/data/`."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Literal

from pydantic import Field

from knowledge.types.base import Cloud, Fact, Purchase


class OwnMeasurement(Fact):
    """One throughput a team measured. It belongs to the workspace that recorded it, and no other one sees it.

    `tokens_per_second` is of all `chips` together: trained tokens, or output tokens in serving. `model` is the id
    of a published model whose shape it has, or the team's word for a plain decoder of `parameters`. `id` is 0
    until the store gives one.
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
        """The id it is cited by, beside those of `sources.toml`."""
        return f"own-{self.id}"


Kind = Literal["rate", "discount", "credits"]
Scope = Literal["instance", "chip", "family", "cloud"]


class OwnPrice(Fact):
    """One price of a team's own. `amount`: USD per hour (rate), percent off list (discount) or USD (credits).

    `name` is an instance's or chip's id, how the names of a family's types begin, or the cloud again. Without a
    `region` it holds in all; without a `purchase` a rate is on demand, and a discount is off every list price that is
    no market's. It holds from `valid_from` to `valid_until`, both days included.
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
        """The id it is cited by, beside those of `sources.toml`."""
        return f"own-price-{self.id}"

    def holds(self, day: date) -> bool:
        return self.valid_from <= day and (self.valid_until is None or day <= self.valid_until)
