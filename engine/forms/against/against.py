"""What is said of cards that are set against each other. Worded in templates/words/forms/against.j2."""

from __future__ import annotations

from typing import Literal

from engine.base.reason import Reason
from engine.forms.remarks.smallest import Smallest
from knowledge.facts import Purchase

Range = tuple[float, float]


class CardsAgainst(Reason, code="cards_against"):
    """Two cards: the one with more memory over the other, each ratio over all cards of the two names."""

    ahead: str
    behind: str
    gib: Range  # of the one ahead, least and most
    behind_gib: Range
    compute: Range
    bandwidth: Range


class CardsRanked(Reason, code="cards_ranked"):
    """Three cards and more: the best at each."""

    names: tuple[str, ...]
    gib: tuple[float, ...]
    gbps: tuple[float, ...]
    tflops: tuple[float, ...]


class NotSlower(Reason, code="not_slower"):
    """A card that is seen to be no faster than one below it: what its data sheet gives over the other."""

    card: str
    other: str
    compute: Range
    bandwidth: Range
    watts: tuple[float, float] | None  # where the card may draw far less than the other
    ahead: bool  # its data sheet is ahead in both
    bound: Literal["bandwidth", "math"]  # in which it is the nearer to the other
    has_bf16: bool
    plain: float | None  # in FP32 without matrix units, where it is far behind in that


class CausesOfSlow(Reason, code="causes_of_slow"):
    """What makes a faster card slow, in the order to check."""

    several: bool  # several cards together were named
    times: bool  # the text tells times, of which less is better


class HalfRate(Reason, code="half_rate"):
    """Cards of which some halve the rate of math that accumulates in FP32."""

    halved: tuple[str, ...]
    low: float  # the ratio without that
    high: float  # with it
    bandwidth: float | None  # that of memory, where it is below both


class TakeByMemory(Reason, code="take_by_memory"):
    """Which to take, by memory, then by speed. `ahead_in_all`: the one with more memory is behind in nothing.

    `worth`: times the other's price that it is worth for its speed alone."""

    more: str
    less: str
    less_gib: float
    same_memory: bool
    ahead_in_all: bool
    faster: str | None  # at both math and bandwidth
    worth: Range


class Together(Reason, code="together"):
    """Several of one card: what they hold if a model is split over them, and what each holds without."""

    name: str
    count: int
    gib: float
    each: float
    nvlink: bool


class Lacks(Reason, code="lacks"):
    """What some of the cards do not have and others do."""

    bf16: tuple[str, ...] = ()
    fp8: tuple[str, ...] = ()
    nvlink: tuple[str, ...] = ()


class Ended(Reason, code="ended"):
    """Cards that current software does not run on. `toolkit`: the last for it; `needs`: what still runs.

    `usd`: an hour of `instance`, which has one and whose price was asked for.
    """

    names: tuple[str, ...]
    generation: str
    toolkit: str | None
    needs: str | None
    rented: bool = False  # a machine with it was named
    instance: str | None = None
    purchase: Purchase | None = None
    usd: float | None = None
    region: str | None = None
    day: str | None = None


class RentToday(Smallest, code="rent_today"):
    """The machine of today in the place of one with such a card."""


class Ending(Reason, code="ending"):
    """Cards that the newest toolkits left out and older ones run on."""

    names: tuple[str, ...]
    generation: str
    toolkit: str | None
    needs: str | None


class ToldMeans(Reason, code="told_means"):
    """A name that several cards have."""

    word: str
    names: tuple[str, ...]
    gib: tuple[float, ...]


class WhichCardWork(Reason, code="which_card_work"):
    """What runs on it and how much memory that takes."""

    buying: bool
