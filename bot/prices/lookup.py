"""Prices as people look them up: what feeds say on a day, what was recorded, and what is not known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from typing import Literal

from pydantic import Field

from bot.prices.believed import HeldBack, kept, standings
from bot.prices.withdrawn import Gone, dropped, is_withdrawn, sells
from bot.wording.words import say
from engine.changes.change import DoubtedFigure
from engine.options.named import is_named
from engine.prices.deciding import BUNDLED, Said, deciding
from engine.prices.offers import OfferKey, offer_key
from engine.workload.profile import Reading
from knowledge.facts import PURCHASES_IN_ORDER, Cloud, Fact, Facts, Instance, Offer, Purchase, names_of
from knowledge.history.queries import HistoryReader, PriceInForce
from knowledge.names import Names

Note = Literal["", "unknown", "block_only", "gone"]
RECORDED = "recorded"  # the feed of the prices that come with the facts


class PriceQuery(Fact):
    """What is looked for; an empty or missing part narrows nothing. `instances` are ids, `words` parts of names."""

    clouds: tuple[Cloud, ...] = ()
    instances: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    regions: tuple[str, ...] = ()
    purchase: Purchase | None = None

    def takes(self, cloud: Cloud, name: str, region: str, purchase: Purchase) -> bool:
        """Whether a price is one of those; a block's price that states no region holds in any."""
        return (
            (not self.clouds or cloud in self.clouds)
            and (not self.words or any(word in name.lower() for word in self.words))
            and (not self.regions or region in (*self.regions, "unstated"))
            and (self.purchase is None or purchase == self.purchase)
        )

    @property
    def region(self) -> str | None:
        """The one region it is narrowed to; None: several, or any."""
        return self.regions[0] if len(self.regions) == 1 else None


class DoubtedPrice(Fact):
    """A figure that is not believed: since when, why, and how many more looks settle it; None: none do."""

    usd_per_hour: float | None
    is_gone: bool = False
    since: date
    last_seen_on: date
    code: str
    because: str
    looks: int
    looks_to_come: int | None
    because_unused: str = Field("", exclude=True)  # what is said instead where another source decides


class PriceLine(Fact):
    """One price on a day. None: `note` says what is known instead."""

    cloud: Cloud
    instance: str
    region: str
    zone: str = ""
    purchase: Purchase
    terms: str = ""
    scope: Literal["instance", "chip"] = "instance"
    usd_per_hour: float | None
    since: date | None = None
    seen_on: date | None = None
    age_days: int | None = None
    is_old: bool = False
    feed: str = ""
    source: str = ""
    note: Note = ""
    is_used: bool = True  # False: another source decides what this price is
    doubted: DoubtedPrice | None = None  # what the feed shows, and nobody should rely on yet


def query_of(
    facts: Facts,
    name: str | None = None,
    *,
    cloud: Cloud | None = None,
    region: str | None = None,
    purchase: Purchase | None = None,
) -> PriceQuery:
    """What options say. A name of nothing known is part of a name: a feed lists types that the facts do not."""
    names, clouds = names_of(facts), (cloud,) if cloud else ()
    types = names.types(name) if name else ()
    places = names.regions(region, clouds) if region else ()
    return PriceQuery(
        clouds=clouds,
        instances=tuple(instance.id for instance in types),
        words=(name.lower(),) if name and not types else (),
        regions=tuple(place.id for place in places) or ((region,) if region else ()),
        purchase=purchase,
    )


def wanted(reading: Reading | None, facts: Facts, given: PriceQuery) -> PriceQuery:
    """What was typed and what was said by options together; an option decides. Words nothing is named by are parts
    of names: a feed lists types that the facts do not.
    """
    if reading is None:
        return given
    profile = reading.profile
    types = [name for name in profile.instances if name in facts.instances]
    said = set(reading.words.get("candidates", "").lower().replace(",", " ").split())
    settled = {facts.instances[name].accelerator for name in types}  # "a v5e-8" means no other slice
    for name in profile.candidates:
        chips = {chip.id for chip in facts.accelerators.values() if is_named(chip, {name})} - settled
        of_name = [instance for instance in facts.instances.values() if instance.accelerator in chips]
        of_name = [instance for instance in of_name if instance.line in said] or of_name
        exact = [instance for instance in of_name if instance.count == profile.accelerator_count]  # "v5e-8"
        types += [instance.id for instance in exact or of_name]
    is_plain = not (types or profile.region or profile.purchase or profile.clouds or profile.instances)
    return PriceQuery(
        clouds=given.clouds or profile.clouds,
        instances=given.instances or tuple(dict.fromkeys(types)),
        words=given.words
        or tuple(name.lower() for name in profile.instances if name not in facts.instances)
        or (tuple(reading.text.lower().split()) if is_plain else ()),
        regions=given.regions or ((profile.region,) if profile.region else ()),
        purchase=given.purchase or profile.purchase,
    )


