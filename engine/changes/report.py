"""From what a line or a region went through to the changes of a stretch of days."""

from __future__ import annotations

from datetime import date

from engine.changes.change import Change, ChangeKind, percent_of
from engine.changes.confirmation import Belief, SeriesStep
from engine.changes.glitches import Glitch
from engine.changes.lines import PriceLine, is_same
from engine.changes.listings import Listed
from engine.changes.plausibility import PlausibleLimits
from engine.changes.spot_series import SpotSeries, SpotSighting
from engine.changes.spot_trends import SpotStep, spot_steps
from knowledge.facts import Point

PER_CENT = 100
SILENT: dict[str, ChangeKind] = {  # believed, and nothing the cloud did
    "renamed": "suspect",
    "before_was_wrong": "suspect",
    "wider": "appeared",
}


def line_changes(
    line: PriceLine, belief: Belief, since: date, known: Listed, limits: PlausibleLimits
) -> list[Change]:
    """One change for all steps that were believed after `since`, and one for each thing that looks wrong."""
    found = [
        _of_step(line, step, "suspect") for step in belief.steps if step.told_on is None and step.run.first > since
    ]
    found += [_of_glitch(line, glitch) for glitch in belief.glitches if glitch.back_on > since]
    believed = [step for step in belief.steps if step.told_on is not None and step.told_on > since]
    found += [
        _of_step(line, step, SILENT[step.code]) for step in believed if not step.is_told and step.code in SILENT
    ]
    loud = [step for step in believed if step.is_told]
    return found + (_net(line, loud, known, limits) if loud else [])


def _net(line: PriceLine, steps: list[SeriesStep], known: Listed, limits: PlausibleLimits) -> list[Change]:
    """Steps in a row are one change; one that leads back to where it began is none."""
    first, last = steps[0], steps[-1]
    before, after = first.before, last.after
    if is_same(before, after, limits.least_share):
        return []
    if before is None:
        was_listed = not line.runs[0].is_gone
        code = known.arrival(line.ident, first.run.first)
        code = "priced" if was_listed and code in ("new_way_here", "new_purchase", "new_type", "new_place") else code
        change = _change(line, last, before, after, "appeared", code)
    elif after is None:
        change = _change(line, last, before, after, "delisted", "gone" if last.run.is_gone else "blank")
    else:
        change = _change(line, last, before, after, "moved", "moved" if len(steps) == 1 else "moved_in_steps")
        change = change._replace(alike=max(step.alike for step in steps))
    return [change._replace(announced=True, seen_on=first.run.first)]


def _change(
    line: PriceLine, step: SeriesStep, before: float | None, after: float | None, kind: ChangeKind, code: str
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
        told_on=step.told_on,
        looks=len(step.run.looks),
        needed=step.needed,
        terms=line.key.terms,
        scope=line.key.scope,
        alike=step.alike,
        limit=step.limit,
        trail=line.trail,
    )


def _of_step(line: PriceLine, step: SeriesStep, kind: ChangeKind) -> Change:
    return _change(line, step, step.before, step.after, kind, step.code)


def _of_glitch(line: PriceLine, glitch: Glitch) -> Change:
    """What was left and came back: `told_on` is the day of the return."""
    step = SeriesStep(
        glitch.before.usd_per_hour, glitch.shown.usd_per_hour, glitch.shown, glitch.back_on, 0, "returned"
    )
    return _of_step(line, step, "suspect")


def spot_changes(
    spot: SpotSighting, market: SpotSeries, since: date, known: Listed, limits: PlausibleLimits
) -> list[Change]:
    """A level that was left for good after `since`, a new way to buy, and spot prices that cannot be."""
    found = _wrong_zones(spot, market, since)
    steps, trail = spot_steps(spot, market, limits)
    late = [step for step in steps if step.told_on > since]
    least = limits.likely(f"change_spot_share_{spot.ident.cloud}")
    if late and not is_same(late[0].before, late[-1].after, least):
        first, last = late[0], late[-1]
        before = _before(first, last.after, since, trail, least)
        made = _of_spot(spot, before, last.after, "spot_trend", "spot_trend", last.last_seen_on)
        found.append(
            made._replace(
                announced=True,
                seen_on=first.seen_on,
                told_on=last.told_on,
                looks=last.looks,
                alike=last.zones,
                limit=last.usual_share * PER_CENT,
                trail=trail,
            )
        )
    return found + _new_spot(spot, since, known, trail)


def _before(step: SpotStep, after: float, since: date, trail: tuple[Point, ...], least: float) -> float:
    """The price on `since`, where the move is still one from there; else the one the step left."""
    known = [point for point in trail if point.seen_on <= since and point.usd_per_hour]
    there = float(known[-1].usd_per_hour or 0) if known else step.before
    return step.before if is_same(there, after, least) else there


def _wrong_zones(spot: SpotSighting, market: SpotSeries, since: date) -> list[Change]:
    """The first spot price of the region that is new after `since` and cannot be; zones of one region are one."""
    for zone in sorted(spot.zones, key=lambda one: one.key.zone):
        for place, point in enumerate(zone.points):
            if (
                point.seen_on <= since
                or point.usd_per_hour is None
                or point.is_gone
                or point.seen_on > spot.looked[-1]
            ):
                continue
            wrong = market.fault(spot, zone, point.seen_on, float(point.usd_per_hour))
            if wrong is None:
                continue
            code, limit = wrong
            before = zone.points[place - 1].usd_per_hour if place else None
            made = _of_spot(
                spot,
                None if before is None else float(before),
                float(point.usd_per_hour),
                "suspect",
                code,
                point.seen_on,
            )
            return [made._replace(zone=zone.key.zone, limit=limit, trail=zone.points)]
    return []


def _new_spot(spot: SpotSighting, since: date, known: Listed, trail: tuple[Point, ...]) -> list[Change]:
    """Spot of a type that had none anywhere: told at its second look, for spot comes and goes. Zones are no news."""
    traded = [point.seen_on for point in trail]
    if (
        not traded
        or traded[0] == spot.looked[0]
        or known.arrival(spot.ident, traded[0]) not in ("new_type", "new_purchase")
    ):
        return []
    told = len(traded) > 1
    if (traded[1] if told else traded[0]) <= since:
        return []
    after = float(trail[-1].usd_per_hour or 0)
    code = known.arrival(spot.ident, traded[0])
    made = _of_spot(spot, None, after, "appeared", code, traded[-1])
    is_alone = not known.has_list_price(spot.ident)
    return [
        made._replace(
            announced=told and (is_alone or code == "new_purchase"),
            seen_on=traded[0],
            looks=len(traded),
            told_on=traded[1] if told else None,
            trail=trail,
        )
    ]


def _of_spot(
    spot: SpotSighting, before: float | None, after: float, kind: ChangeKind, code: str, seen_on: date
) -> Change:
    key = spot.key
    return Change(
        key.cloud, key.instance, key.region, "spot", before, after, percent_of(before, after), kind, announced=False,
        code=code, feed=spot.feed, seen_on=seen_on, last_seen_on=seen_on, told_on=None, looks=1, needed=0,
        terms=key.terms, scope=key.scope,
    )  # fmt: skip
