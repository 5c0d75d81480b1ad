"""What a fleet file asks: workloads, one budget, and what may be bought for each."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from knowledge.facts import Cloud, Fact, Purchase

MOST_MONTHS = 60
MOST_WORKLOADS = 20
Months = Annotated[int, Field(ge=1, le=MOST_MONTHS)]
Dollars = Annotated[float, Field(gt=0, le=1e12, allow_inf_nan=False)]
Machines = Annotated[int, Field(ge=0, le=1_000_000)]
Commitment = Literal["1yr", "3yr", "savings_plan"]
PURCHASES: dict[Commitment, Purchase] = {
    "1yr": "reserved_1yr",
    "3yr": "reserved_3yr",
    "savings_plan": "savings_plan",
}


class Allowed(Fact):
    """Ways to buy beside on demand. `apis`: whether prompts may leave for a provider that is paid by the token."""

    spot: bool = False
    blocks: bool = True
    commitments: tuple[Commitment, ...] = ()
    apis: bool = False


class Budget(Fact):
    """Dollars: `total_usd` for everything, migrations included; `monthly_usd` for the bills of each month."""

    total_usd: Dollars | None = None
    monthly_usd: Dollars | None = None


class Asked(Fact):
    """One workload: free text, slots set beside it, and the months in which it is wanted.

    `lines`: where the slots stand, for what is wrong with one. `priority` 1 has to be done; from 2 on it may be left
    out where the budget does not hold it, the highest first. `api_models`: what to call instead of the model itself,
    as `provider:model`.
    """

    name: Annotated[str, Field(min_length=1, max_length=80)]
    text: str = ""
    settings: dict[str, str] = {}
    lines: dict[str, int] = {}  # of the file, by slot
    priority: Annotated[int, Field(ge=1, le=9)] = 1
    from_month: Months = 1
    to_month: Months | None = None
    allowed: Allowed = Allowed()
    api_models: tuple[str, ...] = ()


class FleetAsked(Fact):
    """The whole file. `limits`: machines of a type that may be held at a time; `lines`: where its keys stand."""

    months: Months = 12
    clouds: tuple[Cloud, ...] = ()
    region: str | None = None
    budget: Budget = Budget()
    limits: dict[str, Machines] = {}
    lines: dict[str, int] = {}
    workloads: Annotated[tuple[Asked, ...], Field(min_length=1, max_length=MOST_WORKLOADS)]