def lines(facts: Facts, past: HistoryReader | None, day: date, query: PriceQuery) -> tuple[PriceLine, ...]:
    """The prices of `day`, by cloud, thing, region and purchase; those recorded where no feed says anything newer.

    Of what a feed sold and does not list any more no recorded price is told but a newer one.
    """
    limit = facts.constants["price_outdated_by_days"].value.high
    names = names_of(facts)
    held, gone = kept(facts, past, day) if past else ({}, ())
    observed = list(_observed(facts, past, day, query, limit, held)) if past else []
    told: dict[OfferKey, list[Said]] = {}
    window = timedelta(facts.constants["sources_differ_days"].value.likely)
    places = {feed: place for place, feed in enumerate(facts.preferences["feeds"].feeds)}
    priced: set[OfferKey] = set()
    unpriced: set[OfferKey] = set()
    of_feeds = [(_thing_of(names, line), line) for line in observed]
    for thing, line in of_feeds:
        if line.usd_per_hour is None:
            unpriced.add(thing)
            continue
        told.setdefault(thing, []).append(Said(line.feed, line.seen_on or date.min))
        priced |= {thing} if sells(line.feed) else set()
    left = dropped(facts, gone, priced)
    observed = [
        line
        for thing, line in of_feeds
        if line.usd_per_hour is None or not is_withdrawn(facts, left.get(thing), line.seen_on or date.min)
    ]
    recorded: list[PriceLine] = []
    for thing, line in _recorded(facts, day, query, limit):
        last = left.get(thing)
        if last is not None and is_withdrawn(facts, last, line.seen_on or date.min):
            recorded += [] if thing in unpriced else [_gone(line, last, day)]
            continue
        decides = deciding((*told.get(thing, ()), Said(BUNDLED, line.seen_on or date.min)), places, window)
        if decides is not None and decides.source == BUNDLED:
            recorded.append(line)
    prices = _with_used(facts, [*observed, *recorded])
    prices += _unknown(facts, query, prices)
    return tuple(sorted(prices, key=_place))


def _thing_of(names: Names, line: PriceLine) -> OfferKey:
    name = names.listed(line.scope, line.cloud, line.instance) or line.instance
    return OfferKey(name, line.cloud, line.region, line.purchase, line.scope)


def _with_used(facts: Facts, prices: Iterable[PriceLine]) -> list[PriceLine]:
    """The lines, with a mark on those of sources that do not decide what the price is."""
    window = timedelta(facts.constants["sources_differ_days"].value.likely)
    places = {feed: place for place, feed in enumerate(facts.preferences["feeds"].feeds)}
    things: dict[OfferKey, list[PriceLine]] = {}
    for line in prices:
        things.setdefault(_thing_of(names_of(facts), line), []).append(line)
    found: list[PriceLine] = []
    for of in things.values():
        said: dict[str, date] = {}
        for line in of:
            if line.usd_per_hour is not None and line.seen_on:
                said[_said_by(line)] = max(line.seen_on, said.get(_said_by(line), line.seen_on))
        decides = deciding((Said(feed, seen_on) for feed, seen_on in said.items()), places, window)
        found += (
            line.model_copy(update={"is_used": False, "doubted": _beside_another(line)})
            if decides and line.usd_per_hour is not None and _said_by(line) != decides.source
            else line
            for line in of
        )
    return found


def _beside_another(line: PriceLine) -> DoubtedPrice | None:
    """What is said of a doubted figure of a source that does not decide."""
    return line.doubted and line.doubted.model_copy(update={"because": line.doubted.because_unused})


def _said_by(line: PriceLine) -> str:
    return line.feed if line.source.startswith("feed-") else BUNDLED


def _place(line: PriceLine) -> tuple[object, ...]:
    order = PURCHASES_IN_ORDER.index(line.purchase)
    return line.cloud, line.instance, line.region, order, line.terms, line.zone, line.feed


def _gone(line: PriceLine, gone: Gone, day: date) -> PriceLine:
    """Instead of the recorded price: since when the feed does not list it any more."""
    return line.model_copy(
        update={
            "usd_per_hour": None, "since": gone.since, "seen_on": gone.seen_on, "age_days": (day - gone.seen_on).days,
            "is_old": False, "feed": gone.feed, "source": f"feed-{gone.feed}-{line.cloud}", "note": "gone",
        }
    )  # fmt: skip


