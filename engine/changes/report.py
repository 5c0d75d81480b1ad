"""The changes to report for a period, from the history of a price line or the spot prices of a region."""

from __future__ import annotations

from datetime import date

from engine.changes.change import Change, ChangeKind, percent_of
from engine.changes.confirmation import LineHistory, SeriesStep
from engine.changes.glitches import Glitch
from engine.changes.lines import ListPriceLine, is_same
from engine.changes.listings import FirstListings
from engine.changes.plausibility import PlausibleLimits
from engine.changes.spot_market import SpotMarket, SpotRegion
from engine.changes.spot_trends import SpotStep, spot_steps
from knowledge.facts import Point

PER_CENT = 100
SILENT: dict[str, ChangeKind] = {  # confirmed, but not something the cloud did
    "renamed": "suspect",
    "before_was_wrong": "suspect",
    "wider": "appeared",
}


def line_changes(
    line: ListPriceLine, history: LineHistory, since: date, listings: FirstListings, limits: PlausibleLimits
) -> list[Change]:
    """One change for all steps confirmed after `since`, and one for each price that looks wrong."""
    reported = [
        _step_change(line, step, "suspect")
        for step in history.steps
        if step.confirmed_on is None and step.run.first > since
    ]
    reported += [_glitch_change(line, glitch) for glitch in history.glitches if glitch.back_on > since]
    confirmed = [step for step in history.steps if step.confirmed_on is not None and step.confirmed_on > since]
    reported += [
        _step_change(line, step, SILENT[step.code]) for step in confirmed if not step.is_news and step.code in SILENT
    ]
    news = [step for step in confirmed if step.is_news]
    return reported + (_net_change(line, news, listings, limits) if news else [])


def _net_change(
    line: ListPriceLine, steps: list[SeriesStep], listings: FirstListings, limits: PlausibleLimits
) -> list[Change]:
    """Consecutive steps are one change; if they end at the price they began with, there is no change."""
    first, last = steps[0], steps[-1]
    before, after = first.before, last.after
    if is_same(before, after, limits.least_share):
        return []
    if before is None:
        was_listed = not line.runs[0].is_gone
        code = listings.arrival(line.price_id, first.run.first)
        code = "priced" if was_listed and code in ("new_way_here", "new_purchase", "new_type", "new_place") else code
        change = _change(line, last, before, after, "appeared", code)
    elif after is None:
        change = _change(line, last, before, after, "delisted", "gone" if last.run.is_gone else "blank")
    else:
        change = _change(line, last, before, after, "moved", "moved" if len(steps) == 1 else "moved_in_steps")
        change = change._replace(alike=max(step.alike for step in steps))
    return [change._replace(announced=True, seen_on=first.run.first)]


def _change(
    line: ListPriceLine, step: SeriesStep, before: float | None, after: float | None, kind: ChangeKind, code: str
) -> Change:
    return Change(
        provider=line.key.cloud,
        instance=line.key.instance,
        region=line.key.region,
        purchase=line.key.purchase,
        before=before,
        after=after,
        percent=percent_of(before, after),
        kind=kind,
        announced=False,
        code=code,
        feed=line.feed,
        seen_on=step.run.first,
        last_seen_on=step.run.looks[-1],
        told_on=step.confirmed_on,
        looks=len(step.run.looks),
        needed=step.needed,
        terms=line.key.terms,
        scope=line.key.scope,
        alike=step.alike,
        limit=step.limit,
        trail=line.trail,
    )


def _step_change(line: ListPriceLine, step: SeriesStep, kind: ChangeKind) -> Change:
    return _change(line, step, step.before, step.after, kind, step.code)


def _glitch_change(line: ListPriceLine, glitch: Glitch) -> Change:
    """A price that was shown briefly before the old one came back; `told_on` is the day of the return."""
    step = SeriesStep(
        glitch.before.usd_per_hour, glitch.shown.usd_per_hour, glitch.shown, glitch.back_on, 0, "returned"
    )
    return _step_change(line, step, "suspect")


