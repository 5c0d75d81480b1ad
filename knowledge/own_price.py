"""What a team pays instead of a list price: kept in the store, never in `knowledge/data/`."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Literal

from pydantic import Field

from knowledge.base import Cloud, Fact, Purchase

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
