"""Keeps what is doubted beside the prices, so that the believed price of everything can be read at once.

`price_series` repeats the last figure of every price, `price_beliefs` holds the few that are not believed, by cloud
and day: together they are the latest believed prices. An import keeps both true in one transaction. It judges only
what the new snapshot may have changed; the result is that of judging the whole history (`worked_out`).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from datetime import date
from typing import TYPE_CHECKING, Any

from knowledge.facts import Cloud, Facts, Series, SeriesKey

if TYPE_CHECKING:
    from engine.changes.belief import Belief
    from engine.changes.doubted import DoubtedFigure
    from knowledge.history.beliefs import SnapshotState
    from knowledge.history.history import History
    from knowledge.history.queries import HistoryReader

RULES = 4  # raise it with every change of what `engine.changes` believes
PREFIXES = ("change_", "spot_", "placeholder_price_", "unit_slip_", "cores_in_name_")

_digested: list[tuple[Facts, str]] = []  # of the facts last asked for

Row = list[Any]
Place = tuple[str, str]  # the type and the region, however they are spelled


def keep(facts: Facts, history: History) -> None:
    """Works out what is doubted now and keeps it, if that was not done since the last snapshot."""
    rules = rules_of(facts)
    for state in history.states(date.max):
        if history.kept_beliefs(state, rules) is None:
            history.keep_beliefs(state, rules, json.dumps(brought_up_to(facts, history, state)))


def worked_out(facts: Facts, past: HistoryReader, state: SnapshotState) -> list[Row]:
    """What is doubted in that state, from the whole history of the cloud: what the others did says whether to
    believe one."""
    return list(_rows(facts, past.series(cloud=state.cloud), state))


def brought_up_to(facts: Facts, past: HistoryReader, state: SnapshotState) -> list[Row]:
    """The same, from what was kept before and what was added since."""
    kept = past.beliefs_before(state, rules_of(facts))
    if kept is None:
        return worked_out(facts, past, state)
    day, body = kept
    return _since(day, json.loads(body), facts, past, state)


def _since(day: date, before: list[Row], facts: Facts, past: HistoryReader, state: SnapshotState) -> list[Row]:
    """What was neither doubted on `day` nor moved later is still believed: another look at it changes nothing.

    A move of a list price is judged by what others did, so list prices are judged together; a spot price by the
    on-demand price of its type and region alone, from its last believed figure on.
    """
    from engine.changes.lines import plain

    cloud = state.cloud
    moved = list(past.series(cloud=cloud, since=day, moved_after=day))
    in_doubt = [SeriesKey(*row[1]) for row in before]
    anew = {_place(key) for key in (*(entry.key for entry in moved if entry.key.purchase != "spot"), *in_doubt)}
    spots = {(entry.feed, entry.key): entry for entry in moved if entry.key.purchase == "spot"}
    due = set(spots)
    if not anew and not due:
        return []
    if not anew:
        listed = list(past.series(cloud=cloud, purchase="on_demand", since=day))
        rows = _rows(facts, [*listed, *spots.values()], state)
        return [row for row in rows if (row[0], SeriesKey(*row[1])) in due]
    listed = list(past.series(cloud=cloud, is_spot=False))
    whole = anew | _fallen(facts, cloud, listed)
    numbers = [number for number, name, region in past.spot_series(cloud) if (plain(name), plain(region)) in whole]
    for entry in past.series(cloud=cloud, numbers=numbers):
        spots[entry.feed, entry.key] = entry
        if _place(entry.key) in anew:
            due.add((entry.feed, entry.key))
    rows = _rows(facts, [*listed, *spots.values()], state)
    return [row for row in rows if row[1][3] != "spot" or (row[0], SeriesKey(*row[1])) in due]


def _fallen(facts: Facts, cloud: Cloud, listed: Iterable[Series]) -> set[Place]:
    """Where an on-demand price ever fell: such a fall is compared with spot."""
    from engine.changes.recorded import recorded_series

    found = set()
    for entry in (*listed, *recorded_series(facts, cloud)):
        if entry.key.purchase == "on_demand" and len(entry.points) > 1:
            prices = [point.usd_per_hour for point in entry.points if point.usd_per_hour is not None]
            if prices != sorted(prices):
                found.add(_place(entry.key))
    return found


def _place(key: SeriesKey) -> Place:
    from engine.changes.lines import plain

    return plain(key.instance), plain(key.region)


def _rows(facts: Facts, observed: Iterable[Series], state: SnapshotState) -> Iterator[Row]:
    from engine.changes.belief import doubted_beliefs
    from engine.changes.recorded import price_history

    for belief in doubted_beliefs(price_history(facts, observed, state.cloud), state.day, facts):
        if belief.doubted is not None:
            yield _row(belief, belief.doubted)


def _row(belief: Belief, doubt: DoubtedFigure) -> Row:
    usd = None if belief.usd_per_hour is None else str(belief.usd_per_hour)
    figure = None if doubt.usd_per_hour is None else str(doubt.usd_per_hour)
    days = [doubt.since.isoformat(), doubt.last_seen_on.isoformat()]
    return [
        belief.feed, list(belief.key), usd, belief.is_gone, belief.since.isoformat(), belief.seen_on.isoformat(),
        belief.chips, [figure, doubt.is_gone, *days, *doubt[4:]],
    ]  # fmt: skip


def rules_of(facts: Facts) -> str:
    """A digest of all that decides what is believed, besides the history."""
    if not _digested or _digested[0][0] is not facts:
        _digested[:] = [(facts, _digest(facts))]
    return _digested[0][1]


def _digest(facts: Facts) -> str:
    named = sorted((name, str(entry.value)) for name, entry in facts.constants.items() if name.startswith(PREFIXES))
    types = sorted((type_.cloud, type_.id, type_.count, type_.vcpu) for type_ in facts.instances.values())
    offers = sorted((*_offer_key(offer), str(offer.usd_per_hour)) for offer in facts.offers)
    return hashlib.sha256(repr((RULES, named, types, offers)).encode()).hexdigest()[:16]


def _offer_key(offer: Any) -> tuple[str, ...]:
    return (str(offer.observed_on), offer.cloud, offer.instance, offer.region, offer.purchase, offer.source)
