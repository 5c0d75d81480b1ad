"""What is known about each feed before it is read: its addresses, how it is paged, and limits to what it may send."""

from __future__ import annotations

import re
from datetime import date
from typing import Annotated, Literal, Self
from urllib.parse import urlsplit

from pydantic import AfterValidator, Field, model_validator

from knowledge.types.base import Cited, Cloud, Fact, Purchase

Route = Literal["direct", "azure_pages", "gcp_pages", "version", "aws_index", "account", "none"]
Positive = Annotated[float, Field(gt=0)]
ADDRESSED: tuple[Route, ...] = ("direct", "azure_pages", "gcp_pages", "version", "aws_index")


def _web(address: str) -> str:
    """The address of a web page: a file path, or an address without a host, is refused."""
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.hostname or re.search(r"[\s\x00-\x1f]", address):
        raise ValueError("write an address that begins with https:// or http:// and names a host, without spaces")
    return address


def _host(name: str) -> str:
    if not re.fullmatch(r"[a-z0-9.-]+|\[[0-9a-f:.]+\]", name):
        raise ValueError("write the bare host in lowercase, without scheme, port or path")
    return name


Address = Annotated[str, AfterValidator(_web)]
Host = Annotated[str, AfterValidator(_host)]


FeedName = Annotated[str, Field(pattern=r"^[a-z0-9](?:[a-z0-9_-]{0,38}[a-z0-9])?$")]  # it becomes a file name, a key


class FeedDescription(Cited):
    """One feed.

    `route` says how its documents are found from `addresses`, which are listed by cloud: `direct` (each address is
    a document), `azure_pages` and `gcp_pages` (each starts a chain of pages), `version` (the first address gives
    the word to put in place of `{version}` in the second), `aws_index` (AWS's index of services, then of `regions`),
    `account` (requested through the cloud's own library), `none` (files only).
    `is_dated`: each row carries its own date. `complete`: what a single snapshot covers completely, so that anything
    missing from it has been delisted. `hosts`: allowed redirect targets besides the hosts of the addresses;
    `is_private` allows hosts in a private network. `is_page`: its documents are web pages, which no other feed's are.
    `is_optional`: without an account it is left out, and nothing has failed.
    """

    id: FeedName
    title: str
    licence: str | None = None
    route: Route
    clouds: tuple[Cloud, ...]
    addresses: dict[Cloud, tuple[Address, ...]] = {}
    hosts: tuple[Host, ...] = ()
    regions: tuple[str, ...] = ()
    is_enabled: bool = True
    is_private: bool = False
    is_page: bool = False
    is_optional: bool = False
    complete: Literal["cloud", "region", "nothing"]
    dated: str
    is_dated: bool = False
    key_variable: str | None = None  # environment variable with the API key that the feed requires
    cadence_hours: Positive
    megabytes_at_most: Positive
    unpacked_megabytes_at_most: Positive
    seconds_at_most: Positive
    documents_at_most: Annotated[int, Field(gt=0)] = 1

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        if self.route in ADDRESSED and self.is_enabled and not self.addresses:
            raise ValueError("a feed that is fetched needs addresses; add them, or set is_enabled = false")
        if unlisted := set(self.addresses) - set(self.clouds):
            raise ValueError(f"addresses are given for {', '.join(sorted(unlisted))}, which is not among its clouds")
        if self.route == "version" and any(len(addresses) != 2 for addresses in self.addresses.values()):
            raise ValueError(
                "write two addresses for each cloud: of the version, and of the document with {version} in it"
            )
        return self

    def allowed_hosts(self) -> frozenset[str]:
        """Every host a request may go to."""
        addressed = (urlsplit(address).hostname for addresses in self.addresses.values() for address in addresses)
        return frozenset(name.lower() for name in (*addressed, *(host.strip("[]") for host in self.hosts)) if name)


class AcceleratedTypes(Cited):
    """Instance types of one cloud that have accelerators, by the prefixes of their names."""

    id: Cloud
    prefixes: Annotated[tuple[str, ...], Field(min_length=1)]


class LeftOut(Cited):
    """Types with accelerators that are known to be sold and are not held, by the beginnings of their names."""

    id: str
    cloud: Cloud
    begins: Annotated[tuple[str, ...], Field(min_length=1)]
    because: str
    parts_of: tuple[str, ...] = ()  # accelerators, of types that have a part of one


