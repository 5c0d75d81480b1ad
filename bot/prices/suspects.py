"""Which machines have a figure, new since a day, that may not be believed; only those few are looked at closely.

A first look at a whole catalog brings tens of thousands of figures. Of nearly all of them a glance at the lowest and
the highest says that they are possible; those of the others are judged one by one (`keep_beliefs`).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from typing import TYPE_CHECKING

from engine.changes.lines import Place, PriceId, is_same, place_of, plain, price_id_of
from knowledge.facts import Cloud, Facts, SeriesKey
from knowledge.history.last_figures import LastFigure
from knowledge.history.overview import MovedRange, Overview, TypeFigures

if TYPE_CHECKING:
    from engine.changes.plausibility import PlausibleLimits
    from knowledge.history.queries import HistoryReader


def suspects(
    limits: PlausibleLimits,
    past: HistoryReader,
    cloud: Cloud,
    moved_after: date,
    overview: Overview,
) -> list[str]:
    """The types, as feeds spell them, of which a figure that moved after that day has to be judged.

    Those are at least all with a list price that moved after the first look of its feed, with a figure that is no
    possible price, with a spot price above on demand, and with one imported as recorded.
    """
    moved = overview.moved_ranges(moved_after)
    if not moved:
        return []
    found = {plain(of.instance) for of in moved if of.is_late}
    chips: dict[str, set[float | None]] = {}
    for of in moved:
        chips.setdefault(plain(of.instance), set()).add(of.chips)
    for of in moved:
        name = plain(of.instance)
        if name not in found and _is_odd(limits, cloud, of, chips[name]):
            found.add(name)
    found |= _over_on_demand(limits, past, cloud, moved_after, moved, overview.types)
    return [instance for instance in overview.types if plain(instance) in found] if found else []


def _is_odd(limits: PlausibleLimits, cloud: Cloud, of: MovedRange, chips: Iterable[float | None]) -> bool:
    """Whether the lowest or the highest is impossible for any number of chips that is listed for the machine, or a
    placeholder may be between them."""
    key = SeriesKey(cloud, of.instance, "", of.purchase, scope=of.scope)
    ends = [usd for usd in (of.low, of.high) if usd is not None]
    if ends and any(ends[0] <= usd <= ends[-1] for usd in limits.placeholders):
        return True
    return any(limits.fault(key, usd, count) is not None for count in chips for usd in ends)


def _over_on_demand(
    limits: PlausibleLimits,
    past: HistoryReader,
    cloud: Cloud,
    moved_after: date,
    moved: Iterable[MovedRange],
    types: Mapping[str, TypeFigures],
) -> set[str]:
    """Of which a spot price is above on demand in its region: only where the highest is above the lowest anywhere."""
    most = 1 + limits.likely("change_spot_over_share")
    lowest: dict[str, float] = {}
    for instance, usd in _lowest(types) if moved_after > date.min else _lowest_of_new(moved):
        lowest[plain(instance)] = min(usd, lowest.get(plain(instance), usd))
    spots = [of for of in moved if of.purchase == "spot"]
    high = {name for of in spots if of.high and of.high > most * lowest.get(name := plain(of.instance), of.high)}
    if not high:
        return set()
    spelled = [instance for instance in types if plain(instance) in high]
    dearest: dict[tuple[str, str, str], float] = {}
    for last in past.last_figures(cloud, instances=spelled, purchase="spot", moved_after=moved_after):
        place = last.feed, plain(last.key.instance), plain(last.key.region)
        dearest[place] = max(last.usd_per_hour or 0, dearest.get(place, 0))
    return {
        plain(last.key.instance)
        for last in past.last_figures(cloud, instances=spelled, purchase="on_demand")
        if last.usd_per_hour is not None
        and dearest.get((last.feed, plain(last.key.instance), plain(last.key.region)), 0) > last.usd_per_hour * most
    }


def _lowest(types: Mapping[str, TypeFigures]) -> Iterator[tuple[str, float]]:
    return ((instance, of.lowest_on_demand) for instance, of in types.items() if of.lowest_on_demand is not None)


def _lowest_of_new(moved: Iterable[MovedRange]) -> Iterator[tuple[str, float]]:
    """The same where everything is new."""
    return ((of.instance, of.low) for of in moved if of.purchase == "on_demand" and of.low is not None)


def far_first_looks(facts: Facts, past: HistoryReader, cloud: Cloud, day: date, overview: Overview) -> set[Place]:
    """Where a feed that was first read after `day` shows another list price than what was known from elsewhere: it is
    judged as a move from that one."""
    from engine.changes.plausibility import limits_of

    first, limits = overview.first_looks, limits_of(facts)
    new = {feed for feed, look in first.items() if look > day}
    if not new:
        return set()
    since = day if len(new) == len(first) else date.min
    shown: dict[PriceId, list[LastFigure]] = defaultdict(list)
    comparable = _comparable(facts, cloud, overview)
    for last in past.last_figures(cloud, instances=comparable, moved_after=since, is_listed=True):
        shown[price_id_of(last.key)].append(last)
    far: set[Place] = set()
    for price, figures in shown.items():
        for last in figures:
            if last.feed not in new:
                continue
            bundled = limits.bundled_price(price, last.since)
            known = [other.usd_per_hour for other in figures] + ([bundled[1]] if bundled else [])
            is_known = last.since == first[last.feed] and last.usd_per_hour is not None
            if not is_known or not all(is_same(last.usd_per_hour, usd, limits.same_share) for usd in known):
                far.add(place_of(last.key))
    return far


def _comparable(facts: Facts, cloud: Cloud, overview: Overview) -> list[str] | None:
    """The types of which a first figure can differ from another one, or is none; None: any of them.

    That is where another feed or the facts list the type too, or a feed spells it in several ways.
    """
    from engine.changes.recorded import recorded_types

    places, types = overview.listed_places, overview.types
    regions = {region for region, _ in places}
    if any(zone for _, zone in places) or len({plain(region) for region in regions}) < len(regions):
        return None
    known, spellings = recorded_types(facts, cloud), Counter(map(plain, types))
    return [
        name
        for name, of in types.items()
        if of.is_of_several or of.has_moved or of.is_blank or plain(name) in known or spellings[plain(name)] > 1
    ]
