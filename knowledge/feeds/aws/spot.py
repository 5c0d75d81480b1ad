"""AWS's history of spot prices, from DescribeSpotPriceHistory: pages of JSON, or text from AWS's command line.

It lists only changes, newest first, for each zone. The price in force on the day of reading counts. Whether it is a
limit and not a market price is judged elsewhere.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from decimal import Decimal
from typing import BinaryIO

from knowledge.feeds.aws import json_events
from knowledge.feeds.aws.amounts import is_china, usd
from knowledge.feeds.aws.document import excerpt, is_json, opened
from knowledge.types.aws_places import aws_place
from knowledge.types.observed import FeedError, Observed, ParseContext, RejectedRow, SeriesKey

LISTED = "SpotPriceHistory"
FIELDS = ("AvailabilityZone", "AvailabilityZoneId", "InstanceType", "ProductDescription", "SpotPrice", "Timestamp")
WITHOUT_ID = tuple(name for name in FIELDS if name != "AvailabilityZoneId")
LABEL = LISTED.upper()  # the first cell of each line of text
LINUX = frozenset({"Linux/UNIX", "Linux/UNIX (Amazon VPC)"})  # accounts from before 2013 have both


def parse(documents: Iterable[BinaryIO], context: ParseContext) -> Iterator[Observed | RejectedRow]:
    """USD per hour of spot in each zone, by the zone's id if it is given."""
    newest: dict[SeriesKey, tuple[datetime, Decimal]] = {}
    only_later: dict[SeriesKey, str] = {}
    by_name = ""
    for entry in _rows(documents):
        if not _is_wanted(entry, context):
            continue
        row = " ".join(entry.get(name, "") for name in ("InstanceType", "AvailabilityZone", "Timestamp"))
        where = aws_place(entry.get("AvailabilityZone", "")) or aws_place(entry.get("AvailabilityZoneId", ""))
        amount, at = usd(entry.get("SpotPrice", "")), _moment(entry.get("Timestamp", ""))
        if where is None:
            yield RejectedRow(code="aws_no_place", row=row, value=entry.get("AvailabilityZone", ""))
        elif is_china(where[0]):
            yield RejectedRow(code="aws_other_currency", row=row, value="CNY")
        elif amount is None:
            yield RejectedRow(code="aws_no_number", row=row, value=entry.get("SpotPrice", ""))
        elif at is None:
            yield RejectedRow(code="aws_no_time", row=row, value=entry.get("Timestamp", ""))
        elif not amount:
            yield RejectedRow(code="aws_free", row=row, value=entry["InstanceType"])
        else:
            zone = entry.get("AvailabilityZoneId", "")
            by_name = by_name or ("" if zone else where[1])
            key = SeriesKey("aws", entry["InstanceType"], where[0], "spot", zone or where[1])
            if at.date() > context.seen_on:
                only_later.setdefault(key, row)
            else:
                yield from _newest(newest, key, at, amount, row)
    if by_name:
        yield RejectedRow(code="aws_zone_names", row=by_name)
    for key, row in only_later.items():
        if key not in newest:
            yield RejectedRow(code="aws_not_yet", row=row, value=context.seen_on.isoformat())
    for key, (_, amount) in newest.items():
        yield Observed(key=key, usd_per_hour=amount)


def _newest(
    newest: dict[SeriesKey, tuple[datetime, Decimal]], key: SeriesKey, at: datetime, amount: Decimal, row: str
) -> Iterator[RejectedRow]:
    """Keeps the later price. Of two at the same time it keeps the higher and reports both."""
    other = newest.get(key)
    if other and other[0] == at and other[1] != amount:
        low, high = sorted((other[1], amount))
        yield RejectedRow(code="aws_two_prices", row=row, value=f"{low}, {high}")
    if other is None or (at, amount) > other:
        newest[key] = (at, amount)


def _is_wanted(entry: Mapping[str, str], context: ParseContext) -> bool:
    return entry.get("ProductDescription") in LINUX and entry.get("InstanceType", "").startswith(
        tuple(context.prefixes)
    )


def _moment(written: str) -> datetime | None:
    try:
        at = datetime.fromisoformat(written)
    except ValueError:
        return None
    return at.replace(tzinfo=UTC) if at.tzinfo is None else at.astimezone(UTC)


def _rows(documents: Iterable[BinaryIO]) -> Iterator[Mapping[str, str]]:
    for document in documents:
        buffered = opened(document)
        if not is_json(buffered):
            yield from _text(buffered)
            continue
        for entry in json_events.objects_in(buffered, LISTED):
            yield {name: str(entry[name]) for name in FIELDS if entry.get(name) is not None}


def _text(buffered: io.BufferedReader) -> Iterator[Mapping[str, str]]:
    """Lines of tab-separated cells, sorted by their names. A single word is the token of a next page."""
    has_rows = False
    line = b""
    for line in buffered:
        try:
            label, *cells = line.decode("utf-8").rstrip("\r\n").split("\t")
        except UnicodeDecodeError:
            raise FeedError("aws_bad_line", excerpt(line)) from None
        names = FIELDS if len(cells) == len(FIELDS) else WITHOUT_ID
        if label == LABEL and len(cells) == len(names):
            has_rows = True
            yield dict(zip(names, cells, strict=True))
        elif cells:
            raise FeedError("aws_bad_line" if line.endswith(b"\n") else "aws_cut_off", excerpt(line))
    if not has_rows:
        raise FeedError("aws_no_column", LISTED)
    if not line.endswith(b"\n") and _moment(line.decode("utf-8").rpartition("\t")[2]) is None:
        raise FeedError("aws_cut_off", excerpt(line))