class Unlisted(Cited):
    """Why no price list has a price of types that are held, bought in these ways, and how they are sold instead."""

    id: str
    cloud: Cloud
    instances: Annotated[tuple[str, ...], Field(min_length=1)]
    ways: Annotated[tuple[Purchase, ...], Field(min_length=1)]
    because: str


class UnsizedPrice(Cited):
    """What a type that is left out costs on demand, in one main region of its cloud."""

    observed_on: date
    cloud: Cloud
    type: str
    region: str
    usd_per_hour: float = Field(gt=0)


class Quota(Cited):
    """What machines of one cloud count against, by the beginnings of their names.

    `unit`: what is counted, vCPUs of the machine or its chips. `cue`: that of a text which names the quota itself.
    """

    id: str
    cloud: Cloud
    begins: Annotated[tuple[str, ...], Field(min_length=1)]
    name: str
    unit: Literal["vcpu", "chips"]
    cue: str = ""


class RefreshSettings(Fact):
    """How often `serve` refreshes the feeds, with which timeouts and retries.

    `downloads_at_once`: how many documents are fetched in parallel; what arrived is stored one after the other.
    `probe_seconds`: how long a first look may take to find that there is no network.
    `memory_megabytes_at_most`: what the process that refreshes may use of the address space; a document that needs
    more fails alone.
    `smallest_share`: a complete snapshot with fewer prices than this share of those in force is taken to be broken.
    """

    id: Literal["default"] = "default"
    is_scheduled: bool = True
    every_hours: Positive
    jitter_minutes: Annotated[float, Field(ge=0)]
    first_after_minutes: Annotated[float, Field(ge=0)]
    connect_seconds: Positive
    read_seconds: Positive
    tries: Annotated[int, Field(ge=1)]
    first_wait_seconds: Annotated[float, Field(ge=0)]
    longest_wait_seconds: Annotated[float, Field(ge=0)]
    redirects_at_most: Annotated[int, Field(ge=0)]
    smallest_share: Annotated[float, Field(ge=0, le=1)]
    downloads_at_once: Annotated[int, Field(ge=1)] = 1
    probe_seconds: Positive = 3
    memory_megabytes_at_most: Annotated[int, Field(ge=256)] = 2048


class FeedOverride(Fact):
    """A team's settings for one feed, from the file that CHIPSCOUT_FEEDS names; None keeps the default."""

    id: str
    is_enabled: bool | None = None
    is_private: bool | None = None
    addresses: dict[Cloud, tuple[Address, ...]] | None = None
    hosts: tuple[Host, ...] | None = None
    regions: tuple[str, ...] | None = None
    megabytes_at_most: Positive | None = None
    unpacked_megabytes_at_most: Positive | None = None
    seconds_at_most: Positive | None = None
    documents_at_most: Annotated[int, Field(gt=0)] | None = None


class RefreshOverride(Fact):
    """The `[refreshing]` table of that file; None keeps the default."""

    is_scheduled: bool | None = None
    every_hours: Positive | None = None
    jitter_minutes: Annotated[float, Field(ge=0)] | None = None
    first_after_minutes: Annotated[float, Field(ge=0)] | None = None
    connect_seconds: Positive | None = None
    read_seconds: Positive | None = None
    tries: Annotated[int, Field(ge=1)] | None = None
    first_wait_seconds: Annotated[float, Field(ge=0)] | None = None
    longest_wait_seconds: Annotated[float, Field(ge=0)] | None = None
    redirects_at_most: Annotated[int, Field(ge=0)] | None = None
    smallest_share: Annotated[float, Field(ge=0, le=1)] | None = None
    downloads_at_once: Annotated[int, Field(ge=1)] | None = None
    probe_seconds: Positive | None = None
    memory_megabytes_at_most: Annotated[int, Field(ge=256)] | None = None


class CommitmentVariant(Cited):
    """Which variant of a commitment represents it, best first: words that the `terms` of a series must contain."""

    cloud: Cloud
    purchase: Purchase
    terms: tuple[str, ...]
    because: str


class FeedPreference(Cited):
    """Feeds in the order of trust, for prices that several feeds reported at about the same time."""

    id: str
    feeds: tuple[str, ...]
    because: str
