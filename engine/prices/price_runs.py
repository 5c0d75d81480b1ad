"""A price over time: each figure, and the first and the last day on which it was seen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date

from engine.base.computed import Computed
from engine.prices.price_book import Quote
from knowledge.facts import Facts, Offer, Purchase

ALIKE = 0.0005  # as a share: figures nearer to each other are one, rounded in two ways


class PriceRun(Computed):
    """USD of an hour, from the first day on which it was seen to the last one before another figure."""

    usd: float
    first: date
    last: date


def listed(
    offers: Iterable[Offer], region: str, purchase: Purchase, facts: Facts, until: date = date.max
) -> list[Offer]:
    """The list prices of a region and a way to buy that were seen by a day, oldest first.

    What a document claims is none, and a discount of the team's own is no fall of the price: of such an offer the
    list price counts.
    """
    return [
        offer
        for offer in offers
        if (offer.region, offer.purchase) == (region, purchase)
        and offer.observed_on <= until
        and (offer.grade or facts.sources[offer.source].grade) not in ("claim", "assumed")
        and (offer.own is None or offer.list_usd_per_hour)
    ]


def runs(offers: Iterable[Offer], factor: int = 1) -> tuple[PriceRun, ...]:
    """Of list prices in their order: what was seen several times in a row is one."""
    told: list[PriceRun] = []
    for offer in offers:
        usd = float(offer.list_usd_per_hour or offer.usd_per_hour) * factor
        if told and abs(usd / told[-1].usd - 1) < ALIKE:
            told[-1] = told[-1].model_copy(update={"last": offer.observed_on})
        else:
            told.append(PriceRun(usd=usd, first=offer.observed_on, last=offer.observed_on))
    return tuple(told)


def of_quote(offers: Sequence[Offer], quote: Quote, facts: Facts, factor: int = 1) -> list[tuple[PriceRun, str]]:
    """Each figure with its region: a price without one goes on with those that were seen in the region before."""
    told = listed(offers, quote.seen_in, quote.purchase, facts, quote.observed_on)
    seen = [(run, quote.seen_in) for run in runs(told, factor)]
    if quote.seen_in == quote.region or not seen:
        return seen
    there = [one for one in listed(offers, quote.region, quote.purchase, facts) if one.observed_on < seen[0][0].first]
    return [*((run, quote.region) for run in runs(there, factor)), *seen]
