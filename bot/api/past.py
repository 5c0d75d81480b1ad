"""List prices through time, in at most 4 kB."""

from __future__ import annotations

from datetime import date
from typing import get_args

from bot.api.told import PriceHistory, PriceSeries, PriceStep
from bot.brief.contract import LONGEST
from bot.brief.made import figure
from bot.prices.history import HistoryLine, history
from bot.prices.lookup import query_of
from bot.wording.errors import UserError
from knowledge.facts import Facts, Purchase, names_of
from knowledge.history.queries import open_history
from knowledge.store.base.address import Location
from knowledge.store.base.backend import DATABASE_ERRORS

STEPS = 8  # of one price, the latest
DIGITS = 6


def price_history(
    facts: Facts, file: Location, day: date, name: str, region: str, purchase: str, since: date | None
) -> PriceHistory:
    """
    Raises:
        UserError: nothing is known of it, a way to buy that does not exist, or the file cannot be read.
    """
    way = next((known for known in get_args(Purchase) if known == purchase), None)
    if purchase and way is None:
        raise UserError("own_price_purchase", value=purchase, ways=get_args(Purchase))
    query = query_of(facts, name, region=region or None, purchase=way)
    try:
        with open_history(file) as past:
            found = history(facts, past, day, query, since)
    except DATABASE_ERRORS:
        raise UserError("history_unread", path=str(file)) from None
    if not found:
        near = None if query.instances else names_of(facts).nearest(name)
        raise UserError("no_price", text=" ".join(filter(None, (name, region, purchase))), near=near)
    return _fitting(tuple(map(_series, found)), day)


def _series(line: HistoryLine) -> PriceSeries:
    prices = [usd for _, usd in line.priced]
    return PriceSeries(
        cloud=line.cloud,
        instance=line.instance,
        region=line.region,
        purchase=line.purchase,
        seen_on=line.seen_on.isoformat(),
        low=figure(min(prices), DIGITS) if prices else None,
        high=figure(max(prices), DIGITS) if prices else None,
        change_percent=None if line.share is None else round(100 * line.share, 1),
        steps=tuple(
            PriceStep(
                day=step.day.isoformat(),
                usd_per_hour=None if step.usd_per_hour is None else figure(step.usd_per_hour, DIGITS),
            )
            for step in line.steps[-STEPS:]
        ),
    )


def _fitting(series: tuple[PriceSeries, ...], day: date) -> PriceHistory:
    """The series seen last first, as many as there is room for."""
    ranked = sorted(series, key=lambda each: each.seen_on, reverse=True)
    for most in range(len(ranked), 0, -1):
        left = {"series": len(ranked) - most} if most < len(ranked) else {}
        made = PriceHistory(as_of=day.isoformat(), series=tuple(ranked[:most]), left_out=left)
        if most == 1 or len(made.model_dump_json(exclude_none=True)) <= LONGEST:
            return made
    return PriceHistory(as_of=day.isoformat(), series=())
