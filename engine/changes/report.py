"""The changes to report for a period, from the history of a price line or the spot prices of a region."""

from __future__ import annotations

from datetime import date

from engine.changes.change import RETRACTED, Change, ChangeKind, percent_of
from engine.changes.confirmation import LineHistory
from engine.changes.glitches import JOINED, Glitch, SeriesStep
from engine.changes.judged import JudgedPrices
from engine.changes.lines import ListPriceLine, is_same
from engine.changes.listings import FirstListings
from engine.changes.plausibility import PlausibleLimits
from engine.changes.spot_market import AT_CAP, AT_FLOOR, SpotMarket, SpotRegion, WrongSpot
from engine.changes.spot_trends import UntoldMove, spot_levels, untold_move
from engine.changes.told import Told, ToldLevel, level_of
from knowledge.facts import Point, Series

PER_CENT = 100
SILENT: dict[str, ChangeKind] = {  # confirmed, but not something the cloud did
    "renamed": "suspect",
    "before_was_wrong": "suspect",
    "wider": "appeared",
}


def line_changes(
    line: ListPriceLine, now: JudgedPrices, since: date, taken_back: Glitch | None, *, is_waiting: bool = False
) -> list[Change]:
    """One change for each price that looks wrong, and for what the cloud did not do.

    Of those, the ones first shown after `since`; with `is_waiting` also what is shown now, since whenever.
    """
    history = now.history(line)
    reported = [
        _step_change(line, step, "suspect")
        for step in history.steps
        if step.confirmed_on is None
        and step is not history.doubted
        and step.run.first > since
        and not _is_passed(step, history)
    ]
    shown = history.doubted
    is_new = shown is not None and shown.run.first > since
    if shown is not None and shown.before is None:  # a first look beside no other price is no change
        is_new = is_new and shown.run.first > line.runs[0].first
    if shown is not None and (is_waiting or is_new):
        stands = shown if history.price is None else shown._replace(before=history.price)
        reported.append(_step_change(line, stands, "suspect"))
    reported += [
        _glitch_change(line, glitch)
        for glitch in history.glitches
        if glitch.settled_on > since and glitch is not taken_back
    ]
    confirmed = [step for step in history.steps if step.confirmed_on is not None and step.confirmed_on > since]
    return reported + [
        _step_change(line, step, SILENT[step.code]) for step in confirmed if not step.is_news and step.code in SILENT
    ]


def _is_passed(step: SeriesStep, history: LineHistory) -> bool:
    """Whether the price went on the same way and was believed there: a step of a ladder, seen once."""
    if step.code not in JOINED or not step.before or not step.after:
        return False
    rose = step.after > step.before
    later = (other for other in history.steps if other.confirmed_on is not None and other.run.first > step.run.first)
    return any(other.after is not None and (other.after > step.after) is rose for other in later)


def told_level(
    line: ListPriceLine, now: JudgedPrices, then: JudgedPrices, level: ToldLevel | None, base: date, share: float
) -> ToldLevel:
    """What the reader takes the price of a line to be; told nothing (`level` is None), what it was on `base`.

    What the cloud did not do changes it without a word.
    """
    history = now.history(line)
    if level is None:
        known, least = then.by_key.get((line.feed, line.price_id)), now.limits.least_share
        usd = level_of(known, then.history(known), least, share) if known else history.first
        level = ToldLevel(usd, base)
    for step in history.steps:
        if step.confirmed_on is not None and step.confirmed_on > level.day and not step.is_news:
            level = level._replace(usd_per_hour=step.after)
    return level


def taken_back_of(history: LineHistory, level: ToldLevel, since: date, limits: PlausibleLimits) -> Glitch | None:
    """The glitch that the reader was told as a price."""
    told, same = level.usd_per_hour, limits.same_share
    if is_same(told, history.price, same):
        return None
    wrong = (g for g in reversed(history.glitches) if g.settled_on > since and g.shown.first <= level.day)
    return next((glitch for glitch in wrong if is_same(glitch.shown.usd_per_hour, told, same)), None)


