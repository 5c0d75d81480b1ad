"""A team's own prices over list prices: the prices a verdict for that team uses.

A rate takes the place of list prices; a discount is taken off whatever the list says, and follows it. Of several that
apply, the most specific counts: a type before its chip, a chip before a family, a family before the cloud; then
the one that names a region, a way of buying, the one that begins last, whatever was recorded first. Of two that begin
on one day the one recorded later corrects the other. Discounts do not stack.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Literal

from engine.prices.offers import OfferKey, in_force, offer_key
from knowledge.facts import Facts, Offer, OwnPrice, Purchase, Source, begins

MARKETS: frozenset[Purchase] = frozenset({"spot", "capacity_block"})  # sold at the price of the day
CLOSEST = ("instance", "chip", "family", "cloud")
UNSTATED = "unstated"
WHOLE = Decimal(100)


def team_offers(
    offers: Sequence[Offer], own: Iterable[OwnPrice], facts: Facts, sources: Mapping[str, Source], day: date
) -> tuple[Offer, ...]:
    """All prices of `day` for the team: its own in the place of those they replace, the others as they are."""
    holding = [price for price in own if price.holds(day)]
    rates, discounts = ([price for price in holding if price.kind == kind] for kind in ("rate", "discount"))
    listed = in_force(offers, sources, day)
    agreed = _rates(rates, listed, facts, day)
    replaced = _replaced(agreed, facts)
    discounted: dict[OfferKey, Offer] = {}
    for thing, offer in listed.items():
        if thing not in replaced and thing not in agreed:
            best = _closest([price for price in discounts if _applies_to(price, thing, facts)])
            if best is not None:
                discounted[thing] = _discounted(offer, best, sources)
    covered = replaced | agreed.keys()
    kept = [
        discounted.get(thing, offer) if offer is listed.get(thing) else offer
        for offer in offers
        for thing in (offer_key(offer),)
        if thing not in covered
    ]
    return (*agreed.values(), *kept)


def _rates(
    rates: Sequence[OwnPrice], listed: Mapping[OfferKey, Offer], facts: Facts, day: date
) -> dict[OfferKey, Offer]:
    """An offer for each place where a rate holds, in force today; that of a type over that of its chip."""
    agreed: dict[OfferKey, tuple[OwnPrice, Offer]] = {}
    for rate in rates:
        purchase = rate.purchase or "on_demand"
        scope: Literal["instance", "chip"] = "chip" if rate.scope == "chip" else "instance"
        for region in _regions(rate, listed, facts):
            thing = OfferKey(rate.name, rate.cloud, region, purchase, scope)
            before = agreed.get(thing)
            if before is not None and _closest([before[0], rate]) is before[0]:
                continue
            list_price = _listed(thing, listed)
            offer = Offer(
                observed_on=day, cloud=rate.cloud, instance=rate.name, region=region, purchase=purchase, scope=scope,
                usd_per_hour=rate.amount, source=rate.cite, checked_on=day, grade="own",
                own="rate", list_usd_per_hour=list_price.usd_per_hour if list_price else None,
                list_source=list_price.source if list_price else None,
            )  # fmt: skip
            agreed[thing] = rate, offer
    return {thing: offer for thing, (_, offer) in agreed.items()}


def _listed(thing: OfferKey, listed: Mapping[OfferKey, Offer]) -> Offer | None:
    """What the list says there; a price that states no region holds in any, so the newer of the two."""
    there = (listed.get(thing), listed.get(thing._replace(region=UNSTATED)))
    return max((offer for offer in there if offer), key=lambda offer: offer.observed_on, default=None)


def _regions(rate: OwnPrice, listed: Mapping[OfferKey, Offer], facts: Facts) -> tuple[str, ...]:
    """Where it holds: the region it names, else wherever the thing is sold or priced."""
    if rate.region is not None:
        return (rate.region,)
    types = [facts.instances[rate.name]] if rate.scope == "instance" else [
        instance for instance in facts.instances.values()
        if (instance.accelerator, instance.cloud) == (rate.name, rate.cloud)
    ]  # fmt: skip
    names = {rate.name, *(instance.id for instance in types)}
    priced = [thing.region for thing in listed if thing.instance in names and thing.cloud == rate.cloud]
    sold = [region for instance in types for region in instance.regions]
    return tuple(dict.fromkeys((*priced, *sold, UNSTATED)))


def _replaced(agreed: Mapping[OfferKey, Offer], facts: Facts) -> frozenset[OfferKey]:
    """List prices that a rate of a chip takes the place of: those of the machines that carry it."""
    replaced = set()
    for thing in agreed:
        if thing.scope == "chip":
            for instance in facts.instances.values():
                if (instance.accelerator, instance.cloud) == (thing.instance, thing.cloud):
                    replaced.add(thing._replace(instance=instance.id, scope="instance"))
    return frozenset(replaced - set(agreed))


def _applies_to(price: OwnPrice, thing: OfferKey, facts: Facts) -> bool:
    if price.cloud != thing.cloud or price.region not in (None, thing.region):
        return False
    if thing.purchase in MARKETS if price.purchase is None else price.purchase != thing.purchase:
        return False
    if price.scope == "cloud":
        return True
    if thing.scope == "chip":
        return price.scope == "chip" and price.name == thing.instance
    if price.scope == "instance":
        return price.name == thing.instance
    if price.scope == "chip":
        known = facts.instances.get(thing.instance)
        return known is not None and known.accelerator == price.name
    return begins(thing.instance, price.name)


def _closest(prices: Sequence[OwnPrice]) -> OwnPrice | None:
    def rank(price: OwnPrice) -> tuple[object, ...]:
        begins_last, recorded_last = -price.valid_from.toordinal(), -price.id
        return CLOSEST.index(price.scope), price.region is None, price.purchase is None, begins_last, recorded_last

    return min(prices, key=rank, default=None)


def _discounted(offer: Offer, price: OwnPrice, sources: Mapping[str, Source]) -> Offer:
    """As old as the list price it is taken off, and of the same grade where that is not from a price list."""
    share_paid = (WHOLE - price.amount) / WHOLE
    grade = offer.grade or sources[offer.source].grade
    low, high = offer.usd_per_hour_low, offer.usd_per_hour_high
    return offer.model_copy(
        update={
            "usd_per_hour": offer.usd_per_hour * share_paid,
            "usd_per_hour_low": None if low is None else low * share_paid,
            "usd_per_hour_high": None if high is None else high * share_paid,
            "source": price.cite,
            "grade": grade if grade in ("claim", "assumed") else "own",
            "own": "discount",
            "list_usd_per_hour": offer.usd_per_hour,
            "list_source": offer.source,
        }
    )
