"""What changed between two days, and what only looks like it: pure, from series as the store keeps them.

List prices are replayed look by look (`change_belief`), spot prices by their own volatility (`change_spot`); what
several feeds say of one price is one change (`change_merge`).
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from engine.changes.change import Change, percent_of
from engine.changes.confirmation import Judge
from engine.changes.lines import lines
from engine.changes.listings import Listed
from engine.changes.merge_feeds import Told, merged
from engine.changes.peers import Crowd
from engine.changes.plausibility import PlausibleLimits
from engine.changes.report import line_changes, spot_changes
from engine.changes.spot_series import SpotSeries, regions
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
    """Everything that is new after `since` and known by `until`: first what is announced, largest move first.

    `series` have to reach back to the feeds' first looks: what a feed showed at its first look is where it starts,
    no change. `least_share` is the share from which a list price's move is told (None: that of the data);
    `is_all` adds what is neither told nor wrong, such as spot coming and going.
    """
    limits = PlausibleLimits(facts, least_share)
    held = list(series)
    listed = lines((one for one in held if one.key.purchase != "spot"), until, limits.same_share)
    spots = regions((one for one in held if one.key.purchase == "spot"), until)
    market = SpotSeries(listed, spots, limits)
    judge = Judge(Crowd(listed, limits), market, limits)
    known = Listed(listed, spots)
    told = [
        Told(line, belief, line_changes(line, belief, since, known, limits))
        for line in listed
        if len(line.runs) > 1 or known.is_late(line)
        for belief in (judge.belief(line),)
    ]
    found = merged(told, listed, since, limits)
    for spot in spots:
        found += spot_changes(spot, market, since, known, limits)
    kept = [change for change in found if is_all or change.announced or change.kind == "suspect"]
    return tuple(sorted(kept, key=_order))


def _order(change: Change) -> tuple[object, ...]:
    size = abs(change.percent) if change.percent is not None else 0.0
    place = (change.provider, change.instance, change.region, change.purchase, change.terms, change.zone, change.feed)
    return (not change.announced, change.kind == "suspect", -round(size, 6), *place, change.seen_on)