def net_change(
    line: ListPriceLine,
    history: LineHistory,
    level: ToldLevel,
    taken_back: Glitch | None,
    listings: FirstListings,
    share: float,
    after: float | None,
) -> Change | None:
    """From the level that was told to `after`: the price that is believed, or what of it a reader of every move was
    told; None where they are the same, or none is known."""
    before = level.usd_per_hour
    if history.believed is None or is_same(before, after, share):
        return None
    if taken_back is not None:
        kind: ChangeKind = "appeared" if before is None else "moved" if after is not None else "delisted"
        step = SeriesStep(before, after, taken_back.shown, taken_back.back_on, 0, RETRACTED)
        return _change(line, step, before, after, kind, RETRACTED)._replace(announced=True)
    run = next((run for run in reversed(line.runs) if run.usd_per_hour == after), history.believed)
    news = (step for step in history.steps if step.is_news and step.confirmed_on is not None)
    steps = [step for step in news if step.confirmed_on and step.confirmed_on > level.day]
    # none: small steps that add up, what the history says by now there never was, or another source decides
    steps = steps or [SeriesStep(before, after, run, run.first, 1, "plain")]
    first, last = steps[0], steps[-1]
    if before is None and first.confirmed_on and first.confirmed_on > level.day:
        before = first.before  # gone for a short while: told against the price it had
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
    return change._replace(announced=True, seen_on=first.run.first)


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
        looks=step.looks,
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
    spot: SpotRegion,
    now: JudgedPrices,
    since: date,
    told: Told,
    other: ToldLevel | None,
    share: float,
    *,
    is_waiting: bool = False,
) -> list[Change]:
    """A lasting move of the level from what the reader was told, a new spot listing, and implausible spot prices.

    `other`: what the reader was told last of the price, whichever feed it was of.
    """
    reported = _implausible_zones(spot, now.market, since, is_waiting=is_waiting)
    least = max(share, now.limits.likely(f"change_spot_share_{spot.price_id.cloud}"))
    levels = spot_levels(spot, now.market, now.limits, least)
    known = _known_spot(spot, told, other)
    move = untold_move(levels, known[0], least) if levels.steps else None
    if move is not None and len(known) > 1:  # told of another feed: on from there, if this one moved since
        heard = known[1].usd_per_hour or move.before
        move = None if is_same(heard, move.after, least) else UntoldMove(heard, move.after)
    if move is not None:
        last = levels.steps[-1]
        late = [step for step in levels.steps if step.confirmed_on > known[0].day] or [last]
        trend = _spot_change(spot, move.before, move.after, "spot_trend", "spot_trend", last.last_seen_on)
        reported.append(
            trend._replace(
                announced=True,
                seen_on=late[0].seen_on,
                told_on=last.confirmed_on,
                looks=last.looks,
                alike=last.zones,
                limit=last.usual_share * PER_CENT or None,
                trail=levels.trail,
            )
        )
    return reported + _new_spot_listing(spot, since, now.listings, levels.trail)


def _known_spot(spot: SpotRegion, told: Told, other: ToldLevel | None) -> list[ToldLevel]:
    """What the reader was told last of the price; without a price: that every move up to a day is known.

    What another feed told is known: a move goes on from there, whatever this feed showed then. But this one has to
    have moved too, since feeds list other zones.
    """
    own = told.levels.get((spot.feed, spot.price_id))
    if other is not None and (own is None or own.day < other.day):
        return [ToldLevel(None, other.day), other]
    return [own or ToldLevel(None, told.base)]


def _implausible_zones(spot: SpotRegion, market: SpotMarket, since: date, *, is_waiting: bool) -> list[Change]:
    """The first implausible spot price of the region that is new after `since`; one change for all its zones.

    With `is_waiting`, of each zone what it shows now, whenever it was first shown; if none does, that first one.
    """
    new: list[Change] = []
    now: list[Change] = []
    for zone in sorted(spot.zones, key=lambda zone: zone.key.zone):
        for odd in (one for one in market.zone(spot, zone).wrong if one.code not in (AT_CAP, AT_FLOOR)):
            if is_waiting and odd.until is None:
                now.append(_implausible(spot, zone, odd))
            elif odd.point.seen_on > since and not new:
                new.append(_implausible(spot, zone, odd))
    return now or new


def _implausible(spot: SpotRegion, zone: Series, odd: WrongSpot) -> Change:
    earlier = [point for point in zone.points if point.seen_on < odd.point.seen_on][-1:]
    before = float(earlier[0].usd_per_hour) if earlier and earlier[0].usd_per_hour is not None else None
    usd, day = float(odd.point.usd_per_hour or 0), odd.point.seen_on
    change = _spot_change(spot, before, usd, "suspect", odd.code, day)
    change = change._replace(looks=odd.looks, needed=odd.needed, limit=odd.limit)
    return change._replace(zone=zone.key.zone, trail=zone.points)


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
