"""Prices that come with chipscout and are not sold any more: a feed listed them later, and has dropped them."""

from __future__ import annotations

from collections.abc import Container, Iterable
from datetime import date, timedelta
from typing import NamedTuple

from engine.prices.deciding import BUNDLED, DATED, Said, deciding
from engine.prices.offers import OfferKey, offer_key
from knowledge.facts import Facts, Offer, SeriesKey, names_of


class Gone(NamedTuple):
    """A price that a feed listed until `since`, and not any more by `seen_on`, the last look at it."""

    feed: str
    key: SeriesKey
    since: date
    seen_on: date


def thing_of(facts: Facts, key: SeriesKey) -> OfferKey | None:
    """What a feed's price is a price of; None where the facts do not know the type."""
    name = names_of(facts).listed(key.scope, key.cloud, key.instance)
    return None if name is None else OfferKey(name, key.cloud, key.region, key.purchase, key.scope)


def dropped(facts: Facts, gone: Iterable[Gone], priced: Container[OfferKey]) -> dict[OfferKey, Gone]:
    """What no feed sells any more of what one sold, with the last one that looked. `priced`: what feeds sell."""
    found: dict[OfferKey, list[Gone]] = {}
    for one in gone:
        thing = thing_of(facts, one.key)
        if thing is not None and thing not in priced:
            found.setdefault(thing, []).append(one)
    window = timedelta(facts.constants["sources_differ_days"].value.likely)
    last: dict[OfferKey, Gone] = {}
    for thing, all_gone in found.items():
        said = deciding((Said(one.feed, one.seen_on, is_priced=False) for one in all_gone), {}, window)
        last[thing] = next(one for one in all_gone if said and (one.feed, one.seen_on) == said[:2])
    return last


def is_withdrawn(facts: Facts, gone: Gone | None, seen_on: date) -> bool:
    """Whether a price that comes with chipscout, seen on that day, is not sold any more."""
    if gone is None:
        return False
    window = timedelta(facts.constants["sources_differ_days"].value.likely)
    said = deciding((Said(gone.feed, gone.seen_on, is_priced=False), Said(BUNDLED, seen_on)), {}, window)
    return said is not None and not said.is_priced


def sells(feed: str) -> bool:
    """Whether a price of that feed says that the thing is sold: those imported with their day say that it was."""
    return feed != DATED


def marked(facts: Facts, gone: dict[OfferKey, Gone]) -> tuple[Offer, ...]:
    """The prices that come with chipscout, with a mark on those that are not sold any more."""
    if not gone:
        return facts.offers
    return tuple(
        offer.model_copy(update={"withdrawn": True})
        if is_withdrawn(facts, gone.get(offer_key(offer)), offer.observed_on)
        else offer
        for offer in facts.offers
    )
