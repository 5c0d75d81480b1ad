"""What a SKU of Google's billing catalog costs an hour, and whether that can be said."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import NamedTuple

from knowledge.feeds.formats.amounts import NUMBER
from knowledge.feeds.formats.json_pages import Entry, inside, number, several, text
from knowledge.feeds.formats.rules import Rules

NANO = Decimal("1e-9")


class SkuRate(NamedTuple):
    """USD an hour (of a chip, a core or a GiB), or why there is none; `said` is what the SKU has instead."""

    usd: Decimal | None
    why: str = ""
    said: str = ""


def hourly(sku: Entry, rules: Rules, day: date) -> SkuRate:
    """The last tier that is not free of the price in force on `day`."""
    prices = several(sku, "pricingInfo")
    if not prices:
        return SkuRate(None, "unreadable")
    since = [price for price in prices if text(price, "effectiveTime")[:10] <= day.isoformat()]
    if not since:
        return SkuRate(None, "not_yet", text(prices[0], "effectiveTime"))
    expression = inside(max(since, key=lambda price: text(price, "effectiveTime")), "pricingExpression")
    hours = {"h": 1, "GiBy.h": 1, "GiBy.mo": rules.hours_per_month}.get(text(expression, "usageUnit"))
    if hours is None:
        return SkuRate(None, "not_hourly", text(expression, "usageUnit")[:60])
    told = [_money(inside(tier, "unitPrice")) for tier in several(expression, "tieredRates")]
    doubt = next((rate for rate in told if rate.why), None)
    if doubt is not None or not told:
        return doubt or SkuRate(None, "unreadable")
    paid = [rate.usd for rate in told if rate.usd]
    return SkuRate(paid[-1] / hours) if paid else SkuRate(None, "zero", "0")


def _money(price: Entry) -> SkuRate:
    """`units` is text and may be missing, as `nanos` may: either then counts 0, and both are a price of nothing."""
    currency = text(price, "currencyCode")
    if currency not in ("USD", ""):
        return SkuRate(None, "currency", currency[:60])
    found = Decimal(0)
    for name, scale in (("units", Decimal(1)), ("nanos", NANO)):
        value = str(number(price, name) if price.get(name) is not None else 0)
        if NUMBER.fullmatch(value) is None:
            return SkuRate(None, "unreadable", value[:60])
        found += Decimal(value) * scale
    return SkuRate(found) if found >= 0 else SkuRate(None, "negative", f"{found:f}"[:60])