def _observed(
    facts: Facts, past: HistoryReader, day: date, query: PriceQuery, limit: float, held: HeldBack
) -> Iterator[PriceLine]:
    for standing in standings(
        past,
        day,
        held,
        instances=names_of(facts).feed_names(query.instances) or None,
        region=query.region,
        purchase=query.purchase,
    ):
        key = standing.price.key
        if query.takes(key.cloud, key.instance, key.region, key.purchase):
            yield _line(standing.price, standing.doubted, day, limit)


def _line(standing: PriceInForce, doubted: DoubtedFigure | None, day: date, limit: float) -> PriceLine:
    key, usd = standing.key, standing.usd_per_hour
    age = (day - standing.confirmed_on).days
    return PriceLine(
        **key._asdict(), usd_per_hour=None if usd is None else float(usd), since=standing.seen_on,
        seen_on=standing.confirmed_on, age_days=age, is_old=age > limit, feed=standing.feed,
        source=f"feed-{standing.feed}-{key.cloud}", note="unknown" if usd is None else "",
        doubted=None if doubted is None else doubted_price(standing, doubted),
    )  # fmt: skip


def doubted_price(standing: PriceInForce, doubted: DoubtedFigure) -> DoubtedPrice:
    """A doubted figure with the sentence that says why, beside the price in use."""
    usd = None if standing.usd_per_hour is None else float(standing.usd_per_hour)
    because, unused = (
        say("words/prices/doubts.j2", "why", doubted, standing.feed, usd, is_used=is_used)
        for is_used in (True, False)
    )
    return DoubtedPrice(
        usd_per_hour=doubted.figure,
        is_gone=doubted.is_gone,
        since=doubted.since,
        last_seen_on=doubted.last_seen_on,
        code=doubted.code,
        because=because,
        because_unused=unused,
        looks=doubted.looks,
        looks_to_come=doubted.looks_to_come,
    )


def _recorded(facts: Facts, day: date, query: PriceQuery, limit: float) -> Iterator[tuple[OfferKey, PriceLine]]:
    things = set(query.instances)
    things |= {facts.instances[name].accelerator for name in things if name in facts.instances}
    offers_of: dict[OfferKey, list[Offer]] = {}
    for offer in facts.offers:
        is_asked = query.takes(offer.cloud, offer.instance, offer.region, offer.purchase)
        if offer.observed_on <= day and is_asked and (not things or offer.instance in things):
            offers_of.setdefault(offer_key(offer), []).append(offer)
    for thing, offers in offers_of.items():
        offers.sort(key=lambda offer: offer.observed_on)
        last = offers[-1]
        since = last.observed_on
        for offer in reversed(offers):
            if offer.usd_per_hour != last.usd_per_hour:
                break
            since = offer.observed_on
        age = (day - last.observed_on).days
        yield thing, PriceLine(
            **thing._asdict(), usd_per_hour=float(last.usd_per_hour), since=since,
            seen_on=last.observed_on, age_days=age, is_old=age > limit, feed=RECORDED, source=last.source,
            note="block_only" if _is_by_block(facts.instances.get(thing.instance), thing.purchase) else "",
        )  # fmt: skip


def _unknown(facts: Facts, query: PriceQuery, prices: Iterable[PriceLine]) -> Iterator[PriceLine]:
    """Of what was named: each way of buying it whose price nobody says, and on demand where blocks alone are sold."""
    names = names_of(facts)
    priced = set()
    for line in prices:
        name = names.listed(line.scope, line.cloud, line.instance) or line.instance
        priced |= {(name, line.purchase)}
    for name in query.instances:
        thing = facts.instances[name]
        here = [place for place in query.regions if _may_lie_in(place, thing.cloud, facts)]
        if (query.clouds and thing.cloud not in query.clouds) or (query.regions and not here):
            continue
        for way in PURCHASES_IN_ORDER:
            is_asked = query.purchase in (None, way)
            is_there = (name, way) in priced or (thing.accelerator, way) in priced
            by_block = _is_by_block(thing, way)
            if is_asked and not is_there and (way in thing.sold or by_block):
                yield PriceLine(
                    cloud=thing.cloud, instance=name, region=here[0] if here else "unstated", purchase=way,
                    usd_per_hour=None, note="block_only" if by_block else "unknown",
                )  # fmt: skip


def _may_lie_in(region: str, cloud: Cloud, facts: Facts) -> bool:
    return region not in facts.regions or facts.regions[region].cloud == cloud


def _is_by_block(instance: Instance | None, way: Purchase) -> bool:
    """Whether somebody who looks for its price on demand has to be told that blocks are what is sold."""
    return (
        instance is not None and way == "on_demand" and way not in instance.sold and "capacity_block" in instance.sold
    )
