"""What parsers know about list prices besides the formats: `knowledge/data/prices/feeds_parsing.toml`."""

from __future__ import annotations

from decimal import Decimal
from functools import cache

from pydantic import Field

from knowledge.packaged import packaged
from knowledge.types.base import Cited, Cloud, Fact, Purchase

FILE = "prices/feeds_parsing.toml"


class Bounds(Cited):
    """The range of plausible prices, in USD per hour."""

    usd_per_chip_hour_low: Decimal
    usd_per_chip_hour_high: Decimal
    usd_per_machine_hour_low: Decimal
    usd_per_machine_hour_high: Decimal


class Spot(Cited):
    """When a spot price is a cloud's limit and not a market price, as a share of the on-demand price."""

    cap_share: Decimal
    cap_tolerance: Decimal
    floor_share: dict[Cloud, Decimal]
    floor_tolerance_usd: Decimal


class Regions(Cited):
    """By cloud, the lowest on-demand price a region can plausibly have, as a share of the most expensive region's."""

    lowest_share: dict[Cloud, Decimal]


class Sentinel(Cited):
    """A figure that a feed writes when it has no price."""

    cloud: Cloud
    begins: str
    usd_per_hour: Decimal


class Unlisted(Cited):
    """An on-demand price that is not listed, needed to recognize the floor of its spot price."""

    cloud: Cloud
    instance: str
    usd_per_hour: Decimal


class Lookalike(Cited):
    """Rates of another way of buying that are listed as `purchase`; `because` completes its code."""

    cloud: Cloud
    accelerator: str
    purchase: Purchase
    usd_per_chip_hour: tuple[Decimal, ...]
    because: str


class Count(Cited):
    """A wrong number of accelerators in a catalog, and the right one."""

    cloud: Cloud
    begins: str
    listed: float
    chips: float


class Tpu(Cited):
    """One version of TPU. `counts_per_chip`: by how much one chip raises the number in a slice's name."""

    version: str
    accelerator: str
    counts_per_chip: int
    aliases: tuple[str, ...] = ()
    host_chips: int | None = None
    is_pod_priced: bool = False


class Gpu(Cited):
    """One of Google's GPUs: its name in catalogs, and the beginnings of its SKU descriptions."""

    name: str
    described: tuple[str, ...]
    is_whole: bool = False


class MachineRule(Cited):
    """One of Google's machine types with accelerators, and the parts it is billed by.

    `host`: the type that its accelerators are attached to, where it is sold without any as well.
    """

    id: str
    host: str = ""
    accelerator: str
    chips: int
    family: str
    vcpu: int
    ram_gib: int
    local_ssd_gib: int = 0


class Descriptions(Fact):
    """Words in a description that make it another product; lowercase."""

    scheduled: tuple[str, ...]
    reserved: tuple[str, ...]
    other: tuple[str, ...]


class Unread(Cited):
    """Rows of these codes say nothing. A document is refused if it has `least_rows` of them or more, and they are
    more than `most_share` of all its rows; above `told_share` a sentence says so.
    """

    codes: tuple[str, ...]
    most_share: float
    told_share: float
    least_rows: int
    because: str


class Rules(Fact):
    """The whole file. Its lists have singular names there."""

    blanks: tuple[str, ...]
    hours_per_year: int
    hours_per_month: int
    unread: Unread
    bounds: Bounds
    spot: Spot
    regions: Regions
    block_places: dict[str, str]  # as AWS's page of Capacity Blocks writes them, in lower case: region or Local Zone
    descriptions: Descriptions
    sentinels: tuple[Sentinel, ...] = Field(alias="sentinel")
    unlisted: tuple[Unlisted, ...]
    lookalikes: tuple[Lookalike, ...] = Field(alias="lookalike")
    counts: tuple[Count, ...] = Field(alias="count")
    tpus: tuple[Tpu, ...] = Field(alias="tpu")
    gpus: tuple[Gpu, ...] = Field(alias="gpu")
    machines: tuple[MachineRule, ...] = Field(alias="machine")


@cache
def rules() -> Rules:
    """The rules in the installed package.

    Raises:
        KnowledgeError: the file does not match the types of this module.
    """
    return packaged(FILE, "feeds_parsing", Rules)
