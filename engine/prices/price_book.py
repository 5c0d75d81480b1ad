"""The price of a thing on a day: the newest usable observation, never a blank taken for free.

A spot price at the cap (on demand) or at the floor (on AWS a tenth of it) says that nothing is traded: it is
not a market price.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from functools import cached_property
from typing import Literal, NamedTuple

from engine.base.computed import Computed
from engine.base.constants import Constants
from engine.base.interval import Interval, mean
from engine.prices.areas import area_around, area_named, area_of, regions_within, twin, usual_place
from engine.prices.price_aging import aged_sigma
from knowledge.facts import (
    PURCHASES_IN_ORDER,
    SPECIALISTS,
    Accelerator,
    Cloud,
    Facts,
    Grade,
    Instance,
    Offer,
    Purchase,
)

UNSTATED = "unstated"
LOCATED = 20_000  # places of types whose quotes are kept
ALIKE = 1.005  # prices within half a percent are the same: the nearer region is taken


class Quote(Computed):
    """One price per instance-hour. `age_days` on the day asked about.

    `region` is where it is taken to hold; `seen_in` is what the source says, which may be unstated.
    `usd_per_hour` is what it may cost today: the price as seen, its range (`seen`) widened by its age.
    `is_old`: seen longer ago than a firm verdict rests on. `is_outdated`: so long ago that it is told as old wherever
    a price is told.
    """

    region: str
    seen_in: str = UNSTATED
    purchase: Purchase
    usd_per_hour: Interval
    seen: Interval
    observed_on: date
    age_days: int
    is_old: bool
    is_outdated: bool = False
    grade: Grade
    source: str
    own: Literal["rate", "discount"] | None = None  # the price of the team that asks
    list_usd_per_hour: float | None = None
    list_source: str | None = None
    next_on: date | None = None  # of a day that is past: when it was seen the next time, and at how much
    next_usd: float | None = None
    within: str | None = None  # the area that it holds in, where it names no region but says that much
    caveat: str | None = None  # of a price from a document: what its row says of it
    one_list: bool = False  # of a seller with one price list: names no region, and holds in `region`, where it sells

    @property
    def holds(self) -> bool:
        """Whether it was seen at the same price before the day asked about and after it: so it held on that day."""
        alike = self.next_usd is not None and 1 / ALIKE <= self.next_usd / self.seen.likely <= ALIKE
        return alike and self.purchase != "spot"

    @property
    def held_on(self) -> date:
        """The last day of those up to the one asked about for which it is known."""
        return self.observed_on + timedelta(days=self.age_days) if self.holds else self.observed_on

    @property
    def told_region(self) -> str:
        """The region to tell: what the source says, or the area that it says instead, and of one list for all regions
        where it is known to sell."""
        return self.region if self.one_list else self.within or self.seen_in

    @property
    def is_placed(self) -> bool:
        """Whether it is known of a region, and of no area alone."""
        return self.one_list or self.seen_in != UNSTATED

    @property
    def cites(self) -> tuple[str, ...]:
        return (self.source, self.list_source) if self.list_source else (self.source,)


class _Located(NamedTuple):
    """The quotes of a place, and the one that `cheapest` takes of them."""

    quotes: tuple[Quote, ...]
    cheapest: Quote | None


class PriceBook:
    """All prices known on `day`, by instance. Later observations do not exist for it."""

    def __init__(self, facts: Facts, day: date, later: Sequence[Offer] = ()) -> None:
        """`later`: what was seen since, where `day` is looked back at: it tells which prices held on it."""
        self.day = day
        self.facts = facts
        self._constants = Constants(facts)
        self._outdated = timedelta(days=self._constants.likely("price_outdated_by_days"))
        self._list_outdated = timedelta(days=self._constants.entry("list_price_outdated_by_days").value.high)
        self._told_old = self._constants.entry("price_outdated_by_days").value.high
        self._by_way: dict[tuple[str, Purchase], list[Offer]] = defaultdict(list)
        self._after: dict[tuple[str, Purchase], list[Offer]] = defaultdict(list)
        self._withdrawn: dict[tuple[str, Purchase], set[str]] = defaultdict(set)  # regions
        for offer in later:
            if offer.observed_on > day:
                self._after[offer.instance, offer.purchase].append(offer)
        for offer in facts.offers:
            if offer.observed_on <= day:
                self._by_way[offer.instance, offer.purchase].append(offer)
                if offer.withdrawn:
                    self._withdrawn[offer.instance, offer.purchase].add(offer.region)
        self._drifts: dict[tuple[Cloud, Purchase, int], Interval] = {}  # by age in days
        self._listed: dict[str, dict[tuple[str, ...], list[Offer]]] = {}
        self._quoted: dict[tuple[str, Purchase], tuple[Quote, ...]] = {}
        self._picked: dict[tuple[str, str | None, frozenset[str]], tuple[Quote, ...]] = {}
        self._at_bounds: dict[str, tuple[Offer, ...]] = {}
        self._within: dict[tuple[str | None, Cloud], tuple[str, ...]] = {}
        self._kept: dict[tuple[str, Purchase, str | None, frozenset[str], bool], _Located] = {}

    def forget(self) -> None:
        """Drops what was worked out of the prices, which is worked out again where it is asked for."""
        self._quoted.clear()
        self._picked.clear()
        self._kept.clear()
        self._at_bounds.clear()

    @cached_property
    def chips(self) -> Mapping[str, Accelerator]:
        """By id, every chip with a price, of itself or of a type that holds it."""
        instances, chips = self.facts.instances, self.facts.accelerators
        sold = (thing for (thing, _), offers in self._by_way.items() if not all(offer.withdrawn for offer in offers))
        priced = (instances[thing].accelerator if thing in instances else thing for thing in sold)
        return {name: chips[name] for name in priced if name in chips}

    def pick(self, instance: Instance, place: str | None, without: frozenset[str] = frozenset()) -> tuple[Quote, ...]:
        """For each purchase the instance is priced in at a place (a region or an area), the quote of `at`."""
        key = instance.id, place, without
        if key not in self._picked:
            chosen = (self.at(instance, way, place, without) for way in PURCHASES_IN_ORDER)
            self._picked[key] = tuple(quote for quote in chosen if quote)
        return self._picked[key]

    def at(
        self,
        instance: Instance,
        purchase: Purchase,
        place: str | None,
        without: frozenset[str] = frozenset(),
        *,
        as_seen: bool = False,
    ) -> Quote | None:
        """The cheapest quote at a place, no place meaning anywhere; of equally cheap ones the nearest."""
        return self._located(instance, purchase, place, without, as_seen).cheapest

    def near(
        self, instance: Instance, purchase: Purchase, place: str | None = None, *, as_seen: bool = False
    ) -> Quote | None:
        """The quote at a place, by default the usual one; where it is not sold there, the cheapest of the area around
        it, and only then that of the cheapest place."""
        place = place or usual_place(self.facts)
        around = area_around(place, self.facts) if place else None
        there = self.there(instance, purchase, place, as_seen=as_seen)
        there = there or (self.at(instance, purchase, around, as_seen=as_seen) if around else None)
        return there or self.at(instance, purchase, None, as_seen=as_seen)

    def there(
        self, instance: Instance, purchase: Purchase, place: str | None, *, as_seen: bool = False
    ) -> Quote | None:
        """The quote at a place and nowhere else: a city is a region of each cloud that has one there."""
        region = self.facts.regions.get(place or "")
        named = twin(region, instance.cloud, self.facts) if region else place
        return None if region and named is None else self.at(instance, purchase, named, as_seen=as_seen)

    def located(
        self,
        instance: Instance,
        purchase: Purchase,
        place: str | None,
        without: frozenset[str] = frozenset(),
        *,
        as_seen: bool = False,
    ) -> tuple[Quote, ...]:
        """One quote for each region of a place, the nearest region first.

        A source that names no region is taken for the regions the instance is known to be sold in, or where none is
        known for the nearest one, unless a newer price of that very region is known: what is worked out rests on the
        newest. `as_seen`, where a price itself is asked for, a region's own counts until it is outdated beside the
        other: prices differ by region. A specialist has one price list, of which the newer holds.
        """
        return self._located(instance, purchase, place, without, as_seen).quotes

    def _located(
        self, instance: Instance, purchase: Purchase, place: str | None, without: frozenset[str], as_seen: bool
    ) -> _Located:
        """The same with the cheapest of them, kept: an answer asks for the price of a type in a place again and
        again."""
        key = instance.id, purchase, place, without, as_seen
        found = self._kept.get(key)
        if found is None:
            quotes = self._of_regions(instance, purchase, place, without, as_seen)
            if len(self._kept) >= LOCATED:
                self._kept.clear()
            found = self._kept[key] = _Located(quotes, self.cheapest(quotes))
        return found

    def _of_regions(
        self, instance: Instance, purchase: Purchase, place: str | None, without: frozenset[str], as_seen: bool
    ) -> tuple[Quote, ...]:
        by_region = {quote.region: quote for quote in self.quotes(instance, purchase)}
        loose = by_region.get(UNSTATED)
        late = self._outdated if as_seen and instance.cloud not in SPECIALISTS else timedelta()
        found: list[Quote] = []
        for region in self._regions(place, instance.cloud):
            if region in without:
                continue
            quote = by_region.get(region)
            if (
                loose
                and (quote is None or loose.observed_on - quote.observed_on > late)
                and (region in instance.regions if instance.regions else not found)
                and not self._is_withdrawn(instance, purchase, region)
                and self.holds_in(loose, region)
            ):
                here = {"region": region, "one_list": instance.cloud in SPECIALISTS}
                quote = loose if region.endswith(UNSTATED) else loose.model_copy(update=here)
            if quote:
                found.append(quote)
        return tuple(found)

    def holds_in(self, quote: Quote, place: str | None) -> bool:
        """Whether a price may hold in a region or an area: one of "US regions" does not in Europe."""
        area = self.facts.areas.get(quote.within or "")
        if area is None or place is None:
            return True
        there = area_of(place, self.facts)
        return not set(area.regions).isdisjoint(there.regions if there else (place,))

    def _is_withdrawn(self, instance: Instance, purchase: Purchase, region: str) -> bool:
        """Whether it was sold there, and is not any more."""
        return region in self._withdrawn.get((instance.id, purchase), ())

    def _is_left(self, instance: Instance, region: str) -> bool:
        return any(self._is_withdrawn(instance, way, region) for way in PURCHASES_IN_ORDER)

    def newer_elsewhere(self, instance: Instance, quote: Quote) -> Quote | None:
        """The price that names no region, where it is newer than the quote of a region and another one."""
        loose = next((one for one in self.quotes(instance, quote.purchase) if one.region == UNSTATED), None)
        if loose is None or quote.seen_in == UNSTATED or loose.observed_on <= quote.observed_on:
            return None
        return loose if loose.seen.likely != quote.seen.likely else None

    def cheapest(self, quotes: Sequence[Quote]) -> Quote | None:
        """The cheapest by its mean, so that a doubtful price counts for more; of those as cheap, the first.

        A price seen long before another of them does not compete: rates are reset for all regions at about one time.
        One on demand is that of a list, which stands longer.
        """
        firm = [quote for quote in quotes if quote.grade not in ("claim", "assumed")] or quotes
        newest = max((quote.held_on for quote in firm), default=self.day)
        current = [quote for quote in firm if newest - quote.held_on <= self._late(quote)]
        means = [mean(quote.usd_per_hour) for quote in current]
        most = min(means, default=0.0) * ALIKE
        return next((quote for quote, usd in zip(current, means, strict=True) if usd <= most), None)

    def _late(self, quote: Quote) -> timedelta:
        return self._list_outdated if quote.purchase == "on_demand" else self._outdated

    def sold_in(self, instance: Instance) -> tuple[str, ...]:
        """The regions known to sell the instance, from its list or from a price, the nearest first."""
        priced = {quote.region for way in PURCHASES_IN_ORDER for quote in self.quotes(instance, way)}
        left = {region for region in instance.regions if self._is_left(instance, region)}
        known = priced | (set(instance.regions) - left)
        return tuple(region for region in self._regions(None, instance.cloud) if region in known)

    def _regions(self, place: str | None, cloud: Cloud) -> tuple[str, ...]:
        if (place, cloud) not in self._within:
            self._within[place, cloud] = regions_within(place, cloud, self.facts)
        return self._within[place, cloud]

    def quotes(self, instance: Instance, purchase: Purchase) -> tuple[Quote, ...]:
        """The newest quote of each region, cheapest first. Chip prices are multiplied by the chips of the slice."""
        key = instance.id, purchase
        if key not in self._quoted:
            self._quoted[key] = () if instance.has_ended(self.day) else self._newest(instance, purchase)
        return self._quoted[key]

    def _newest(self, instance: Instance, purchase: Purchase) -> tuple[Quote, ...]:
        by_region: dict[str, list[tuple[Offer, int]]] = defaultdict(list)
        for thing, factor in ((instance.id, 1), (instance.accelerator, instance.count)):
            for offer in self._by_way.get((thing, purchase), ()):
                right_scope = (offer.scope == "chip") == (thing != instance.id)
                if offer.cloud == instance.cloud and right_scope and not offer.withdrawn:
                    by_region[offer.region].append((offer, factor))
        newest = [seen[0] if len(seen) == 1 else max(seen, key=self._standing) for seen in by_region.values()]
        if purchase == "spot":
            judged = [(best, self._is_bound(best[0], float(best[0].usd_per_hour))) for best in newest]
            self._at_bounds[instance.id] = tuple(best[0] for best, is_bound in judged if is_bound)
            newest = [best for best, is_bound in judged if not is_bound]
        return tuple(sorted((self._quote(*best) for best in newest), key=lambda quote: quote.usd_per_hour.likely))

    def no_market(self, instance: Instance) -> tuple[Offer, ...]:
        """The newest spot observations, one a region, that are the cap or the floor and so no price."""
        self.quotes(instance, "spot")
        return self._at_bounds.get(instance.id, ())

    def _is_bound(self, spot: Offer, usd: float) -> bool:
        """Whether a spot figure is on demand itself, or on AWS a tenth of it, at the sighting nearest in time."""
        listed = self._on_demand(spot.instance).get((spot.cloud, spot.region, spot.scope))
        if not listed:
            return False
        near = min(listed, key=lambda offer: abs((offer.observed_on - spot.observed_on).days))
        share = usd / float(near.list_usd_per_hour or near.usd_per_hour)
        slack = self._constants.likely("spot_bound_tolerance")
        floor = self._constants.likely("spot_floor_share") if spot.cloud == "aws" else 0.0
        return share >= self._constants.likely("spot_cap_share") - slack or share <= floor * (1 + slack)

    def _on_demand(self, instance: str) -> dict[tuple[str, ...], list[Offer]]:
        """Its on-demand prices, by cloud, region and scope."""
        if instance not in self._listed:
            places = self._listed[instance] = {}
            for offer in self._by_way.get((instance, "on_demand"), ()):
                places.setdefault((offer.cloud, offer.region, offer.scope), []).append(offer)
        return self._listed[instance]

    def first_after(self, instance: Instance, purchase: Purchase) -> Offer | None:
        """The first price seen after a day that is past."""
        later = self._after.get((instance.id, purchase), ())
        return min(later, key=lambda offer: (offer.observed_on, float(offer.usd_per_hour)), default=None)

    def _next(self, offer: Offer) -> Offer | None:
        """The next observation of the same price, after a day that is past."""
        same = (
            later
            for later in self._after.get((offer.instance, offer.purchase), ())
            if (later.cloud, later.region, later.scope) == (offer.cloud, offer.region, offer.scope)
            and self._grade(later) not in ("claim", "assumed")
        )
        return min(same, key=lambda later: later.observed_on, default=None)

    def history(self, instance: str) -> tuple[Offer, ...]:
        """Every observation of one instance, oldest first."""
        seen = (offer for way in PURCHASES_IN_ORDER for offer in self._by_way.get((instance, way), ()))
        return tuple(sorted(seen, key=lambda offer: (offer.observed_on, offer.region)))

    def _standing(self, held: tuple[Offer, int]) -> tuple[bool, date, bool]:
        """A claimed price only where nothing better is known; then the newest; then the instance's own row."""
        offer, factor = held
        return self._grade(offer) not in ("claim", "assumed"), offer.observed_on, factor == 1

    def _grade(self, offer: Offer) -> Grade:
        return offer.grade or self.facts.sources[offer.source].grade

    def _drift(self, cloud: Cloud, purchase: Purchase, age_days: int) -> Interval:
        key = cloud, purchase, age_days
        if key not in self._drifts:
            self._drifts[key] = Interval.around(1.0, aged_sigma(cloud, purchase, age_days, self._constants))
        return self._drifts[key]

    def _quote(self, offer: Offer, factor: int) -> Quote:
        likely = float(offer.usd_per_hour) * factor
        ends = [float(end) for end in (offer.usd_per_hour_low, offer.usd_per_hour_high) if end]
        if offer.purchase == "spot":  # a zone at a bound does not widen the range either
            ends = [end for end in ends if not self._is_bound(offer, end)]
        around = (likely, *(end * factor for end in ends))
        seen = Interval(low=min(around), likely=likely, high=max(around))
        age_days = (self.day - offer.observed_on).days
        later, grade = self._next(offer), self._grade(offer)
        quote = Quote(
            region=offer.region,
            seen_in=offer.region,
            purchase=offer.purchase,
            usd_per_hour=seen.times(self._drift(offer.cloud, offer.purchase, age_days)),
            seen=seen,
            observed_on=offer.observed_on,
            age_days=age_days,
            is_old=age_days > self._constants.likely("stale_price_days"),
            is_outdated=age_days > self._told_old,
            grade=grade,
            caveat=offer.note if grade in ("claim", "assumed") else None,
            source=offer.source,
            within=area_named(offer.note or "", self.facts) if offer.region == UNSTATED else None,
            own=offer.own,
            list_usd_per_hour=float(offer.list_usd_per_hour) * factor if offer.list_usd_per_hour else None,
            list_source=offer.list_source,
            next_on=later.observed_on if later else None,
            next_usd=float(later.usd_per_hour) * factor if later else None,
        )
        if quote.holds:
            return quote.model_copy(update={"usd_per_hour": seen, "is_old": False, "is_outdated": False})
        return quote
