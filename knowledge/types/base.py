"""What all facts have in common: they are frozen, and figures have a source, a date and a grade."""

from __future__ import annotations

from datetime import date
from typing import Literal, get_args

from pydantic import BaseModel, ConfigDict

Grade = Literal["own", "independent", "vendor_measured", "claim", "assumed"]
GRADES: tuple[Grade, ...] = ("own", "independent", "vendor_measured", "claim", "assumed")
Lean = Literal["trainium", "gpu", "tpu", "inferentia", "hybrid", "pilot_both"]
Family = Literal["trainium", "gpu", "tpu", "inferentia"]
ComparedCloud = Literal["aws", "gcp", "azure"]  # their prices are read from feeds, and every question may weigh them
Specialist = Literal["lambda", "nebius", "runpod", "crusoe", "digitalocean", "hot-aisle", "oracle-cloud"]
Cloud = Literal[ComparedCloud, Specialist]  # a specialist's id is that of its [[provider]]
COMPARED: tuple[ComparedCloud, ...] = get_args(ComparedCloud)
SPECIALISTS: tuple[Specialist, ...] = get_args(Specialist)
Purchase = Literal["on_demand", "spot", "reserved_1yr", "reserved_3yr", "savings_plan", "capacity_block"]
PURCHASES_IN_ORDER: tuple[Purchase, ...] = (
    "on_demand",
    "capacity_block",
    "spot",
    "reserved_1yr",
    "reserved_3yr",
    "savings_plan",
)
Scalar = str | bool | int | float


class Fact(BaseModel):
    """Frozen, and strict: an unknown key is refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Source(Fact):
    """Where a figure comes from. `as_of` is the day the source describes, not the day it was read."""

    id: str
    title: str
    publisher: str
    as_of: date
    grade: Grade
    read: Literal["read", "indirect", "recalled"]
    url: str | None = None
    licence: str | None = None
    note: str | None = None


class Cited(Fact):
    """Anything that names its source, the place in it, and the day somebody last checked it."""

    source: str
    where: str | None = None
    checked_on: date
    grade: Grade | None = None  # None: the grade of the source
    note: str | None = None


class Figure(Cited):
    """One number. Its unit is part of the name of the field that holds it."""

    value: float


class Range(Fact):
    """Low, likely and high values of one quantity, in the unit of the field that holds it."""

    low: float
    likely: float
    high: float
