"""chipscout's own table of dated prices: one row for each price and day, many days in one file.

Columns: the day (`effective_date` or `observed_on`), the cloud (`provider` or `cloud`), the type (`instance_type` or
`instance`), `region`, `purchase`, `usd_per_hour`; optionally `zone`, `terms`, `scope` and `chips`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date
from typing import BinaryIO, NamedTuple

from knowledge.feeds.formats.amounts import Amount, amount, count, nearly_equal
from knowledge.feeds.formats.csv_table import Table, clipped
from knowledge.feeds.formats.names import tpu_slice
from knowledge.feeds.formats.rules import rules
from knowledge.types.base import COMPARED, PURCHASES_IN_ORDER, Cloud, Purchase
from knowledge.types.observed import FeedError, Observed, ParseContext, RejectedRow, SeriesKey

DAY, CLOUD, INSTANCE = ("effective_date", "observed_on"), ("provider", "cloud"), ("instance_type", "instance")
PLAIN = ("region", "purchase", "usd_per_hour")
CLOUDS: dict[str, Cloud] = {cloud: cloud for cloud in COMPARED}
PURCHASES: dict[str, Purchase] = {purchase: purchase for purchase in PURCHASES_IN_ORDER}
CHIP = re.compile(r"tpu-?v?[0-9]{1,2}[a-z]*|.*-gpu-only")  # an accelerator by itself, not a slice or a machine


class Dated(NamedTuple):
    """One price with its day."""

    day: date
    cloud: Cloud
    observed: Observed


def parse(documents: Iterable[BinaryIO], context: ParseContext) -> Iterator[Observed | RejectedRow]:
    """The newest price of every series, up to the day the file is read.

    Raises:
        FeedError: a document is not such a table, is cut off, or has no price until that day.
    """
    newest: dict[SeriesKey, Observed] = {}
    for price in parse_dated(documents, context):
        if isinstance(price, RejectedRow):
            yield price
        else:
            newest[price.observed.key] = price.observed
    yield from newest.values()


def parse_dated(documents: Iterable[BinaryIO], context: ParseContext) -> Iterator[Dated | RejectedRow]:
    """Every price with its day, sorted by day and cloud, so that they can be stored group by group.

    Of two prices for one series and day the lower counts, and both are reported. Needs memory for the whole file.

    Raises:
        FeedError: as `parse`.
    """
    prices: dict[tuple[date, SeriesKey], tuple[Amount, float | None]] = {}
    for document in documents:
        table = Table(document, PLAIN)
        places = [_place(table, names) for names in (DAY, CLOUD, INSTANCE)] + [table.place[name] for name in PLAIN]
        for row in table:
            if isinstance(row, RejectedRow):
                yield row
                continue
            read = _read(row, places, table.place, context)
            if isinstance(read, RejectedRow):
                yield read
                continue
            at, price, chips = read
            other = prices.get(at)
            if other is None:
                prices[at] = price, chips
                continue
            kept, left = sorted((price, other[0]), key=lambda amount: (amount.usd is None, amount.usd or 0))
            if kept.usd is not None and left.usd is not None and not nearly_equal(kept.usd, left.usd):
                written = f"{kept.usd:f}, {left.usd:f}"
                yield RejectedRow(code="disagree", row=_row(row, places), value=written[:60])
            prices[at] = kept, chips or other[1]
    if not prices:
        raise FeedError("no_prices")
    for (day, key), (price, chips) in sorted(prices.items()):
        yield Dated(day, key.cloud, Observed(key=key, usd_per_hour=price.usd, chips=chips))


def dated(documents: Iterable[BinaryIO], context: ParseContext) -> Iterator[tuple[date, Observed | RejectedRow]]:
    """The same as pairs; a rejected row has the day on which the file is read.

    Raises:
        FeedError: as `parse`.
    """
    for price in parse_dated(documents, context):
        yield (context.seen_on, price) if isinstance(price, RejectedRow) else (price.day, price.observed)


def _place(table: Table, names: tuple[str, ...]) -> int:
    place = next((table.place[name] for name in names if name in table.place), None)
    if place is None:
        raise FeedError("wrong_header", clipped(",".join(table.place)))
    return place


def _read(
    row: list[str], places: list[int], columns: dict[str, int], context: ParseContext
) -> RejectedRow | tuple[tuple[date, SeriesKey], Amount, float | None]:
    day_text, cloud, instance, region, purchase, usd = (row[place].strip() for place in places)
    zone, terms, scope, chips = (
        row[columns[name]].strip() if name in columns else "" for name in ("zone", "terms", "scope", "chips")
    )
    try:
        day = date.fromisoformat(day_text)
    except ValueError:
        return RejectedRow(code="no_day", row=_row(row, places), value=clipped(day_text, 60))
    checks = (
        ("not_yet", day > context.seen_on, day_text),
        ("other_cloud", cloud.lower() not in CLOUDS or context.cloud not in (None, cloud.lower()), cloud),
        ("no_instance", not instance, ""),
        ("no_region", not region, ""),
        ("no_purchase", purchase.lower() not in PURCHASES, purchase),
        ("no_scope", scope not in ("", "chip", "instance"), scope),
    )
    for code, is_wrong, value in checks:
        if is_wrong:
            return RejectedRow(code=code, row=_row(row, places), value=clipped(value, 60))
    is_chip = scope == "chip" or (not scope and tpu_slice(instance) is None and CHIP.fullmatch(instance) is not None)
    key = SeriesKey(
        CLOUDS[cloud.lower()],
        instance,
        region,
        PURCHASES[purchase.lower()],
        zone,
        terms,
        "chip" if is_chip else "instance",
    )
    counted = 1.0 if is_chip else count(chips)
    price = amount(usd, rules(), counted)
    if price.reason:
        return RejectedRow(code=price.reason, row=_row(row, places), value=clipped(usd, 60), key=key)
    return (day, key), price, counted


def _row(row: list[str], places: list[int]) -> str:
    return clipped(" ".join(row[place].strip() for place in places[:5]))
