"""Observed prices made into the prices of a verdict, beside those that were recorded by hand."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from decimal import Decimal
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from pydantic import ConfigDict, Field

from bot.prices.withdrawn import dropped, is_withdrawn, marked, sells
from engine.base.constants import Constants
from engine.prices.deciding import Said, deciding
from engine.prices.offers import OfferKey, offer_key
from engine.prices.own_prices import UNSTATED
from knowledge.facts import Cloud, Fact, Facts, Offer, OwnPrice, Purchase, Source, names_of

if TYPE_CHECKING:
    from bot.prices.believed import HeldBack
    from bot.prices.withdrawn import Gone
    from knowledge.history.queries import PriceInForce


class PriceConflict(Fact):
    """A price on which sources of about the same time disagree: the one in use, and the others."""

    used: Offer
    others: tuple[Offer, ...]


class PriceDoubt(Fact):
    """A figure of a feed that is not believed, beside the price that stays in use (None: none is known).

    `code` says why; `looks` at which it was seen, of the `needed` that would settle it (0: none do).
    """

    cloud: Cloud
    instance: str
    region: str
    purchase: Purchase
    scope: Literal["instance", "chip"] = "instance"
    feed: str
    source: str
    used: Decimal | None
    usd_per_hour: float | None
    is_gone: bool = False
    since: date
    code: str
    looks: int
    needed: int
    limit: float | None = None
    alike: int = 0
    is_used: bool = True  # False: another source decides what the price is


class Market(Fact):
    """Every price a verdict may use, with the sources cited: stored with it, it gives the same verdict later."""

    model_config = ConfigDict(populate_by_name=True)

    offers: tuple[Offer, ...]
    sources: dict[str, Source] = {}
    conflicts: tuple[PriceConflict, ...] = Field(default=(), alias="apart")  # the name in the store
    doubts: tuple[PriceDoubt, ...] = ()
    own: tuple[OwnPrice, ...] = ()  # of the one team whose prices these are, expired ones included

    @cached_property
    def body(self) -> bytes:
        """The market as JSON, from which a verdict can be repeated."""
        return self.model_dump_json(exclude_defaults=True, by_alias=True).encode()

    @cached_property
    def digest(self) -> str:
        return hashlib.sha256(self.body).hexdigest()


def market(
    facts: Facts,
    standings: Iterable[PriceInForce],
    day: date,
    held: HeldBack | None = None,
    gone: Iterable[Gone] = (),
) -> Market | None:
    """The believed prices of `day`; None where nothing that is known to chipscout was observed by then.

    `held` are the figures that are not believed, `gone` the prices that a feed does not list any more.
    """
    names, places = names_of(facts), {feed: at for at, feed in enumerate(facts.preferences["feeds"].feeds)}
    apart = _apart(facts)
    seen: dict[OfferKey, dict[str, list[PriceInForce]]] = {}
    for standing in standings:
        key = standing.key
        name = names.listed(key.scope, key.cloud, key.instance)
        if name is None or not standing.usd_per_hour:
            continue
        thing = OfferKey(name, key.cloud, key.region, key.purchase, key.scope)
        if key.region not in facts.regions:  # a Local Zone is no region: what is sold there alone has none
            thing = thing._replace(region=UNSTATED)
            if key.region != apart.get(thing, ("", ""))[0]:
                continue
        seen.setdefault(thing, {}).setdefault(standing.feed, []).append(standing)
    left = dropped(facts, gone, {thing for thing, feeds in seen.items() if any(map(sells, feeds))})
    if not seen and not left:
        return None
    builder = MarketBuilder(facts, seen, day)
    sources: dict[str, Source] = {}
    offers: list[Offer] = []
    conflicts: list[PriceConflict] = []
    by_hand: dict[OfferKey, list[Offer]] = {}
    for offer in facts.offers:
        by_hand.setdefault(offer_key(offer), []).append(offer)
    for thing, feeds in seen.items():
        tried = [(feed, builder.offer(thing, feed, prices)) for feed, prices in feeds.items()]
        offered = [(feed, offer) for feed, offer in tried if offer]
        if not offered:
            for feed, prices in feeds.items():  # of other terms than those that stand: cited where they are asked for
                seen_on = max(price.confirmed_on for price in prices)
                sources.setdefault(source_id(feed, thing.cloud), feed_source(facts, feed, thing.cloud, seen_on))
            continue
        newest = max(offer.observed_on for _, offer in offered)
        fresh = [pair for pair in offered if pair[1].observed_on >= newest - builder.window]
        fresh.sort(key=lambda pair: places.get(pair[0], len(places)))
        decides = deciding((Said(feed, offer.observed_on) for feed, offer in fresh), places, builder.window)
        chosen = next(offer for feed, offer in fresh if decides and feed == decides.source)
        if is_withdrawn(facts, left.get(thing), chosen.observed_on):
            chosen = chosen.model_copy(update={"withdrawn": True})
        offers.append(chosen)
        for feed, offer in offered:
            known_source = sources.get(offer.source)
            if known_source is None or offer.observed_on > known_source.as_of:
                sources[offer.source] = feed_source(facts, feed, thing.cloud, offer.observed_on)
        others = [offer for feed, offer in fresh if decides and feed != decides.source]
        if conflict := builder.conflict(chosen, others, by_hand.get(thing, ())):
            conflicts.append(conflict)
    return Market(
        offers=(*offers, *marked(facts, left)),
        sources=recorded(facts).sources | sources,
        conflicts=tuple(conflicts),
        doubts=tuple(_doubts(facts, held or {}, {offer_key(offer): offer.source for offer in offers})),
    )


def _doubts(facts: Facts, held: HeldBack, chosen: Mapping[OfferKey, str]) -> Iterator[PriceDoubt]:
    """One of each thing that is known: its zones share their doubt. `chosen`: the sources of the prices in use.

    On the day of a bundled price the prices that come along have what a feed saw then: that is the feed's alone.
    """
    from engine.changes.recorded import RECORDED

    names, seen = names_of(facts), set()
    by_feeds = {(key, doubted.figure) for (feed, key), (_, doubted) in held.items() if feed != RECORDED}
    for (feed, key), (standing, doubted) in sorted(held.items()):
        if feed == RECORDED and (key, doubted.figure) in by_feeds:
            continue
        name = names.listed(key.scope, key.cloud, key.instance)
        thing = (feed, name, key.cloud, key.region, key.purchase, key.scope)
        if name is None or thing in seen:
            continue
        seen.add(thing)
        source = source_id(feed, key.cloud)
        of = OfferKey(name, key.cloud, key.region, key.purchase, key.scope)
        yield PriceDoubt(
            cloud=key.cloud, instance=name, region=key.region, purchase=key.purchase, scope=key.scope,
            feed=feed, source=source, is_used=chosen.get(of, source) == source,
            used=standing.usd_per_hour if standing else None, usd_per_hour=doubted.figure,
            is_gone=doubted.is_gone, since=doubted.since, code=doubted.code, looks=doubted.looks,
            needed=doubted.needed, limit=doubted.limit, alike=doubted.alike,
        )  # fmt: skip


def recorded(facts: Facts) -> Market:
    """The prices that come with the facts alone."""
    return Market(offers=facts.offers, sources={offer.source: facts.sources[offer.source] for offer in facts.offers})


def source_id(feed: str, cloud: str) -> str:
    """What the prices of a feed are cited by, beside the ids of `sources.toml`."""
    return f"feed-{feed}-{cloud}"


class MarketBuilder:
    """What feeds say of a thing, made into one price."""

    def __init__(
        self, facts: Facts, seen: Mapping[OfferKey, Mapping[str, Sequence[PriceInForce]]], day: date
    ) -> None:
        self._facts, self._seen, self._day, self._apart = facts, seen, day, _apart(facts)
        self._constants = Constants(facts)
        self._terms = {(entry.cloud, entry.purchase): entry.terms for entry in facts.variants}
        self.window = timedelta(self._constants.likely("sources_differ_days"))

    def offer(self, thing: OfferKey, feed: str, prices: Sequence[PriceInForce]) -> Offer | None:
        """One offer out of what one feed says of a thing: the terms that stand for it, its zones together."""
        prices = self.of_terms(thing, prices)
        if not prices:
            return None
        listed = self._seen.get(thing._replace(purchase="on_demand"), {}) if thing.purchase == "spot" else {}
        full = min((_usd(price) for price in listed.get(feed) or next(iter(listed.values()), ())), default=None)
        likely, low, high = self.together(thing, [_usd(price) for price in prices], full)
        return Offer(
            observed_on=max(price.confirmed_on for price in prices),
            cloud=thing.cloud, instance=thing.instance, region=thing.region, purchase=thing.purchase,
            scope=thing.scope, usd_per_hour=likely, usd_per_hour_low=low, usd_per_hour_high=high,
            source=source_id(feed, thing.cloud), checked_on=max(price.confirmed_on for price in prices),
            note=self._apart[thing][1] if thing in self._apart else None,
        )  # fmt: skip

    def together(
        self, thing: OfferKey, prices: Sequence[Decimal], full: Decimal | None
    ) -> tuple[Decimal, Decimal | None, Decimal | None]:
        """One price of a thing out of those of its zones, with its range; `full`: on demand, beside which spot is."""
        if thing.purchase == "spot" and len(prices) > 1:
            from statistics import median  # not for every question: it loads much

            priced = sorted(self._markets(thing, prices, full))
            return Decimal(median(priced)), priced[0], priced[-1]
        counts = Counter(prices)  # a Local Zone may cost more: what most zones cost, the lower of two
        return min(counts, key=lambda usd: (-counts[usd], usd)), None, None

    def of_terms(self, thing: OfferKey, prices: Sequence[PriceInForce]) -> Sequence[PriceInForce]:
        """Those of the terms that stand for a way to buy."""
        for wanted in self._terms.get((thing.cloud, thing.purchase), ()):
            words = set(wanted.split())
            if matching := [price for price in prices if words <= set(price.key.terms.split())]:
                first = min(price.key.terms for price in matching)
                return [price for price in matching if price.key.terms == first]
        return [price for price in prices if not price.key.terms]

    def _markets(self, thing: OfferKey, prices: Sequence[Decimal], full: Decimal | None) -> Sequence[Decimal]:
        """Zones where there is a market: neither at the cap nor at the floor. All of them where there is none."""
        if full is None:
            return prices
        slack = self._constants.likely("spot_bound_tolerance")
        floor = self._constants.likely("spot_floor_share") * (1 + slack) if thing.cloud == "aws" else 0.0
        cap = self._constants.likely("spot_cap_share") - slack
        return [usd for usd in prices if floor < float(usd / full) < cap] or prices

    def conflict(self, chosen: Offer, others: Iterable[Offer], recorded: Iterable[Offer]) -> PriceConflict | None:
        """The conflict about one price, if any. Spot changes by the hour, so two spot prices never conflict."""
        if chosen.purchase == "spot":
            return None
        near = [offer for offer in recorded if self._is_near(offer, chosen)]
        newest = [max(near, key=lambda offer: offer.observed_on)] if near else []
        used, rest = chosen, [*others, *newest]
        if newest and newest[0].observed_on > chosen.observed_on:
            used, rest = newest[0], [*others, chosen]
        share = Decimal(str(self._constants.likely("sources_differ_share")))
        far = tuple(offer for offer in rest if abs(offer.usd_per_hour / used.usd_per_hour - 1) > share)
        return PriceConflict(used=used, others=far) if far else None

    def _is_near(self, recorded: Offer, chosen: Offer) -> bool:
        grade = recorded.grade or self._facts.sources[recorded.source].grade
        days = abs(recorded.observed_on - chosen.observed_on)
        return days <= self.window and recorded.observed_on <= self._day and grade not in ("claim", "assumed")


def _apart(facts: Facts) -> dict[OfferKey, tuple[str, str]]:
    """What comes with chipscout as sold in a zone apart: that zone, and the note that names it."""
    zones = {alias: area.zone for area in facts.areas.values() if area.zone for alias in area.aliases}
    noted = ((offer, offer.note) for offer in facts.offers if offer.region == UNSTATED and offer.note)
    return {offer_key(offer): (zones[note.casefold()], note) for offer, note in noted if note.casefold() in zones}


def _usd(standing: PriceInForce) -> Decimal:
    return standing.usd_per_hour or Decimal(0)


def feed_source(facts: Facts, feed: str, cloud: Cloud, seen_on: date) -> Source:
    """A feed as a source, by the id its prices are cited by."""
    described = facts.feeds.get(feed)
    listed = facts.sources[described.source] if described else None
    return Source(
        id=source_id(feed, cloud),
        title=described.title if described else feed,
        publisher=listed.publisher if listed else feed,
        as_of=seen_on,
        grade=listed.grade if listed else "independent",
        read="read",
        url=listed.url if listed else None,
        licence=described.licence if described else None,
    )
