"""Which of several observed prices for one way of buying a verdict is made of."""

from __future__ import annotations

from knowledge.base import Cited, Cloud, Purchase


class Variant(Cited):
    """The terms of a commitment that stand for it, best first: the words that a series' `terms` must hold."""

    cloud: Cloud
    purchase: Purchase
    terms: tuple[str, ...]
    because: str


class Preference(Cited):
    """Feeds in the order they are believed where several were read at about the same time."""

    id: str
    feeds: tuple[str, ...]
    because: str
