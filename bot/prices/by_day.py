"""Which price verdicts used on each day: what `prices show` said on it, look by look.

What was believed on a day, and which source decided, is worked out from what was known by then. Two things are told
as they are known now. A figure that waited and was believed later counts from the look that first showed it; and what
a later look took back is taken out, and marked as what was in use.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from typing import TYPE_CHECKING, Literal, NamedTuple

from bot.prices.lookup import PriceQuery
from bot.prices.market import source_id
from bot.prices.withdrawn import sells
from engine.base.of_facts import once
from engine.prices.deciding import BUNDLED, Said, deciding
from engine.prices.offers import OfferKey, offer_key
from knowledge.facts import Cloud, Facts, Purchase, Series, names_of

if TYPE_CHECKING:
    from bot.prices.believed import Through
    from engine.changes.belief import Belief, Slip
    from engine.changes.change import DoubtedFigure

TAKEN_BACK, RETURNED = "taken_back", "returned"  # codes of what a later look undid: it was in use, or it was not
NOTHING = (False, None)


class PriceOf(NamedTuple):
    """What a price is of, as its source spells it."""

    cloud: Cloud
    instance: str
    region: str
    zone: str
    purchase: Purchase
    terms: str
    scope: Literal["instance", "chip"]


class WrongFigure(NamedTuple):
    """From `since` until before `until` (None: still) a figure was shown that is not believed."""

    since: date
    until: date | None
    code: str


class Sighting(NamedTuple):
    """What verdicts used on the day of a look, last seen on `seen_on`. With `wrong`, what a later look took back, or
    what was shown and never used."""

    day: date
    usd: float | None
    is_gone: bool
    source: str
    feed: str = BUNDLED
    wrong: WrongFigure | None = None
    seen_on: date = date.min


class _State(NamedTuple):
    """What is believed of a series on a day. `waits`: whether something else is shown, and what; with its code."""

    usd: float | None
    is_gone: bool
    since: date
    seen_on: date
    is_known: bool  # not only by a figure that is not believed
    is_delisted: bool
    waits: tuple[bool, float | None] = NOTHING
    code: str = ""


class _Observed:
    """One series of the store, and what is believed of it."""

    def __init__(self, series: Series, through: Through | None) -> None:
        self.feed, self.key = series.feed, series.key
        self.of = PriceOf(*(getattr(series.key, name) for name in PriceOf._fields))
        self.source = source_id(series.feed, series.key.cloud)
        self.looked = series.looked
        self.news = {*series.looked, *series.accepted}  # days on which something may have become believed
        self._points = series.points
        self._days = [point.seen_on for point in series.points]
        name = series.feed, series.key
        kept = [(day, of.get(name)) for day, of in through.days] if through else []
        self._kept = [pair for at, pair in enumerate(kept) if not at or pair[1] != kept[at - 1][1]]
        self._kept_days = [day for day, _ in self._kept]
        self.slips = through.slips.get(name, ()) if through else ()

    def on(self, day: date) -> _State | None:
        """None: it was not seen by then."""
        at = bisect_right(self._days, day)
        if not at:
            return None
        point, known = self._points[at - 1], bisect_right(self._kept_days, day)
        belief = self._kept[known - 1][1] if known else None
        if belief is not None and belief.doubted is not None:
            return _beside(belief, belief.doubted)
        looks = bisect_right(self.looked, day)
        seen_on = max(self.looked[looks - 1], point.seen_on) if looks else point.seen_on
        usd = None if point.is_gone or point.usd_per_hour is None else float(point.usd_per_hour)
        is_delisted = belief is not None and belief.is_delisted
        return _State(usd, point.is_gone, point.seen_on, seen_on, is_known=True, is_delisted=is_delisted)

    def wrong(self, until: date) -> Iterator[tuple[WrongFigure, float | None]]:
        """The figures that it showed and that were never believed, oldest first."""
        looks = sorted({*self._kept_days, *self.news, *self._days})
        begun: tuple[date, _State] | None = None
        for day in looks[: bisect_right(looks, until)]:
            state = self.on(day)
            if state is None or (begun is not None and state.waits == begun[1].waits):
                continue
            if begun is not None and not self._is_believed(state, begun[1]):
                since, was = begun
                is_back = not state.waits[0] and (state.usd, state.is_known) == (was.usd, was.is_known)
                yield WrongFigure(since, day, RETURNED if is_back else was.code), was.waits[1]
            is_other = not (
                state.is_known and state.usd == state.waits[1]
            )  # spot may be what it was, above on demand
            begun = (day, state) if state.waits[0] and is_other else None
        if begun is not None:
            yield WrongFigure(begun[0], None, begun[1].code), begun[1].waits[1]

    @staticmethod
    def _is_believed(state: _State, was: _State) -> bool:
        return state.is_known and state.usd == was.waits[1]


def _beside(belief: Belief, doubted: DoubtedFigure) -> _State:
    """What is believed beside a figure that is not."""
    usd = belief.usd_per_hour
    return _State(
        None if usd is None else float(usd),
        belief.is_gone,
        belief.since,
        belief.seen_on,
        is_known=usd is not None or belief.is_delisted or belief.since < doubted.since,
        is_delisted=belief.is_delisted,
        waits=(True, doubted.figure),
        code=doubted.code,
    )


class _Bundled(NamedTuple):
    """A price that comes with chipscout, as it was seen on a day."""

    of: PriceOf
    day: date
    usd: float
    source: str


class _Told(NamedTuple):
    """What is told of a price on a day, since when it was shown, and what of the same series waits then."""

    price: Sighting
    waits: tuple[bool, float | None]
    since: date


def by_day(
    facts: Facts,
    series: Iterable[Series],
    through: Mapping[Cloud, Through],
    day: date,
    query: PriceQuery,
) -> Iterator[tuple[PriceOf, Sighting]]:
    """Of each price what was used at each look at the thing it is a price of; and beside it what was never believed.

    Which source decides is asked of a thing, a region and a way to buy: its zones and terms are decided together.
    """
    things: dict[OfferKey, tuple[list[_Observed], list[_Bundled]]] = {}
    for thing, offer in _bundled(facts, day, query):
        things.setdefault(thing, ([], []))[1].append(offer)
    for entry in series:
        key = entry.key
        thing = OfferKey(
            names_of(facts).listed(key.scope, key.cloud, key.instance) or key.instance,
            key.cloud, key.region, key.purchase, key.scope,
        )  # fmt: skip
        things.setdefault(thing, ([], []))[0].append(_Observed(entry, through.get(key.cloud)))
    rounding = facts.constants["same_price_share"].value.likely
    for thing, (observed, bundled) in things.items():
        bundled.sort(key=lambda one: one.day)
        told = _used(facts, thing, observed, bundled, day)
        for one in observed:
            for figure, usd in _wrong(one, told.get(one.of, []), day, rounding):
                yield one.of, Sighting(figure.since, usd, usd is None, one.source, one.feed, figure, figure.since)
        for of, prices in told.items():
            yield from ((of, price) for price in _as_known_now(prices, rounding))


def _bundled(facts: Facts, day: date, query: PriceQuery) -> Iterator[tuple[OfferKey, _Bundled]]:
    """A price that a document only claims does not count."""
    things = set(query.instances) | {facts.instances[name].accelerator for name in query.instances}
    for offer in facts.offers:
        grade = offer.grade or facts.sources[offer.source].grade
        is_asked = query.takes(offer.cloud, offer.instance, offer.region, offer.purchase)
        is_asked = is_asked and (not things or offer.instance in things)
        if is_asked and offer.observed_on <= day and grade not in ("claim", "assumed"):
            of = PriceOf(offer.cloud, offer.instance, offer.region, "", offer.purchase, "", offer.scope)
            yield offer_key(offer), _Bundled(of, offer.observed_on, float(offer.usd_per_hour), offer.source)


@once
def _sold(facts: Facts) -> frozenset[OfferKey]:
    return frozenset(map(offer_key, facts.offers))


def _used(
    facts: Facts, thing: OfferKey, observed: Sequence[_Observed], bundled: Sequence[_Bundled], until: date
) -> dict[PriceOf, list[_Told]]:
    """At each look at any of the series of a thing, what the source shows that decides then."""
    window = timedelta(facts.constants["sources_differ_days"].value.likely)
    places = {feed: place for place, feed in enumerate(facts.preferences["feeds"].feeds)}
    looks = {look for one in observed for look in one.news} | {one.day for one in bundled}
    ours, is_ours = [one.day for one in bundled], thing in _sold(facts)
    told: dict[PriceOf, list[_Told]] = {}
    for day in sorted(look for look in looks if look <= until):
        states = [(one, state) for one in observed if (state := one.on(day))]
        at = bisect_right(ours, day)
        said = [*_said(states, is_ours=is_ours), *([Said(BUNDLED, ours[at - 1])] if at else ())]
        decides = deciding(said, places, window)
        if decides is not None and decides.source == BUNDLED:
            last = bundled[at - 1]
            price = Sighting(day, last.usd, False, last.source, seen_on=last.day)
            told.setdefault(last.of, []).append(_Told(price, NOTHING, last.day))
            continue
        known = [(one, state) for one, state in states if state.is_known]
        if known:
            feed = decides.source if decides else max(known, key=lambda pair: pair[1].seen_on)[0].feed
            for one, state in known:
                if one.feed == feed:
                    seen_on = state.since if state.is_gone else state.seen_on
                    price = Sighting(day, state.usd, state.is_gone, one.source, feed, None, seen_on)
                    told.setdefault(one.of, []).append(_Told(price, state.waits, state.since))
            if decides is not None and not decides.is_priced:
                there = {one.of for one, _ in known if one.feed == feed}
                gone = Sighting(day, None, True, source_id(feed, thing.cloud), feed, None, decides.seen_on)
                for of in told.keys() - there:  # as another source spells it, or sold all zones as one
                    told[of].append(_Told(gone, NOTHING, decides.seen_on))
    return told


def _said(states: Iterable[tuple[_Observed, _State]], *, is_ours: bool) -> list[Said]:
    """What each feed says. That one sells it no more counts where no other feed sells it, of what comes along too."""
    priced: dict[str, date] = {}
    gone: dict[str, date] = {}
    for one, state in states:
        if state.usd is not None:
            priced[one.feed] = max(state.seen_on, priced.get(one.feed, state.seen_on))
        elif state.is_delisted:
            gone[one.feed] = max(state.seen_on, gone.get(one.feed, state.seen_on))
    said = [Said(feed, seen_on) for feed, seen_on in priced.items()]
    if is_ours and not any(map(sells, priced)):
        said += [Said(feed, seen_on, is_priced=False) for feed, seen_on in gone.items()]
    return said


def _as_known_now(told: Iterable[_Told], rounding: float) -> list[Sighting]:
    """What waited and was believed by the same feed at a later look counts from the look that first showed it, beside
    what comes with chipscout too."""
    every = list(told)
    prices = [one.price for one in every]
    for at, (now, _, since) in enumerate(every):
        while at:
            before, waits, _ = every[at - 1]
            is_waiting, usd = waits
            is_shown = before.day >= since and not _is_same(before.usd, now.usd, rounding)
            is_waiting = is_waiting and _is_same(usd, now.usd, rounding)
            if before.feed == BUNDLED:  # in use only as long as nothing that was seen later is believed
                is_waiting, is_shown = False, is_shown and before.seen_on <= since
            elif before.feed != now.feed:
                break
            if not (is_shown or is_waiting):
                break
            at -= 1
            prices[at] = now._replace(day=before.day, seen_on=min(before.day, now.seen_on))
    return prices


def _is_same(usd: float | None, other: float | None, rounding: float) -> bool:
    return usd is other if usd is None or other is None else abs(usd / other - 1) <= rounding


def _wrong(
    one: _Observed, told: list[_Told], until: date, rounding: float
) -> Iterator[tuple[WrongFigure, float | None]]:
    """What of a series was never believed, or is not now; what was in use of the latter is taken out of `told`."""
    wrong = list(one.wrong(until))
    starts = {figure.since for figure, _ in wrong}
    later = {of.since: of.price.usd for of in told if of.price.feed == one.feed}  # believed, if not at first
    for figure, usd in wrong:
        if figure.since not in later or not _is_same(usd, later[figure.since], rounding):
            yield figure, usd
    for slip in one.slips:
        used = [told_on for told_on in told if told_on.price.feed == one.feed and _is_of(slip, told_on.price)]
        if used:
            told[:] = [told_on for told_on in told if told_on not in used]
            yield WrongFigure(used[0].price.day, slip.settled, TAKEN_BACK), slip.usd_per_hour
        elif slip.since not in starts:
            yield WrongFigure(slip.since, slip.until, RETURNED), slip.usd_per_hour


def _is_of(slip: Slip, price: Sighting) -> bool:
    return slip.since <= price.day < slip.settled and price.usd == slip.usd_per_hour