def spot_changes(
    spot: SpotRegion, market: SpotMarket, since: date, listings: FirstListings, limits: PlausibleLimits
) -> list[Change]:
    """A lasting move of the level after `since`, a new spot listing, and implausible spot prices."""
    reported = _implausible_zones(spot, market, since)
    steps, trail = spot_steps(spot, market, limits)
    late = [step for step in steps if step.confirmed_on > since]
    least = limits.likely(f"change_spot_share_{spot.price_id.cloud}")
    if late and not is_same(late[0].before, late[-1].after, least):
        first, last = late[0], late[-1]
        before = _price_before(first, last.after, since, trail, least)
        trend = _spot_change(spot, before, last.after, "spot_trend", "spot_trend", last.last_seen_on)
        reported.append(
            trend._replace(
                announced=True,
                seen_on=first.seen_on,
                told_on=last.confirmed_on,
                looks=last.looks,
                alike=last.zones,
                limit=last.usual_share * PER_CENT,
                trail=trail,
            )
        )
    return reported + _new_spot_listing(spot, since, listings, trail)


def _price_before(step: SpotStep, after: float, since: date, trail: tuple[Point, ...], least: float) -> float:
    """The price on `since`, if the move is also a move from that one; else the price before the step."""
    known = [point for point in trail if point.seen_on <= since and point.usd_per_hour]
    at_start = float(known[-1].usd_per_hour or 0) if known else step.before
    return step.before if is_same(at_start, after, least) else at_start


def _implausible_zones(spot: SpotRegion, market: SpotMarket, since: date) -> list[Change]:
    """The first implausible spot price of the region that is new after `since`; one change for all its zones."""
    for zone in sorted(spot.zones, key=lambda zone: zone.key.zone):
        for index, point in enumerate(zone.points):
            if (
                point.seen_on <= since
                or point.usd_per_hour is None
                or point.is_gone
                or point.seen_on > spot.looked[-1]
            ):
                continue
            fault = market.fault(spot, zone, point.seen_on, float(point.usd_per_hour))
            if fault is None:
                continue
            code, limit = fault
            before = zone.points[index - 1].usd_per_hour if index else None
            change = _spot_change(
                spot,
                None if before is None else float(before),
                float(point.usd_per_hour),
                "suspect",
                code,
                point.seen_on,
            )
            return [change._replace(zone=zone.key.zone, limit=limit, trail=zone.points)]
    return []


def _new_spot_listing(
    spot: SpotRegion, since: date, listings: FirstListings, trail: tuple[Point, ...]
) -> list[Change]:
    """Spot for a type that had none anywhere, announced at its second look (spot comes and goes). No zones."""
    traded = [point.seen_on for point in trail]
    if (
        not traded
        or traded[0] == spot.looked[0]
        or listings.arrival(spot.price_id, traded[0]) not in ("new_type", "new_purchase")
    ):
        return []
    is_confirmed = len(traded) > 1
    if (traded[1] if is_confirmed else traded[0]) <= since:
        return []
    after = float(trail[-1].usd_per_hour or 0)
    code = listings.arrival(spot.price_id, traded[0])
    listing = _spot_change(spot, None, after, "appeared", code, traded[-1])
    is_alone = not listings.has_list_price(spot.price_id)
    return [
        listing._replace(
            announced=is_confirmed and (is_alone or code == "new_purchase"),
            seen_on=traded[0],
            looks=len(traded),
            told_on=traded[1] if is_confirmed else None,
            trail=trail,
        )
    ]


def _spot_change(
    spot: SpotRegion, before: float | None, after: float, kind: ChangeKind, code: str, seen_on: date
) -> Change:
    key = spot.key
    return Change(
        key.cloud, key.instance, key.region, "spot", before, after, percent_of(before, after), kind, announced=False,
        code=code, feed=spot.feed, seen_on=seen_on, last_seen_on=seen_on, told_on=None, looks=1, needed=0,
        terms=key.terms, scope=key.scope,
    )  # fmt: skip
