"""What changed between two days, and what only looks like a change, from the series the store keeps.

List prices are replayed look by look (`confirmation`), spot moves are compared with their usual volatility
(`spot_trends`), and what several feeds report about one price becomes one change (`merge_feeds`).
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from engine.changes.change import Change, percent_of
from engine.changes.confirmation import StepConfirmer
from engine.changes.lines import lines
from engine.changes.listings import FirstListings
from engine.changes.merge_feeds import LineChanges, merged
from engine.changes.peers import PeerMoves
from engine.changes.plausibility import PlausibleLimits
from engine.changes.report import line_changes, spot_changes
from engine.changes.spot_market import SpotMarket, regions
from knowledge.facts import Facts, Series

__all__ = ["Change", "changes", "percent_of"]


def changes(
    series: Iterable[Series],
    since: date,
    until: date,
    facts: Facts,
    *,
    least_share: float | None = None,
    is_all: bool = False,
) -> tuple[Change, ...]:
    """Everything that is new after `since` and known by `until`: announced changes first, largest move first.

    `series` must reach back to the feeds' first looks: what a feed showed at its first look is its baseline, not a
    change. `least_share` is the share from which a list price's move is reported (None: that of the data);
    `is_all` adds what is neither announced nor suspect, such as spot coming and going.
    """
    limits = PlausibleLimits(facts, least_share)
    series = list(series)
    listed = lines((entry for entry in series if entry.key.purchase != "spot"), until, limits.same_share)
    spots = regions((entry for entry in series if entry.key.purchase == "spot"), until)
    market = SpotMarket(listed, spots, limits)
    confirmer = StepConfirmer(PeerMoves(listed, limits), market, limits)
    listings = FirstListings(listed, spots)
    line_reports = [
        LineChanges(line, history, line_changes(line, history, since, listings, limits))
        for line in listed
        if len(line.runs) > 1 or listings.is_late(line)
        for history in (confirmer.history(line),)
    ]
    reported = merged(line_reports, listed, since, limits)
    for spot in spots:
        reported += spot_changes(spot, market, since, listings, limits)
    kept = [change for change in reported if is_all or change.announced or change.kind == "suspect"]
    return tuple(sorted(kept, key=_order))


def _order(change: Change) -> tuple[object, ...]:
    size = abs(change.percent) if change.percent is not None else 0.0
    place = (change.provider, change.instance, change.region, change.purchase, change.terms, change.zone, change.feed)
    return (not change.announced, change.kind == "suspect", -round(size, 6), *place, change.seen_on)
