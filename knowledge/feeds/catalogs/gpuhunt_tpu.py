"""gpuhunt's table of TPU prices (`tpu_pricing.json`), kept by hand: USD per chip and hour, by TPU and region.

Not all of its spot prices are what they say: some are a former 1-year commitment, and older ones of v2 to v4 are for
a host of four chips. A price above on demand that is plausible for a host is divided by the host's chips.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import BinaryIO

from knowledge import bounded_json
from knowledge.feeds.formats.amounts import amount, nearly_equal
from knowledge.feeds.formats.cells import other_purchase
from knowledge.feeds.formats.collect import Collector
from knowledge.feeds.formats.csv_table import clipped
from knowledge.feeds.formats.json_pages import Entry, inside, number
from knowledge.feeds.formats.names import tpu
from knowledge.feeds.formats.rules import Tpu, rules
from knowledge.types.base import Purchase
from knowledge.types.observed import FeedError, ParseContext, PlacePrices, RejectedRow, SeriesKey

LARGEST_BYTES = 4_000_000
KIND = re.compile(r"TPU ?(v?[0-9]{1,2}[a-z]*)(?: (pod|device))?", re.IGNORECASE)
COLUMNS: dict[str, Purchase] = {
    "On Demand (USD)": "on_demand",
    "1-year Commitment (USD)": "reserved_1yr",
    "3-year Commitment (USD)": "reserved_3yr",
    "Spot (USD)": "spot",
}


def parse(documents: Iterable[BinaryIO], context: ParseContext) -> Iterator[PlacePrices | RejectedRow]:
    """Prices of one chip. For v2 and v3, `terms` distinguishes pod and device.

    Raises:
        FeedError: a document is not such a table.
    """
    del context
    collector = Collector(rules())
    has_any = False
    for document in documents:
        for kind, regions in _table(document).items():
            match = KIND.fullmatch(kind.strip())
            version = tpu(match[1]) if match else None
            if match is None or version is None or not isinstance(regions, dict):
                yield RejectedRow(code="unknown_accelerator", row=clipped(kind))
                continue
            terms = (match[2] or "").lower() if version.is_pod_priced else ""
            for region in regions:
                has_any = True
                yield from _prices(collector, version, terms, region, inside(regions, region))
    if not has_any:
        raise FeedError("no_prices")
    yield from collector.settle()


def _table(document: BinaryIO) -> dict[str, object]:
    raw = document.read(LARGEST_BYTES + 1)
    if len(raw) > LARGEST_BYTES:
        raise FeedError("too_large")
    try:
        table = bounded_json.loads(raw.decode("utf-8-sig"), parse_float=Decimal, parse_constant=str)
    except UnicodeDecodeError:
        raise FeedError("not_text") from None
    except ValueError as error:
        raise FeedError("not_json", clipped(str(error))) from None
    if not isinstance(table, dict) or not any(KIND.fullmatch(kind.strip()) for kind in table):
        raise FeedError(
            "wrong_document", clipped(",".join(table) if isinstance(table, dict) else type(table).__name__)
        )
    return table


def _prices(collector: Collector, version: Tpu, terms: str, region: str, listed: Entry) -> Iterator[RejectedRow]:
    if not any(column in listed for column in COLUMNS):
        yield RejectedRow(
            code="no_prices", row=clipped(f"{version.accelerator} {region}"), value=clipped(",".join(listed), 60)
        )
    for column, purchase in COLUMNS.items():
        if column in listed:
            key = SeriesKey("gcp", version.accelerator, region, purchase, "", terms, "chip")
            if purchase == "spot":
                yield from _spot(collector, key, version, listed)
            else:
                yield from collector.put(key, number(listed, column), 1)


def _spot(collector: Collector, key: SeriesKey, version: Tpu, listed: Entry) -> Iterator[RejectedRow]:
    spot, plain, year = (
        amount(number(listed, column), collector.rules, 1).usd for column in ("Spot (USD)", *tuple(COLUMNS)[:2])
    )
    row = f"{version.accelerator} {key.region}"
    if spot is not None and plain is not None and spot > plain and version.host_chips:
        yield from collector.put_usd(key, spot / version.host_chips, 1)
    elif spot is not None and (
        (year is not None and nearly_equal(spot, year))
        or other_purchase(collector.rules, key._replace(instance=version.version), spot, 1)
    ):
        yield RejectedRow(code="is_commitment", row=row, value=f"{spot:f}", key=key)
    else:
        yield from collector.put(key, number(listed, "Spot (USD)"), 1)
