"""A price that is doubted because the seller's other machine of it has risen since."""

from __future__ import annotations

from engine.prices.price_book import ALIKE, PriceBook, Quote
from knowledge.facts import SPECIALISTS, Instance


def has_risen(thing: Instance, quote: Quote, book: PriceBook) -> bool:
    """Whether a machine that was listed at the same price of a chip, and has been seen since, costs more now.

    Of specialist clouds alone: each has one price list, which moves as one; other clouds price each region by itself.
    """
    if thing.cloud not in SPECIALISTS:
        return False
    each = quote.seen.likely / thing.count
    for twin in book.facts.instances.values():
        if (twin.cloud, twin.accelerator) != (thing.cloud, thing.accelerator) or twin.id == thing.id:
            continue
        seen = [offer for offer in book.history(twin.id) if offer.purchase == quote.purchase and not offer.withdrawn]
        usd = {offer.observed_on: float(offer.usd_per_hour) / twin.count for offer in seen}  # the oldest first
        then, now = usd.get(quote.observed_on), next(reversed(usd.values()), 0.0)
        newer = bool(seen) and seen[-1].observed_on > quote.observed_on
        if newer and then is not None and each / ALIKE <= then <= each * ALIKE and now > each * ALIKE:
            return True
    return False
