"""What is said of the price of a chip. Worded in templates/words/forms/price.j2."""

from __future__ import annotations

from engine.base.reason import Reason
from knowledge.facts import Cloud, Purchase


class CheapestChip(Reason, code="cheapest_chip"):
    """The cheapest hour of a chip; `place` and `clouds` are those asked about, or empty."""

    chip: str
    usd_chip: float
    usd: float
    instance: str
    count: int
    cloud: Cloud
    purchase: Purchase
    region: str
    day: str
    age: int
    claimed: bool
    place: str
    clouds: tuple[Cloud, ...] = ()
    caveat: str = ""  # what is said of a price from a document
    one_list: bool = False  # one price for all regions of the seller, of which `region` is one
    next_on: str | None = None  # looking back: when it was seen again, and at how much
    next_usd: float | None = None
    on_day: str | None = None  # that is past, of which it tells; empty behind a first line that says it
    machines: int = 1  # which `usd` is of one of
    usd_all: float = 0.0  # an hour of all of them, with so many chips
    chips: int = 0
    contract: bool = False  # provisioned through a sales agreement
    old: bool = False  # seen so long ago that it is told as old
    own: bool = False  # the team's own price
    list_usd: float | None = None  # an hour of the machine at the list price beside it
    also_in: tuple[str, ...] = ()  # other regions at the same price, where regions are asked about


class ChipHour(CheapestChip, code="chip_hour"):
    """What an hour of a chip costs as it is usually bought.

    `sellers`: specialists that list as many of it for less, each with USD of a chip and of the machine, where a
    machine of several is asked for and no cloud is named.
    """

    sellers: tuple[tuple[str, float, float], ...] = ()


class OnlyExcluded(CheapestChip, code="only_excluded"):
    """The cheapest of what is left out of the question: nothing else is known."""


class CheapestKept(CheapestChip, code="cheapest_kept"):
    """The same without spot, which may be taken away, and without a term, which binds for years."""

    beside: Purchase = "spot"  # which the first line tells


class Unplaced(CheapestChip, code="unplaced"):
    """The cheapest that no source puts in any region, where none is held of the place asked about."""


class NearestHour(CheapestChip, code="nearest_hour"):
    """An hour elsewhere, where no price of the `place` is held; `way`: none that is bought so; `several`: nor
    of another chip that was asked about."""

    way: Purchase | None = None
    several: bool = False


class NotOnDemand(Reason, code="not_on_demand"):
    """A chip that nobody sells on demand; where another machine with it is, the types that are not."""

    things: tuple[str, ...]


class InDollars(Reason, code="in_dollars"):
    """Another currency was asked for."""


class AskVendor(Reason, code="ask_vendor"):
    """Ways to buy whose price is not known, each with the types sold so, joined by commas."""

    ways: tuple[tuple[Purchase, str], ...]


class NameChip(Reason, code="name_chip"):
    """Nothing was named that has a price here; `note` is what is known of the provider that was named."""

    note: str
