"""chipscout's own table of dated prices: one row for each price and day, many days in one file.

Columns: the day (`effective_date` or `observed_on`), the cloud (`provider` or `cloud`), the type (`instance_type` or
`instance`), `region`, `purchase`, `usd_per_hour`; optionally `zone`, `terms`, `scope` and `chips`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date
from functools import cache, partial
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
    read_once = _ReadOnce(context)
    for document in documents:
        table = Table(document, PLAIN)
        places = [_place(table, names) for names in (DAY, CLOUD, INSTANCE)] + [table.place[name] for name in PLAIN]
        for row in table:
            if isinstance(row, RejectedRow):
                yield row
                continue
            read = _read(row, places, table.place, read_once)
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
    """The same as pairs; a rejected row whose day is not known has the one on which the file is read.

    Raises:
        FeedError: as `parse`.
    """
    for price in parse_dated(documents, context):
        if isinstance(price, RejectedRow):
            yield price.day or context.seen_on, price
        else:
            yield price.day, price.observed


def _place(table: Table, names: tuple[str, ...]) -> int:
    place = next((table.place[name] for name in names if name in table.place), None)
    if place is None:
        raise FeedError("wrong_header", clipped(",".join(table.place)))
    return place


class _ReadOnce:
    """What cells say that return day after day: the days, what the prices are of, and the figures."""

    def __init__(self, context: ParseContext) -> None:
        self._context = context
        self.day = cache(self._day)
        self.series = cache(self._series)
        self.amount = cache(partial(amount, rules=rules()))

    def _day(self, text: str) -> date | str:
        """The day; or the code of what is wrong with it."""
        try:
            day = date.fromisoformat(text)
        except ValueError:
            return "no_day"
        return "not_yet" if day > self._context.seen_on else day

    def _series(
        self, cloud: str, instance: str, region: str, purchase: str, zone: str, terms: str, scope: str, chips: str
    ) -> tuple[SeriesKey, float | None] | tuple[str, str]:
        """Of what the price is and for how many chips; or the code of what is wrong, and the cell that is."""
        checks = (
            ("other_cloud", cloud.lower() not in CLOUDS or self._context.cloud not in (None, cloud.lower()), cloud),
            ("no_instance", not instance, ""),
            ("no_region", not region, ""),
            ("no_purchase", purchase.lower() not in PURCHASES, purchase),
            ("no_scope", scope not in ("", "chip", "instance"), scope),
        )
        for code, is_wrong, value in checks:
            if is_wrong:
                return code, value
        is_chip = scope == "chip" or (
            not scope and tpu_slice(instance) is None and CHIP.fullmatch(instance) is not None
        )
        key = SeriesKey(
            CLOUDS[cloud.lower()],
            instance,
            region,
            PURCHASES[purchase.lower()],
            zone,
            terms,
            "chip" if is_chip else "instance",
        )
        return key, 1.0 if is_chip else count(chips)


def _read(
    row: list[str], places: list[int], columns: dict[str, int], read_once: _ReadOnce
) -> RejectedRow | tuple[tuple[date, SeriesKey], Amount, float | None]:
    day_text, cloud, instance, region, purchase, usd = [row[place].strip() for place in places]
    more = [row[columns[name]].strip() if name in columns else "" for name in ("zone", "terms", "scope", "chips")]
    day = read_once.day(day_text)
    if isinstance(day, str):
        return RejectedRow(code=day, row=_row(row, places), value=clipped(day_text, 60))
    key, rest = read_once.series(cloud, instance, region, purchase, *more)
    if isinstance(rest, str) or isinstance(key, str):
        return RejectedRow(code=str(key), row=_row(row, places), value=clipped(str(rest), 60))
    price = read_once.amount(usd, chips=rest)
    if price.reason:
        return RejectedRow(code=price.reason, row=_row(row, places), value=clipped(usd, 60), key=key, day=day)
    return (day, key), price, rest


def _row(row: list[str], places: list[int]) -> str:
    return clipped(" ".join(row[place].strip() for place in places[:5]))
