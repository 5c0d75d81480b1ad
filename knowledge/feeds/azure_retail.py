"""Azure Retail Prices: pages of meters, each a price for one size, region and way of buying.

Several fields say what a meter is: `type` (consumption, reservation, dev/test), the end of `meterName` (Spot, Low
Priority) and `productName` (Windows). The price of a reservation is for the whole term, whatever its unit says.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date
from decimal import Decimal
from typing import BinaryIO, NamedTuple

from knowledge.feeds.formats.amounts import Amount, amount, nearly_equal, within
from knowledge.feeds.formats.collect import Collector
from knowledge.feeds.formats.csv_table import clipped
from knowledge.feeds.formats.json_pages import Entry, entries, number, several, text
from knowledge.feeds.formats.names import normalized_place
from knowledge.feeds.formats.rules import rules
from knowledge.types.base import Purchase
from knowledge.types.observed import FeedError, ParseContext, PlacePrices, RejectedRow, SeriesKey

TERMS: dict[str, tuple[Purchase, int, str]] = {
    "1 year": ("reserved_1yr", 1, "1yr"),
    "3 years": ("reserved_3yr", 3, "3yr"),
}
HOURS = frozenset({"1 hour", "1 hours", "1/hour"})
UNREADABLE = frozenset({"currency", "not_hourly"})
MICRO = Decimal("1e-6")


class Meter(NamedTuple):
    """One price, and what it is ranked by among others of the same series: the greatest counts."""

    is_primary: bool
    since: str
    below: Decimal  # the price, negated: of two otherwise equal meters the lower price counts
    usd: Amount
    written: str


def parse(documents: Iterable[BinaryIO], context: ParseContext) -> Iterator[PlacePrices | RejectedRow]:
    """List prices of Linux on accelerated sizes: on demand, spot, reservations by the hour, savings plans.

    Raises:
        FeedError: a document is not such a page, is cut off or in another currency, or none has such a price.
    """
    collector = Collector(rules())
    best: dict[SeriesKey, Meter] = {}
    has_item, currency = False, ""
    for document in documents:
        for item in entries(document, "Items", "Count"):
            has_item = has_item or bool({"armSkuName", "meterName"} <= item.keys())
            if not text(item, "armSkuName").startswith(tuple(context.prefixes)):
                continue
            code, value = _refused(item, context.seen_on)
            if code:
                currency = value if code == "currency" else currency
                key = _key(item) if code in UNREADABLE else None  # still listed, so it must not count as delisted
                yield RejectedRow(code=code, row=_row(item), value=clipped(value, 60), key=key)
                continue
            for key, meter in _meters(item):
                if key.purchase.startswith("reserved") and not key.region:
                    continue
                other = best.get(key)
                if other is not None and not _same(meter, other):
                    kept, left = max(meter, other), min(meter, other)
                    yield RejectedRow(
                        code="superseded", row=_row(item), value=f"{left.written} / {kept.written}"[:60]
                    )
                best[key] = meter if other is None else max(meter, other)
    if not best:
        code = "currency" if currency else "no_prices" if has_item else "wrong_document"
        raise FeedError(code, currency)
    for key in sorted(best):
        yield from collector.put_amount(key, best[key].usd, None, best[key].written)
    yield from collector.settle()


def _refused(item: Entry, day: date) -> tuple[str, str]:
    """Why this is not a list price of Linux in force on `day`, and the field that says so; empty if it is one."""
    product, kind = text(item, "productName"), text(item, "type") or text(item, "priceType")
    name = f"{text(item, 'meterName')} | {text(item, 'skuName')}".lower()
    other = rules().descriptions.other
    checks = (
        ("no_region", not text(item, "armRegionName"), ""),
        ("dev_test", kind.lower().startswith("devtest"), kind),
        ("unknown_kind", kind not in ("Consumption", "Reservation", ""), kind),
        ("windows", any(word in ("windows", "win") for word in product.lower().split()), product),
        ("other_product", any(word in product.lower() for word in other), product),
        ("low_priority", "low priority" in name, text(item, "meterName")),
        ("currency", text(item, "currencyCode") not in ("USD", ""), text(item, "currencyCode")),
        (
            "not_hourly",
            text(item, "unitOfMeasure").lower() not in HOURS and kind != "Reservation",
            text(item, "unitOfMeasure"),
        ),
        ("tier", (amount(number(item, "tierMinimumUnits"), rules()).usd or 0) > 0, str(item.get("tierMinimumUnits"))),
        (
            "term",
            kind == "Reservation" and text(item, "reservationTerm").lower() not in TERMS,
            text(item, "reservationTerm"),
        ),
        ("not_yet", text(item, "effectiveStartDate")[:10] > day.isoformat(), text(item, "effectiveStartDate")),
        ("ended", "" < text(item, "effectiveEndDate")[:10] <= day.isoformat(), text(item, "effectiveEndDate")),
    )
    return next(((code, value) for code, applies, value in checks if applies), ("", ""))


def _meters(item: Entry) -> Iterator[tuple[SeriesKey, Meter]]:
    """The prices of one item: its own, and those of its savings plans."""
    key = _key(item)
    listed = number(item, "retailPrice")
    listed = number(item, "unitPrice") if listed is None else listed
    if key.purchase.startswith("reserved"):
        _, years, _ = TERMS[text(item, "reservationTerm").lower()]
        total = amount(listed, rules(), years * rules().hours_per_year)
        if total.usd is not None:
            total = within((total.usd / (years * rules().hours_per_year)).quantize(MICRO), rules())
        yield key, _meter(item, total, listed)
        return
    is_spot = key.purchase == "spot"
    yield key, _meter(item, amount(listed, rules()), listed)
    for plan in several(item, "savingsPlan") if not is_spot else ():
        term = TERMS.get(text(plan, "term").lower())
        rate = number(plan, "retailPrice")
        rate = number(plan, "unitPrice") if rate is None else rate
        if term is not None:
            yield key._replace(purchase="savings_plan", terms=term[2]), _meter(item, amount(rate, rules()), rate)


def _key(item: Entry) -> SeriesKey:
    """The series of the item; on demand if its term is unknown."""
    key = SeriesKey("azure", text(item, "armSkuName"), normalized_place(text(item, "armRegionName")), "on_demand")
    if (text(item, "type") or text(item, "priceType")) == "Reservation":
        term = TERMS.get(text(item, "reservationTerm").lower())
        return key._replace(purchase=term[0]) if term else key
    name = f"{text(item, 'meterName')} {text(item, 'skuName')}".lower()
    return key._replace(purchase="spot") if "spot" in name.split() else key


def _meter(item: Entry, usd: Amount, written: object) -> Meter:
    is_primary = item.get("isPrimaryMeterRegion") is not False
    return Meter(is_primary, text(item, "effectiveStartDate"), -(usd.usd or Decimal(0)), usd, str(written))


def _same(meter: Meter, other: Meter) -> bool:
    return meter.usd == other.usd or (
        meter.usd.usd is not None and other.usd.usd is not None and nearly_equal(meter.usd.usd, other.usd.usd)
    )


def _row(item: Entry) -> str:
    parts = (
        text(item, "armSkuName"),
        text(item, "armRegionName"),
        text(item, "meterName"),
        text(item, "productName"),
    )
    return clipped(" | ".join(part for part in parts if part))
