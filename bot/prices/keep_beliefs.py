"""Keeps what is doubted beside the prices, so that the believed price of everything can be read at once.

`price_series` repeats the last figure of every price, `price_beliefs` holds the few that are not believed, by cloud
and day: together they are the latest believed prices. Beside these it has what is not sold any more, where a price
that comes with chipscout would be taken for its own. An import keeps both true in one transaction. It judges only
what the new snapshot may have changed; the result is that of judging the whole history (`worked_out`).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence, Set
from datetime import date
from functools import partial
from typing import TYPE_CHECKING, Any

from bot.prices.suspects import far_first_looks, suspects
from bot.prices.withdrawn import thing_of
from engine.base.constants import Constants
from engine.base.of_facts import once
from engine.changes.change import HELD_FILE
from engine.changes.lines import Place, place_of, plain, price_id_of
from engine.prices.offers import OfferKey, offer_key
from knowledge.facts import Cloud, Facts, Series, SeriesKey

if TYPE_CHECKING:
    from engine.changes.belief import Belief
    from engine.changes.change import DoubtedFigure
    from engine.changes.plausibility import PlausibleLimits
    from knowledge.history.beliefs import SnapshotState
    from knowledge.history.history import History
    from knowledge.history.last_figures import LastFigure
    from knowledge.history.overview import Overview, TypeFigures
    from knowledge.history.queries import HistoryReader

RULES = 20  # raise it with every change of what is kept as doubted
PREFIXES = ("change_", "spot_", "placeholder_price_", "unit_slip_", "cores_in_name_")

Row = list[Any]
DOUBT, IS_DELISTED = 7, 8  # places in a row
CODE = 4  # in a doubt


def keep(facts: Facts, history: History) -> None:
    """Works out what is doubted now and keeps it, if that was not done since the last snapshot."""
    rules = rules_of(facts)
    for state in history.states(date.max):
        if history.kept_beliefs(state, rules) is None:
            history.keep_beliefs(state, rules, json.dumps(brought_up_to(facts, history, state)))


def worked_out(facts: Facts, past: HistoryReader, state: SnapshotState) -> list[Row]:
    """What is doubted in that state, from the whole history of the cloud: what the others did says whether to
    believe one."""
    from engine.changes.plausibility import limits_of
    from engine.changes.recorded import price_history

    history = price_history(facts, past.series(cloud=state.cloud), state.cloud)
    return list(_rows(facts, history, limits_of(facts), state))


def brought_up_to(facts: Facts, past: HistoryReader, state: SnapshotState) -> list[Row]:
    """The same, from what was kept before and what was added since."""
    kept = past.beliefs_before(state, rules_of(facts))
    if kept is None and set(past.first_looks(state.cloud).values()) != {state.day}:
        return worked_out(facts, past, state)
    day, rows = (date.min, []) if kept is None else (kept[0], json.loads(kept[1]))
    overview = past.overview(state.cloud)
    if kept is not None and _may_be_of_held_file(facts, past, state.cloud, day, rows, overview):
        return worked_out(facts, past, state)
    far = far_first_looks(facts, past, state.cloud, day, overview)
    found = _since(day, rows, far, facts, past, state, overview)
    return worked_out(facts, past, state) if far and any(map(_is_of_held_file, found)) else found


def _is_of_held_file(row: Row) -> bool:
    return row[DOUBT] is not None and row[DOUBT][CODE] == HELD_FILE


def _may_be_of_held_file(
    facts: Facts, past: HistoryReader, cloud: Cloud, day: date, before: Sequence[Row], overview: Overview
) -> bool:
    """Whether a file was held back as a whole on `day`, or so much of one moved since that it may be: all of it is
    judged then."""
    if any(map(_is_of_held_file, before)):
        return True
    if all(of.purchase == "spot" for of in overview.moved_ranges(day)):
        return False
    constants = Constants(facts)
    least, share = constants.likely("change_feed_prices"), constants.likely("change_feed_share")
    # half of it: some of what moved with the file may be gone by now
    return any(moved >= least and moved > share / 2 * priced for moved, priced in past.moved_shares(cloud, day))


def _since(
    day: date,
    before: list[Row],
    far: Set[Place],
    facts: Facts,
    past: HistoryReader,
    state: SnapshotState,
    overview: Overview,
) -> list[Row]:
    """What was neither doubted on `day` nor moved later is still believed: another look at it changes nothing.

    A move of a list price is judged by what others did, so list prices that moved are judged together; a price at the
    first look of its feed by itself; a spot price by the on-demand price of its type and region alone, from its last
    believed figure on. One imported as recorded is beside bundled prices: it is judged with all of them.
    """
    from engine.changes.plausibility import limits_of
    from engine.changes.recorded import RECORDED, price_history

    cloud, limits = state.cloud, limits_of(facts)
    left = [row for row in before if row[DOUBT] is None]  # sold no more: that it moved again is seen as any move is
    before = [row for row in before if row[DOUBT] is not None]
    moved: list[LastFigure] = []
    spots_moved: list[LastFigure] = []
    for last in past.last_figures(cloud, instances=suspects(limits, past, cloud, day, overview), moved_after=day):
        (spots_moved if last.key.purchase == "spot" else moved).append(last)
    anew = {*far, *(place_of(SeriesKey(*row[1])) for row in before)}
    anew |= {place_of(last.key) for last in _to_judge(limits, overview.first_looks, moved)}
    anew |= {place_of(last.key) for last in spots_moved if last.feed == RECORDED}
    if day > date.min and any(of.purchase == "spot" for of in overview.moved_ranges(day)):  # at a first look none did
        anew |= {place_of(key) for key in past.far_spots(cloud, day, far_factor(limits))}
    odd = _odd_spots(limits, past, cloud, spots_moved, anew, overview)
    if not anew and not odd:
        return left
    due = {(last.feed, last.key) for last in odd}
    spots = {
        (entry.feed, entry.key): entry
        for entry in past.series(cloud=cloud, since=day, numbers=[last.number for last in odd])
    }
    asked = {instance for instance, _ in anew} | {plain(last.key.instance) for last in odd}
    beside = _types_beside(facts, cloud, overview.types, asked)
    if anew:
        some = partial(past.series, cloud=cloud, is_spot=False)
    else:
        some = partial(past.series, cloud=cloud, purchase="on_demand", since=day)
    listed = list(some(instances=beside))
    places = anew | _fallen_alike(facts, limits, cloud, listed, anew) if anew else set()
    if anew:
        spots |= {(entry.feed, entry.key): entry for entry in _spots_of(past, cloud, places, overview.types)}

    def unmoved() -> Iterator[Series]:
        yield from (entry for entry in some() if entry.key.instance not in beside)
        told = {(entry.feed, price_id_of(entry.key)) for entry in history}
        for entry in price_history(facts, listed, cloud):  # bundled prices that never moved are listed beside, too
            if entry.key.purchase != "spot" and (entry.feed, price_id_of(entry.key)) not in told:
                yield entry

    def is_asked(feed: str, key: SeriesKey) -> bool:
        return place_of(key) in anew or (feed, key) in due

    # of the other bundled prices, which are believed, those count that moved
    history = price_history(facts, [*listed, *spots.values()], cloud, is_moved=True, places=places)
    judged = places | {place_of(key) for _, key in spots}
    left = [row for row in left if not is_asked(row[0], SeriesKey(*row[1]))]
    return [*left, *_rows(facts, _near(history, limits, judged), limits, state, is_asked, unmoved)]


def _near(history: Sequence[Series], limits: PlausibleLimits, judged: Container[Place]) -> list[Series]:
    """The same without bundled prices of chips of which none is judged: half of what judging one move would take.

    Across feeds, only moves of the same chip say what to believe. A bundled price with a figure that is not (imported
    as recorded, or listed by a feed on a bundled day) is beside all bundled ones: then none is left out.
    """
    from engine.changes.recorded import RECORDED

    families = set()
    for entry in history:
        if place_of(entry.key) in judged:
            families.add(limits.family(entry.key))
            if entry.feed == RECORDED and not limits.is_all_bundled(entry):
                return list(history)
    # by place, so that spot stays beside on demand however its type is spelled
    kept = {place_of(entry.key) for entry in history if limits.family(entry.key) in families}
    return [entry for entry in history if entry.feed != RECORDED or place_of(entry.key) in kept]


def _types_beside(facts: Facts, cloud: Cloud, types: Mapping[str, TypeFigures], asked: Set[str]) -> frozenset[str]:
    """The types, as feeds spell them, whose list prices say what to believe of those asked for.

    Those are all with a price that ever moved, of several feeds or in the facts: the others are there to be counted.
    """
    from engine.changes.recorded import recorded_types

    moved = {plain(name) for name, of in types.items() if of.has_moved or of.is_of_several}
    names = asked | moved | recorded_types(facts, cloud)
    return frozenset(_spelled((name for name, of in types.items() if of.is_listed), names))


def spots_beside(
    facts: Facts,
    limits: PlausibleLimits,
    past: HistoryReader,
    cloud: Cloud,
    listed: Sequence[Series],
    places: Set[Place],
    names: Iterable[str],
) -> Iterator[Series]:
    """The spot prices that judging the prices of `places` takes, given its list prices and the names of its types."""
    return _spots_of(past, cloud, places | _fallen_alike(facts, limits, cloud, listed, places), names)


def _spots_of(past: HistoryReader, cloud: Cloud, places: Set[Place], names: Iterable[str]) -> Iterator[Series]:
    spelled = _spelled(names, {instance for instance, _ in places})
    figures = past.last_figures(cloud, instances=spelled, purchase="spot")
    return past.series(cloud=cloud, numbers=[last.number for last in figures if place_of(last.key) in places])


def _to_judge(
    limits: PlausibleLimits, first: Mapping[str, date], moved: Iterable[LastFigure]
) -> Iterator[LastFigure]:
    """List prices that moved or came later than the first look of their feed, and those that cannot be a price.

    Series that differ only in spelling are one price: it is judged by the chips that any of them names.
    """
    new = []
    for last in moved:
        if last.since == first.get(last.feed):
            new.append(last)
        else:
            yield last
    chips: dict[Place, set[float | None]] = {}
    for last in new:
        chips.setdefault(place_of(last.key), set()).add(last.chips)
    for last in new:
        usd = last.usd_per_hour
        if usd is not None and any(limits.fault(last.key, usd, count) for count in chips[place_of(last.key)]):
            yield last


def _spelled(names: Iterable[str], wanted: Container[str]) -> list[str]:
    """Those of `names` that are one of the `wanted`, however they are spelled."""

    return [name for name in names if plain(name) in wanted]


def _odd_spots(
    limits: PlausibleLimits,
    past: HistoryReader,
    cloud: Cloud,
    moved: Sequence[LastFigure],
    anew: Container[Place],
    overview: Overview,
) -> list[LastFigure]:
    """Those that may not be believed: where a last figure is possible, nothing before it matters."""
    from engine.changes.spot_market import spot_fault

    listed: dict[tuple[str, Place], float] = {}
    instances = {last.key.instance for last in moved}
    spelled = _spelled(overview.types, {plain(name) for name in instances}) if moved else ()
    for last in past.last_figures(cloud, instances=spelled, purchase="on_demand") if moved else ():
        if last.usd_per_hour is not None:
            where = last.feed, place_of(last.key)
            listed[where] = min(last.usd_per_hour, listed.get(where, last.usd_per_hour))
    return [
        last
        for last in moved
        if last.usd_per_hour is not None
        and place_of(last.key) not in anew
        and spot_fault(limits, last.key, last.usd_per_hour, last.chips, listed.get((last.feed, place_of(last.key))))
    ]


def _fallen_alike(
    facts: Facts, limits: PlausibleLimits, cloud: Cloud, listed: Sequence[Series], anew: Container[Place]
) -> set[Place]:
    """Where an on-demand price ever fell of a chip that is judged anew: such falls are compared with spot."""
    from engine.changes.recorded import moved_series

    chips = {limits.family(entry.key) for entry in listed if place_of(entry.key) in anew}
    found = set()
    for entry in (*listed, *moved_series(facts, cloud)):
        if entry.key.purchase == "on_demand" and len(entry.points) > 1 and limits.family(entry.key) in chips:
            prices = [point.usd_per_hour for point in entry.points if point.usd_per_hour is not None]
            if prices != sorted(prices):
                found.add(place_of(entry.key))
    return found


def far_factor(limits: PlausibleLimits) -> float:
    """From which move on a spot price may be doubted; a little less, for the rounding of either reckoning."""
    return limits.likely("change_spot_jump") * (1 - limits.same_share)


def _rows(
    facts: Facts,
    history: Iterable[Series],
    limits: PlausibleLimits,
    state: SnapshotState,
    among: Callable[[str, SeriesKey], bool] | None = None,
    unmoved: Callable[[], Iterable[Series]] = tuple,
) -> Iterator[Row]:
    from engine.changes.belief import kept_beliefs
    from engine.changes.judged import JudgedPrices

    judged = JudgedPrices(history, state.day, limits, unmoved)
    for belief in kept_beliefs(judged, among):
        is_delisted = belief.is_delisted and thing_of(facts, belief.key) in _bundled_things(facts)
        if belief.doubted is not None or is_delisted:
            yield _row(belief._replace(is_delisted=is_delisted))


def _row(belief: Belief) -> Row:
    """When what is sold no more was last looked at is read with the prices: it is another day with each look."""
    usd = None if belief.usd_per_hour is None else str(belief.usd_per_hour)
    doubt = None if belief.doubted is None else _doubt(belief.doubted)
    seen_on = belief.since if doubt is None else belief.seen_on
    return [
        belief.feed, list(belief.key), usd, belief.is_gone, belief.since.isoformat(), seen_on.isoformat(),
        belief.chips, doubt, belief.is_delisted,
    ]  # fmt: skip


def _doubt(doubt: DoubtedFigure) -> Row:
    figure = None if doubt.usd_per_hour is None else str(doubt.usd_per_hour)
    return [figure, doubt.is_gone, doubt.since.isoformat(), doubt.last_seen_on.isoformat(), *doubt[4:]]


@once
def _bundled_things(facts: Facts) -> frozenset[OfferKey]:
    return frozenset(map(offer_key, facts.offers))


@once
def rules_of(facts: Facts) -> str:
    """A digest of all that decides what is believed, besides the history."""
    named = sorted((name, str(entry.value)) for name, entry in facts.constants.items() if name.startswith(PREFIXES))
    types = sorted((type_.cloud, type_.id, type_.count, type_.vcpu) for type_ in facts.instances.values())
    offers = sorted((*_offer_key(offer), str(offer.usd_per_hour)) for offer in facts.offers)
    return hashlib.sha256(repr((RULES, named, types, offers)).encode()).hexdigest()[:16]


def _offer_key(offer: Any) -> tuple[str, ...]:
    return (str(offer.observed_on), offer.cloud, offer.instance, offer.region, offer.purchase, offer.source)
