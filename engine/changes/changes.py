"""What changed between two days, and what only looks like a change, from the series the store keeps.

List prices are replayed look by look (`confirmation`), and the price that verdicts use of all feeds is compared with
what the reader was last told (`merge_feeds`, `told`). Spot moves are compared with their usual volatility
(`spot_trends`).
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from engine.changes.change import Change, percent_of
from engine.changes.judged import JudgedPrices
from engine.changes.merge_feeds import PriceReader, decided_spot, list_changes, told_of_another
from engine.changes.plausibility import PlausibleLimits
from engine.changes.report import spot_changes
from engine.changes.told import Told
from knowledge.facts import Facts, Series

__all__ = ["Change", "changes", "changes_told", "percent_of"]


def changes(
    series: Iterable[Series],
    since: date,
    until: date,
    facts: Facts,
    *,
    least_share: float | None = None,
    is_all: bool = False,
    is_waiting: bool = False,
    told: Told | None = None,
) -> tuple[Change, ...]:
    """Everything that is new after `since` and known by `until`: announced changes first, largest move first.

    `series` must reach back to the feeds' first looks: what the first look of all showed of a price is no change.
    `least_share` is the share from which a price's move is reported (None: that of the data); `is_all` adds what is
    neither announced nor suspect, such as spot coming and going, and `is_waiting` what has been shown since before
    `since` and is not believed by `until`. `told` is what the reader was told before; without it, somebody who has
    been told everything up to `since`.
    """
    told = told or Told(since)
    limits = limits_for(facts, least_share)
    series = list(series)
    now = JudgedPrices(series, until, limits)
    then = now if told.base >= until else JudgedPrices(series, told.base, limits)
    return changes_told(now, then, since, told, least_share=least_share, is_all=is_all, is_waiting=is_waiting)


def limits_for(facts: Facts, least_share: float | None) -> PlausibleLimits:
    """The limits for a reader: what is believed does not depend on who asks for larger moves only."""
    limits = PlausibleLimits(facts)
    return PlausibleLimits(facts, least_share) if least_share and least_share < limits.least_share else limits


def changes_told(
    now: JudgedPrices,
    then: JudgedPrices,
    since: date,
    told: Told,
    *,
    least_share: float | None = None,
    is_all: bool = False,
    is_waiting: bool = False,
) -> tuple[Change, ...]:
    """The same from prices judged before: `then` on the day `told.base`."""
    share = now.limits.least_share if least_share is None else least_share
    reported = list(list_changes(PriceReader(now, then, since, told, share, is_waiting)))
    kept, of_another = told.of_prices(), told_of_another(now, then, told, share)
    spots = (
        (spot, change)
        for spot in now.spots
        for change in spot_changes(
            spot, now, since, told, kept.get(spot.price_id) or of_another(spot), share, is_waiting=is_waiting
        )
    )
    reported += decided_spot(spots, now.spots, now)
    found = [change for change in reported if is_all or change.announced or change.kind == "suspect"]
    return tuple(sorted(found, key=_order))


def _order(change: Change) -> tuple[object, ...]:
    size = abs(change.percent) if change.percent is not None else 0.0
    place = (change.provider, change.instance, change.region, change.purchase, change.terms, change.zone, change.feed)
    return (not change.announced, change.kind == "suspect", -round(size, 6), *place, change.seen_on)
