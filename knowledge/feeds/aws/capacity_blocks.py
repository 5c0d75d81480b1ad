"""AWS's offers of Capacity Blocks, from DescribeCapacityBlockOfferings: pages of JSON.

The fee is for the whole block, paid upfront. Each page offers many blocks of one type; the price is the lowest hourly
rate in the region, because it can be booked, and the range of the others is reported. Zones are given by name, which
differs between accounts, so they do not distinguish series.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any, BinaryIO, NamedTuple

from knowledge.feeds.aws import json_events
from knowledge.feeds.aws.amounts import rounded, usd
from knowledge.feeds.aws.document import excerpt, is_json, opened
from knowledge.feeds.aws.ledger import IN_DOLLARS
from knowledge.types.aws_places import aws_place
from knowledge.types.observed import FeedError, Observed, ParseContext, RejectedRow, SeriesKey
from knowledge.units import MINUTES_PER_HOUR

LISTED, PARTS = "CapacityBlockOfferings", "CapacityBlockOfferingSegments"
SHARED = frozenset({None, "", "default"})
ONE_HOUR = timedelta(hours=1)


class _Range(NamedTuple):
    """The hourly rates of the blocks in one region."""

    low: Decimal
    high: Decimal
    blocks: int


def parse(documents: Iterable[BinaryIO], context: ParseContext) -> Iterator[Observed | RejectedRow]:
    """USD per hour of one instance in the cheapest block of each region."""
    ranges: dict[SeriesKey, _Range] = {}
    for document in documents:
        buffered = opened(document)
        if not is_json(buffered):
            raise FeedError("aws_broken_json", excerpt(buffered.peek(1)))
        for offering in json_events.objects_in(buffered, LISTED):
            for block in _parts(offering):
                if str(block.get("InstanceType", "")).startswith(tuple(context.prefixes)):
                    yield from _take(ranges, block)
    for key, (low, high, blocks) in ranges.items():
        if low != high:
            yield RejectedRow(
                code="aws_block_range", row=f"{key.instance} {key.region}", value=f"{low} {high} {blocks}"
            )
        yield Observed(key=key, usd_per_hour=low)


def _parts(offering: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The block, or each of its segments, which may have different types and have their own fees."""
    if offering.get("Tenancy") not in SHARED:
        return
    segments = offering.get(PARTS)
    if not isinstance(segments, list) or len(segments) < 2:
        yield offering
        return
    for segment in segments:
        if not isinstance(segment, dict):
            raise FeedError("aws_other_shape", PARTS)
        yield dict(offering) | {PARTS: None} | segment


def _take(ranges: dict[SeriesKey, _Range], block: Mapping[str, Any]) -> Iterator[RejectedRow]:
    row = str(block.get("CapacityBlockOfferingId", ""))
    where, fee = aws_place(str(block.get("AvailabilityZone", ""))), usd(block.get("UpfrontFee"))
    hours, count = _hours(block), usd(block.get("InstanceCount"))
    if where is None:
        yield RejectedRow(code="aws_no_place", row=row, value=str(block.get("AvailabilityZone", "")))
    elif block.get("CurrencyCode") != IN_DOLLARS:
        yield RejectedRow(code="aws_other_currency", row=row, value=str(block.get("CurrencyCode", "")))
    elif fee is None:
        yield RejectedRow(code="aws_no_number", row=row, value=str(block.get("UpfrontFee", "")))
    elif not fee:
        yield RejectedRow(code="aws_free", row=row, value=str(block["InstanceType"]))
    elif hours is None or hours <= 0 or not count:
        yield RejectedRow(code="aws_no_hours", row=row, value=str(block["InstanceType"]))
    elif not (rate := rounded(fee / (hours * count))):
        yield RejectedRow(code="aws_free", row=row, value=str(block["InstanceType"]))
    else:
        ultra = str(block.get("UltraserverType") or "")
        key = SeriesKey(
            "aws",
            str(block["InstanceType"]),
            where[0],
            "capacity_block",
            terms=f"ultraserver {ultra}" if ultra else "",
        )
        low, high, blocks = ranges.get(key, _Range(rate, rate, 0))
        ranges[key] = _Range(min(low, rate), max(high, rate), blocks + 1)


def _hours(block: Mapping[str, Any]) -> Decimal | None:
    """How long the block lasts; None if that is unknown, or if duration and dates differ by an hour or more.

    Blocks end at 11:30, so the duration in whole hours is too short; start and end date are exact.
    """
    whole, minutes = (usd(block.get(f"CapacityBlockDuration{unit}")) for unit in ("Hours", "Minutes"))
    stated = None if whole is None else whole + (minutes or Decimal(0)) / MINUTES_PER_HOUR
    try:
        run = datetime.fromisoformat(str(block.get("EndDate"))) - datetime.fromisoformat(str(block.get("StartDate")))
    except (TypeError, ValueError):
        return stated
    between = Decimal(run // timedelta(seconds=1)) / (ONE_HOUR // timedelta(seconds=1))
    return between if stated is None or abs(between - stated) < 1 else None
