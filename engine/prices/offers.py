"""What an offer is the price of, and which offer of a thing is in force on a day."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Literal, NamedTuple

from knowledge.facts import Cloud, Offer, Purchase, Source


class Thing(NamedTuple):
    """What an offer is the price of."""

    instance: str
    cloud: Cloud
    region: str
    purchase: Purchase
    scope: Literal["instance", "chip"]


def thing_of(offer: Offer) -> Thing:
    return Thing(offer.instance, offer.cloud, offer.region, offer.purchase, offer.scope)


def in_force(offers: Iterable[Offer], sources: Mapping[str, Source], day: date) -> dict[Thing, Offer]:
    """The offer of each thing that a verdict of `day` rests on: what is merely claimed only where nothing else is."""
    held: dict[Thing, Offer] = {}
    for offer in offers:
        thing = thing_of(offer)
        if offer.observed_on <= day and (
            thing not in held or _standing(offer, sources) > _standing(held[thing], sources)
        ):
            held[thing] = offer
    return held


def _standing(offer: Offer, sources: Mapping[str, Source]) -> tuple[bool, date]:
    grade = offer.grade or sources[offer.source].grade
    return grade not in ("claim", "assumed"), offer.observed_on
