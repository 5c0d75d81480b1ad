"""A type that is not priced, or not sold, in the place that was said: told before prices of other places."""

from __future__ import annotations

from collections.abc import Sequence

from engine.forms.sold.at_place import quote_at
from engine.forms.sold.where import NotSoldThere, within
from engine.library import Library
from engine.prices.areas import twin
from engine.prices.price_book import PriceBook
from engine.workload.profile import Profile
from knowledge.facts import Instance, Purchase


def not_there(
    things: Sequence[Instance], profile: Profile, ways: Sequence[Purchase], library: Library, book: PriceBook
) -> NotSoldThere | None:
    """Where no price of any of these, bought in one of these ways, is held in the place; None where one is."""
    place = profile.region
    if place is None or not things or any(_priced(book, thing, way, place) for thing in things for way in ways):
        return None
    region = library.facts.regions.get(place)
    inside = within(place, library.facts)
    known = {region for thing in things for region in book.sold_in(thing)}
    return NotSoldThere(
        things=", ".join(thing.id for thing in things),
        place=(twin(region, things[0].cloud, library.facts) if region else None) or place,
        clouds=(),
        purchase=ways[0] if len(ways) == 1 else "",
        unsold=bool(known) and known.isdisjoint(inside),
    )


def _priced(book: PriceBook, thing: Instance, way: Purchase, place: str) -> bool:
    """A price without a region holds where the type is known to be sold."""
    loose = book.there(thing, way, place)
    return quote_at(book, thing, way, place) is not None or (loose is not None and loose.region in thing.regions)
