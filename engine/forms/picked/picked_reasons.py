"""The first lines on which to take: by rates that were said, by prices, by rents, or what goes into a box."""

from __future__ import annotations

from engine.base.reason import Reason
from engine.forms.cards.sides import Range


class PickedByRate(Reason, code="picked_by_rate"):
    """The cheaper one for the same work, and the one set against it.

    `over`: the hour of the other over its own; `faster`: how many times as fast the other is on paper; `costs`: the
    other's dollars of the same work over its own; `bound`: by what it is bound. `short`: those that do not hold it.
    """

    take: str
    hour: float
    other: str
    other_hour: float
    sign: str
    over: float
    faster: Range
    costs: Range
    sure: bool
    bound: str
    short: tuple[str, ...]


class PickedAlone(Reason, code="picked_alone"):
    """Only one of them holds the work."""

    take: str
    gib: float
    short: tuple[str, ...]


class PickedByPrice(Reason, code="picked_by_price"):
    """The one that costs least to buy of those that hold the work; prices as they were said, or as they are listed.

    `budget`: USD, 0 where none was said; `compute`: the 16-bit math of the other over its own.
    """

    take: str
    usd: Range
    other: str
    other_usd: Range
    sign: str
    said: bool
    gib: float
    other_gib: float
    compute: Range
    budget: float
    known: bool  # whether it is known that both hold the work


class PickedByRent(Reason, code="picked_by_rent"):
    """To buy, where a price is not held: the one that rents for less, both holding the work as far as is known."""

    take: str
    hour: float
    other: str
    other_hour: float
    unpriced: tuple[str, ...]
    gib: float
    other_gib: float
    bandwidth: Range
    known: bool


class PickedRent(Reason, code="picked_rent"):
    """One of them is bought and the other rented: the hours of use after which the bought one is the cheaper."""

    take: str
    hour: float
    machine: str
    buy: str
    usd: float
    hours: float
    days: float
    compute: Range
    bandwidth: Range


class PickedBox(Reason, code="picked_box"):
    """Where no card was named: of those with a listed price that hold the work the fewest cards, then the fastest.

    They take at most `share` of the budget; `left`: USD of it for the rest of the machine. `way`: what it is served
    in where no way was said.
    """

    take: str
    usd: Range
    gib: float
    parameters: float
    way: str
    share: float
    left: float
