"""What an offer prices, and which of several offers is in force on a day."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Literal, NamedTuple

from knowledge.facts import Cloud, Offer, Purchase, Source


class OfferKey(NamedTuple):
    """What an offer prices; offers with the same key compete, and one of them is in force."""

    instance: str
    cloud: Cloud
    region: str
    purchase: Purchase
    scope: Literal["instance", "chip"]


def offer_key(offer: Offer) -> OfferKey:
    return OfferKey(offer.instance, offer.cloud, offer.region, offer.purchase, offer.scope)


def in_force(offers: Iterable[Offer], sources: Mapping[str, Source], day: date) -> dict[OfferKey, Offer]:
    """The offer in force on `day` for each key: the newest, and a claimed price only where no better one is known."""
    strongest: dict[OfferKey, Offer] = {}
    for offer in offers:
        thing = offer_key(offer)
        if (
            offer.observed_on <= day
            and not offer.withdrawn
            and (thing not in strongest or _precedence(offer, sources) > _precedence(strongest[thing], sources))
        ):
            strongest[thing] = offer
    return strongest


def _precedence(offer: Offer, sources: Mapping[str, Source]) -> tuple[bool, date]:
    grade = offer.grade or sources[offer.source].grade
    return grade not in ("claim", "assumed"), offer.observed_on
